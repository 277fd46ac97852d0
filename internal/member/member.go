// Package member keeps the devotee's record that stands behind carts, invoices and subscriptions.
// An account of the staff may lack one until it completes its profile.
package member

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/account"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/httpd"
	"shanmen/internal/id"
)

// Service is the member's own calls.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Accounts *account.Service
}

// Ensure returns the id of the user's member record, made now when it is missing. Two that come at
// once get the same record.
func Ensure(ctx context.Context, tx *db.Tx, userID string, now time.Time) (string, error) {
	got, err := tx.EnsureMember(ctx, query.EnsureMemberParams{ID: id.New(), UserID: userID, CreatedAt: now.UnixMilli()})
	if err != nil {
		return "", fmt.Errorf("member record: %w", err)
	}
	return got, nil
}

// ProfileIn is the body of POST /api/member/update/profile: what is left out stays.
type ProfileIn struct {
	Body struct {
		Name        *string `json:"name,omitempty" doc:"1 to 100 characters of any script, kept as typed"`
		ChineseName *string `json:"chineseName,omitempty"`
		Locale      *string `json:"locale,omitempty"`
	}
}

// UpdateProfile changes the profile of whoever is logged in. Staff get their member record with it.
func (s *Service) UpdateProfile(ctx context.Context, in *ProfileIn) (*account.LoggedIn, error) {
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*account.LoggedIn, error) {
		u, err := s.Accounts.SetProfile(ctx, tx, httpd.VisitorOf(ctx).UserID, account.Profile{
			Name: in.Body.Name, ChineseName: in.Body.ChineseName, Locale: in.Body.Locale,
		})
		if err != nil {
			return nil, err
		}
		if _, err := Ensure(ctx, tx, u.ID, s.Clock.Now()); err != nil {
			return nil, err
		}
		return &account.LoggedIn{User: u.Public()}, nil
	})
}
