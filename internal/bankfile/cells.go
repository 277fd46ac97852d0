package bankfile

import (
	"bytes"
	"strings"

	"shanmen/internal/fault"
)

// Limits of a list that is no statement: as the office's design has them.
const (
	MaxListBytes = 10 << 20
	MaxListRows  = 20_000
)

// Cells are the texts of a list's rows, the header among them: of the first sheet of an XLSX or XLS file that has any, or
// of a CSV in UTF-8, UTF-16, GB 18030 or Big5. Rows keep their numbers: blank ones are empty. Faults: sheet-unreadable,
// sheet-too-large, and sheet-formulas, since what a formula stands for is known only to the program that wrote it.
func Cells(data []byte) (rows [][]string, err error) {
	defer func() { // as for Read
		if recover() != nil {
			rows, err = nil, fault.Invalid("sheet-unreadable")
		}
	}()
	if len(data) > MaxListBytes {
		return nil, fault.Invalid("sheet-too-large")
	}
	formulas := false
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		rows, formulas, err = xlsxCells(data)
	} else if wide(data) {
		return nil, fault.Invalid("sheet-too-large")
	} else {
		rows, err = grid(data, listSeparator)
	}
	if refused, ok := fault.Of(err); ok && refused.Is(fault.Invalid("statement-too-large")) {
		return nil, fault.Invalid("sheet-too-large")
	}
	if err != nil {
		return nil, fault.Invalid("sheet-unreadable")
	}
	for _, row := range rows {
		for _, cell := range row {
			formulas = formulas || strings.HasPrefix(cell, "=")
		}
	}
	switch {
	case formulas:
		return nil, fault.Invalid("sheet-formulas")
	case len(rows) > MaxListRows+headerWithin:
		return nil, fault.Invalid("sheet-too-large")
	}
	return rows, nil
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
