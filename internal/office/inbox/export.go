package inbox

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/offer/form"
	"shanmen/internal/office/export"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/table"
)

var entryColumns = []export.Column{
	{Message: "inbox.column-at", Kind: table.Moment}, {Message: "inbox.column-reference", Kind: table.Words}, {Message: "common.field.status", Kind: table.Words}, {Message: "office.field.name", Kind: table.Words},
	{Message: "inbox.column-subject", Kind: table.Words}, {Message: "office.field.language", Kind: table.Words}, {Message: "inbox.column-answers", Kind: table.Words},
	{Message: "inbox.column-written", Kind: table.Words}, {Message: "inbox.column-assignee", Kind: table.Words},
}

type entryExport struct {
	Password string `json:"password"`
	Format   string `json:"format"`
	State    string `json:"state"`
}

// Export writes the messages in a state as CSV or XLSX after the password is confirmed. The export is audited.
func (s *Service) Export(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	var in entryExport
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&in); err != nil {
		return fault.Invalid("bad-request")
	}
	format, err := export.Format(in.Format)
	if err != nil {
		return err
	}
	if !slices.Contains(form.States, in.State) {
		return fault.At("state", "not-a-choice")
	}
	if err := s.Accounts.CheckPassword(ctx, audit.Actor(ctx), in.Password); err != nil {
		return err
	}
	return s.Tables.Send(w, r, export.File{
		Name: "messages", Title: "inbox.export-title", Format: format, Columns: entryColumns,
		About: map[string]string{"status": in.State},
		Rows:  func(ctx context.Context, to table.Writer) error { return s.writeEntries(ctx, to, in.State) },
	})
}

func (s *Service) writeEntries(ctx context.Context, to table.Writer, state string) error {
	r, names := s.DB.Read(), map[string]string{}
	for p := (query.InboxExportParams{State: state, Most: export.Chunk}); ; {
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
		if len(rows) < export.Chunk {
			return nil
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
	assignee := ""
	if row.Assignee != nil {
		assignee = row.Assignee.Name
	}
	return to.Row(row.CreatedAt, row.Reference, s.Tables.Both("inbox.state-"+row.State), row.Name, row.Subject, row.Locale, strings.Join(answers, "\n"), strings.Join(written, "\n\n"), assignee)
}
