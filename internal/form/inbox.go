package form

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"shanmen/internal/db/query"
	"shanmen/internal/httpd"
	"shanmen/internal/locale"
)

// InboxRow is an entry as the office reads it.
type InboxRow struct {
	ID        string    `json:"id"`
	Reference string    `json:"reference"`
	Form      string    `json:"form"`
	Subject   string    `json:"subject,omitempty" doc:"The offering that an enquiry is about"`
	Version   int64     `json:"version" doc:"Of the form that the entry was written with"`
	Status    string    `json:"status" enum:"awaiting"`
	Locale    string    `json:"locale" enum:"en,zh" doc:"The language that the sender reads"`
	CreatedAt time.Time `json:"createdAt"`
	Lines     []Line    `json:"lines" doc:"The answers with their labels; values as they were written"`
}

// Inbox is a page of entries, newest first.
type Inbox struct {
	Items    []InboxRow `json:"items"`
	Page     int64      `json:"page"`
	PageSize int64      `json:"pageSize"`
	Total    int64      `json:"total"`
}

type inboxIn struct {
	Q        string `query:"q" maxLength:"100" doc:"Part of a reference or of an answer"`
	Page     int64  `query:"page" default:"1" minimum:"1" maximum:"100000"`
	PageSize int64  `query:"pageSize" default:"20" minimum:"1" maximum:"100"`
}

// Inbox lists what was sent to the office.
func (s *Service) Inbox(ctx context.Context, in *inboxIn) (*Inbox, error) {
	q := contains(in.Q)
	r := s.DB.Read()
	total, err := r.FormEntriesCount(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("count form entries: %w", err)
	}
	rows, err := r.FormEntries(ctx, query.FormEntriesParams{Q: q, Most: in.PageSize, Skip: (in.Page - 1) * in.PageSize})
	if err != nil {
		return nil, fmt.Errorf("list form entries: %w", err)
	}
	out := &Inbox{Items: []InboxRow{}, Page: in.Page, PageSize: in.PageSize, Total: total}
	for _, e := range rows {
		d, err := stored(e.FormKey, e.Definition, nil)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, InboxRow{
			ID: e.ID, Reference: e.Reference, Form: e.FormKey, Subject: locale.Text{EN: e.SubjectEn, ZH: e.SubjectZh}.In(httpd.LocaleOf(ctx)), Version: e.FormVersion, Status: e.Status, Locale: e.Locale,
			CreatedAt: e.CreatedAt.Time(), Lines: Lines(d, json.RawMessage(e.Form), httpd.LocaleOf(ctx)),
		})
	}
	return out, nil
}

// contains makes a LIKE pattern of what was typed; "" matches everything.
func contains(q string) string {
	q = strings.ToLower(strings.TrimSpace(q))
	if q == "" {
		return ""
	}
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(q) + "%"
}
