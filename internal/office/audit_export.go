package office

import (
	"context"
	"net/http"
	"strings"

	"shanmen/internal/audit"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
	"shanmen/internal/keyset"
	"shanmen/internal/locale"
	"shanmen/internal/table"
)

// auditColumns are the columns of the trail as a file, by their messages.
var auditColumns = []struct {
	message string
	kind    table.Kind
}{
	{"audit.column-at", table.Moment}, {"audit.column-person", table.Words}, {"audit.column-action", table.Words},
	{"audit.column-subject", table.Words}, {"audit.column-field", table.Words}, {"audit.column-before", table.Words},
	{"audit.column-after", table.Words}, {"audit.column-ip", table.Words}, {"audit.column-request", table.Words},
}

// auditChunk is how many acts of an export are read at once.
const auditChunk = 500

// ExportAudit writes what the filter finds as CSV or XLSX, a line for each value that changed. Who took it
// away is in the trail itself. A failure after the first byte ends the connection, so that nobody takes half
// a table for a whole one.
func (s *Service) ExportAudit(w http.ResponseWriter, r *http.Request) error {
	ctx, v := r.Context(), r.URL.Query()
	format := table.Format(v.Get("format"))
	if format != table.CSV && format != table.XLSX {
		return fault.InvalidFields([]fault.Field{{Path: "format", Code: "not-a-choice"}})
	}
	f := AuditFilter{Person: v.Get("person"), Action: v.Get("action"), Subject: v.Get("subject"), From: v.Get("from"), Until: v.Get("until")}
	q, err := s.auditQuery(ctx, f)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Record(ctx, tx, now, audit.Entry{
			ActorID: actorOf(ctx), Action: "export.audit", Subject: "export:audit",
			After: map[string]string{"format": string(format), "action": f.Action, "from": f.From, "until": f.Until},
		})
	})
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", format.ContentType())
	h.Set("Content-Disposition", `attachment; filename="audit-`+now.In(clock.Singapore).Format("2006-01-02")+`.`+string(format)+`"`)
	h.Set("Cache-Control", "private, no-store")
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	if err := s.writeAudit(ctx, w, format, q); err != nil {
		if ctx.Err() == nil {
			s.Log.Error("export of the audit trail", "request", httpd.RequestID(ctx), "error", err)
		}
		panic(http.ErrAbortHandler)
	}
	return nil
}

func (s *Service) writeAudit(ctx context.Context, w http.ResponseWriter, format table.Format, q auditQuery) error {
	columns := make([]table.Column, len(auditColumns))
	for i, c := range auditColumns {
		columns[i] = table.Column{Name: s.text(c.message), Kind: c.kind}
	}
	to, err := table.New(format, httpd.Patient(w), s.Messages.T(locale.EN, "audit.export", nil), columns)
	if err != nil {
		return err
	}
	defer to.Drop()
	for from := (keyset.Key{At: q.until}); ; {
		rows, err := q.rows(ctx, from, auditChunk)
		if err != nil {
			return err
		}
		acts, err := s.auditRows(ctx, rows)
		if err != nil {
			return err
		}
		for _, act := range acts {
			if err := s.writeAct(to, act); err != nil {
				return err
			}
		}
		if len(rows) < auditChunk {
			return to.Close()
		}
		last := rows[len(rows)-1]
		from = keyset.Key{At: last.At, ID: last.ID}
	}
}

// writeAct writes an act: a line for each value, one line when there is none.
func (s *Service) writeAct(to table.Writer, act AuditRow) error {
	person, subject := act.Person.Name, strings.TrimSpace(act.Subject.Label)
	if person == "" {
		person = act.Person.ID
	}
	if subject == "" {
		subject = act.Subject.ID
	}
	changes := act.Changes
	if len(changes) == 0 {
		changes = []AuditChange{{}}
	}
	for _, c := range changes {
		err := to.Row(act.At, person, s.auditWord("action", act.Action), s.auditWord("kind", act.Subject.Kind)+" "+subject,
			s.auditWord("field", c.Field), c.Before, c.After, act.IP, act.RequestID)
		if err != nil {
			return err
		}
	}
	return nil
}

// auditWord is a word of the trail in both languages; one that has none stays as it is.
func (s *Service) auditWord(prefix, code string) string {
	key := "audit." + prefix + "." + code
	if code == "" || !s.Messages.Has(locale.EN, key) {
		return code
	}
	t := s.text(key)
	return t.EN + " " + t.ZH
}

func (s *Service) text(key string) locale.Text {
	return locale.Text{EN: s.Messages.T(locale.EN, key, nil), ZH: s.Messages.T(locale.ZH, key, nil)}
}
