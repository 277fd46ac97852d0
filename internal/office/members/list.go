package members

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/people/chat"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// Listed is a member in the list, with the ending subscriptions if filtered by them.
type Listed struct {
	Row
	Locale string      `json:"locale" enum:"en,zh" doc:"Language of messages"`
	Ends   *EndingSoon `json:"ends,omitempty" doc:"Subscriptions that end in the month; a member with two is listed twice"`
}

// EndingSoon is a subscription and the end of its paid term.
type EndingSoon struct {
	ID    string    `json:"id" doc:"Subscription id"`
	Title string    `json:"title"`
	At    time.Time `json:"at"`
}

// List is a page of members: newest first, or by the end of a subscription in a month.
type List struct {
	Items []Listed `json:"items"`
	Next  string   `json:"next,omitempty" doc:"Cursor of the next page, to be sent as after"`
	Total int64    `json:"total" doc:"Exact up to 10,000"`
	More  bool     `json:"more" doc:"True if there are more results than total"`
}

// Asked has the filters; empty ones match all.
type Asked struct {
	Ends     string `query:"ends" json:"ends,omitempty" maxLength:"7" doc:"Month in Singapore in which a subscription ends, 2026-12"`
	From     string `query:"from" json:"from,omitempty" maxLength:"10" doc:"First day in Singapore of joining, 2026-11-21"`
	Until    string `query:"until" json:"until,omitempty" maxLength:"10" doc:"Last day in Singapore"`
	Language string `query:"language" json:"language,omitempty" enum:"en,zh" doc:"Language of messages"`
	Contact  string `query:"contact" json:"contact,omitempty" enum:"mobile,email,no-email,none" doc:"Verified contact data"`
}

type membersIn struct {
	keyset.Ask
	Asked
}

// memberList is the parsed request.
type memberList struct {
	ending         bool
	ends, endsNext clock.Millis
	since, before  clock.Millis
	locale         string
	contact        string
}

func (in *Asked) list() (out memberList, err error) {
	out = memberList{locale: in.Language, contact: in.Contact, before: math.MaxInt64}
	if out.since, err = lunar.DayBegins("from", in.From, 0); err != nil {
		return out, err
	}
	if in.Until != "" {
		if out.before, err = lunar.DayBegins("until", in.Until, 1); err != nil {
			return out, err
		}
	}
	if in.Ends == "" {
		return out, nil
	}
	month, err := time.ParseInLocation("2006-01", in.Ends, clock.Singapore)
	if err != nil {
		return out, fault.At("ends", "bad-date")
	}
	out.ending, out.ends, out.endsNext = true, clock.MillisOf(month), clock.MillisOf(month.AddDate(0, 1, 0))
	return out, nil
}

// List lists members by joining date, or by subscriptions that end in a month, for calls about renewals.
func (s *Service) List(ctx context.Context, in *membersIn) (*List, error) {
	after, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	list, err := in.list()
	if err != nil {
		return nil, err
	}
	r, out := s.DB.Read(), &List{Items: []Listed{}}
	if in.Total() {
		counted, err := list.count(ctx, r)
		if err != nil {
			return nil, fmt.Errorf("members: %w", err)
		}
		out.Total, out.More = keyset.Total(counted)
	}
	if !in.Rows() {
		return out, nil
	}
	rows, err := s.membersPage(ctx, r, list, after, in.Limit+1)
	if err != nil {
		return nil, fmt.Errorf("members: %w", err)
	}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		out.Next = list.key(rows[in.Limit-1]).String()
	}
	out.Items = append(out.Items, rows...)
	return out, nil
}

func (l memberList) key(m Listed) keyset.Key {
	if m.Ends != nil {
		return keyset.Key{At: clock.MillisOf(m.Ends.At), ID: m.Ends.ID}
	}
	return keyset.Key{At: clock.MillisOf(m.Since), ID: m.ID}
}

func (l memberList) count(ctx context.Context, r db.Reader) (int64, error) {
	if l.ending {
		return r.MembersEndingCount(ctx, query.MembersEndingCountParams{
			EndsFrom: int64(l.ends), EndsBefore: int64(l.endsNext), Since: int64(l.since), Before: int64(l.before), Locale: l.locale, Contact: l.contact,
		})
	}
	if l.locale != "" {
		return r.MembersJoinedInCount(ctx, query.MembersJoinedInCountParams{Since: int64(l.since), Before: int64(l.before), Locale: l.locale, Contact: l.contact})
	}
	return r.MembersJoinedCount(ctx, query.MembersJoinedCountParams{Since: int64(l.since), Before: int64(l.before), Contact: l.contact})
}

// joined are members by the day on which they joined; a language has an index of its own.
func joined(ctx context.Context, r db.Reader, l memberList, after keyset.Key, most int64) (out []query.MembersJoinedRow, err error) {
	if l.locale == "" {
		return r.MembersJoined(ctx, query.MembersJoinedParams{Since: int64(l.since), AfterAt: int64(after.At), AfterID: after.ID, Contact: l.contact, Most: most})
	}
	rows, err := r.MembersJoinedIn(ctx, query.MembersJoinedInParams{
		Since: int64(l.since), AfterAt: int64(after.At), AfterID: after.ID, Locale: l.locale, Contact: l.contact, Most: most,
	})
	for _, u := range rows {
		out = append(out, query.MembersJoinedRow(u))
	}
	return out, err
}

func (s *Service) membersPage(ctx context.Context, r db.Reader, l memberList, after keyset.Key, most int64) (out []Listed, err error) {
	temple, err := content.Sender(ctx, r, s.Base)
	if err != nil {
		return nil, err
	}
	if !l.ending {
		if after.ID == "" {
			after.At = l.before
		}
		rows, err := joined(ctx, r, l, after, most)
		for _, u := range rows {
			out = append(out, s.listedMember(temple, query.FoundUserRow(u), nil))
		}
		return out, err
	}
	if after.ID == "" {
		after.At = l.ends // every id is greater than "": includes the month's first moment
	}
	rows, err := r.MembersEnding(ctx, query.MembersEndingParams{
		EndsBefore: int64(l.endsNext), AfterAt: int64(after.At), AfterID: after.ID,
		Since: int64(l.since), Before: int64(l.before), Locale: l.locale, Contact: l.contact, Most: most,
	})
	if err != nil {
		return nil, err
	}
	titles := map[string]locale.Text{}
	for _, u := range rows {
		title, known := titles[u.OfferingID]
		if !known {
			o, err := r.OfferingByID(ctx, u.OfferingID)
			if err != nil && !errors.Is(err, db.ErrNoRows) {
				return nil, fmt.Errorf("offering of a subscription: %w", err)
			}
			title = locale.Text{EN: o.TitleEn, ZH: o.TitleZh}
			titles[u.OfferingID] = title
		}
		ends := &EndingSoon{u.SubscriptionID, title.In(httpd.LocaleOf(ctx)), u.EndsAt.Time()}
		m := s.listedMember(temple, query.FoundUserRow{
			ID: u.ID, Name: u.Name, ChineseName: u.ChineseName, Mobile: u.Mobile, MobileVerified: u.MobileVerified,
			Email: u.Email, EmailConfirmed: u.EmailConfirmed, CreatedAt: u.CreatedAt, Locale: u.Locale, Roles: u.Roles,
		}, ends)
		m.Links = s.chatOfRenewal(temple, m.person(u.Locale), title, u.EndsAt)
		out = append(out, m)
	}
	return out, nil
}

func (s *Service) listedMember(temple outbox.Temple, u query.FoundUserRow, ends *EndingSoon) Listed {
	m := Listed{Row: memberRow(u), Locale: u.Locale, Ends: ends}
	if ends == nil {
		m.Links = s.Contact.Member(temple, m.person(u.Locale), nil)
	}
	return m
}

// chatOfRenewal builds the chat text that asks about a renewal.
func (s *Service) chatOfRenewal(temple outbox.Temple, p chat.Person, title locale.Text, ends clock.Millis) *chat.Links {
	return chat.To(s.Messages, temple, p, chat.Renewal, map[string]any{"title": title.In(p.Locale), "date": locale.Date(p.Locale, ends.Time())})
}
