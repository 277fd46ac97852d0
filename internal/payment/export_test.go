package payment

import (
	"context"

	"shanmen/internal/db"
)

// Expire is what a sweep does to one invoice that it has listed.
func (s *Service) Expire(ctx context.Context, tx *db.Tx, invoiceID string) error {
	return s.expire(ctx, tx, invoiceID)
}
