// Package claim marks what somebody of the office has open, so that others see the name.
package claim

import (
	"context"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
)

// Service marks what is open.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
}

// claimFor is how long something counts as open at somebody's desk; an open screen says so again sooner.
const claimFor = 2 * time.Minute

// Claim says who has a payment or a message open. It keeps nobody from deciding: it saves two people the same work.
type Claim struct {
	Mine  bool       `json:"mine"`
	By    string     `json:"by,omitempty" doc:"Name of the other"`
	Until *time.Time `json:"until,omitempty"`
}

// ClaimIn is the input of a call that marks something.
type ClaimIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Take bool `json:"take,omitempty" doc:"Although somebody else has it open"`
	}
}

// Marking marks something as open at somebody's desk, unless another has it open and it is not to be taken over; and
// tells who has it, with the end of that.
type Marking struct {
	Mark  func(tx *db.Tx, who string, until clock.Millis, now, take int64) (int64, error)
	Other func(tx *db.Tx) (by string, until clock.Millis, err error)
}

// Take is the one way of marking for two minutes what one has open; again and again while it is.
func (s *Service) Take(ctx context.Context, take bool, c Marking) (*Claim, error) {
	me, now := httpd.VisitorOf(ctx).UserID, s.Clock.Now()
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Claim, error) {
		until := now.Add(claimFor)
		n, err := c.Mark(tx, me, clock.MillisOf(until), now.UnixMilli(), db.Bit(take))
		if err != nil {
			return nil, err
		}
		if n == 1 {
			return &Claim{Mine: true, Until: &until}, nil
		}
		by, end, err := c.Other(tx)
		if err != nil {
			return nil, err
		}
		out := &Claim{}
		if out.By, err = s.Holder(ctx, tx.Queries, by, end); out.By != "" {
			out.Until = end.Moment()
		}
		return out, err
	})
}

// Holder is the name of another who has something open now, or "".
func (s *Service) Holder(ctx context.Context, r db.Reader, by string, until clock.Millis) (string, error) {
	if by == httpd.VisitorOf(ctx).UserID || !s.Clock.Now().Before(until.Time()) {
		return "", nil
	}
	return account.NameOf(ctx, r, by)
}
