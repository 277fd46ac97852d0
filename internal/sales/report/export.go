package report

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/table"
)

// export is one table for the treasurer.
type export struct {
	columns []column
	write   func(context.Context, *exporting) error
}

// column is a column with its heading's message, accounts.column-….
type column struct {
	name string
	kind table.Kind
}

// exports by file name.
var exports = map[string]export{
	"payments":  {paymentColumns, writePayments},
	"orders":    {orderColumns, writeOrders},
	"refunds":   {refundColumns, writeRefunds},
	"receipts":  {receiptColumns, writeReceipts},
	"offerings": {offeringColumns, writeOfferings},
	"days":      {dayColumns, writeDays},
}

// exporting is an export in progress.
type exporting struct {
	s     *Service
	r     db.Reader
	span  span
	to    table.Writer
	names map[string]string // of clerks, by id
}

// Export writes a table of a period row by row: /api/admin/report/export/payments.xlsx?from=…&to=…. A failure after the
// first byte cuts the connection, so that nobody takes half a table for a complete one. It is audited.
func (s *Service) Export(w http.ResponseWriter, r *http.Request) error {
	name, extension, _ := strings.Cut(r.PathValue("file"), ".")
	e, known := exports[name]
	format := table.Format(extension)
	if !known || format != table.CSV && format != table.XLSX {
		return fault.NotFound()
	}
	q := r.URL.Query()
	period := Period{q.Get("from"), q.Get("to")}
	t, err := period.span(s.Clock.Now())
	if err != nil {
		return err
	}
	ctx := r.Context()
	file := fmt.Sprintf("%s-%s-%s.%s", name, period.From, period.To, format)
	if err := s.noteExport(ctx, "export:"+name, map[string]any{"from": period.From, "to": period.To, "format": string(format)}); err != nil {
		return err
	}
	return httpd.SendStream(w, r, s.Log, file, format.ContentType(), func(out io.Writer) error {
		columns := make([]table.Column, len(e.columns))
		for i, c := range e.columns {
			columns[i] = table.Column{Name: s.Messages.Both("table.column-" + c.name), Kind: c.kind}
		}
		to, err := table.New(format, out, s.Messages.T(locale.EN, "accounts.export-"+name, nil), columns)
		if err != nil {
			return err
		}
		if err := e.write(ctx, &exporting{s, s.DB.Read(), t, to, map[string]string{}}); err != nil {
			return err
		}
		return to.Close()
	})
}

func (s *Service) noteExport(ctx context.Context, subject string, what map[string]any) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Note(ctx, tx, "export.accounts", subject, nil, what)
	})
}

// word is a message in both languages, for a cell; a code without a message stays.
func (x *exporting) word(prefix, code string) string {
	if code == "" {
		return ""
	}
	key := prefix + code
	if !x.s.Messages.Has(locale.EN, key) {
		return code
	}
	t := x.s.Messages.Both(key)
	if t.EN == t.ZH {
		return t.EN
	}
	return t.EN + " " + t.ZH
}

// clerk is a cached clerk's name.
func (x *exporting) clerk(ctx context.Context, userID string) (string, error) {
	if name, ok := x.names[userID]; ok {
		return name, nil
	}
	name, err := person(ctx, x.r, locale.EN, userID)
	x.names[userID] = name
	return name, err
}
