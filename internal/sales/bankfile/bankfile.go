// Package bankfile parses the list of transactions that a bank's customer downloads: CSV, XLSX or XLS. It knows the
// layouts of DBS/POSB, OCBC and UOB; the office names the columns of another bank's file by a Layout. Files are
// untrusted: reading always ends soon, with lines or with a refusal.
//
// header.go describes the columns of each bank (banks). If the texts of a CSV contain unquoted commas, fit.go moves the
// cells back under their headings by what each column must hold, and refuses a row that could mean two amounts. Only
// completed transfers become lines (status.go). label.go and balance.go leave out totals and balances, section.go other
// accounts, day_order.go dates whose day and month cannot be distinguished. A column of amounts without a direction is
// asked about.
package bankfile

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/lazyregexp"
	"shanmen/internal/base/money"
)

// Size limits. A year of a busy account has some ten thousand rows.
const (
	MaxBytes = 5 << 20
	MaxRows  = 50_000
	maxCells = 64       // of a row
	maxCell  = 2000     // bytes of a cell's text
	maxText  = 32 << 20 // bytes of all cells; shared text counts in each cell
	maxLine  = 8000     // bytes of one transaction over all its rows
)

// File is a parsed statement.
type File struct {
	Bank    string    // DBS, OCBC, UOB; empty if a Layout named the columns and the file does not say
	Account string    // as the file formats it; may be empty
	From    time.Time // the period from the file or its lines; zero if unknown
	Through time.Time // end of the day in Singapore, but not after the file was made
	Lines   []Line    // in the file's order
	Unread  []Unread  // rows below the header that may be transactions but were not read; no balances, totals and texts
	Header  []string  // the header's cells; of an unknown bank the likeliest row
	Sample  [][]string
	Guess   Layout     // of an unknown bank: the guessed columns
	Unknown [][]string // of an unknown bank, by column: status words not yet explained

	currency string // of the account, if the file says so
}

// Unread is an unread row with the reason.
type Unread struct {
	Row  int    `json:"row"` // counted from 1 in the file
	Why  string `json:"why"` // one of the Why… codes
	Text string `json:"text"`
}

// OnlyIncomplete returns whether a file was understood but has no completed transaction.
func (f File) OnlyIncomplete() bool {
	return len(f.Lines) == 0 && len(f.Unread) > 0 && !slices.ContainsFunc(f.Unread, func(u Unread) bool { return u.Why != WhyStatus })
}

// Why a row was not read.
const (
	WhyShifted   = "shifted"   // more or fewer cells than the header
	WhyStatus    = "status"    // its status does not mean completed
	WhyDate      = "date"      // its date is unreadable
	WhyAmount    = "amount"    // its amount is missing or unreadable
	WhyDirection = "direction" // the direction of its amount is unknown
	WhyBelongs   = "belongs"   // it seems to continue a row that is missing
	WhyLong      = "long"      // it continues for too many rows
	WhyBalance   = "balance"   // it seems to be a balance or a total, despite date and amount
	WhyAccount   = "account"   // it belongs to another account
)

// Line is one transaction.
type Line struct {
	Row         int       // counted from 1 in the file
	Booked      time.Time // UTC; without a time of day, the start of the day in Singapore
	HasTime     bool
	Amount      money.Cents // cents, positive into the account, negative out of it; never 0
	Description string
	Payer       string // the sender, if the description has it
	Reference   string // the payer's text, if the description has it and it is not the bank's own phrase
	Code        string // the bank's transaction code: ICT, ITR
	Currency    string // SGD unless the file says otherwise
	Reversal    bool   // it reverses an earlier transaction: "RETURNED", or a negative credit
	Raw         string // all cells of its rows: equal in every download of the transaction
}

// Layout names the columns of an unknown bank, counted from 0; -1 is none. Either Credit (and Debit) is set or Amount,
// whose sign, brackets or CR/DR give the direction, or else the column Indicator.
type Layout struct {
	HeaderRow   int    `json:"headerRow"` // the row above the first transaction, counted from 0; -1 without one
	Date        int    `json:"date"`
	Description []int  `json:"description"`
	Credit      int    `json:"credit"`
	Debit       int    `json:"debit"`
	Amount      int    `json:"amount"`
	Payer       int    `json:"payer"`
	Reference   int    `json:"reference"`
	Indicator   int    `json:"indicator"`  // the direction of each amount: CR or DR
	Status      int    `json:"status"`     // whether the transaction is completed
	DateFormat  string `json:"dateFormat"` // of yyyy yy mmm mm dd; empty: any known one with the day first

	// Explained words of the column Status, in lower case.
	Final    []string `json:"final,omitempty"`    // completed
	NotFinal []string `json:"notFinal,omitempty"` // not completed
}

// Read returns the lines of a statement. It goes by the content, not by the file's name. Faults: statement-unreadable,
// statement-too-large, and statement-no-header (with File's Header, Sample and Guess) when it finds no known bank's
// columns: ask a person for the layout, then read again. It refuses a layout that ignores a column of CR and DR with
// statement-indicator, because money out would count as money in, and one that does not explain each word of a column of
// statuses with statement-status, because what is pending would count as paid. A known bank's file with such a word is
// asked about like an unknown bank's.
func Read(_ string, data []byte, layout *Layout) (file File, err error) {
	defer func() { // the formats are old and complex: a parser bug must not crash the program
		if recover() != nil {
			file, err = File{}, fault.Invalid("statement-unreadable")
		}
	}()
	return read(data, layout)
}

func read(data []byte, layout *Layout) (file File, err error) {
	if len(data) > MaxBytes {
		return File{}, fault.Invalid("statement-too-large")
	}
	t, err := tableOf(data, separator)
	if err != nil {
		return File{}, err
	}
	c, bank, known := find(t.rows)
	switch {
	case layout != nil:
		file.describe(t.rows, layout.HeaderRow)
	case known:
		file.describe(t.rows, c.HeaderRow)
	default:
		file.Guess = guess(t.rows)
		file.describe(t.rows, file.Guess.HeaderRow)
	}
	if layout != nil {
		if c, err = byHand(t.rows, *layout, c); err != nil {
			return File{Header: cellsOf(t.rows, layout.HeaderRow)}, err
		}
		file.Header = cellsOf(t.rows, c.HeaderRow)
		file.read(t, c)
		return file, nil
	}
	if known && len(c.unknownStatuses(t.rows, c.Status)) == 0 {
		file.Bank, file.Header = bank, cellsOf(t.rows, c.HeaderRow)
		file.read(t, c)
		if len(file.Lines) > 0 || len(file.Unread) == 0 || file.OnlyIncomplete() {
			return file, nil
		}
	}
	// No known header, or one above unreadable rows, or words that must be explained.
	file.Lines, file.Unread, file.From, file.Through = nil, nil, time.Time{}, time.Time{}
	if known {
		file.Guess = c.Layout
	}
	file.Header = cellsOf(t.rows, file.Guess.HeaderRow)
	file.Sample = sample(t.rows, file.Guess.HeaderRow)
	file.Unknown = unexplained(t.rows, file.Guess)
	return file, fault.Invalid("statement-no-header")
}

// byHand are the columns named by the office, completed with what is known of the bank. A status column counts even if
// it was not named.
func byHand(rows [][]string, layout Layout, known columns) (columns, error) {
	if !layout.valid() {
		return columns{}, fault.Invalid("statement-no-header")
	}
	header := cellsOf(rows, layout.HeaderRow)
	if layout.Amount >= 0 && layout.Indicator < 0 && indicatorOf(rows, layout) >= 0 {
		return columns{}, fault.Invalid("statement-indicator")
	}
	if layout.Status < 0 {
		layout.Status = statusOf(rows, header, layout)
	}
	if layout.Status >= 0 && len(layout.unknownStatuses(rows, layout.Status)) > 0 {
		return columns{}, fault.Invalid("statement-status")
	}
	c := columns{Layout: layout, code: none, clock: none, currency: currencyOf(header), heading: headingCurrency(header, layout), statuses: statusesOf(rows, layout), remarks: remarksOf(header, layout), letterD: letterD(rows, layout)}
	if len(known.Description) > 0 && known.HeaderRow == layout.HeaderRow {
		c.code, c.clock = known.code, known.clock
	}
	return c, nil
}

// unexplained are, by column, the unexplained status words; none for a column with too many words.
func unexplained(rows [][]string, l Layout) [][]string {
	out := make([][]string, max(len(cellsOf(rows, l.HeaderRow)), l.Status+1))
	for j := range out {
		if words := l.unknownStatuses(rows, j); len(words) <= maxStatuses {
			out[j] = words
		}
	}
	return out
}

// Key identifies a header's layout: two downloads of one kind have the same Key.
func Key(header []string) string {
	var words []string
	for _, h := range header {
		words = append(words, norm(h))
	}
	return strings.TrimRight(strings.Join(words, "|"), "|")
}

// lineEnds includes those of old Macintosh files, even in a part of a file.
var lineEnds = strings.NewReplacer("\r\r\n", "\n", "\r\n", "\n", "\r", "\n")

// tableOf are the rows of a file; for text, split by its separator.
func tableOf(data []byte, mark func(text string) rune) (t table, err error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")):
		t.rows, err = xlsRows(data)
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		t.rows, err = xlsxRows(data)
	default:
		text, ok := decode(data)
		if !ok || otherFormat.MatchString(text) {
			return table{}, fault.Invalid("statement-unreadable")
		}
		switch {
		case isXML(text):
			t, err = xmlRows(text)
		case isHTML(text): // some banks' "Excel" files are HTML tables
			t.rows, err = htmlRows(text)
		default:
			text = lineEnds.Replace(text)
			t, err = csvRows(text, mark(text))
		}
	}
	if err == nil && len(t.rows) == 0 {
		err = fault.Invalid("statement-unreadable")
	}
	return t, err
}

// otherFormat matches formats without columns: PDF, OFX, QIF, MT940, and ISO 20022 XML.
var otherFormat = lazyregexp.New(`\A\s*(?:%PDF|OFXHEADER:|!(?:Type|Account|Option):|:20:|\{1:|(?:<\?[^>]*\?>\s*)*<(?:OFX|Document)\b)`)

// table collects rows within the limits.
type table struct {
	rows   [][]string
	size   int      // bytes of text
	most   int      // maximum rows; 0: a statement's limit
	commas bool     // split by a separator that may also be in a text
	spaced []uint64 // then a bit per cell that started with a space, by row
	whole  []bool   // and whether all its cells are quoted

	beyond   int // texts right of the columns read
	formulas Formulas
	further  []Left // further worksheets with rows
}

func (t *table) full(rows int) bool {
	if t.most > 0 {
		return rows >= t.most
	}
	return rows >= MaxRows
}

func (t *table) grow(text string) error {
	if t.size += len(text); t.size > maxText {
		return fault.Invalid("statement-too-large")
	}
	return nil
}

func (t *table) add(row []string) error {
	if t.full(len(t.rows)) {
		return fault.Invalid("statement-too-large")
	}
	for _, cell := range row[min(len(row), maxCells):] {
		if tidy(cell) != "" {
			t.beyond++
		}
	}
	row = row[:min(len(row), maxCells)]
	if t.commas {
		row = wholeDays(row)
	}
	var spaced uint64
	for i, cell := range row {
		if strings.HasPrefix(cell, " ") {
			spaced |= 1 << i
		}
		row[i] = tidy(cell)
		if err := t.grow(row[i]); err != nil {
			return err
		}
	}
	t.rows, t.spaced, t.whole = append(t.rows, row), append(t.spaced, spaced), append(t.whole, false)
	return nil
}

// set puts a cleaned text at a spreadsheet position. Cells beyond the columns are counted.
func (t *table) set(row, col int, text string) error {
	if text == "" { // styled empty cells may continue to the end of the sheet
		return nil
	}
	if t.full(row) {
		return fault.Invalid("statement-too-large")
	}
	if row >= 0 && col >= maxCells {
		t.beyond++
	}
	if row < 0 || col < 0 || col >= maxCells {
		return nil
	}
	for len(t.rows) <= row {
		t.rows = append(t.rows, nil)
	}
	for len(t.rows[row]) <= col {
		t.rows[row] = append(t.rows[row], "")
	}
	t.rows[row][col] = text
	return t.grow(text)
}

var unseen = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u00a0", " ", "\t", " ", "\ufeff", "", "\u200b", "", "\x00", "")

// tidy removes invisible characters. It keeps a cell's lines, because they separate the parts of a description.
func tidy(s string) string {
	if len(s) > maxCell {
		s = strings.ToValidUTF8(s[:maxCell], "")
	}
	s = strings.TrimSpace(unseen.Replace(s))
	if strings.HasPrefix(s, `="`) && strings.HasSuffix(s, `"`) && len(s) > 3 { // written so that Excel keeps leading zeros
		s = strings.TrimSpace(s[2 : len(s)-1])
	}
	return s
}

func cellsOf(rows [][]string, i int) []string {
	if i < 0 || i >= len(rows) {
		return nil
	}
	return rows[i]
}

// sample is what the office sees for naming the columns.
func sample(rows [][]string, header int) [][]string {
	var out [][]string
	for _, row := range rows[min(max(header+1, 0), len(rows)):] {
		if !blank(row) {
			out = append(out, row)
		}
		if len(out) == 8 {
			break
		}
	}
	return out
}

func blank(row []string) bool {
	for _, c := range row {
		if c != "" {
			return false
		}
	}
	return true
}
