package bankfile

import (
	"cmp"
	"regexp"
	"strings"
	"time"

	"shanmen/internal/money"
)

// completed are the words for a transaction that is final. Others may still be reversed.
var completed = map[string]bool{"": true, "settled": true, "completed": true, "complete": true, "posted": true, "success": true, "successful": true}

// read makes lines of the rows below the header.
func (f *File) read(rows [][]string, c columns) {
	var last *Line // the line that a row without a date continues
	for i := max(c.HeaderRow+1, 0); i < len(rows); i++ {
		row := rows[i]
		if blank(row) {
			last = nil
			continue
		}
		if last != nil && at(row, c.Date) == "" && c.goesOn(row) {
			if len(last.Raw) > maxLine {
				f.Skipped++
				continue
			}
			last.Description += "\n" + c.description(row)
			last.Raw += "\n" + raw(row)
			continue
		}
		line, ok := c.line(row)
		if !ok {
			f.Skipped++
			last = nil
			continue
		}
		line.Row = i + 1
		f.Lines = append(f.Lines, line)
		last = &f.Lines[len(f.Lines)-1]
	}
	before := *f
	for i := range f.Lines {
		l := &f.Lines[i]
		payer, reference := sender(l.Description)
		if l.Payer == "" {
			l.Payer = payer
		}
		if l.Reference == "" || phrase(l.Reference) {
			l.Reference = reference
		}
		l.Description = strings.Join(strings.Fields(strings.ReplaceAll(l.Description, "\n", " ")), " ")
		l.Reversal = l.Reversal || l.Amount < 0 && returned.MatchString(l.Description)
		if l.Currency == "" {
			l.Currency = cmp.Or(f.currency, Singapore)
		}
		f.cover(before, l.Booked, l.HasTime)
	}
}

// cover widens the statement's period by a line: to the end of the line's day only where the file itself names no end.
func (f *File) cover(before File, at time.Time, hasTime bool) {
	if f.From.IsZero() || at.Before(f.From) {
		f.From = at
	}
	if !hasTime && before.Through.IsZero() {
		at = at.Add(24 * time.Hour)
	}
	if at.After(f.Through) {
		f.Through = at
	}
}

// goesOn says whether a row only has more of a description.
func (c columns) goesOn(row []string) bool {
	for _, j := range []int{c.Credit, c.Debit, c.Amount, c.Indicator} {
		if at(row, j) != "" {
			return false
		}
	}
	return strings.TrimSpace(c.description(row)) != ""
}

func (c columns) description(row []string) string {
	var pieces []string
	for i, j := range c.Description {
		text := at(row, j)
		if c.tail && i == len(c.Description)-1 && j+1 < len(row) {
			text = strings.TrimRight(strings.Join(row[j:], ", "), ", ")
		}
		if text != "" {
			pieces = append(pieces, text)
		}
	}
	return strings.Join(pieces, "\n")
}

func (c columns) line(row []string) (Line, bool) {
	date := at(row, c.Date)
	if clock := at(row, c.clock); clock != "" {
		date += " " + clock
	}
	booked, hasTime, ok := when(date, c.DateFormat)
	if !ok && c.clock >= 0 {
		booked, hasTime, ok = when(at(row, c.Date), c.DateFormat)
	}
	if !ok || !completed[strings.ToLower(at(row, c.status))] {
		return Line{}, false
	}
	amount, reversal, ok := c.amount(row)
	if !ok || amount == 0 {
		return Line{}, false
	}
	return Line{
		Booked: booked, HasTime: hasTime, Amount: amount, Description: c.description(row), Payer: at(row, c.Payer),
		Reference: at(row, c.Reference), Code: at(row, c.code), Raw: raw(row), Currency: c.currencyOf(row), Reversal: reversal,
	}, true
}

// amount is the credit less the debit; one of the two is empty or 0. A credit below 0 is a reversal. Where a column
// says the direction, a row with an unknown word in it is left out.
func (c columns) amount(row []string) (n money.Cents, reversal, ok bool) {
	if c.Amount >= 0 {
		_, number := currencyIn(at(row, c.Amount))
		n, _, ok = cents(number)
		if !ok || c.Indicator < 0 {
			return n, false, ok
		}
		switch directionOf(at(row, c.Indicator)) {
		case moneyIn:
			return n, n < 0, true
		case moneyOut: // whatever its sign: some banks write it with one
			return -max(n, -n), false, true
		}
		return 0, false, false
	}
	_, credit := currencyIn(at(row, c.Credit))
	in, _, ok := cents(credit)
	if !ok {
		return 0, false, false
	}
	_, debit := currencyIn(at(row, c.Debit))
	out, _, ok := cents(debit)
	if !ok || in != 0 && out != 0 {
		return 0, false, false
	}
	if out < 0 { // some banks write a withdrawal with its sign
		out = -out
	}
	return in - out, in < 0, true
}

func raw(row []string) string {
	return strings.TrimRight(strings.Join(row, "\t"), "\t")
}

var (
	from     = regexp.MustCompile(`(?im)\bfrom ?: *(.+?)(?: +(?:` + purposes + `)\b.*| +other\b.*)?$`)
	fromVia  = regexp.MustCompile(`(?im)\bfrom +(.+?) +via +paynow`)
	viaFrom  = regexp.MustCompile(`(?is)\bvia +paynow-\S+\s+from\s+([^\n]+?)(?:\s+(?:` + purposes + `)\b.*)?$`)
	viaName  = regexp.MustCompile(`(?i)\bvia +paynow-[a-z]+[ \t]*[/\n][ \t]*(?:from +)?([^\n/]+)`)
	viaTo    = regexp.MustCompile(`(?i)^(?:to\b|(?:` + purposes + `)\b)`)
	sDollar  = regexp.MustCompile(`(?is)\bS\$\s+(.+?)\s+(?:via\s+)?paynow ?:\s*(\S.*)?$`)
	message  = regexp.MustCompile(`(?m)(?:^|\s)(?:` + purposes + `)(?: *- *| +)(.+)$`)
	uobInfo  = regexp.MustCompile(`(?i)^(?:paynow-fast|inward (?:credit|cr) ?-? ?fast)\b`)
	phrases  = regexp.MustCompile(`(?i)^(?:(?:other|others|othr)|(?:payment via )?paynow(?:[ -](?:transfer|uen|fast|mobile|vpa))*|(?:fund |funds )?transfers?(?: - mobile)?|fast payment)$`)
	hasDigit = regexp.MustCompile(`\d`)
)

// purposes are the kinds of payment that FAST puts before what the payer wrote.
const purposes = `OTHR|CHAR|GDDS|SUPP|IVPT|COLL|BEXP|EDUC|RENT|LOAN|INTC|REFU|PHON|TBIL|SALA|BONU`

// sender finds who paid, and what the payer wrote, in a description. Both may be empty. The pieces of the
// description are its lines: DBS has "Incoming PayNow Ref 1", "From: NAME", "OTHR what was written"; OCBC
// "FUND TRANSFER", "OTHR - what was written", or "FAST PAYMENT", "via PayNow-UEN", "NAME", "OTHR - what was
// written", the pieces in one line parted by slashes; UOB "PAYNOW-FAST", "OTHR what was written NAME".
func sender(description string) (payer, reference string) {
	if m := sDollar.FindStringSubmatch(description); m != nil { // OCBC: OTHR S$ NAME via PayNow: what was written
		if written := oneLine(m[2]); !phrase(written) && written != "NA" {
			reference = written
		}
		return oneLine(m[1]), reference
	}
	if m := from.FindStringSubmatch(description); m != nil {
		payer = strings.TrimSpace(m[1])
	} else if m := fromVia.FindStringSubmatch(description); m != nil {
		payer = strings.TrimSpace(m[1])
	} else if m := viaFrom.FindStringSubmatch(description); m != nil {
		payer = strings.TrimSpace(m[1])
	} else if m := viaName.FindStringSubmatch(description); m != nil && !viaTo.MatchString(m[1]) {
		payer = strings.TrimSpace(m[1])
	}
	m := message.FindStringSubmatch(description)
	if m == nil {
		return payer, ""
	}
	written := strings.TrimSpace(m[1])
	if payer == "" && uobInfo.MatchString(strings.TrimSpace(description)) { // the name follows the reference
		first, rest, _ := strings.Cut(written, " ")
		if hasDigit.MatchString(first) || phrase(first) {
			payer, written = strings.TrimSpace(rest), first
		}
	}
	if phrase(written) {
		written = ""
	}
	return payer, written
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// phrase reports whether a text is one of the bank's own phrases, which stand where a payer wrote nothing.
func phrase(s string) bool { return phrases.MatchString(strings.TrimSpace(s)) }
