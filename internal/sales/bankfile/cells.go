package bankfile

import (
	"bytes"
	"strings"

	"shanmen/internal/base/fault"
)

// Limits of an import list, as in the office's design.
const (
	MaxListBytes = 10 << 20
	MaxListRows  = 20_000
)

// Sheet is a parsed list.
type Sheet struct {
	Rows     [][]string // including the header; blank rows are kept, so that numbers match
	Other    [][]string // the same in another encoding, if the text is too short to decide; else nil
	Since04  bool       // its dates count from 1904, even in cells without a date format
	Formulas Formulas
	Left     []Left // further worksheets, not in Rows
	Parted   bool   // split by a separator that may be in a text too
	Beyond   int    // texts right of the columns read
}

// Formulas are the cells with a formula. Their value is the saved result; a cell without one starts with = and the
// formula.
type Formulas struct {
	Count int
	First []Cell // at most twenty
}

// Cell is a position, row and column from 0.
type Cell struct{ Row, Column int }

func (f *Formulas) add(row, column int) {
	if f.Count++; len(f.First) < 20 {
		f.First = append(f.First, Cell{row, column})
	}
}

// Left is an unread worksheet with rows. Rows is 0 if it is too large to count.
type Left struct {
	Name string `json:"name"`
	Rows int    `json:"rows"`
}

// Cells reads a list: the first non-empty sheet of an XLSX or XLS file, or a CSV in UTF-8, UTF-16, GB 18030 or Big5.
// Faults: sheet-unreadable, sheet-too-large.
func Cells(data []byte) (sheet Sheet, err error) {
	defer func() { // as in Read
		if recover() != nil {
			sheet, err = Sheet{}, fault.Invalid("sheet-unreadable")
		}
	}()
	if len(data) > MaxListBytes {
		return Sheet{}, fault.Invalid("sheet-too-large")
	}
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		sheet, err = xlsxSheet(data)
	case bytes.HasPrefix(data, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")):
		sheet, err = xlsSheet(data)
	case wide(data):
		return Sheet{}, fault.Invalid("sheet-too-large")
	default:
		sheet, err = textSheet(data)
	}
	if refused, ok := fault.Of(err); ok && refused.Is(fault.Invalid("statement-too-large")) {
		return Sheet{}, fault.Invalid("sheet-too-large")
	}
	if err != nil || len(sheet.Rows) == 0 {
		return Sheet{}, fault.Invalid("sheet-unreadable")
	}
	if len(sheet.Rows) > MaxListRows+headerWithin {
		return Sheet{}, fault.Invalid("sheet-too-large")
	}
	return sheet, nil
}

func textSheet(data []byte) (sheet Sheet, err error) {
	t, err := tableOf(data, listSeparator)
	if err != nil {
		return Sheet{}, err
	}
	sheet = Sheet{Rows: t.rows, Formulas: t.formulas, Left: t.further, Parted: t.commas, Beyond: t.beyond}
	if other, two := otherReading(data); two {
		its, err := tableOf([]byte(other), listSeparator)
		if err != nil {
			return Sheet{}, err
		}
		sheet.Other = its.rows
	}
	for i, row := range sheet.Rows {
		for j, cell := range row {
			if strings.HasPrefix(cell, "=") {
				sheet.Formulas.add(i, j)
			}
		}
	}
	return sheet, nil
}

// mostSeparators is how many of a line are counted: no list has a thousand columns.
const mostSeparators = 1000

// wide returns whether a line has more separators than any list; splitting it would take too long.
func wide(data []byte) bool {
	n := 0
	for _, c := range data {
		switch c {
		case '\n', '\r':
			n = 0
		case ',', ';', '\t', '|':
			if n++; n > mostSeparators {
				return true
			}
		}
	}
	return false
}

// listSeparator is the separator that most lines contain equally often: a list may have only two columns, and commas in
// its texts.
func listSeparator(text string) rune {
	best, most, often := ',', 0, 0
	for _, mark := range ",;\t|" {
		lines, rest, alike := 0, text, map[int]int{}
		for lines < 60 && rest != "" {
			var line string
			line, rest, _ = strings.Cut(rest, "\n")
			lines++
			if n := outside(line, mark); n > 0 {
				alike[n]++
			}
		}
		for n, count := range alike {
			if count > most || count == most && n > often {
				best, most, often = mark, count, n
			}
		}
	}
	return best
}
