package members

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/office/export"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/table"
)

var memberColumns = []export.Column{
	{Message: "table.column-name", Kind: table.Words}, {Message: "table.column-chinese-name", Kind: table.Words}, {Message: "table.column-mobile", Kind: table.Words},
	{Message: "table.column-mobile-confirmed", Kind: table.Words}, {Message: "table.column-email", Kind: table.Words}, {Message: "table.column-email-confirmed", Kind: table.Words},
	{Message: "table.column-language", Kind: table.Words}, {Message: "table.column-joined", Kind: table.Day}, {Message: "table.column-running", Kind: table.Words}, {Message: "table.column-ends", Kind: table.Day},
}

type memberExport struct {
	Asked
	Password string `json:"password"`
	Format   string `json:"format"`
}

// Export writes a list of members as CSV or XLSX after the password is confirmed.
func (s *Service) Export(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	var in memberExport
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&in); err != nil {
		return fault.Invalid("bad-request")
	}
	format, err := export.Format(in.Format)
	if err != nil {
		return err
	}
	if !slices.Contains([]string{"", "en", "zh"}, in.Language) || !slices.Contains([]string{"", "mobile", "email", "no-email", "none"}, in.Contact) {
		return fault.At("contact", "not-a-choice")
	}
	list, err := in.list()
	if err != nil {
		return err
	}
	if err := s.Accounts.CheckPassword(ctx, audit.Actor(ctx), in.Password); err != nil {
		return err
	}
	return s.Tables.Send(w, r, export.File{
		Name: "members", Title: "office.area-members", Format: format, Columns: memberColumns,
		About: map[string]string{"from": in.From, "until": in.Until, "months": in.Ends, "language": in.Language, "state": in.Contact},
		Rows:  func(ctx context.Context, to table.Writer) error { return s.writeMembers(ctx, to, list) },
	})
}

func (s *Service) writeMembers(ctx context.Context, to table.Writer, list memberList) error {
	r := s.DB.Read()
	confirmed := func(is bool) string {
		if is {
			return s.Tables.Both("table.yes")
		}
		return ""
	}
	for after := (keyset.Key{}); ; {
		rows, err := s.membersPage(ctx, r, list, after, export.Chunk)
		if err != nil {
			return err
		}
		for _, m := range rows {
			var running string
			var ends any
			if m.Ends != nil {
				running, ends = m.Ends.Title, m.Ends.At
			}
			err := to.Row(m.Name, m.ChineseName, m.Mobile, confirmed(m.MobileVerified), m.Email, confirmed(m.EmailConfirmed), m.Locale, m.Since, running, ends)
			if err != nil {
				return err
			}
			after = list.key(m)
		}
		if len(rows) < export.Chunk {
			return nil
		}
	}
}
