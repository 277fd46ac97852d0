// Package trail shows the audit trail to the office: a list by key with filters, the change of each entry with names in
// place of ids, and the same list as a file. It reads entries only; each package writes its own entries (package audit).
package trail

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/office/export"
	"shanmen/internal/people/account"
	"shanmen/internal/people/account/staff"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Service reads the trail.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Accounts *account.Service
	Staff    *staff.Service
	Messages *locale.Messages
	Tables   *export.Service
}

// Person is who did something. Devotees and former colleagues may have no name.
type Person struct {
	ID   string `json:"id" doc:"User id, or \"system\" or \"guest\""`
	Name string `json:"name,omitempty"`
}

// Subject is what was acted on.
type Subject struct {
	Kind  string `json:"kind" doc:"payment, user, setting, …"`
	ID    string `json:"id,omitempty"`
	Label string `json:"label,omitempty" doc:"Number, name or title, if any"`
}

// Change is a value before and after, as text; "" is none. Ids are replaced by names.
type Change struct {
	Field  string `json:"field"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Row is one audit entry.
type Row struct {
	ID        string    `json:"id"`
	At        time.Time `json:"at"`
	Person    Person    `json:"person"`
	Action    string    `json:"action"`
	Subject   Subject   `json:"subject"`
	Changes   []Change  `json:"changes"`
	IP        string    `json:"ip,omitempty" doc:"IP address of the request"`
	RequestID string    `json:"requestId,omitempty"`
}

// Rows is a page of the audit trail, newest first.
type Rows struct {
	Items []Row  `json:"items"`
	Next  string `json:"next,omitempty" doc:"Cursor of the next page, to be sent as after; absent at the end"`
	Total int64  `json:"total" doc:"Exact up to 10,000"`
	More  bool   `json:"more" doc:"True if there are more results than total"`
}

// Filter selects entries; empty fields match all.
type Filter struct {
	Person  string `query:"person" maxLength:"100" doc:"system, guest, a user's id, or a name, number or address"`
	Action  string `query:"action" maxLength:"60"`
	Subject string `query:"subject" maxLength:"100" doc:"kind:id, an order's number or reference, or a person"`
	From    string `query:"from" maxLength:"10" doc:"First day in Singapore, 2026-11-21"`
	Until   string `query:"until" maxLength:"10" doc:"Last day in Singapore"`
}

type listIn struct {
	Filter
	keyset.Ask
}

// List lists audit entries, newest first.
func (s *Service) List(ctx context.Context, in *listIn) (*Rows, error) {
	q, err := s.auditQuery(ctx, in.Filter)
	if err != nil {
		return nil, err
	}
	from := keyset.Key{At: q.until}
	if in.After != "" {
		if from, err = keyset.Parse(in.After); err != nil {
			return nil, err
		}
	}
	out := &Rows{Items: []Row{}}
	if in.Total() {
		counted, err := q.count(ctx)
		if err != nil {
			return nil, err
		}
		out.Total, out.More = keyset.Total(counted)
	}
	if !in.Rows() {
		return out, nil
	}
	rows, err := q.rows(ctx, from, in.Limit+1)
	if err != nil {
		return nil, err
	}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		last := rows[len(rows)-1]
		out.Next = keyset.Key{At: last.At, ID: last.ID}.String()
	}
	out.Items, err = s.auditRows(ctx, rows)
	return out, err
}

// auditRows adds names and titles to rows.
func (s *Service) auditRows(ctx context.Context, rows []query.AuditEntry) ([]Row, error) {
	n := s.Namer(ctx)
	out := make([]Row, 0, len(rows))
	for _, r := range rows {
		row := Row{
			ID: r.ID, At: r.At.Time(), Action: r.Action, IP: r.Ip, RequestID: r.RequestID,
			Person: Person{ID: r.ActorID}, Changes: auditChanges(r.Before, r.After),
		}
		var err error
		if row.Person.Name, err = n.Person(ctx, r.ActorID); err != nil {
			return nil, err
		}
		row.Subject.Kind, row.Subject.ID, _ = strings.Cut(r.Subject, ":")
		if row.Subject.Label, err = n.subject(ctx, row.Subject.Kind, row.Subject.ID); err != nil {
			return nil, err
		}
		if err = n.values(ctx, row.Changes); err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, nil
}

// auditChanges pairs the columns before and after by field, without unchanged ones.
func auditChanges(before, after string) []Change {
	b, a := Fields(before), Fields(after)
	fields := slices.Collect(maps.Keys(b))
	for f := range a {
		if _, both := b[f]; !both {
			fields = append(fields, f)
		}
	}
	slices.Sort(fields)
	out := make([]Change, 0, len(fields))
	for _, f := range fields {
		if b[f] != a[f] {
			out = append(out, Change{f, b[f], a[f]})
		}
	}
	return out
}

// Fields parses such a column: an object by field, anything else as the field "value".
func Fields(text string) map[string]string {
	if text == "" || text == "null" {
		return nil
	}
	var object map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &object) != nil {
		return map[string]string{"value": plain(json.RawMessage(text))}
	}
	out := map[string]string{}
	for field, raw := range object {
		out[field] = plain(raw)
	}
	return out
}

// plain formats a value for people: text without quotes, lists with commas.
func plain(raw json.RawMessage) string {
	var word string
	if json.Unmarshal(raw, &word) == nil {
		return word
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		parts := make([]string, len(list))
		for i, part := range list {
			parts[i] = plain(part)
		}
		return strings.Join(parts, ", ")
	}
	return string(raw)
}

// auditQuery is a filter with its search terms resolved. Each query uses an index of its own.
type auditQuery struct {
	s            *Service
	looks        []auditLook
	since, until clock.Millis // milliseconds; until is exclusive
	action       string
}

// auditLook is a query along one index. at limits it to one time; 0 is any.
type auditLook struct {
	actor string
	auditAbout
}

func (s *Service) auditQuery(ctx context.Context, f Filter) (auditQuery, error) {
	q := auditQuery{s: s, action: f.Action, until: math.MaxInt64}
	var err error
	if q.since, err = lunar.DayBegins("from", f.From, 0); err != nil {
		return q, err
	}
	if f.Until != "" {
		if q.until, err = lunar.DayBegins("until", f.Until, 1); err != nil {
			return q, err
		}
	}
	actors, subjects := []string{""}, []auditAbout{{}}
	if f.Person != "" {
		if actors, err = s.auditPeople(ctx, f.Person); err != nil {
			return q, err
		}
	}
	if f.Subject != "" {
		if subjects, err = s.auditSubjects(ctx, f.Subject); err != nil {
			return q, err
		}
	}
	for _, actor := range actors {
		for _, subject := range subjects {
			q.looks = append(q.looks, auditLook{actor, subject})
		}
	}
	return q, nil
}

// within intersects a period with the query's own time.
func (l auditLook) within(since clock.Millis, before keyset.Key) (int64, keyset.Key) {
	if l.at == 0 {
		return int64(since), before
	}
	if before.At > l.at {
		before = keyset.Key{At: l.at + 1}
	}
	return int64(max(since, l.at)), before
}

func (q auditQuery) rows(ctx context.Context, from keyset.Key, most int64) ([]query.AuditEntry, error) {
	r := q.s.DB.Read()
	var out []query.AuditEntry
	for _, l := range q.looks {
		var rows []query.AuditEntry
		var err error
		since, from := l.within(q.since, from)
		switch {
		case l.subject != "":
			rows, err = r.AuditTrailOfSubject(ctx, query.AuditTrailOfSubjectParams{Subject: l.subject, ActorID: l.actor, Action: q.action, BeforeAt: int64(from.At), BeforeID: from.ID, Since: since, Most: most})
		case l.actor != "":
			rows, err = r.AuditTrailOfActor(ctx, query.AuditTrailOfActorParams{ActorID: l.actor, Action: q.action, BeforeAt: int64(from.At), BeforeID: from.ID, Since: since, Most: most})
		case q.action != "":
			rows, err = r.AuditTrailOfAction(ctx, query.AuditTrailOfActionParams{Action: q.action, BeforeAt: int64(from.At), BeforeID: from.ID, Since: since, Most: most})
		default:
			rows, err = r.AuditTrail(ctx, query.AuditTrailParams{BeforeAt: int64(from.At), BeforeID: from.ID, Since: since, Most: most})
		}
		if err != nil {
			return nil, fmt.Errorf("audit trail: %w", err)
		}
		out = append(out, rows...)
	}
	slices.SortFunc(out, func(a, b query.AuditEntry) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(b.ID, a.ID)) })
	return out[:min(int64(len(out)), most)], nil
}

func (q auditQuery) count(ctx context.Context) (sum int64, err error) {
	r := q.s.DB.Read()
	for _, l := range q.looks {
		var n int64
		since, until := l.within(q.since, keyset.Key{At: q.until})
		switch {
		case l.subject != "":
			n, err = r.AuditCountOfSubject(ctx, query.AuditCountOfSubjectParams{Subject: l.subject, ActorID: l.actor, Action: q.action, BeforeAt: int64(until.At), Since: since})
		case l.actor != "":
			n, err = r.AuditCountOfActor(ctx, query.AuditCountOfActorParams{ActorID: l.actor, Action: q.action, BeforeAt: int64(until.At), Since: since})
		case q.action != "":
			n, err = r.AuditCountOfAction(ctx, query.AuditCountOfActionParams{Action: q.action, BeforeAt: int64(until.At), Since: since})
		default:
			n, err = r.AuditCount(ctx, query.AuditCountParams{BeforeAt: int64(until.At), Since: since})
		}
		if err != nil {
			return 0, fmt.Errorf("count the audit trail: %w", err)
		}
		sum += n
	}
	return sum, nil
}
