// Command pdftext prints the text of the PDF on standard input, one run of glyphs per line, as search and copy in a PDF
// reader give it. The browser tests check receipts with it, using a library independent of ours.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/ledongthuc/pdf"
)

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "pdftext:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	file, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	doc, err := pdf.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return err
	}
	var text strings.Builder
	for n := 1; n <= doc.NumPage(); n++ {
		var x, y float64
		for _, t := range doc.Page(n).Content().Text {
			// The library knows no widths of our fonts: all glyphs of a run stand where it begins.
			if t.X != x || t.Y != y {
				text.WriteByte('\n')
			}
			x, y = t.X, t.Y
			text.WriteString(t.S)
		}
	}
	_, err = io.WriteString(out, text.String())
	return err
}
