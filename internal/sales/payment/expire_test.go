package payment_test

import (
	"context"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// Money that arrived between the expiry job's query and its update keeps the order open: no order with money expires,
// even when its deadline is still set.
func TestAPartlyPaidOrderDoesNotExpire(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		v := lamp(t, a, a.Member(t), "pay-now")
		expire := func(paid money.Cents) string {
			a.Write(t, func(ctx context.Context, tx *db.Tx) error {
				err := tx.PaymentInvoiceLowered(ctx, query.PaymentInvoiceLoweredParams{
					Paid: paid, ExpiresAt: clock.MillisOf(a.Clock.Now().Add(-time.Minute)), UpdatedAt: 1, ID: v.ID,
				})
				if err != nil {
					return err
				}
				return a.Payments.Expire(ctx, tx, v.ID)
			})
			row, err := a.DB.Read().Invoice(t.Context(), v.ID)
			if err != nil {
				t.Fatal(err)
			}
			return row.Status
		}
		if status := expire(100); status != invoice.AwaitingPayment {
			t.Errorf("with money it is %s", status)
		}
		if status := expire(0); status != invoice.Expired {
			t.Errorf("without money it is %s", status)
		}
	})
}
