package trail

import (
	"context"
	"net/http"
	"strings"

	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/office/export"
	"shanmen/internal/platform/table"
)

var auditColumns = []export.Column{
	{Message: "office.field.time", Kind: table.Moment}, {Message: "audit.column-person", Kind: table.Words}, {Message: "office.field.action", Kind: table.Words},
	{Message: "audit.column-subject", Kind: table.Words}, {Message: "audit.column-field", Kind: table.Words}, {Message: "audit.column-before", Kind: table.Words},
	{Message: "audit.column-after", Kind: table.Words}, {Message: "audit.column-ip", Kind: table.Words}, {Message: "audit.column-request", Kind: table.Words},
}

// auditChunk is how many entries an export reads at once.
const auditChunk = 500

// Export writes the filtered entries as CSV or XLSX, one line per changed value. The export itself is audited.
func (s *Service) Export(w http.ResponseWriter, r *http.Request) error {
	v := r.URL.Query()
	format, err := export.Format(v.Get("format"))
	if err != nil {
		return err
	}
	f := Filter{Person: v.Get("person"), Action: v.Get("action"), Subject: v.Get("subject"), From: v.Get("from"), Until: v.Get("until")}
	q, err := s.auditQuery(r.Context(), f)
	if err != nil {
		return err
	}
	return s.Tables.Send(w, r, export.File{
		Name: "audit", Title: "office.audit-trail", Format: format, Columns: auditColumns,
		About: map[string]string{"action": f.Action, "from": f.From, "until": f.Until},
		Rows:  func(ctx context.Context, to table.Writer) error { return s.writeAudit(ctx, to, q) },
	})
}

func (s *Service) writeAudit(ctx context.Context, to table.Writer, q auditQuery) error {
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
			return nil
		}
		last := rows[len(rows)-1]
		from = keyset.Key{At: last.At, ID: last.ID}
	}
}

// writeAct writes an entry: one line per value, or a single line without values.
func (s *Service) writeAct(to table.Writer, act Row) error {
	person, subject := act.Person.Name, strings.TrimSpace(act.Subject.Label)
	if person == "" {
		person = act.Person.ID
	}
	if subject == "" {
		subject = act.Subject.ID
	}
	changes := act.Changes
	if len(changes) == 0 {
		changes = []Change{{}}
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

// auditWord is the label of an action or field in both languages, or the word itself without one.
func (s *Service) auditWord(prefix, code string) string {
	key := "audit." + prefix + "." + code
	if code == "" || !s.Messages.Has(locale.EN, key) {
		return code
	}
	return s.Tables.Both(key)
}
