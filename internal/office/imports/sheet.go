package imports

import (
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/writing"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankfile"
)

// shown is the head of a sheet for assigning columns, with other findings about the file.
type shown struct {
	Header  []string        `json:"header"`
	Sample  [][]string      `json:"sample"`
	Numbers map[int]numbers `json:"numbers,omitempty"` // columns that may contain Excel dates
	Since04 bool            `json:"since04,omitempty"` // these count from 1904

	Formulas int             `json:"formulas,omitempty"` // number of formula cells
	Computed []computed      `json:"computed,omitempty"` // the first of them
	Left     []bankfile.Left `json:"left,omitempty"`
	Beyond   int             `json:"beyond,omitempty"` // texts to the right of the columns read

	Reading int      `json:"reading,omitempty"` // 1: the rows are read in the second encoding
	Differs []string `json:"differs,omitempty"` // texts that differ in the other encoding
	Other   *shown   `json:"other,omitempty"`   // the head in the other encoding, if both are possible
}

// computed is a formula cell.
type computed struct {
	Cell string `json:"cell"` // its spreadsheet name: B7
	Text string `json:"text"`
}

// numbers are values of a column that may be Excel dates: the first, and whether all are.
type numbers struct {
	First string `json:"first"`
	Rows  int    `json:"rows"`
	Every bool   `json:"every"`
}

// samples is how many rows are shown below the header, and how many texts of a second encoding.
const samples = 3

// headOf reads the head of an import's sheet; empty once its file is deleted.
func headOf(one query.Import) (head shown, err error) {
	if one.Header == "" {
		return shown{Header: []string{}, Sample: [][]string{}}, nil
	}
	if head, err = fromJSON[shown](one.Header); err != nil {
		return head, fmt.Errorf("header: %w", err)
	}
	return head, nil
}

// rowsOfSheet reads the rows in the chosen encoding.
func (h shown) rowsOfSheet(sheet bankfile.Sheet) [][]string {
	if h.Reading == 1 && sheet.Other != nil {
		return sheet.Other
	}
	return sheet.Rows
}

// headsOf reads the head of a sheet and counts its rows. If two encodings are possible, the one with more known
// headings is used; if they are equal, the office chooses.
func headsOf(kind string, sheet bankfile.Sheet) (head shown, rows int, err error) {
	if head, rows, err = headIn(kind, sheet, sheet.Rows, 0); err != nil || sheet.Other == nil {
		return head, rows, err
	}
	other, _, err := headIn(kind, sheet, sheet.Other, 1)
	if err != nil {
		return head, rows, err
	}
	switch mine, its := len(guess(kind, head.Header)), len(guess(kind, other.Header)); {
	case its > mine:
		return other, rows, nil
	case its == mine:
		head.Differs, other.Differs = differing(sheet.Rows, sheet.Other)
		head.Other = &other
	}
	return head, rows, nil
}

// in returns the head in an encoding by number.
func (h shown) in(reading int) (shown, bool) {
	if h.Other == nil || reading == h.Reading {
		return h, reading == h.Reading
	}
	chosen, before := *h.Other, h
	before.Other = nil
	chosen.Other = &before
	return chosen, reading == chosen.Reading
}

func headIn(kind string, sheet bankfile.Sheet, rows [][]string, reading int) (head shown, count int, err error) {
	names := headingsOf(kind, rows)
	at := names.to
	if at < 0 || at+1 >= len(rows) {
		return head, 0, fault.Invalid("sheet-empty")
	}
	if count = len(rows) - at - 1; count > bankfile.MaxListRows { // only here is it known where a sheet's header ends
		return head, 0, fault.Invalid("sheet-too-large")
	}
	width := len(names.texts)
	for _, row := range rows {
		width = max(width, len(row))
	}
	wide := func(row []string) []string {
		out := make([]string, width)
		copy(out, row)
		return out
	}
	head = shown{
		Header: wide(names.texts), Sample: [][]string{}, Numbers: numbersOf(rows[at+1:], sheet.Since04), Since04: sheet.Since04,
		Formulas: sheet.Formulas.Count, Left: sheet.Left, Beyond: sheet.Beyond, Reading: reading,
	}
	for _, cell := range sheet.Formulas.First {
		head.Computed = append(head.Computed, computed{nameOfCell(cell), inShort(cellAt(rows, cell))})
	}
	for _, row := range rows[at+1:] {
		if len(head.Sample) < samples && strings.Join(row, "") != "" {
			head.Sample = append(head.Sample, wide(row))
		}
	}
	return head, count, nil
}

// numbersOf finds the columns that may contain Excel dates.
func numbersOf(rows [][]string, since04 bool) map[int]numbers {
	out, said := map[int]numbers{}, map[int]int{}
	for _, row := range rows {
		for i, cell := range row {
			if cell == "" {
				continue
			}
			said[i]++
			if _, ok := dayOfNumber(cell, since04); ok {
				n := out[i]
				if n.Rows++; n.Rows == 1 {
					n.First = cell
				}
				out[i] = n
			}
		}
	}
	for i, n := range out {
		n.Every = n.Rows == said[i]
		out[i] = n
	}
	return out
}

// differing lists the first texts that differ between two encodings.
func differing(one, other [][]string) (ones, others []string) {
	for i := range min(len(one), len(other)) {
		for j := range min(len(one[i]), len(other[i])) {
			if one[i][j] != other[i][j] && len(ones) < samples {
				ones, others = append(ones, inShort(one[i][j])), append(others, inShort(other[i][j]))
			}
		}
	}
	return ones, others
}

// nameOfCell is a cell's spreadsheet name: B7, AA12.
func nameOfCell(c bankfile.Cell) string {
	column := ""
	for n := c.Column + 1; n > 0; n = (n - 1) / 26 {
		column = string(rune('A'+(n-1)%26)) + column
	}
	return fmt.Sprintf("%s%d", column, c.Row+1)
}

func cellAt(rows [][]string, c bankfile.Cell) string {
	if c.Row >= len(rows) || c.Column >= len(rows[c.Row]) { // an empty text
		return ""
	}
	return rows[c.Row][c.Column]
}

// unread are the rows of a sheet that are no records: above the headings, repeated headings, totals, shifted rows, and
// rows without values in the columns read.
type unread struct {
	Count int          `json:"count"`
	First []ImportLine `json:"first"` // at most unreadShown

	identity []int64 // lines with an NRIC or FIN
}

const unreadShown = 100

// ImportLine is a line of a sheet that is no row.
type ImportLine struct {
	Row  int    `json:"row" doc:"Row number in the sheet, from 1"`
	Text string `json:"text"`
	Why  string `json:"why,omitempty" enum:"shifted" doc:"shifted: the line has more cells than the header"`
}

// whyShifted: a line has more cells than the headings, because an unquoted text contains the separator.
const whyShifted = "shifted"

func (u *unread) add(at int, row []string, why string) {
	text := strings.Join(slices.DeleteFunc(slices.Clone(row), func(cell string) bool { return cell == "" }), " · ")
	if text == "" {
		return
	}
	if writing.HasIdentityNumber(text) {
		u.identity = append(u.identity, int64(at+1))
	}
	if u.Count++; len(u.First) < unreadShown {
		u.First = append(u.First, ImportLine{at + 1, inShort(text), why})
	}
}

// inShort shortens a text for a report.
func inShort(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > 120 {
		return string(runes[:119]) + "…"
	}
	return string(runes)
}

// readRows splits a sheet into rows by column, and rows that are no records. parted: cells are split at a separator
// that texts may contain too.
func readRows(one query.Import, sheet [][]string, parted bool, columns map[string]int) (rows []query.ImportRow, left unread) {
	names := headingsOf(one.Kind, sheet)
	width := usualWidth(sheet[min(names.to+1, len(sheet)):], len(names.texts))
	for i, row := range sheet {
		switch cells := cellsOf(columns, row); {
		case names.known && i >= names.from && i <= names.to:
		case i <= names.to || len(cells) == 0 || names.again(one.Kind, cells, columns, i == names.to+1) || sumsUp(cells, row):
			left.add(i, row, "")
		case parted && names.known && shifted(row, len(names.texts), width, columns):
			left.add(i, row, whyShifted)
		default:
			rows = append(rows, query.ImportRow{ImportID: one.ID, RowNo: int64(i + 1), Cells: asJSON(cells), Answers: "{}", Problems: "[]", Class: classReady})
		}
	}
	return rows, left
}

// usualWidth is the maximum number of cells below the headings if some lines end with extra separators: the width that
// every second row has.
func usualWidth(rows [][]string, headings int) int {
	longer, all, width := 0, 0, headings
	for _, row := range rows {
		if len(row) > 0 {
			all++
		}
		if len(row) > headings {
			longer++
			width = max(width, len(row))
		}
	}
	if longer*2 <= all {
		return headings
	}
	return width
}

// shifted returns whether a row has texts right of the headings in unassigned columns, or more cells than the others:
// its values may be in wrong columns.
func shifted(row []string, headings, width int, columns map[string]int) bool {
	for i := headings; i < len(row); i++ {
		named := false
		for _, at := range columns {
			named = named || at == i
		}
		if row[i] != "" && !named {
			return true
		}
	}
	return len(row) > width
}
