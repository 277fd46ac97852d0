package desk

import (
	"context"

	"shanmen/internal/base/clock"
	"shanmen/internal/office/claim"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/payment"
)

// Claim shows colleagues that one has a waiting payment open. It does not replace a colleague's claim unless asked to.
func (s *Service) Claim(ctx context.Context, in *claim.ClaimIn) (*claim.Claim, error) {
	return s.Claims.Take(ctx, in.Body.Take, claim.Marking{
		Mark: func(tx *db.Tx, who string, until clock.Millis, now, take int64) (int64, error) {
			return tx.PaymentClaim(ctx, query.PaymentClaimParams{Who: who, Until: until, ID: in.ID, Now: now, Take: take})
		},
		Other: func(tx *db.Tx) (string, clock.Millis, error) {
			p, err := tx.Payment(ctx, in.ID)
			if p.Status != payment.Pending {
				p.ClaimedUntil = 0
			}
			return p.ClaimedBy, p.ClaimedUntil, db.NotFound(err)
		},
	})
}

// Release ends one's own claim when the screen is left.
func (s *Service) Release(ctx context.Context, in *httpd.ByID) (*claim.Claim, error) {
	return &claim.Claim{}, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.PaymentRelease(ctx, query.PaymentReleaseParams{ID: in.ID, Who: httpd.VisitorOf(ctx).UserID})
	})
}

// claimer is the name of a colleague who has a waiting payment open, or "".
func (s *Service) claimer(ctx context.Context, r db.Reader, p query.Payment) (string, error) {
	if p.Status != payment.Pending {
		return "", nil
	}
	return s.Claims.Holder(ctx, r, p.ClaimedBy, p.ClaimedUntil)
}
