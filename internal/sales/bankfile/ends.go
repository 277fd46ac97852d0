package bankfile

import (
	"slices"
	"strings"

	"shanmen/internal/base/lazyregexp"
)

// fewRows is how many rows may have the same comma in a text by coincidence.
const fewRows = 3

// withoutEnds removes extra separators at the end of every row. Rows that do not match the header without them, and few
// rows, stay: their texts may have commas instead.
func (f *fitter) withoutEnds(t table) table {
	c := f.columns
	width, least := len(f.kinds), maxCells+1
	var dated []int
	for i := max(c.HeaderRow+1, 0); i < len(t.rows); i++ {
		if _, _, ok := when(at(t.rows[i], c.Date), c.DateFormat); ok {
			least, dated = min(least, len(t.rows[i])), append(dated, i)
		}
	}
	if !t.commas || len(dated) < fewRows || least <= width {
		return t
	}
	rows, plain := slices.Clone(t.rows), 0
	for _, i := range dated {
		row := rows[i][:len(rows[i])-(least-width)]
		if lastCell(rows[i]) > len(row) {
			return t
		}
		if len(row) == width {
			if _, said := f.meaning(row); f.parted(row, t.spaced[i]) || f.stand(row) == no || f.stand(row) == yes && !said {
				return t
			}
			plain++
		}
		rows[i] = row
	}
	if plain < fewRows {
		return t
	}
	t.rows = rows
	return t
}

var (
	beginsDay = lazyregexp.New(`(?i)^\s*(?:(?:mon|tues?|wed|thu|thur|thurs|fri|sat|sun)[a-z]*|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]* \d{1,2})$`)
	endsDay   = lazyregexp.New(`^ (?:\d{4}(?: \d\d?:.*)?|\d{1,2} [A-Z].*\d{4}.*)$`)
)

// longestBegin is the maximum length of month and day, or the weekday.
const longestBegin = 20

// wholeDays joins a date split by its comma: Nov 28, 2026.
func wholeDays(row []string) []string {
	for i := 0; i+1 < len(row); i++ {
		if len(row[i]) <= longestBegin && beginsDay.MatchString(row[i]) && endsDay.MatchString(row[i+1]) {
			day := row[i] + "," + row[i+1]
			row = slices.Delete(slices.Clone(row), i, i+1)
			row[i] = day
		}
	}
	return row
}

// figuresOf normalises an amount: without currency and spaces, plain punctuation, upper case.
func figuresOf(cell string) string {
	if len(cell) > longestAmount {
		return cell
	}
	_, number := currencyIn(cell)
	return plainAmount.Replace(strings.ToUpper(strings.Join(strings.Fields(number), "")))
}

// answer is yes, almost or no.
type answer int

const (
	no answer = iota
	almost
	yes
)

var (
	// figures matches what looks like an amount, readable or not.
	figures = lazyregexp.New(`^[^\p{L}]*\d[^\p{L}]*(?:CR|DR)?$`)
	// noFigures matches what stands for an unreadable amount: 1E3, N/A, ###, 八十八元.
	noFigures = lazyregexp.New(`^(?:[\d.,]*[A-Z][\d.,]+|[\d.,]+[A-Z][\d.,]*|N/?A|#+|[零〇一二三四五六七八九十百千万亿元圆角分整壹贰叁肆伍陆柒捌玖拾佰仟貳參陸萬億圓]+)$`)
)

// stand returns whether each cell of a row is valid in its column; almost, if some amounts are unreadable.
func (f *fitter) stand(row []string) answer {
	out := yes
	for column, cell := range row {
		number := figuresOf(cell)
		switch {
		case f.holds(column, cell):
		case f.kinds[column] == moneyCell && (figures.MatchString(number) || noFigures.MatchString(number)):
			out = almost
		default:
			return no
		}
	}
	return out
}

// unreadable returns whether all cells of a row are in place but no amount is readable.
func (f *fitter) unreadable(row []string, spaced uint64) bool {
	_, said := f.meaning(row)
	return !said && f.stand(row) == almost && !f.parted(row, spaced)
}

// besides are column types without amounts that show that a row is not shifted.
var besides = []kind{otherDateCell, clockCell, moneyCell}

// isShifted returns whether a row's amount is readable while another cell is under a wrong heading.
func (f *fitter) isShifted(row []string) bool {
	if _, said := f.meaning(row); !said {
		return false
	}
	for column, cell := range row {
		if slices.Contains(besides, f.kinds[column]) && !f.holds(column, cell) {
			return true
		}
	}
	return false
}

// enoughRows is how many rows determine a column's type.
const enoughRows = 300

// plainly treats columns as text that seldom contain what their names say.
func (f *fitter) plainly(rows [][]string) {
	held, all := make([]int, len(f.kinds)), 0
	for _, row := range rows[:min(len(rows), enoughRows)] {
		if !isDay(at(row, f.Date)) || len(row) != len(f.kinds) {
			continue
		}
		all++
		for column, cell := range row {
			if slices.Contains(besides, f.kinds[column]) && f.holds(column, cell) {
				held[column]++
			}
		}
	}
	for column, n := range held {
		named := column == f.Amount || column == f.Credit || column == f.Debit
		if slices.Contains(besides, f.kinds[column]) && !named && n*2 < all {
			f.kinds[column] = textCell
		}
	}
}

// parted returns whether a thousands comma may have split an amount of a row.
func (f *fitter) parted(row []string, spaced uint64) bool {
	for i := 0; i+1 < len(row) && i+1 < len(f.kinds); i++ {
		if (f.kinds[i] == moneyCell || f.kinds[i+1] == moneyCell) && spaced>>(i+1)&1 == 0 && firstDigits.MatchString(figuresOf(row[i])) && lastDigits.MatchString(figuresOf(row[i+1])) {
			return true
		}
	}
	return false
}
