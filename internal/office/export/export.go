// Package export writes the office's lists as tables, CSV or XLSX, with an audit entry.
package export

import (
	"context"
	"io"
	"log/slog"
	"net/http"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/table"
)

// Service sends tables.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Messages *locale.Messages
}

// Chunk is how many rows are read at once.
const Chunk = 200

// Column is a table column; its heading is a message.
type Column struct {
	Message string
	Kind    table.Kind
}

// File is a list exported as CSV or XLSX.
type File struct {
	Name    string // of the file before the date, and of the audit action: export.<name>
	Title   string // the message key of the sheet's name
	Format  table.Format
	Columns []Column
	About   map[string]string // for the audit entry: the list's filters
	Rows    func(ctx context.Context, to table.Writer) error
}

// Format parses the requested table format. Fault at format: not-a-choice.
func Format(name string) (table.Format, error) {
	if f := table.Format(name); f == table.CSV || f == table.XLSX {
		return f, nil
	}
	return "", fault.At("format", "not-a-choice")
}

// Send audits the export and writes it row by row. A failure after the first byte cuts the connection, so that nobody
// takes half a table for a complete one.
func (s *Service) Send(w http.ResponseWriter, r *http.Request, f File) error {
	ctx, now := r.Context(), s.Clock.Now()
	about := map[string]string{"format": string(f.Format)}
	for name, value := range f.About {
		if value != "" {
			about[name] = value
		}
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Note(ctx, tx, "export."+f.Name, "export:"+f.Name, nil, about)
	})
	if err != nil {
		return err
	}
	name := f.Name + "-" + now.In(clock.Singapore).Format("2006-01-02") + "." + string(f.Format)
	return httpd.SendStream(w, r, s.Log, name, f.Format.ContentType(), func(to io.Writer) error { return s.write(ctx, to, f) })
}

func (s *Service) write(ctx context.Context, w io.Writer, f File) error {
	columns := make([]table.Column, len(f.Columns))
	for i, c := range f.Columns {
		columns[i] = table.Column{Name: s.Messages.Both(c.Message), Kind: c.Kind}
	}
	to, err := table.New(f.Format, w, s.Messages.T(locale.EN, f.Title, nil), columns)
	if err != nil {
		return err
	}
	if err := f.Rows(ctx, to); err != nil {
		return err
	}
	return to.Close()
}

// Both is a word in both languages, for a cell.
func (s *Service) Both(key string) string {
	t := s.Messages.Both(key)
	return t.EN + " " + t.ZH
}
