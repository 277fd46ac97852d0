package office

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/table"
)

var memberColumns = []tableColumn{
	{"accounts.column-name", table.Words}, {"accounts.column-chinese-name", table.Words}, {"accounts.column-mobile", table.Words},
	{"accounts.column-mobile-confirmed", table.Words}, {"accounts.column-email", table.Words}, {"accounts.column-email-confirmed", table.Words},
	{"accounts.column-language", table.Words}, {"accounts.column-joined", table.Day}, {"accounts.column-running", table.Words}, {"accounts.column-ends", table.Day},
}

type memberExport struct {
	MembersAsked
	Password string `json:"password"`
	Format   string `json:"format"`
}

// ExportMembers writes the members of a list as CSV or XLSX, once the password is given again.
func (s *Service) ExportMembers(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	var in memberExport
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&in); err != nil {
		return fault.Invalid("bad-request")
	}
	format, err := tableFormat(in.Format)
	if err != nil {
		return err
	}
	if !slices.Contains([]string{"", "en", "zh"}, in.Language) || !slices.Contains([]string{"", "mobile", "email", "no-email", "none"}, in.Contact) {
		return fault.InvalidFields([]fault.Field{{Path: "contact", Code: "not-a-choice"}})
	}
	list, err := in.list()
	if err != nil {
		return err
	}
	if err := s.Accounts.CheckPassword(ctx, audit.Actor(ctx), in.Password); err != nil {
		return err
	}
	return s.sendTable(w, r, tableFile{
		name: "members", title: "office.area-members", format: format, columns: memberColumns,
		about: map[string]string{"from": in.From, "until": in.Until, "months": in.Ends, "language": in.Language, "state": in.Contact},
		rows:  func(ctx context.Context, to table.Writer) error { return s.writeMembers(ctx, to, list) },
	})
}

func (s *Service) writeMembers(ctx context.Context, to table.Writer, list memberList) error {
	r := s.DB.Read()
	confirmed := func(is bool) string {
		if is {
			return s.both("accounts.yes")
		}
		return ""
	}
	for after := (keyset.Key{}); ; {
		rows, err := s.membersPage(ctx, r, list, after, exportChunk)
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
		if len(rows) < exportChunk {
			return nil
		}
	}
}
