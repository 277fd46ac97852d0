package bank

import (
	"context"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
)

// waivable is how much of an order may be waived when its transfer was short, in cents.
func (s *Service) waivable(ctx context.Context, r db.Reader) (money.Cents, error) {
	cents, err := content.WaiveLimit(ctx, r)
	return money.Cents(cents), err
}

// mayWaive refuses a shortfall above the limit, one without a reason, and one with several orders: "waive-too-much",
// "waive-reason", "parts-differ".
func (s *Service) mayWaive(ctx context.Context, tx *db.Tx, waive money.Cents, reason string, parts int) error {
	if waive == 0 {
		return nil
	}
	most, err := s.waivable(ctx, tx.Queries)
	switch {
	case err != nil:
		return err
	case waive > most:
		return fault.Invalid("waive-too-much").With("limit", money.Format(most))
	case parts != 1:
		return fault.Invalid("parts-differ")
	case strings.TrimSpace(reason) == "":
		return fault.Invalid("waive-reason")
	}
	return nil
}
