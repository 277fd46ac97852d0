package password

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Words, names and keyboard walks that open most accounts in leaked lists, in lower case. Each covers its variants: see
// isCommon.
//
//go:embed common.txt
var commonText string

var commonWords = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(commonText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(line) {
			set[w] = true
		}
	}
	return set
})

// decoration is how many characters added to a common word do not make it safe: a year, day and month of a birthday, an
// exclamation mark.
const decoration = 5

var leet = strings.NewReplacer("@", "a", "4", "a", "3", "e", "1", "i", "!", "i", "0", "o", "$", "s", "5", "s", "7", "t", "8", "b", "9", "g")

// isCommon returns whether the password is among a guesser's first tries: a leaked one; a common word with a few digits
// or signs, also as p@ssw0rd, in capitals or full width; a repeated word or group; an alphabetic or numeric sequence; a
// date.
func isCommon(password string) bool {
	p := strings.ToLower(norm.NFKC.String(strings.TrimSpace(password)))
	p = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, p)
	r := []rune(p)
	if len(r) == 0 {
		return true
	}
	if isLeaked(p) {
		return true
	}
	words := commonWords()
	for unit := 1; unit <= len(r)/2; unit++ {
		if repeats(r, unit) && (unit <= 4 || words[string(r[:unit])]) {
			return true
		}
	}
	if runs(r) || isDate(p) {
		return true
	}
	for _, try := range []string{p, strings.TrimFunc(p, func(r rune) bool { return !unicode.IsLetter(r) })} {
		if len(p)-len(try) > decoration {
			continue
		}
		if words[try] || words[leet.Replace(try)] {
			return true
		}
	}
	// "p@ssw0rd1" must lose its last digit, but not by the translation of digits to letters.
	for cut := 0; cut <= min(decoration, len(r)-4); cut++ {
		head, tail := string(r[:len(r)-cut]), string(r[cut:])
		if strings.IndexFunc(string(r[len(r)-cut:]), unicode.IsLetter) < 0 && words[leet.Replace(head)] {
			return true
		}
		if strings.IndexFunc(string(r[:cut]), unicode.IsLetter) < 0 && words[leet.Replace(tail)] {
			return true
		}
	}
	return false
}

func repeats(r []rune, unit int) bool {
	for i := unit; i < len(r); i++ {
		if r[i] != r[i-unit] {
			return false
		}
	}
	return true
}

// runs are sequences: 12345678, 87654321, abcdefgh, 1234567890.
func runs(r []rune) bool {
	for _, step := range []rune{1, -1} {
		ok := true
		for i := 1; i < len(r) && ok; i++ {
			next := r[i-1] + step
			switch {
			case r[i-1] == '9' && step == 1:
				next = '0'
			case r[i-1] == '0' && step == -1:
				next = '9'
			}
			ok = r[i] == next
		}
		if ok {
			return true
		}
	}
	return false
}

// isDate matches eight digits, with or without separators, that are a date of this or the last century in any order.
func isDate(p string) bool {
	d := strings.Map(func(r rune) rune {
		if strings.ContainsRune("-/.年月日", r) {
			return -1
		}
		return r
	}, p)
	if len(d) != 8 || strings.Trim(d, "0123456789") != "" {
		return false
	}
	day := func(s string) bool { return s >= "01" && s <= "31" }
	month := func(s string) bool { return s >= "01" && s <= "12" }
	year := func(s string) bool { return s[:2] == "19" || s[:2] == "20" }
	return year(d[:4]) && (month(d[4:6]) && day(d[6:]) || day(d[4:6]) && month(d[6:])) ||
		year(d[4:]) && (month(d[:2]) && day(d[2:4]) || day(d[:2]) && month(d[2:4]))
}
