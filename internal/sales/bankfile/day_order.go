package bankfile

import (
	"slices"
	"strconv"
	"strings"

	"shanmen/internal/base/lazyregexp"
)

// dayOrder is the order of day and month in a file, derived from all its dates.
type dayOrder struct {
	format string // of all dates, if the file has the month first
	mixed  bool   // some have the month first, some the day
	years  bool   // two-digit years too far apart: 26/11/28 may be the 28th
	turned bool   // misread by a spreadsheet: 5/11 has become 11 May, and 28/11, which it could not read, stayed text
}

var (
	inNumbers = lazyregexp.New(`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2,4})`)
	yearFirst = lazyregexp.New(`^\d{4}-(\d\d)-(\d\d)`)
)

// daysIn examines the unambiguous dates.
func daysIn(rows [][]string, l Layout) (out dayOrder) {
	if l.Date < 0 {
		return out
	}
	days, months, either, late := 0, 0, 0, false
	format := ""
	least, most := 100, -1 // of two-digit years
	for _, row := range rows[min(max(l.HeaderRow+1, 0), len(rows)):] {
		cell := at(row, l.Date)
		if !isDay(cell) && l.Date < len(row) { // shifted by commas before it
			if j := slices.IndexFunc(row[l.Date:], inNumbers.MatchString); j >= 0 {
				cell = row[l.Date+j]
			}
		}
		if m := yearFirst.FindStringSubmatch(cell); m != nil {
			late = late || m[2] > "12"
		}
		first, second, third := numbersOf(cell)
		if len(third) == 2 {
			year, _ := strconv.Atoi(third)
			least, most = min(least, year), max(most, year)
		}
		switch {
		case first > 12 && first <= 31 && second <= 12:
			days++
		case second > 12 && second <= 31 && first <= 12:
			mark := strings.Trim(cell, "0123456789")[:1]
			months, format = months+1, "mm"+mark+"dd"+mark+strings.Repeat("y", len(third))
		case first > 0 && first <= 12 && second <= 12:
			either++
		}
	}
	out.mixed = days > 0 && months > 0 || months > 0 && l.DateFormat != "" && !monthBeforeDay(l.DateFormat) || days > 0 && monthBeforeDay(l.DateFormat)
	if months > 0 && days == 0 && l.DateFormat == "" {
		out.format = format
	}
	out.years = most-least > mostYears
	out.turned = (days > 0) != (months > 0) && either == 0 && !late
	return out
}

// mostYears is more than a file covers.
const mostYears = 2

// numbersOf are the numbers of a numeric date, the last one as written.
func numbersOf(cell string) (first, second int, third string) {
	m := inNumbers.FindStringSubmatch(cell)
	if m == nil {
		return 0, 0, ""
	}
	first, _ = strconv.Atoi(m[1])
	second, _ = strconv.Atoi(m[2])
	return first, second, m[3]
}

func monthBeforeDay(format string) bool {
	month := strings.Index(format, "m")
	return month >= 0 && month < strings.Index(format, "d")
}

// doubts returns whether a date is ambiguous in day and month.
func (o dayOrder) doubts(cell string) bool {
	first, second, third := numbersOf(cell)
	if o.years && len(third) == 2 {
		return true
	}
	if o.mixed && first > 0 && first <= 12 && second <= 12 && first != second {
		return true
	}
	m := yearFirst.FindStringSubmatch(cell)
	return o.turned && m != nil && m[2] <= "12" && m[1] != m[2]
}
