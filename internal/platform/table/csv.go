package table

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"shanmen/internal/base/money"
)

type csvWriter struct {
	out     *bufio.Writer
	columns []Column
}

// newCSV starts with a byte order mark, without which Excel does not recognise UTF-8 and garbles Chinese names.
func newCSV(w io.Writer, columns []Column) (*csvWriter, error) {
	c := &csvWriter{bufio.NewWriterSize(w, 32<<10), columns}
	if _, err := c.out.WriteString("\ufeff"); err != nil {
		return nil, err
	}
	titles := make([]string, len(columns))
	for i, col := range columns {
		titles[i] = col.title()
	}
	return c, c.line(titles)
}

func (c *csvWriter) Row(cells ...any) error {
	texts := make([]string, len(cells))
	for i, cell := range cells {
		var err error
		if texts[i], err = plain(c.columns[i], cell); err != nil {
			return err
		}
	}
	return c.line(texts)
}

// line quotes every cell, because Excel separates at semicolons in some countries.
func (c *csvWriter) line(texts []string) error {
	for i, s := range texts {
		if i > 0 {
			_ = c.out.WriteByte(',')
		}
		_ = c.out.WriteByte('"')
		_, _ = c.out.WriteString(strings.ReplaceAll(s, `"`, `""`))
		_ = c.out.WriteByte('"')
	}
	_, err := c.out.WriteString("\r\n") // a bufio.Writer keeps its first error
	return err
}

func (c *csvWriter) Close() error { return c.out.Flush() }

func plain(col Column, cell any) (string, error) {
	switch v := cell.(type) {
	case nil:
		return "", nil
	case string:
		if col.Kind == Words {
			return Harmless(v), nil
		}
	case money.Cents:
		if col.Kind == Money {
			return money.Decimal(v), nil
		}
	case int64:
		if col.Kind == Count {
			return strconv.FormatInt(v, 10), nil
		}
	case time.Time:
		if v.IsZero() {
			return "", nil
		}
		switch col.Kind {
		case Moment:
			return v.In(singapore).Format("2006-01-02 15:04:05"), nil
		case Day:
			return v.In(singapore).Format("2006-01-02"), nil
		}
	}
	return "", mismatch(col, cell)
}

// Harmless puts an apostrophe before what a spreadsheet would take for a formula: a text that starts with =, +, -, @ or
// their full-width forms, with a tab or a line end, after any spaces; and the same within a text after a tab, a line
// end or a semicolon, where some programs start another cell. Other texts stay.
func Harmless(s string) string {
	var b strings.Builder
	begins := true // the next character would be the first of a cell
	for i, r := range s {
		switch {
		case strings.ContainsRune("=+-@＝＋－＠", r) && begins, i == 0 && strings.ContainsRune("\t\r\n", r):
			b.WriteByte('\'')
			begins = false
		}
		b.WriteRune(r)
		switch {
		case strings.ContainsRune("\t\r\n;", r):
			begins = true
		case !unicode.IsSpace(r) && !unicode.In(r, unicode.Cc, unicode.Cf) && r != '"':
			begins = false
		}
	}
	return b.String()
}
