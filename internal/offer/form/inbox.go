package form

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Colleague is a member of staff.
type Colleague struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// InboxRow is a message as the office reads it.
type InboxRow struct {
	ID        string     `json:"id"`
	Reference string     `json:"reference"`
	Form      string     `json:"form"`
	Subject   string     `json:"subject,omitempty" doc:"The offering that an enquiry is about"`
	Version   int64      `json:"version" doc:"Version of the form that was filled in"`
	Status    string     `json:"status" enum:"awaiting"`
	Locale    string     `json:"locale" enum:"en,zh" doc:"Sender's language"`
	CreatedAt time.Time  `json:"createdAt"`
	Lines     []Line     `json:"lines" doc:"Answers with their labels, as typed"`
	State     string     `json:"state" enum:"open,waiting,done,spam" doc:"waiting: waiting for the sender's reply"`
	Name      string     `json:"name,omitempty" doc:"Sender's name, as typed"`
	Excerpt   string     `json:"excerpt,omitempty" doc:"Beginning of the longest answer"`
	LastAt    time.Time  `json:"lastAt" doc:"Time of the last message"`
	Assignee  *Colleague `json:"assignee,omitempty" doc:"Colleague who is responsible for it"`
	Suspect   string     `json:"suspect,omitempty" enum:"trap,fast,links,alike" doc:"Why it was classified as spam"`
	Claimed   string     `json:"claimed,omitempty" doc:"Name of a colleague who has it open"`
	// Undelivered is set in lists.
	Undelivered bool  `json:"undelivered,omitempty" doc:"An answer failed to be sent and is not being retried; only in lists"`
	Rev         int64 `json:"rev" doc:"Revision, increased by each action of the office; send the one that was read when answering"`
}

// InboxCounts counts messages per open state.
type InboxCounts struct {
	Open    int64 `json:"open"`
	Mine    int64 `json:"mine"`
	Waiting int64 `json:"waiting"`
	Spam    int64 `json:"spam"`
}

// Inbox is a page of messages: all, newest first, or those of a tab.
type Inbox struct {
	Items    []InboxRow  `json:"items"`
	Page     int64       `json:"page"`
	PageSize int64       `json:"pageSize"`
	Total    int64       `json:"total"`
	Counts   InboxCounts `json:"counts"`
}

type inboxIn struct {
	Q        string `query:"q" maxLength:"100" doc:"Part of a reference or of an answer"`
	Tab      string `query:"tab" enum:"open,mine,waiting,done,spam" doc:"mine: assigned to the user; absent: all"`
	Page     int64  `query:"page" default:"1" minimum:"1" maximum:"100000"`
	PageSize int64  `query:"pageSize" default:"20" minimum:"1" maximum:"100"`
}

// Inbox lists messages to the office.
func (s *Service) Inbox(ctx context.Context, in *inboxIn) (*Inbox, error) {
	r, me := s.DB.Read(), httpd.VisitorOf(ctx).UserID
	out := &Inbox{Items: []InboxRow{}, Page: in.Page, PageSize: in.PageSize}
	rows, total, err := inboxPage(ctx, r, in, me)
	if err != nil {
		return nil, err
	}
	out.Total = total
	names := map[string]string{}
	for _, e := range rows {
		row, err := s.Row(ctx, r, e, names)
		if err != nil {
			return nil, err
		}
		failed, err := r.EntryUndelivered(ctx, e.ID)
		if err != nil {
			return nil, fmt.Errorf("answers that failed: %w", err)
		}
		row.Undelivered = failed > 0
		out.Items = append(out.Items, row)
	}
	for _, c := range []struct {
		state, mine string
		to          *int64
	}{{Open, "", &out.Counts.Open}, {Open, me, &out.Counts.Mine}, {Waiting, "", &out.Counts.Waiting}, {Spam, "", &out.Counts.Spam}} {
		if *c.to, err = r.InboxCount(ctx, query.InboxCountParams{State: c.state, Mine: c.mine}); err != nil {
			return nil, fmt.Errorf("count form entries: %w", err)
		}
	}
	return out, nil
}

func inboxPage(ctx context.Context, r db.Reader, in *inboxIn, me string) (rows []query.EntryRow, total int64, err error) {
	q, skip := contains(in.Q), (in.Page-1)*in.PageSize
	if in.Tab == "" {
		if total, err = r.FormEntriesCount(ctx, q); err != nil {
			return nil, 0, fmt.Errorf("count form entries: %w", err)
		}
		all, err := r.FormEntries(ctx, query.FormEntriesParams{Q: q, Most: in.PageSize, Skip: skip})
		if err != nil {
			return nil, 0, fmt.Errorf("list form entries: %w", err)
		}
		for _, e := range all {
			rows = append(rows, query.EntryRow(e))
		}
		return rows, total, nil
	}
	p := query.InboxEntriesParams{State: in.Tab, Q: q, Most: in.PageSize, Skip: skip}
	if in.Tab == "mine" {
		p.State, p.Mine = Open, me
	}
	if p.State == Open {
		p.Oldest = 1
	}
	if total, err = r.InboxCount(ctx, query.InboxCountParams{State: p.State, Mine: p.Mine, Q: q}); err != nil {
		return nil, 0, fmt.Errorf("count form entries: %w", err)
	}
	some, err := r.InboxEntries(ctx, p)
	if err != nil {
		return nil, 0, fmt.Errorf("list form entries: %w", err)
	}
	for _, e := range some {
		rows = append(rows, query.EntryRow(e))
	}
	return rows, total, nil
}

// Row formats a message in the language of the call. names caches colleagues' names.
func (s *Service) Row(ctx context.Context, r db.Reader, e query.EntryRow, names map[string]string) (InboxRow, error) {
	d, err := stored(e.FormKey, e.Definition, nil)
	if err != nil {
		return InboxRow{}, err
	}
	l := httpd.LocaleOf(ctx)
	out := InboxRow{
		ID: e.ID, Reference: e.Reference, Form: e.FormKey, Subject: locale.Text{EN: e.SubjectEn, ZH: e.SubjectZh}.In(l), Version: e.FormVersion, Status: e.Status,
		Locale: e.Locale, CreatedAt: e.CreatedAt.Time(), Lines: Lines(d, json.RawMessage(e.Form), l), State: e.State, LastAt: max(e.LastAt, e.CreatedAt).Time(),
		Suspect: e.Suspect, Rev: e.Rev, Name: writer(d, json.RawMessage(e.Form)),
	}
	out.Excerpt = excerpt(d, json.RawMessage(e.Form))
	name := func(id string) (string, error) {
		if known, ok := names[id]; ok || id == "" {
			return known, nil
		}
		found, err := account.NameOf(ctx, r, id)
		names[id] = found
		return found, err
	}
	if e.AssigneeID != "" {
		out.Assignee = &Colleague{ID: e.AssigneeID}
		if out.Assignee.Name, err = name(e.AssigneeID); err != nil {
			return InboxRow{}, err
		}
	}
	if e.ClaimedBy != httpd.VisitorOf(ctx).UserID && s.Clock.Now().Before(e.ClaimedUntil.Time()) {
		if out.Claimed, err = name(e.ClaimedBy); err != nil {
			return InboxRow{}, err
		}
	}
	return out, nil
}

// writer is the sender's name.
func writer(d Definition, values json.RawMessage) string {
	all := decode(values)
	if n := strings.TrimSpace(word(all[nameKey])); n != "" {
		return n
	}
	return nameOf(d.Fields, all)
}

// longestExcerpt is the excerpt's maximum length in characters.
const longestExcerpt = 140

// excerpt is the start of the longest free text, on one line.
func excerpt(d Definition, values json.RawMessage) string {
	all, longest := decode(values), ""
	for _, f := range d.Fields {
		if text := strings.Join(strings.Fields(word(all[f.Key])), " "); f.free() && utf8.RuneCountInString(text) > utf8.RuneCountInString(longest) {
			longest = text
		}
	}
	if runes := []rune(longest); len(runes) > longestExcerpt {
		longest = string(runes[:longestExcerpt-1]) + "…"
	}
	return longest
}

// Reach is how the sender can be contacted: e-mail address, mobile number, or neither.
type Reach struct {
	Mail   string
	Mobile account.Mobile
}

// ReachOf reads it from the sender's fields.
func ReachOf(e query.EntryRow) (Reach, error) {
	d, err := stored(e.FormKey, e.Definition, nil)
	if err != nil {
		return Reach{}, err
	}
	to, _ := d.sender(json.RawMessage(e.Form))
	return Reach{to.email, to.mobile}, nil
}

// contains builds a LIKE pattern for a typed text; "" matches everything.
func contains(q string) string {
	q = strings.ToLower(strings.TrimSpace(q))
	if q == "" {
		return ""
	}
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(q) + "%"
}
