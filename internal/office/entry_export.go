package office

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/table"
)

var entryColumns = []tableColumn{
	{"inbox.column-at", table.Moment}, {"inbox.column-reference", table.Words}, {"inbox.column-state", table.Words}, {"inbox.column-name", table.Words},
	{"inbox.column-subject", table.Words}, {"inbox.column-language", table.Words}, {"inbox.column-answers", table.Words},
	{"inbox.column-written", table.Words}, {"inbox.column-assignee", table.Words},
}

type entryExport struct {
	Password string `json:"password"`
	Format   string `json:"format"`
	State    string `json:"state"`
}

// ExportEntries writes the messages of a state as CSV or XLSX, once the password is given again. That they were taken away
// stands in the trail.
func (s *Service) ExportEntries(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	var in entryExport
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&in); err != nil {
		return fault.Invalid("bad-request")
	}
	format, err := tableFormat(in.Format)
	if err != nil {
		return err
	}
	if !slices.Contains(form.States, in.State) {
		return fault.InvalidFields([]fault.Field{{Path: "state", Code: "not-a-choice"}})
	}
	if err := s.Accounts.CheckPassword(ctx, audit.Actor(ctx), in.Password); err != nil {
		return err
	}
	return s.sendTable(w, r, tableFile{
		name: "messages", title: "inbox.export-title", format: format, columns: entryColumns,
		about: map[string]string{"status": in.State},
		rows:  func(ctx context.Context, to table.Writer) error { return s.writeEntries(ctx, to, in.State) },
	})
}

func (s *Service) writeEntries(ctx context.Context, to table.Writer, state string) error {
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
	return to.Row(row.CreatedAt, row.Reference, s.both("inbox.state-"+row.State), row.Name, row.Subject, row.Locale, strings.Join(answers, "\n"), strings.Join(written, "\n\n"), assignee)
}
