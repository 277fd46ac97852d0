package bankfile

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// display is how a number format displays a number.
type display struct {
	date   bool
	digits int // minimum digits, zero-padded: a telephone number or a postal code
}

// displayOf parses a format, or returns that of a built-in one.
func displayOf(id int, format string) display {
	s := display{date: isDate(id, format)}
	if len(format) < 20 && strings.Trim(format, "0") == "" {
		s.digits = len(format)
	}
	return s
}

// mostDigits is how many digits a spreadsheet displays: 88.10000000000001 is 88.1.
const mostDigits = 15

// numeral formats a spreadsheet number: all digits, or the date of its format.
func numeral(v float64, as display, since04 bool) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	if math.Abs(v) > 1e15 { // its last digits are lost
		return strconv.FormatFloat(v, 'G', mostDigits, 64)
	}
	if as.digits > 0 && v >= 0 && v == math.Trunc(v) {
		return fmt.Sprintf("%0*d", as.digits, int64(v))
	}
	if !as.date || v < 0 || v > 100_000 { // a date after 2173
		if rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', mostDigits-1, 64), 64); err == nil {
			v = rounded
		}
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	seconds := time.Duration(math.Round(v*86400)) * time.Second
	if v < 1 {
		return time.Time{}.Add(seconds).Format("15:04:05")
	}
	zero := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case since04:
		zero = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case v < 60:
		zero = zero.AddDate(0, 0, 1)
	case v < 61: // 29 February 1900, which spreadsheets wrongly have
		return "1900-02-29"
	}
	at := zero.Add(seconds)
	if at.Equal(at.Truncate(24 * time.Hour)) {
		return at.Format("2006-01-02")
	}
	return at.Format("2006-01-02 15:04:05")
}

// longestFormat is Excel's maximum length of a number format.
const longestFormat = 255

// isDate returns whether a number format displays a date: some are built in, others contain date letters.
func isDate(id int, format string) bool {
	if format == "" {
		return id >= 14 && id <= 22 || id >= 27 && id <= 36 || id >= 45 && id <= 47 || id >= 50 && id <= 58
	}
	format, _, _ = strings.Cut(strings.ToLower(format[:min(len(format), longestFormat)]), ";")
	quoted, bracket := false, false
	for i := 0; i < len(format); i++ {
		switch c := format[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\\' || c == '_' || c == '*':
			i++
		case c == '[':
			bracket = true
		case c == ']':
			bracket = false
		case bracket:
		case c == 'y' || c == 'd' || c == 'h':
			return true
		case c == 'm':
			return !strings.HasPrefix(format, "general")
		}
	}
	return false
}
