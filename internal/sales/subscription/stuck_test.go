package subscription_test

import (
	"context"
	"fmt"
	"testing"

	"shanmen/internal/base/lunar"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
)

// Two hundred and fifty subscriptions can never be renewed, as the key of their invoice is taken. They fail each time,
// and do not delay others, although one page of work has fewer.
func TestFailingSubscriptionsDoNotBlockOthers(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		lamp := familyLamp(t, a, a.Member(t))
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			sub, err := tx.Subscription(ctx, lamp.ID)
			if err != nil {
				return err
			}
			all, err := tx.InvoicesOfUser(ctx, &sub.UserID)
			if err != nil {
				return err
			}
			paid, err := tx.Invoice(ctx, all[0].ID)
			if err != nil {
				return err
			}
			for i := range 250 {
				stuck, taken := sub, paid
				stuck.ID = fmt.Sprintf("000-stuck-%03d", i) // sorted before the lamp of the same day
				stuck.ItemID = stuck.ID
				if err := tx.SubscriptionAdd(ctx, query.SubscriptionAddParams{
					ID: stuck.ID, UserID: stuck.UserID, ItemID: stuck.ItemID, Status: stuck.Status, OfferingID: stuck.OfferingID, OptionID: stuck.OptionID,
					Term: stuck.Term, Quantity: stuck.Quantity, UnitPrice: stuck.UnitPrice, FormKey: stuck.FormKey, FormVersion: stuck.FormVersion, Form: stuck.Form,
					Limited: stuck.Limited, StartsAt: stuck.StartsAt, Period: stuck.Period, EndsAt: stuck.EndsAt, CreatedAt: stuck.CreatedAt, UpdatedAt: stuck.UpdatedAt,
				}); err != nil {
					return err
				}
				taken.ID, taken.Number, taken.PaymentReference = stuck.ID, stuck.ID, stuck.ID
				taken.Origin, taken.OriginID = invoice.FromRenewal, stuck.ID+":2"
				if err := tx.InvoiceAdd(ctx, query.InvoiceAddParams(taken)); err != nil {
					return err
				}
			}
			return nil
		})
		a.Clock.Set(lunar.Day{Year: 2027, Month: 10, Day: 25}.Time(10, 0))
		for range 2 {
			if err := a.Subscriptions.Work(t.Context()); err == nil {
				t.Error("nobody hears of the failures")
			}
			if d := detail(a.Member(t), lamp.ID); d.Renewal == nil {
				t.Fatal("the lamp behind those that fail is not renewed")
			}
		}
	})
}
