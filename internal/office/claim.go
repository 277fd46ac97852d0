package office

import (
	"context"
	"time"

	"shanmen/internal/account"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/httpd"
	"shanmen/internal/payment"
)

// claimFor is how long a payment counts as open at somebody's desk; an open screen says so again sooner.
const claimFor = 2 * time.Minute

// Claim says who has a payment open. It keeps nobody from deciding: it saves two people the same work.
type Claim struct {
	Mine  bool       `json:"mine"`
	By    string     `json:"by,omitempty" doc:"Name of the other"`
	Until *time.Time `json:"until,omitempty"`
}

type claimIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Take bool `json:"take,omitempty" doc:"Although somebody else has it open"`
	}
}

// Claim marks a waiting payment as open at one's own desk for two minutes; again and again while it is.
// It is not taken from somebody else unless that is asked for.
func (s *Service) Claim(ctx context.Context, in *claimIn) (*Claim, error) {
	me, now := httpd.VisitorOf(ctx).UserID, s.Clock.Now()
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Claim, error) {
		until := now.Add(claimFor)
		n, err := tx.PaymentClaim(ctx, query.PaymentClaimParams{Who: me, Until: clock.MillisOf(until), ID: in.ID, Now: now.UnixMilli(), Take: bit(in.Body.Take)})
		if err != nil {
			return nil, err
		}
		if n == 1 {
			return &Claim{Mine: true, Until: &until}, nil
		}
		p, err := tx.Payment(ctx, in.ID)
		if err != nil {
			return nil, db.NotFound(err)
		}
		by, err := s.claimer(ctx, tx.Queries, p)
		out := &Claim{By: by}
		if by != "" {
			out.Until = p.ClaimedUntil.Moment()
		}
		return out, err
	})
}

// Release ends one's own claim, when the screen is left.
func (s *Service) Release(ctx context.Context, in *idIn) (*Claim, error) {
	return &Claim{}, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.PaymentRelease(ctx, query.PaymentReleaseParams{ID: in.ID, Who: httpd.VisitorOf(ctx).UserID})
	})
}

// claimer is the name of another who has a waiting payment open now, or "".
func (s *Service) claimer(ctx context.Context, r db.Reader, p query.Payment) (string, error) {
	if p.Status != payment.Pending || p.ClaimedBy == httpd.VisitorOf(ctx).UserID || !s.Clock.Now().Before(p.ClaimedUntil.Time()) {
		return "", nil
	}
	return account.NameOf(ctx, r, p.ClaimedBy)
}
