package invoice

import (
	"context"
	"fmt"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/outbox"
)

// WithdrawRejections withdraws rejection letters still in their undo window: nobody is asked for another picture of an
// abandoned order.
func WithdrawRejections(ctx context.Context, tx *db.Tx, invoiceID string) error {
	all, err := tx.InvoicePayments(ctx, invoiceID)
	if err != nil {
		return fmt.Errorf("payments: %w", err)
	}
	for _, p := range all {
		if p.Status != "rejected" {
			continue
		}
		if _, err := outbox.WithdrawAbout(ctx, tx, p.ID); err != nil {
			return err
		}
	}
	return nil
}
