package checkout

import (
	"context"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
)

// PayInCash is the transaction of POST /api/payment/new/cash without HTTP, for benchmarks.
func (s *Service) PayInCash(ctx context.Context, userID, sessionID string, cents money.Cents) error {
	_, err := s.pay(ctx, order{
		buyer: buyer{userID, sessionID, locale.EN}, method: money.Cash, amount: cents,
	})
	return err
}
