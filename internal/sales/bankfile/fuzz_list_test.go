package bankfile_test

import (
	"testing"
	"unicode/utf8"

	"shanmen/internal/sales/bankfile"
)

// FuzzCells: a list of any kind is read or refused, within its limits, and its cells are text.
func FuzzCells(f *testing.F) {
	f.Add([]byte("name,mobile\n陈𠮷,9123 4567\n"))
	f.Add([]byte("\xff\xfen\x00,\x00a\x00\n\x00"))
	f.Add([]byte("a\tb\r\n\"c\"\"d\"\t\xb3\xaf\r\n"))
	f.Add(writeXLS(f, uob()[:5], 37, false))
	f.Add(writeXLSX(f, uob()[:5]))
	f.Fuzz(func(t *testing.T, data []byte) {
		sheet, err := bankfile.Cells(data)
		if err != nil {
			if !isFault(err, "sheet-unreadable") && !isFault(err, "sheet-too-large") {
				t.Fatal(err)
			}
			return
		}
		for _, rows := range [][][]string{sheet.Rows, sheet.Other} {
			for _, row := range rows {
				for _, cell := range row {
					if !utf8.ValidString(cell) {
						t.Fatalf("%q", cell)
					}
				}
			}
		}
	})
}
