//go:build unguarded

package subscription

import (
	"context"
	"fmt"
	"os"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/id"
)

// This file is the job without its guards, for proving that the tests named TestRace… would notice.
// SHANMEN_UNGUARD names the guard that is missing:
//
//	lock    what was seen before the transaction counts. UNIQUE still allows one invoice for a period
//	        only, but whoever comes second meets it, or the term that is there, as a defect.
//	unique  the lock is off, the key of the invoice is new each time, and the term is put in the place of
//	        the one that is there: a period then has several invoices.
//	remind  the reminder is sent, whoever has taken it down before, under a key that is new each time.

func missing(guard string) bool { return os.Getenv("SHANMEN_UNGUARD") == guard }

func lockDue(ctx context.Context, tx *db.Tx, seen query.Subscription) (query.Subscription, bool, error) {
	if missing("lock") {
		return seen, true, nil
	}
	if missing("unique") {
		return seen, true, tx.SubscriptionTermRemove(ctx, query.SubscriptionTermRemoveParams{SubscriptionID: seen.ID, Period: nextPeriod(seen)})
	}
	sub, err := lock(ctx, tx, seen.ID)
	if err != nil {
		return sub, false, err
	}
	n, err := findNext(ctx, tx.Queries, sub)
	return sub, err == nil && sub.Status == Active && sub.Period == seen.Period && !n.there(), err
}

func renewalKey(subscriptionID string, period, again int64) string {
	if missing("unique") {
		return renewalPrefix + id.New()
	}
	return fmt.Sprintf("%s%s:%d%s", renewalPrefix, subscriptionID, period, attempt(again))
}

func claimReminder(ctx context.Context, tx *db.Tx, t query.SubscriptionTerm, next int64) (bool, error) {
	n, err := tx.SubscriptionRemind(ctx, query.SubscriptionRemindParams{
		Next: next, SubscriptionID: t.SubscriptionID, Period: t.Period, Due: t.RemindAt,
	})
	return n > 0 || missing("remind"), err
}

func reminderKey(t query.SubscriptionTerm, before int) string {
	if missing("remind") {
		return "renewal:" + id.New()
	}
	return fmt.Sprintf("renewal:%s:%d", t.InvoiceID, before)
}
