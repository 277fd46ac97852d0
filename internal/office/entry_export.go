package office

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"shanmen/internal/audit"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/form"
	"shanmen/internal/httpd"
	"shanmen/internal/locale"
	"shanmen/internal/table"
)

var entryColumns = []struct {
	message string
	kind    table.Kind
}{
	{"inbox.column-at", table.Moment}, {"inbox.column-reference", table.Words}, {"inbox.column-state", table.Words}, {"inbox.column-name", table.Words},
	{"inbox.column-subject", table.Words}, {"inbox.column-language", table.Words}, {"inbox.column-answers", table.Words},
	{"inbox.column-written", table.Words}, {"inbox.column-assignee", table.Words},
}

type entryExport struct {
	Password string `json:"password"`
	Format   string `json:"format"`
	State    string `json:"state"`
}

// exportChunk is how many messages are read at once.
const exportChunk = 200

// ExportEntries writes the messages of a state as CSV or XLSX, once the password is given again. That they were taken away
// stands in the trail.
func (s *Service) ExportEntries(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	var in entryExport
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&in); err != nil {
		return fault.Invalid("bad-request")
	}
	format := table.Format(in.Format)
	if format != table.CSV && format != table.XLSX {
		return fault.InvalidFields([]fault.Field{{Path: "format", Code: "not-a-choice"}})
	}
	if !slices.Contains(form.States, in.State) {
		return fault.InvalidFields([]fault.Field{{Path: "state", Code: "not-a-choice"}})
	}
	if err := s.Accounts.CheckPassword(ctx, actorOf(ctx), in.Password); err != nil {
		return err
	}
	now := s.Clock.Now()
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Record(ctx, tx, now, audit.Entry{
			ActorID: actorOf(ctx), Action: "export.messages", Subject: "export:messages", After: map[string]string{"format": string(format), "status": in.State},
		})
	})
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", format.ContentType())
	h.Set("Content-Disposition", `attachment; filename="messages-`+now.In(clock.Singapore).Format("2006-01-02")+`.`+string(format)+`"`)
	h.Set("Cache-Control", "private, no-store")
	w.WriteHeader(http.StatusOK)
	if err := s.writeEntries(ctx, w, format, in.State); err != nil {
		if ctx.Err() == nil {
			s.Log.Error("export of messages", "request", httpd.RequestID(ctx), "error", err)
		}
		panic(http.ErrAbortHandler)
	}
	return nil
}

func (s *Service) writeEntries(ctx context.Context, w http.ResponseWriter, format table.Format, state string) error {
	columns := make([]table.Column, len(entryColumns))
	for i, c := range entryColumns {
		columns[i] = table.Column{Name: s.text(c.message), Kind: c.kind}
	}
	to, err := table.New(format, httpd.Patient(w), s.Messages.T(locale.EN, "inbox.export-title", nil), columns)
	if err != nil {
		return err
	}
	defer to.Drop()
	r, names := s.DB.Read(), map[string]string{}
	for p := (query.InboxExportParams{State: state, Most: exportChunk}); ; {
		rows, err := r.InboxExport(ctx, p)
		if err != nil {
			return err
		}
		for _, e := range rows {
			if err := s.writeEntry(ctx, to, r, query.EntryRow(e), names); err != nil {
				return err
			}
			p.AfterAt, p.AfterID = int64(e.CreatedAt), e.ID
		}
		if len(rows) < exportChunk {
			return to.Close()
		}
	}
}

func (s *Service) writeEntry(ctx context.Context, to table.Writer, r db.Reader, e query.EntryRow, names map[string]string) error {
	row, err := s.Forms.Row(ctx, r, e, names)
	if err != nil {
		return err
	}
	var answers, written []string
	for _, l := range row.Lines {
		answers = append(answers, l.Label+": "+l.Value)
	}
	messages, err := s.entryMessages(ctx, r, e.ID)
	if err != nil {
		return err
	}
	for _, m := range messages {
		if m.Kind == "answer" && !m.TakenBack {
			written = append(written, m.Body)
		}
	}
	state, assignee := s.text("inbox.state-"+row.State), ""
	if row.Assignee != nil {
		assignee = row.Assignee.Name
	}
	return to.Row(row.CreatedAt, row.Reference, state.EN+" "+state.ZH, row.Name, row.Subject, row.Locale, strings.Join(answers, "\n"), strings.Join(written, "\n\n"), assignee)
}
