package members

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/family"
	"shanmen/internal/office/contact"
	"shanmen/internal/office/trail"
	"shanmen/internal/people/member"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/subscription"
)

// Page is what the office knows about a member; orders have their own list.
type Page struct {
	Row
	Locale        string              `json:"locale" enum:"en,zh" doc:"Language of messages"`
	Reading       string              `json:"reading" doc:"Pronunciation of the Chinese name in Latin letters; empty: not set"`
	Family        []family.Person     `json:"family"`
	Subscriptions []Subscription      `json:"subscriptions" doc:"Subscriptions, running ones first"`
	Notes         []member.MemberNote `json:"notes" doc:"The newest first"`
}

// Subscription is what goes on from term to term.
type Subscription struct {
	ID     string    `json:"id"`
	Title  string    `json:"title"`
	Term   string    `json:"term" enum:"monthly,yearly"`
	Active bool      `json:"active"`
	EndsAt time.Time `json:"endsAt" doc:"End of the paid period"`
}

type memberIn struct {
	ID string `path:"id" doc:"User id"`
}

// Member answers with a member, family book, subscriptions and notes. The view is audited.
func (s *Service) Member(ctx context.Context, in *memberIn) (*Page, error) {
	r := s.DB.Read()
	u, err := r.FoundUser(ctx, in.ID)
	if err != nil {
		return nil, db.NotFound(fmt.Errorf("member: %w", err))
	}
	out := &Page{Row: memberRow(u), Locale: u.Locale, Subscriptions: []Subscription{}}
	if out.Reading, err = r.UserReading(ctx, u.ID); err != nil {
		return nil, fmt.Errorf("reading of a member: %w", err)
	}
	book, err := s.Family.Of(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	out.Family = book.Items
	if out.Notes, err = s.Members.Notes(ctx, u.ID); err != nil {
		return nil, err
	}
	running, err := r.SubscriptionsOfUser(ctx, u.ID)
	if err != nil {
		return nil, fmt.Errorf("subscriptions of a member: %w", err)
	}
	l, reads := httpd.LocaleOf(ctx), locale.Locale(u.Locale)
	var ending *contact.EndsSoon // current ones first, next to end on top
	for _, sub := range running {
		o, err := r.OfferingByID(ctx, sub.OfferingID)
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return nil, fmt.Errorf("offering of a subscription: %w", err)
		}
		title := locale.Text{EN: o.TitleEn, ZH: o.TitleZh}
		if ending == nil && sub.Status == subscription.Active {
			ending = &contact.EndsSoon{Title: title.In(reads), At: sub.EndsAt}
		}
		out.Subscriptions = append(out.Subscriptions, Subscription{
			ID: sub.ID, Title: title.In(l), Term: sub.Term, Active: sub.Status == subscription.Active, EndsAt: sub.EndsAt.Time(),
		})
	}
	temple, err := content.Sender(ctx, r, s.Base)
	if err != nil {
		return nil, err
	}
	out.Links = s.Contact.Member(temple, out.person(u.Locale), ending)
	var look trail.Look
	look.Add("user:" + u.ID)
	return out, s.Trail.Shown(ctx, look)
}
