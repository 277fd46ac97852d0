// Package members finds members and shows one: account, family book, subscriptions, orders, notes. Each view of a
// member's page is an audit entry. Setting how a Chinese name is read updates the search terms of the account and of
// its orders in the same transaction.
package members

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/paynow"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/family"
	"shanmen/internal/office/contact"
	"shanmen/internal/office/export"
	"shanmen/internal/office/imports"
	"shanmen/internal/office/trail"
	"shanmen/internal/people/account"
	"shanmen/internal/people/chat"
	"shanmen/internal/people/member"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/lookup"
)

// Service answers the calls about members.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Accounts *account.Service
	Family   *family.Service
	Members  *member.Service
	Messages *locale.Messages
	Base     *url.URL // of the site, for links that are shown
	Trail    *trail.Service
	Contact  *contact.Service
	Tables   *export.Service
}

// Row is an account found by the counter.
type Row struct {
	ID             string    `json:"id" doc:"User id"`
	Name           string    `json:"name"`
	ChineseName    string    `json:"chineseName"`
	Mobile         string    `json:"mobile" doc:"E.164"`
	MobileVerified bool      `json:"mobileVerified"`
	Email          string    `json:"email"`
	EmailConfirmed bool      `json:"emailConfirmed"`
	Staff          bool      `json:"staff" doc:"Has an office role"`
	Since          time.Time `json:"since"`

	Links *chat.Links `json:"links,omitempty" doc:"Links to call or message the member"`
}

// Rows is a page of accounts, newest first.
type Rows struct {
	Items []Row  `json:"items"`
	Next  string `json:"next,omitempty" doc:"Cursor of the next page"`
	Total int64  `json:"total" doc:"At most 10,000"`
	More  bool   `json:"more" doc:"True if there are more results than total. Of very common words, only exact matches are returned."`
	// Imported people without an account.
	Imported     []imports.ImportedFound `json:"imported" doc:"Matches in imported lists, on the first page; ten at most"`
	ImportedMore bool                    `json:"importedMore" doc:"There are more matches in imported lists"`
}

// Find searches active accounts by mobile, name in either script or pinyin initials, or the start of an e-mail address;
// and imported people without an account.
func (s *Service) Find(ctx context.Context, in *lookup.Asked) (*Rows, error) {
	r := s.DB.Read()
	found, err := in.Find(ctx, r, lookup.Member)
	if err != nil {
		return nil, err
	}
	temple, err := content.Sender(ctx, r, s.Base)
	if err != nil {
		return nil, err
	}
	out := &Rows{Items: []Row{}, Next: found.Next, Total: found.Total, More: found.More, Imported: []imports.ImportedFound{}}
	for _, h := range found.Hits {
		u, err := r.FoundUser(ctx, h.ID)
		if err != nil {
			return nil, fmt.Errorf("found member: %w", err)
		}
		row := memberRow(u)
		row.Links = s.Contact.Member(temple, row.person(u.Locale), nil)
		out.Items = append(out.Items, row)
	}
	if in.After != "" || !in.Rows() || !lookup.LongEnough(in.Q) {
		return out, nil
	}
	if out.Imported, out.ImportedMore, err = imports.Find(ctx, r, in.Q); err != nil {
		return nil, err
	}
	var look trail.Look
	look.Imported(out.Imported)
	for i, one := range out.Imported { // their language is unknown
		p := chat.Person{Number: cmp.Or(one.Mobile, one.Phone), Name: one.Name, Chinese: one.ChineseName, Locale: httpd.LocaleOf(ctx)}
		if lists := one.Lists(); len(lists) > 0 {
			p.Of = "import:" + lists[0]
		}
		out.Imported[i].Links = chat.To(s.Messages, temple, p, chat.Hello, nil)
	}
	return out, s.Trail.Shown(ctx, look)
}

func memberRow(u query.FoundUserRow) Row {
	return Row{
		ID: u.ID, Name: u.Name, ChineseName: u.ChineseName, Mobile: u.Mobile, MobileVerified: u.MobileVerified,
		Email: u.Email, EmailConfirmed: u.EmailConfirmed, Staff: u.Roles > 0, Since: u.CreatedAt.Time(),
	}
}

// person is the recipient of a call or chat, with their language.
func (m Row) person(language string) chat.Person {
	return chat.Person{Of: "user:" + m.ID, Number: m.Mobile, Name: m.Name, Chinese: m.ChineseName, Locale: locale.Locale(language)}
}

type memberTicketIn struct {
	ID   string `path:"id"`
	Body struct {
		Checked bool `json:"checked" doc:"The user has checked the person's identity"`
		SMS     bool `json:"sms,omitempty" doc:"Text the link to the verified number of the account too"`
	}
}

// Ticket is a link to /member/reset-email. It works once, is shown once, and is not stored.
type Ticket struct {
	Link      string    `json:"link"`
	ExpiresAt time.Time `json:"expiresAt"`
	QR        Drawing   `json:"qr" doc:"QR code of the link"`
	SentTo    string    `json:"sentTo,omitempty" doc:"The number that the link was texted to, E.164"`
}

// Drawing is a QR code as an SVG path in units of one module, including the quiet zone.
type Drawing struct {
	Size int    `json:"size" doc:"Number of modules per side"`
	Path string `json:"path"`
}

// GiveTicket creates a link to set another e-mail address for a member at the counter who can read neither mail nor
// phone. The account's number and address are notified. Refusals: "not-checked", "ticket-staff", "mobile-unreachable".
func (s *Service) GiveTicket(ctx context.Context, in *memberTicketIn) (*Ticket, error) {
	v := httpd.VisitorOf(ctx)
	if !in.Body.Checked {
		return nil, fault.Invalid("not-checked", fault.Field{Path: "checked", Code: "not-checked"})
	}
	out := &Ticket{}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		t, err := s.Accounts.TicketFromOffice(ctx, tx, in.ID, in.Body.SMS, slices.Contains(v.Roles, "admin"))
		if err != nil {
			return err
		}
		out.Link, out.ExpiresAt, out.SentTo = absolute(s.Base, t.Path), t.ExpiresAt, t.SentTo
		return audit.Note(ctx, tx, "member.ticket", "user:"+in.ID, nil, map[string]any{"purpose": "new-address", "sms": in.Body.SMS})
	})
	if err != nil {
		return nil, err
	}
	out.QR, err = draw(out.Link)
	return out, err
}

func absolute(base *url.URL, path string) string {
	return strings.TrimSuffix(base.String(), "/") + path
}

// quiet is the width of a QR code's quiet zone in modules.
const quiet = 4

func draw(text string) (Drawing, error) {
	rows, err := paynow.Modules(text)
	if err != nil {
		return Drawing{}, fmt.Errorf("ticket: %w", err)
	}
	var b strings.Builder
	for y, row := range rows {
		for x := 0; x < len(row); x++ {
			start := x
			for x < len(row) && row[x] {
				x++
			}
			if x > start {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", start+quiet, y+quiet, x-start, x-start)
			}
		}
	}
	return Drawing{Size: len(rows) + 2*quiet, Path: b.String()}, nil
}
