// Package table writes tables for spreadsheets, row by row, as CSV and as XLSX. A typed text never becomes a formula: a
// formula could read files of the office's computer and send them away.
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

// Kind is what a column holds.
type Kind int

// The kinds of columns.
const (
	Words  Kind = iota // text that anybody may have typed
	Money              // cents, written with two decimals
	Count              // a whole number
	Moment             // day and time in Singapore
	Day                // the day in Singapore
)

// Column is one column. Its name stands in both languages.
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

// Writer takes rows until Close, which finishes the file. A cell is, by its column's kind, a string, money.Cents, an
// int64 (a number) or a time.Time; nil and the zero time leave it empty. After an error the file is useless. Drop
// removes the writer's temporary files, finished or not: defer it.
type Writer interface {
	Row(cells ...any) error
	Close() error
	Drop()
}

// New begins a file with the names of its columns. title is the name of an XLSX file's sheet.
func New(f Format, w io.Writer, title string, columns []Column) (Writer, error) {
	switch f {
	case CSV:
		return newCSV(w, columns)
	case XLSX:
		return newXLSX(w, title, columns)
	}
	return nil, fmt.Errorf("table: unknown format %q", f)
}

// ContentType is what HTTP calls the format.
func (f Format) ContentType() string {
	if f == XLSX {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/csv; charset=utf-8"
}

// singapore has no summer time, so that no zone database is needed.
var singapore = time.FixedZone("SGT", 8*60*60)

func mismatch(c Column, cell any) error {
	return fmt.Errorf("table: column %q cannot hold a %T", c.Name.EN, cell)
}
