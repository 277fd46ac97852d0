package bankfile

import (
	"strings"
	"time"

	"shanmen/internal/base/lazyregexp"
)

var (
	accountWords  = lazyregexp.New(`(?i)^(?:account details for|account (?:number|no\.?|name)|account)\b ?:?$`)
	currencyWords = lazyregexp.New(`(?i)^(?:account )?(?:currency|ccy|币种|货币)(?: code)? ?:?$`)
	asAtWords     = lazyregexp.New(`(?i)^(?:statement )?(?:as at|as of|generated on|date and time)\b ?:?$`)
	periodWords   = lazyregexp.New(`(?i)^(?:statement )?period(?: of statement)? ?:?$`)
	fromWords     = lazyregexp.New(`(?i)^(?:from|start|from date|start date|period from) ?:?$`)
	throughWords  = lazyregexp.New(`(?i)^(?:to|till|until|end|to date|end date|period to) ?:?$`)
	between       = lazyregexp.New(`(?i) +(?:to|till|until|-|–|~|至) +`)
)

// describe reads account and period from the rows above the header. Labels are in a cell before the value, or before a
// colon in the same cell.
func (f *File) describe(rows [][]string, header int) {
	if header < 0 {
		header = headerWithin
	}
	for _, row := range rows[:min(len(rows), headerWithin, header)] {
		for i, cell := range row {
			label, value := cell, ""
			if before, after, ok := strings.Cut(cell, ":"); ok && strings.TrimSpace(after) != "" {
				label, value = before, strings.TrimSpace(after)
			} else {
				value = next(row, i)
			}
			label = strings.TrimSpace(label)
			if currencyWords.MatchString(label) && value != "" {
				f.currency = currencyCode(value)
			} else if accountWords.MatchString(label) {
				f.ofAccount(row[i:])
			}
			switch {
			case strings.EqualFold(cell, "United Overseas Bank Limited"):
				f.Bank = "UOB"
			case value == "":
			case accountWords.MatchString(label):
				if f.Account == "" {
					f.Account = value
				}
			case asAtWords.MatchString(label):
				f.through(value)
			case fromWords.MatchString(label):
				if at, _, ok := when(value, ""); ok {
					f.From = at
				}
			case throughWords.MatchString(label):
				f.through(value)
			case periodWords.MatchString(label):
				if both := between.Split(value, 2); len(both) == 2 {
					if at, _, ok := when(both[0], ""); ok {
						f.From = at
						f.through(both[1])
					}
				}
			}
		}
	}
}

// ofAccount finds the currency beside the account: "SGD", or "Global Account (USD)".
func (f *File) ofAccount(cells []string) {
	for _, cell := range cells {
		if m := codeInText.FindString(cell); m != "" && f.currency == "" {
			f.currency = m
		}
	}
}

func next(row []string, i int) string {
	for _, cell := range row[i+1:] {
		if cell != "" {
			return cell
		}
	}
	return ""
}

// through extends the file's period to a time.
func (f *File) through(value string) {
	at, hasTime, ok := when(value, "")
	if !ok {
		return
	}
	if !hasTime {
		at = at.Add(24 * time.Hour)
	}
	if at.After(f.Through) {
		f.Through = at
	}
}
