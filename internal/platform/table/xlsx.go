package table

import (
	"fmt"
	"io"
	"time"

	"shanmen/internal/base/money"

	"github.com/xuri/excelize/v2"
)

// sheetRows is the maximum of rows per sheet; Excel's limit is 1,048,576.
const sheetRows = 1_000_000

// xlsxWriter lets the library store rows in temporary files, which Drop deletes.
type xlsxWriter struct {
	out     io.Writer
	file    *excelize.File
	sheet   *excelize.StreamWriter
	title   string
	columns []Column
	styles  []int // by column type
	head    int
	most    int // maximum rows of a sheet, including its header
	sheets  int
	row     int // the last row written on the sheet
}

// The cell formats by type: text, two decimals, a whole number; times are sortable text.
var formats = []excelize.Style{
	{NumFmt: 49}, {NumFmt: 4}, {NumFmt: 1},
	{CustomNumFmt: ref(`yyyy\-mm\-dd\ hh:mm:ss`)}, {CustomNumFmt: ref(`yyyy\-mm\-dd`)},
}

func ref(s string) *string { return &s }

func newXLSX(w io.Writer, title string, columns []Column) (*xlsxWriter, error) {
	x := &xlsxWriter{out: w, file: excelize.NewFile(), title: title, columns: columns, most: sheetRows}
	for _, f := range formats {
		style, err := x.file.NewStyle(&f)
		if err != nil {
			return nil, err
		}
		x.styles = append(x.styles, style)
	}
	var err error
	x.head, err = x.file.NewStyle(&excelize.Style{
		Font: &excelize.Font{Bold: true}, Alignment: &excelize.Alignment{Vertical: "top", WrapText: true},
	})
	if err != nil {
		return nil, err
	}
	if err := x.file.SetSheetName("Sheet1", title); err != nil {
		return nil, err
	}
	return x, x.nextSheet()
}

// nextSheet ends the sheet and starts another with the same header.
func (x *xlsxWriter) nextSheet() error {
	name := x.title
	if x.sheets++; x.sheets > 1 {
		if err := x.sheet.Flush(); err != nil {
			return err
		}
		name = fmt.Sprint(x.title, " ", x.sheets)
		if _, err := x.file.NewSheet(name); err != nil {
			return err
		}
	}
	var err error
	if x.sheet, err = x.file.NewStreamWriter(name); err != nil {
		return err
	}
	if err := x.sheet.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	head := make([]any, len(x.columns))
	for i, c := range x.columns {
		head[i] = excelize.Cell{StyleID: x.head, Value: c.title()}
		if err := x.sheet.SetColWidth(i+1, i+1, width(c.Kind)); err != nil {
			return err
		}
	}
	x.row = 0
	return x.put(head)
}

func width(k Kind) float64 {
	switch k {
	case Money, Count, Day:
		return 14
	case Moment:
		return 20
	}
	return 24
}

func (x *xlsxWriter) put(cells []any) error {
	x.row++
	return x.sheet.SetRow(fmt.Sprint("A", x.row), cells)
}

func (x *xlsxWriter) Row(cells ...any) error {
	if x.row == x.most {
		if err := x.nextSheet(); err != nil {
			return err
		}
	}
	row := make([]any, len(cells))
	for i, cell := range cells {
		value, ok := typed(x.columns[i].Kind, cell)
		if !ok {
			return mismatch(x.columns[i], cell)
		}
		if value != nil {
			row[i] = excelize.Cell{StyleID: x.styles[x.columns[i].Kind], Value: value}
		}
	}
	return x.put(row)
}

// typed converts a cell for the library; false: wrong type for the column. A string is written as text, never as a
// formula, and the shortest decimal of cents ÷ 100 is exact.
func typed(k Kind, cell any) (any, bool) {
	switch v := cell.(type) {
	case nil:
		return nil, true
	case string:
		if v == "" {
			return nil, k == Words
		}
		return v, k == Words
	case money.Cents:
		return float64(v) / 100, k == Money
	case int64:
		return v, k == Count
	case time.Time:
		if v.IsZero() {
			return nil, k == Moment || k == Day
		}
		if v = v.In(singapore).Truncate(time.Second); k == Day {
			v = time.Date(v.Year(), v.Month(), v.Day(), 0, 0, 0, 0, singapore)
		}
		return v, k == Moment || k == Day
	}
	return nil, false
}

// Close writes the file.
func (x *xlsxWriter) Close() error {
	if err := x.sheet.Flush(); err != nil {
		return err
	}
	return x.file.Write(x.out)
}

func (x *xlsxWriter) Drop() { _ = x.file.Close() }
