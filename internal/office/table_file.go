package office

import (
	"context"
	"net/http"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/table"
)

// exportChunk is how many rows are read at once.
const exportChunk = 200

// tableColumn names itself by a message.
type tableColumn struct {
	message string
	kind    table.Kind
}

// tableFile is a list that is taken away as CSV or XLSX.
type tableFile struct {
	name    string // of the file, before its day, and of the act in the trail: export.<name>
	title   string // the message that names its sheet
	format  table.Format
	columns []tableColumn
	about   map[string]string // for the trail: what narrows the list
	rows    func(ctx context.Context, to table.Writer) error
}

func tableFormat(name string) (table.Format, error) {
	if f := table.Format(name); f == table.CSV || f == table.XLSX {
		return f, nil
	}
	return "", fault.InvalidFields([]fault.Field{{Path: "format", Code: "not-a-choice"}})
}

// sendTable notes in the trail who takes a list away, and writes it row by row. A failure after the first byte ends the
// connection, so that nobody takes half a table for a whole one.
func (s *Service) sendTable(w http.ResponseWriter, r *http.Request, f tableFile) error {
	ctx, now := r.Context(), s.Clock.Now()
	about := map[string]string{"format": string(f.format)}
	for name, value := range f.about {
		if value != "" {
			about[name] = value
		}
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Record(ctx, tx, now, audit.Entry{ActorID: audit.Actor(ctx), Action: "export." + f.name, Subject: "export:" + f.name, After: about})
	})
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", f.format.ContentType())
	h.Set("Content-Disposition", `attachment; filename="`+f.name+`-`+now.In(clock.Singapore).Format("2006-01-02")+`.`+string(f.format)+`"`)
	h.Set("Cache-Control", "private, no-store")
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	if err := s.writeTable(ctx, w, f); err != nil {
		if ctx.Err() == nil {
			s.Log.Error("export of "+f.name, "request", httpd.RequestID(ctx), "error", err)
		}
		panic(http.ErrAbortHandler)
	}
	return nil
}

func (s *Service) writeTable(ctx context.Context, w http.ResponseWriter, f tableFile) error {
	columns := make([]table.Column, len(f.columns))
	for i, c := range f.columns {
		columns[i] = table.Column{Name: s.text(c.message), Kind: c.kind}
	}
	to, err := table.New(f.format, httpd.Patient(w), s.Messages.T(locale.EN, f.title, nil), columns)
	if err != nil {
		return err
	}
	defer to.Drop()
	if err := f.rows(ctx, to); err != nil {
		return err
	}
	return to.Close()
}

// both is a word in both languages, for a cell.
func (s *Service) both(key string) string {
	t := s.text(key)
	return t.EN + " " + t.ZH
}

func (s *Service) text(key string) locale.Text {
	return locale.Text{EN: s.Messages.T(locale.EN, key, nil), ZH: s.Messages.T(locale.ZH, key, nil)}
}
