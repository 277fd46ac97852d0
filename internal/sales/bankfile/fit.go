package bankfile

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"shanmen/internal/base/lazyregexp"
)

// A CSV file with unquoted commas in texts has rows with more cells than the header: cells after such a comma are under
// wrong headings. fitter moves them back by what the columns must contain, or refuses the row.

// kind is a column's type. Only texts may contain the separator.
type kind int

const (
	textCell kind = iota
	dateCell
	clockCell
	codeCell
	currencyCell
	moneyCell
	statusCell
	directionCell
	otherDateCell
)

// Limits of the search for assignments.
const (
	maxExtra = 8
	maxSteps = 3_000_000
)

var (
	balanceName    = lazyregexp.New(`(?:^| )(?:balance|bal)$|余额$|餘額$`)
	otherDateNames = []string{"value date", "posting date", "post date", "effective date", "起息日", "入账日期", "入賬日期"}
	timeOfDay      = lazyregexp.New(`^(?:\d{1,2}:\d\d.*)?$`)
	firstDigits    = lazyregexp.New(`^[-+(]*[1-9]\d{0,2}$`)
	thousandIn     = lazyregexp.New(`^\d{3}(?:\D|$)`)
	nextDigits     = lazyregexp.New(`^\d{3}$`)
	lastDigits     = lazyregexp.New(`^\d{3}(?:\.\d{1,2})?\)?(?:CR|DR|[-+])?$`)
)

type fitter struct {
	columns
	kinds  []kind // type of each header column
	commas bool   // cells are split by a separator that texts may contain
	trims  bool   // rows end with their last non-empty cell
	full   bool   // rows end with the last column, even if empty
	bare   bool   // some texts contain unquoted commas
	padded bool   // truncated columns are being tried
	bald   bool   // there is no header
	steps  int
}

// newFitter examines the header, or without one at most rows, for the number of cells per row.
func newFitter(t table, c columns) *fitter {
	f := &fitter{columns: c, commas: t.commas, steps: maxSteps}
	header := headings(t.rows, c.Layout)
	width := lastCell(header)
	f.bald = width == 0
	if f.bald {
		width = usualLength(t.rows, c)
	}
	for _, j := range append([]int{c.Date, c.Credit, c.Debit, c.Amount, c.Payer, c.Reference, c.Indicator, c.Status}, c.Description...) {
		width = max(width, j+1)
	}
	f.kinds = make([]kind, width)
	for j := range f.kinds {
		name := norm(at(header, j))
		switch {
		case j == c.Date:
			f.kinds[j] = dateCell
		case j == c.clock:
			f.kinds[j] = clockCell
		case j == c.code:
			f.kinds[j] = codeCell
		case j == c.Credit, j == c.Debit, j == c.Amount, balanceName.MatchString(name):
			f.kinds[j] = moneyCell
		case j == c.Status:
			f.kinds[j] = statusCell
		case j == c.currency:
			f.kinds[j] = currencyCell
		case j == c.Indicator:
			f.kinds[j] = directionCell
		case slices.Contains(otherDateNames, name):
			f.kinds[j] = otherDateCell
		}
	}
	return f
}

// look examines how rows end, and whether columns contain what their names say.
func (f *fitter) look(rows [][]string) {
	f.plainly(rows)
	width := len(f.kinds)
	for _, row := range rows {
		if _, _, ok := when(at(row, f.Date), f.DateFormat); ok {
			f.trims = f.trims || len(row) < width
			f.bare = f.bare || lastCell(row) > width
			f.full = f.full || len(row) >= width && lastCell(row) < width
		}
	}
}

// lastCell is a row's number of cells up to the last non-empty one.
func lastCell(row []string) int {
	n := len(row)
	for n > 0 && row[n-1] == "" {
		n--
	}
	return n
}

// usualLength is the number of cells of most rows with a date.
func usualLength(rows [][]string, c columns) int {
	var lengths [maxCells + 1]int
	best := 0
	for _, row := range rows {
		if _, _, ok := when(at(row, c.Date), c.DateFormat); !ok {
			continue
		}
		n := min(len(row), maxCells)
		if lengths[n]++; lengths[n] > lengths[best] || lengths[n] == lengths[best] && n < best {
			best = n
		}
	}
	return best
}

// fit assigns a row's cells to the header's columns. spaced has a bit for each cell that follows its separator after a
// space, as in a sentence; whole means that all cells are quoted. Not ok if the row does not fit, or fits in two ways
// with different amounts.
func (f *fitter) fit(row []string, spaced uint64, whole bool) ([]string, bool) {
	width, filled := len(f.kinds), lastCell(row)
	if !f.commas || whole || len(row) > maxCells {
		return row, (filled <= width || f.hasNote(row)) && (len(row) >= width || !f.full)
	}
	if len(row) < width && f.full || f.bald && f.parted(row, spaced) {
		return nil, false
	}
	shifted := len(row) == width && (f.isShifted(row) || f.parted(row, spaced))
	if len(row) == width && !f.trims && !shifted {
		return row, true
	}
	if len(row) >= width && filled <= width && f.unreadable(row[:width], spaced) {
		return row[:width], true // which amount it is does not follow from the adjacent one
	}
	var found []string
	var money string
	conflict := false
	try := func(cells []string, rule joining) {
		extra := len(cells) - width
		if conflict || extra < 0 || extra > maxExtra {
			return
		}
		f.each(cells, spaced, rule, 0, 0, extra, nil, func(aligned []string) {
			switch says, valid := f.meaning(aligned); {
			case !valid:
			case found == nil:
				found, money = aligned, says
			case says != money:
				conflict = true
			}
		})
	}
	// Fewest joined cells first: trailing empty cells may be the row's last columns or extra separators. The likeliest
	// texts come first; all possible ones must mean the same amount.
	for rule := spacedJoins; rule <= anyJoins; rule++ {
		for n := max(filled, width); n <= len(row); n++ {
			try(row[:n], rule)
		}
		if found == nil && rule == filledJoins {
			break // no text ends with a comma
		}
	}
	if f.trims || shifted { // trailing columns may be truncated, so a text may contain a comma
		rule := spacedJoins
		if f.bare {
			rule = filledJoins
		}
		f.padded = true
		for missing := range 3 {
			longer := append(slices.Clone(row), make([]string, max(0, width-len(row))+missing)...)
			try(longer, rule)
		}
		f.padded = false
	}
	if found != nil && filled > width && !slices.Contains(row[width:filled], "") { // or the header has no names for the last columns
		says, valid := f.meaning(row[:width])
		conflict = conflict || valid && f.stand(row[:width]) == yes && says != money
	}
	switch {
	case conflict || f.steps <= 0:
		return nil, false
	case found == nil && len(row) <= width && !shifted:
		return row, true // errors are reported per cell
	}
	return found, found != nil
}

// hasNote returns whether cells beside a sheet's columns are notes: no cell of the row can have come from another
// column, as in a sheet made from a shifted text.
func (f *fitter) hasNote(row []string) bool {
	last := len(f.kinds) - 1
	if f.commas || last < 0 || f.kinds[last] == textCell {
		return false
	}
	for column, cell := range row {
		if column <= last && !f.holds(column, cell) || column > last && cell != "" && f.holds(last, cell) {
			return false
		}
	}
	return true
}

// meaning is a row's amounts, and whether its columns contain valid values.
func (f *fitter) meaning(row []string) (string, bool) {
	amount, _, ok := f.amount(row)
	if !ok || amount == 0 {
		return "", false
	}
	return strings.Join([]string{strconv.FormatInt(int64(amount), 10), at(row, f.Date), at(row, f.Status), f.currencyOf(row)}, "\x00"), true
}

// each calls do with every assignment of a row's cells to the header's columns, with extra of them joined to others.
func (f *fitter) each(cells []string, spaced uint64, rule joining, column, cell, extra int, row []string, do func([]string)) {
	if f.steps--; f.steps <= 0 {
		return
	}
	if column == len(f.kinds) {
		if cell == len(cells) {
			do(slices.Clone(row))
		}
		return
	}
	if f.kinds[column] != textCell {
		if f.kinds[column] == moneyCell && len(row) > 0 && f.kinds[column-1] == textCell && strings.HasSuffix(row[column-1], ", "+cells[cell-1]) &&
			spaced>>cell&1 == 0 && firstDigits.MatchString(figuresOf(cells[cell-1])) && lastDigits.MatchString(figuresOf(cells[cell])) {
			return // a text would end within the amount
		}
		if f.holds(column, cells[cell]) {
			f.each(cells, spaced, rule, column+1, cell+1, extra, append(row, cells[cell]), do)
		}
		if f.kinds[column] == moneyCell && (rule != spacedJoins || f.padded) {
			f.thousands(cells, spaced, rule, column, cell, extra, row, do)
		}
		return
	}
	texts := 1
	for column+texts < len(f.kinds) && f.kinds[column+texts] == textCell {
		texts++
	}
	for joined := 0; joined <= extra && cell+texts+joined <= len(cells); joined++ {
		if part, ok := join(cells[cell:cell+texts+joined], spaced>>cell, joined, rule); ok {
			f.each(cells, spaced, rule, column+texts, cell+texts+joined, extra-joined, append(row, part...), do)
		}
	}
}

// thousands parses an amount split by its own commas: 1 and 088.00.
func (f *fitter) thousands(cells []string, spaced uint64, rule joining, column, cell, extra int, row []string, do func([]string)) {
	if !firstDigits.MatchString(figuresOf(cells[cell])) {
		return
	}
	for n := 1; n <= extra && cell+n < len(cells) && spaced>>(cell+n)&1 == 0 && startsDigit(cells[cell+n]); n++ {
		goesOn := cell+n+1 < len(cells) && spaced>>(cell+n+1)&1 == 0 && nextDigits.MatchString(figuresOf(cells[cell+n])) && lastDigits.MatchString(figuresOf(cells[cell+n+1]))
		if !goesOn && lastDigits.MatchString(figuresOf(cells[cell+n])) { // not part of a longer number
			whole := strings.Join(cells[cell:cell+n+1], ",")
			f.each(cells, spaced, rule, column+1, cell+n+1, extra-n, append(row, whole), do)
		}
		if !nextDigits.MatchString(figuresOf(cells[cell+n])) {
			return
		}
	}
}

// startsDigit returns whether a cell can continue an amount: a currency or a sign starts another one.
func startsDigit(cell string) bool {
	first, _ := utf8.DecodeRuneInString(cell)
	return unicode.IsDigit(first)
}

// holds returns whether a cell is valid in a column.
func (f *fitter) holds(column int, cell string) bool {
	switch f.kinds[column] {
	case dateCell:
		_, _, ok := when(cell, f.DateFormat)
		return ok
	case otherDateCell:
		_, _, ok := when(cell, f.DateFormat)
		return ok || cell == ""
	case clockCell:
		return timeOfDay.MatchString(cell)
	case statusCell:
		return isStatus(cell) || f.isFinal(cell) || slices.Contains(f.NotFinal, wordOf(cell))
	case currencyCell:
		return cell == "" || codeInText.MatchString(strings.ToUpper(cell)) || slices.Contains(singapores, strings.ToUpper(cell))
	case directionCell:
		return directionOf(cell) != unknownDirection
	case moneyCell:
		_, _, ok := f.money(cell)
		return ok
	}
	return true
}

// joining is which cells may continue the text before them.
type joining int

const (
	spacedJoins joining = iota // those after a space, or that continue a number
	filledJoins                // and other non-empty ones
	anyJoins
)

// join joins cells, of which joined are continuations: first those after a space, then the last ones.
func join(cells []string, spaced uint64, joined int, rule joining) ([]string, bool) {
	rest := make([]bool, len(cells))
	left := joined
	for pass := spacedJoins; pass <= rule; pass++ {
		for i := len(cells) - 1; i > 0 && left > 0; i-- {
			filled := cells[i] != "" && cells[i-1] != ""
			likely := spaced>>i&1 == 1 || thousandIn.MatchString(cells[i]) && hasDigit.MatchString(cells[i-1][max(len(cells[i-1])-1, 0):])
			if !rest[i] && (pass == anyJoins || filled && (pass == filledJoins || likely)) {
				rest[i], left = true, left-1
			}
		}
	}
	if left > 0 {
		return nil, false
	}
	var out []string
	for i, cell := range cells {
		if rest[i] {
			out[len(out)-1] += ", " + cell
		} else {
			out = append(out, cell)
		}
	}
	return out, true
}
