package bankfile

import (
	"bytes"
	"strings"

	"shanmen/internal/base/fault"
)

// Limits of a list that is no statement: as the office's design has them.
const (
	MaxListBytes = 10 << 20
	MaxListRows  = 20_000
)

// Sheet is a list as its file has it.
type Sheet struct {
	Rows     [][]string // the header among them; they keep their numbers: blank ones are empty
	Other    [][]string // the same in another encoding, where so few characters do not tell which; else nil
	Since04  bool       // its days are counted from 1904, those in cells without a date's format too
	Formulas Formulas
	Left     []Left // further worksheets, which are not in Rows
	Parted   bool   // a mark parts the cells, and may stand in a text too
	Beyond   int    // texts to the right of the columns that are read
}

// Formulas are the cells whose value a formula gave. The value is the one that the program which wrote the file had worked
// out; a cell for which it had none begins with = and the formula.
type Formulas struct {
	Count int
	First []Cell // twenty at most
}

// Cell says where something stands, both from 0.
type Cell struct{ Row, Column int }

func (f *Formulas) add(row, column int) {
	if f.Count++; len(f.First) < 20 {
		f.First = append(f.First, Cell{row, column})
	}
}

// Left is a worksheet that was not read, though it has rows. Rows is 0 where it is too large to be counted.
type Left struct {
	Name string `json:"name"`
	Rows int    `json:"rows"`
}

// Cells reads a list: the first sheet of an XLSX or XLS file that has any rows, or a CSV in UTF-8, UTF-16, GB 18030 or Big5.
// Faults: sheet-unreadable, sheet-too-large.
func Cells(data []byte) (sheet Sheet, err error) {
	defer func() { // as for Read
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

// mostSeparators is how many of a line are read: a row of a thousand columns is no list.
const mostSeparators = 1000

// wide tells whether a line has more separators than any list. To part it would take longer than anybody waits.
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

// listSeparator is the mark that as many lines as possible have equally often: a list may have two columns alone, and commas
// in their texts.
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
