package bankfile

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	textnorm "golang.org/x/text/unicode/norm"

	"shanmen/internal/base/lazyregexp"
	"shanmen/internal/base/money"
)

// read converts the rows below the header to lines.
func (f *File) read(t table, c columns) {
	order := daysIn(t.rows, c.Layout)
	c.DateFormat, c.scaled, c.pointed = cmp.Or(c.DateFormat, order.format), scaledIn(t.rows, c.Layout), pointed(t.rows, c.Layout)
	if c.currency < 0 {
		c.currency = currenciesIn(t.rows, c.Layout)
	}
	fitter := newFitter(t, c)
	t = fitter.withoutEnds(t)
	fitter.look(t.rows[min(max(c.HeaderRow+1, 0), len(t.rows)):])
	aligned := slices.Clone(t.rows) // aligned with the header's columns
	moved := map[int]bool{}         // rows whose cells were under other headings
	var last *Line                  // the line continued by a row without a date
	var lost *Unread                // or the unread row
	header := cellsOf(t.rows, c.HeaderRow)
	other := false // the rows are under another header
	section := c.sections(t.rows, f.currency)
	f.above(t.rows, c)
	for i := max(c.HeaderRow+1, 0); i < len(t.rows); i++ {
		row := t.rows[i]
		if blank(row) { // some banks leave one between a transaction and its further description
			continue
		}
		_, _, dated := when(at(row, c.Date), c.DateFormat)
		if !dated && isHeader(row) {
			other = Key(row) != Key(header)
			last, lost = nil, nil
			continue
		}
		if section.begins(t.rows, i) {
			last, lost = nil, nil
			continue
		}
		if section.ofOther || section.inOther {
			if !c.isNoTransaction(row) {
				f.unread(i, WhyAccount, row)
			}
			continue
		}
		if other {
			if !c.isNoTransaction(row) {
				f.unread(i, WhyShifted, row)
			}
			continue
		}
		spaced, whole := uint64(0), false
		if i < len(t.spaced) {
			spaced, whole = t.spaced[i], t.whole[i]
		}
		if more, ok := c.goesOn(row, spaced); ok {
			switch {
			case last == nil && lost == nil:
				lost = f.unread(i, WhyBelongs, row)
			case last == nil:
				lost.add(raw(row))
			case len(last.Raw) > maxLine:
				lost = f.unread(i, WhyLong, row)
				last = nil
			default:
				last.Description += "\n" + more
				last.Raw += "\n" + raw(row)
			}
			continue
		}
		why := WhyShifted
		var line Line
		fitted, ok := fitter.fit(row, spaced, whole)
		if ok {
			line, why = c.line(fitted)
			aligned[i] = fitted
			if !slices.Equal(fitted[:lastCell(fitted)], row[:lastCell(row)]) {
				moved[i] = true
			}
		} else {
			fitted = row
		}
		if why == "" && (isLabel(line.Description) && line.Payer == "" || onlyLabel(row)) { // a daily balance in an amount column
			why = WhyBalance
		}
		if why == "" && order.doubts(at(fitted, c.Date)) {
			why = WhyDate
		}
		switch {
		case why == "":
			line.Row, line.Raw = i+1, raw(row)
			f.Lines = append(f.Lines, line)
			last, lost = &f.Lines[len(f.Lines)-1], nil
		case c.isNoTransaction(fitted) && (ok || !dated || onlyLabel(row)):
			last, lost = nil, nil
		default:
			last, lost = nil, f.unread(i, why, row)
		}
	}
	f.againstBalance(aligned, moved, c)
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

// cover extends the statement's period by a line: to the end of its day only if the file names no end.
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

// unread records an unread row for review.
func (f *File) unread(i int, why string, row []string) *Unread {
	f.Unread = append(f.Unread, Unread{Row: i + 1, Why: why})
	out := &f.Unread[len(f.Unread)-1]
	out.add(raw(row))
	return out
}

// maxUnreadText is how many bytes of such a row are stored.
const maxUnreadText = 500

func (u *Unread) add(cells string) {
	text := strings.TrimSpace(u.Text + " " + strings.Join(strings.Fields(cells), " "))
	u.Text = strings.ToValidUTF8(text[:min(len(text), maxUnreadText)], "")
}

// goesOn is the text of a row that only continues a description: without date and amount. A number after a comma and a
// space is text, even in an amount column.
func (c columns) goesOn(row []string, spaced uint64) (string, bool) {
	if at(row, c.Date) != "" || len(c.Description) == 0 {
		return "", false
	}
	first := slices.IndexFunc(row, func(cell string) bool { return cell != "" })
	if !slices.Contains(c.Description, first) {
		return "", false
	}
	var pieces []string
	day, sum := false, false // both in separate cells: a transaction with shifted cells
	for j, cell := range row[first:] {
		j += first
		_, number := currencyIn(cell)
		day, sum = day || isDay(cell), sum || strings.Contains(cell, ".") && figures.MatchString(figuresOf(cell))
		if day && (sum || lastCell(row) > max(c.Date, c.Credit, c.Debit, c.Amount, slices.Max(c.Description))) {
			return "", false
		}
		money := (j == c.Credit || j == c.Debit || j == c.Amount) && (j >= maxCells || spaced>>j&1 == 0)
		if _, empty, ok := cents(number); ok && !empty && (money || strings.Contains(cell, ".")) {
			return "", false
		}
		if cell != "" {
			pieces = append(pieces, cell)
		}
	}
	return strings.Join(pieces, ", "), true
}

// isNoTransaction returns whether a row is a balance, a total or text: no date beside an amount, or labelled so.
func (c columns) isNoTransaction(row []string) bool {
	if !slices.ContainsFunc(row, func(cell string) bool { return strings.ContainsFunc(cell, unicode.IsDigit) }) {
		return true
	}
	_, _, dated := when(at(row, c.Date), c.DateFormat)
	moves := c.moves(row)
	if slices.ContainsFunc(row, isLabel) {
		return !moves || !dated && onlyLabel(row)
	}
	if dated || moves {
		return false
	}
	for _, cell := range row { // under another heading, or with other separators
		if _, empty, ok := cents(cell); ok && !empty && strings.ContainsAny(cell, ".,") {
			return false
		}
		if day := strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(",;|", r) }); len(day) > 2 {
			if _, _, ok := when(day[0], c.DateFormat); ok {
				return false
			}
		}
		if _, _, ok := when(cell, c.DateFormat); ok {
			return false
		}
	}
	return true
}

// above lists the transactions above the header.
func (f *File) above(rows [][]string, c columns) {
	for i, row := range rows[:min(max(c.HeaderRow+1, 0), len(rows))] {
		_, _, dated := when(at(row, c.Date), c.DateFormat)
		if (dated && c.moves(row) || movedLine(row)) && !slices.ContainsFunc(row, isLabel) {
			f.unread(i, WhyShifted, row)
		}
	}
}

// movedLine returns whether a row has a date and an amount with cents in separate cells: commas may have shifted them.
func movedLine(row []string) bool {
	return slices.ContainsFunc(row, isDay) && slices.ContainsFunc(row, withCents)
}

// withCents returns whether a cell is an amount with cents, which account numbers lack, or the end of one.
func withCents(cell string) bool {
	return centsAtEnd.MatchString(figuresOf(cell))
}

// moves returns whether a row has an amount that is not 0 or is unreadable.
func (c columns) moves(row []string) bool {
	for _, j := range []int{c.Credit, c.Debit, c.Amount} {
		if n, empty, ok := c.money(at(row, j)); !empty && (!ok || n != 0) {
			return true
		}
	}
	return false
}

// onlyLabel returns whether a row has only the text of a balance or total.
func onlyLabel(row []string) bool {
	return slices.ContainsFunc(row, isLabel) && !slices.ContainsFunc(row, func(cell string) bool { return !ofLabel(cell) })
}

// usualCells is more than a bank's row has; in longer rows duplicates are not searched.
const usualCells = 20

// description joins the texts of a row, one per line, without repetitions.
func (c columns) description(row []string) string {
	pieces := make([]string, 0, len(c.Description))
	for _, j := range c.Description {
		if text := at(row, j); text != "" {
			pieces = append(pieces, text)
		}
	}
	for i := 0; i < len(pieces) && len(pieces) > 1 && len(row) <= usualCells; {
		others := slices.Delete(slices.Clone(pieces), i, i+1)
		if piece := Alphanumeric(pieces[i]); strings.Contains(Alphanumeric(strings.Join(others, " ")), piece) {
			pieces = others
		} else {
			i++
		}
	}
	return strings.Join(pieces, "\n")
}

// Alphanumeric returns a text's letters and digits in upper case, because banks use different separators.
func Alphanumeric(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, textnorm.NFKC.String(s))
}

// line converts a row to a transaction, or returns why it is none.
func (c columns) line(row []string) (Line, string) {
	day := at(row, c.Date)
	if clock := at(row, c.clock); clock != "" {
		day += " " + clock
	}
	booked, hasTime, ok := when(day, c.DateFormat)
	if !ok && c.clock >= 0 {
		booked, hasTime, ok = when(at(row, c.Date), c.DateFormat)
	}
	if !ok && (at(row, c.Status) == "" || c.isFinal(at(row, c.Status))) { // some banks fill in the date only when completed
		return Line{}, WhyDate
	}
	if c.Status >= 0 && !c.isFinal(at(row, c.Status)) || slices.ContainsFunc(c.statuses, func(j int) bool { return wordOf(at(row, j)) != "" && !c.isFinal(at(row, j)) }) ||
		slices.ContainsFunc(c.remarks, func(j int) bool { return slices.Contains(incomplete, wordOf(at(row, j))) }) {
		return Line{}, WhyStatus
	}
	amount, reversal, ok := c.amount(row)
	if !ok && c.Indicator >= 0 && c.direction(row) == unknownDirection {
		return Line{}, WhyDirection
	}
	if !ok || amount == 0 {
		return Line{}, WhyAmount
	}
	return Line{
		Booked: booked, HasTime: hasTime, Amount: amount, Description: c.description(row), Payer: at(row, c.Payer),
		Reference: at(row, c.Reference), Code: at(row, c.code), Currency: c.currencyOf(row), Reversal: reversal,
	}, ""
}

// amount is credit minus debit; one of them is empty or 0. A negative credit is a reversal. A row with an unknown word
// in the direction column is left out.
func (c columns) amount(row []string) (n money.Cents, reversal, ok bool) {
	if c.scaled {
		return 0, false, false
	}
	if c.Amount >= 0 {
		n, _, ok = c.money(at(row, c.Amount))
		if !ok || c.Indicator < 0 {
			return n, false, ok
		}
		switch c.direction(row) {
		case moneyIn:
			return n, n < 0, true
		case moneyOut: // with any sign: some banks write one
			return -max(n, -n), false, true
		}
		return 0, false, false
	}
	in, _, ok := c.money(at(row, c.Credit))
	if !ok {
		return 0, false, false
	}
	debit := at(row, c.Debit)
	out, _, ok := c.money(debit)
	if !ok || in != 0 && out != 0 {
		return 0, false, false
	}
	if out != 0 && strings.HasSuffix(strings.ToUpper(debit), "CR") { // it contradicts its heading
		return 0, false, false
	}
	if out < 0 { // some banks write a withdrawal with a minus
		out = -out
	}
	return in - out, in < 0, true
}

func raw(row []string) string {
	return strings.TrimRight(strings.Join(row, "\t"), "\t")
}

var (
	centsAtEnd = lazyregexp.New(`^[-+(]*\d[\d.,']*[.,]\d\d\)?(?:CR|DR|[-+])?$`)

	from     = lazyregexp.New(`(?im)\bfrom ?: *(.+?)(?: +(?:` + purposes + `)\b.*| +other\b.*)?$`)
	fromVia  = lazyregexp.New(`(?im)\bfrom +(.+?) +via +paynow`)
	viaFrom  = lazyregexp.New(`(?is)\bvia +paynow-\S+\s+from\s+([^\n]+?)(?:\s+(?:` + purposes + `)\b.*)?$`)
	viaName  = lazyregexp.New(`(?i)\bvia +paynow-[a-z]+[ \t]*[/\n][ \t]*(?:from +)?([^\n/]+)`)
	viaTo    = lazyregexp.New(`(?i)^(?:to\b|(?:` + purposes + `)\b)`)
	sDollar  = lazyregexp.New(`(?is)\bS\$\s+(.+?)\s+(?:via\s+)?paynow ?:\s*(\S.*)?$`)
	message  = lazyregexp.New(`(?m)(?:^|\s)(?:` + purposes + `)(?: *- *| +)(.+)$`)
	uobInfo  = lazyregexp.New(`(?i)^(?:paynow-fast|inward (?:credit|cr) ?-? ?fast)\b`)
	phrases  = lazyregexp.New(`(?i)^(?:(?:other|others|othr)|(?:payment via )?paynow(?:[ -](?:transfer|uen|fast|mobile|vpa))*|(?:fund |funds )?transfers?(?: - mobile)?|fast payment)$`)
	hasDigit = lazyregexp.New(`\d`)
)

// purposes are FAST's purpose codes, which precede the payer's text.
const purposes = `OTHR|CHAR|GDDS|SUPP|IVPT|COLL|BEXP|EDUC|RENT|LOAN|INTC|REFU|PHON|TBIL|SALA|BONU`

// sender finds the payer and the payer's text in a description; both may be empty. Formats, by lines of the
// description: DBS "Incoming PayNow Ref 1", "From: NAME", "OTHR text"; OCBC "FUND TRANSFER", "OTHR - text", or "FAST
// PAYMENT", "via PayNow-UEN", "NAME", "OTHR - text", or on one line separated by slashes; UOB "PAYNOW-FAST", "OTHR text
// NAME".
func sender(description string) (payer, reference string) {
	if m := sDollar.FindStringSubmatch(description); m != nil { // OCBC: OTHR S$ NAME via PayNow: text
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

// phrase returns whether a text is a bank's standard phrase for an empty payer's text.
func phrase(s string) bool { return phrases.MatchString(strings.TrimSpace(s)) }
