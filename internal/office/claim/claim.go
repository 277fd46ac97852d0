// Package claim shows colleagues who has a payment or message open.
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

// claimFor is how long a claim lasts; an open screen renews it earlier.
const claimFor = 2 * time.Minute

// Claim is who has a payment or message open. It locks nothing; it avoids double work.
type Claim struct {
	Mine  bool       `json:"mine"`
	By    string     `json:"by,omitempty" doc:"Name of the colleague who has it open"`
	Until *time.Time `json:"until,omitempty"`
}

// ClaimIn is the body of a claim call.
type ClaimIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Take bool `json:"take,omitempty" doc:"Take over although a colleague has it open"`
	}
}

// Marking sets a claim unless a colleague has one and it is not to be taken over, and returns the holder and the
// claim's end.
type Marking struct {
	Mark  func(tx *db.Tx, who string, until clock.Millis, now, take int64) (int64, error)
	Other func(tx *db.Tx) (by string, until clock.Millis, err error)
}

// Take claims for two minutes what one has open; the screen repeats it.
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

// Holder is the name of a colleague with a current claim, or "".
func (s *Service) Holder(ctx context.Context, r db.Reader, by string, until clock.Millis) (string, error) {
	if by == httpd.VisitorOf(ctx).UserID || !s.Clock.Now().Before(until.Time()) {
		return "", nil
	}
	return account.NameOf(ctx, r, by)
}
