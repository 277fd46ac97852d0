// Package member stores the devotee's record that carts, invoices and subscriptions refer to. A staff account may have
// none until it completes its profile.
package member

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Service is the member's own calls.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Accounts *account.Service
}

// Ensure returns the id of the user's member record, creating it if missing. Concurrent calls get the same record.
func Ensure(ctx context.Context, tx *db.Tx, userID string, now time.Time) (string, error) {
	got, err := tx.EnsureMember(ctx, query.EnsureMemberParams{ID: id.New(), UserID: userID, CreatedAt: clock.MillisOf(now)})
	if err != nil {
		return "", fmt.Errorf("member record: %w", err)
	}
	return got, nil
}

// ProfileIn is the body of POST /api/member/update/profile; absent fields stay.
type ProfileIn struct {
	Body struct {
		Name        *string  `json:"name,omitempty" doc:"1 to 100 characters of any script, kept as typed"`
		ChineseName *string  `json:"chineseName,omitempty"`
		Locale      *string  `json:"locale,omitempty"`
		Address     *Address `json:"address,omitempty" doc:"The complete address, which replaces the former one"`
		Reminders   *string  `json:"reminders,omitempty" doc:"How renewal reminders are sent: both, mail, sms, none"`
		News        *bool    `json:"news,omitempty" doc:"Receive messages about events"`
		TextSize    *int     `json:"textSize,omitempty" doc:"Text size, 1 to 3; 0: set on each device"`
	}
}

// UpdateProfile changes the logged-in user's profile. Staff get a member record once they enter something that belongs
// into it: a name or an address.
func (s *Service) UpdateProfile(ctx context.Context, in *ProfileIn) (*account.LoggedIn, error) {
	b := &in.Body
	var address Address
	var wrong []fault.Field
	if b.Address != nil {
		address, wrong = b.Address.checked()
	}
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*account.LoggedIn, error) {
		u, err := s.Accounts.SetProfile(ctx, tx, httpd.VisitorOf(ctx).UserID, account.Profile{
			Name: b.Name, ChineseName: b.ChineseName, Locale: b.Locale, Reminders: b.Reminders, News: b.News, TextSize: b.TextSize,
		}, wrong...)
		if err != nil {
			return nil, err
		}
		if b.Name != nil || b.ChineseName != nil || b.Address != nil {
			memberID, err := Ensure(ctx, tx, u.ID, s.Clock.Now())
			if err != nil {
				return nil, err
			}
			if b.Address != nil {
				if err := setAddress(ctx, tx, memberID, address); err != nil {
					return nil, err
				}
			}
		}
		return &account.LoggedIn{User: u.Public()}, nil
	})
}

// Profile is the data of the member's own page.
type Profile struct {
	account.Identity
	Address   Address `json:"address"`
	Reminders string  `json:"reminders" enum:"both,mail,sms,none"`
	News      bool    `json:"news"`
}

// ProfilePage shows the logged-in user's data.
func (s *Service) ProfilePage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	who, err := s.Accounts.Identity(ctx, &struct{}{})
	if err != nil {
		return httpd.PageData{}, err
	}
	u, err := account.Find(ctx, s.DB.Read(), r.Visitor.UserID)
	if err != nil {
		return httpd.PageData{}, err
	}
	address, err := AddressOf(ctx, s.DB.Read(), u.ID)
	if err != nil {
		return httpd.PageData{}, err
	}
	return httpd.PageData{Data: Profile{*who, address, u.Reminders, u.News}}, nil
}
