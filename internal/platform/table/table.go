// Package table writes tables for spreadsheets, row by row, as CSV and XLSX. A typed text never becomes a formula,
// which could read files of the office's computer and send them away.
package table

import (
	"fmt"
	"io"
	"time"

	"shanmen/internal/base/locale"
)

// Format is the kind of file.
type Format string

// The formats.
const (
	CSV  Format = "csv"
	XLSX Format = "xlsx"
)

// Kind is the type of a column.
type Kind int

// The types of columns.
const (
	Words  Kind = iota // free text
	Money              // cents, written with two decimals
	Count              // a whole number
	Moment             // date and time in Singapore
	Day                // date in Singapore
)

// Column is one column, with its heading in both languages.
type Column struct {
	Name locale.Text
	Kind Kind
}

func (c Column) title() string {
	if c.Name.EN == c.Name.ZH {
		return c.Name.EN
	}
	return c.Name.EN + " " + c.Name.ZH
}

// Writer takes rows until Close, which finishes the file. A cell is, by its column's type, a string, money.Cents, an
// int64 (a number) or a time.Time; nil and the zero time leave it empty. After an error the file is unusable.
type Writer interface {
	Row(cells ...any) error
	Close() error
}

// New starts a file with its column headings. title is the name of an XLSX sheet.
func New(f Format, w io.Writer, title string, columns []Column) (Writer, error) {
	switch f {
	case CSV:
		return newCSV(w, columns)
	case XLSX:
		return newXLSX(w, title, columns)
	}
	return nil, fmt.Errorf("table: unknown format %q", f)
}

// ContentType is the media type of the format.
func (f Format) ContentType() string {
	if f == XLSX {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/csv; charset=utf-8"
}

// singapore is a fixed zone: it has no daylight saving time, so no zone database is needed.
var singapore = time.FixedZone("SGT", 8*60*60)

func mismatch(c Column, cell any) error {
	return fmt.Errorf("table: column %q cannot hold a %T", c.Name.EN, cell)
}
