//go:build !unguarded

package subscription

import (
	"context"
	"fmt"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
)

// The guards against renewing or reminding twice. Built with the tag "unguarded" the program lacks them,
// and the tests named TestRace… must fail: see unguarded.go.

// lockDue is the first guard: replicas wait for the row, and whoever comes second finds it done.
func lockDue(ctx context.Context, tx *db.Tx, seen query.Subscription) (sub query.Subscription, still bool, err error) {
	if sub, err = lock(ctx, tx, seen.ID); err != nil {
		return sub, false, err
	}
	n, err := findNext(ctx, tx.Queries, sub)
	return sub, err == nil && sub.Status == Active && sub.Period == seen.Period && !n.there(), err
}

// renewalKey is the second: invoices.cart_id is UNIQUE, so that a period has no two first invoices
// whatever else goes wrong.
func renewalKey(subscriptionID string, period, again int64) string {
	return fmt.Sprintf("%s%s:%d%s", renewalPrefix, subscriptionID, period, attempt(again))
}

// claimReminder is the third: condition and change are one statement.
func claimReminder(ctx context.Context, tx *db.Tx, t query.SubscriptionTerm, next int64) (mine bool, err error) {
	n, err := tx.SubscriptionRemind(ctx, query.SubscriptionRemindParams{
		Next: next, SubscriptionID: t.SubscriptionID, Period: t.Period, Due: t.RemindAt,
	})
	return n > 0, err
}

// reminderKey is the fourth: the outbox sends nothing twice under one key.
func reminderKey(t query.SubscriptionTerm, before int) string {
	return fmt.Sprintf("renewal:%s:%d", t.InvoiceID, before)
}
