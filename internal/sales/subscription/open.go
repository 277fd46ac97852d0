package subscription

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
)

// next is a subscription's next term with its invoice; the zero next: none.
type next struct{ query.SubscriptionTermRow }

func (n next) there() bool { return n.InvoiceID != "" }

// payable: the invoice is unpaid.
func (n next) payable() bool {
	return n.there() && (n.InvoiceStatus == invoice.AwaitingPayment || n.InvoiceStatus == invoice.Rejected)
}

// inOffice: money is on its way, and the office must decide. An invoice that was refunded keeps what was paid.
func (n next) inOffice() bool {
	return n.there() && n.PaidAt == 0 && n.InvoiceStatus != invoice.Refunded && (n.InvoiceStatus == invoice.UnderVerification || n.Paid > 0)
}

// givenUp: the invoice has ended unpaid and can be replaced.
func (n next) givenUp() bool {
	return n.there() && (n.InvoiceStatus == invoice.Cancelled || n.InvoiceStatus == invoice.Expired)
}

func findNext(ctx context.Context, r db.Reader, sub query.Subscription) (next, error) {
	row, err := r.SubscriptionTerm(ctx, query.SubscriptionTermParams{SubscriptionID: sub.ID, Period: nextPeriod(sub)})
	if errors.Is(err, db.ErrNoRows) {
		return next{}, nil
	}
	if err != nil {
		return next{}, fmt.Errorf("next term: %w", err)
	}
	return next{row}, nil
}

// lockWithRenewal locks a subscription and the invoice of its next term, invoice first like payments, to avoid
// deadlocks.
func (s *Service) lockWithRenewal(ctx context.Context, tx *db.Tx, subscriptionID string) (query.Subscription, next, error) {
	seen, err := tx.Subscription(ctx, subscriptionID)
	if err == nil {
		var n next
		if n, err = findNext(ctx, tx.Queries, seen); err == nil && n.there() {
			_, err = invoice.Lock(ctx, tx, n.InvoiceID)
		}
	}
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return seen, next{}, err
	}
	sub, err := lock(ctx, tx, subscriptionID)
	if err != nil {
		return sub, next{}, err
	}
	n, err := findNext(ctx, tx.Queries, sub)
	return sub, n, err
}

// dropRenewal ends the open invoice of a locked subscription's next term, if any: expired or cancelled. Its pending
// payment is voided.
func (s *Service) dropRenewal(ctx context.Context, tx *db.Tx, sub query.Subscription, to, by, actorID string) error {
	n, err := findNext(ctx, tx.Queries, sub)
	if err != nil || !n.payable() || n.inOffice() {
		return err
	}
	err = invoice.Move(ctx, tx, s.Clock.Now(), invoice.Transition{InvoiceID: n.InvoiceID, From: []string{invoice.AwaitingPayment, invoice.Rejected}, To: to, By: by, ActorID: actorID})
	if err != nil {
		return err
	}
	if err := invoice.WithdrawRejections(ctx, tx, n.InvoiceID); err != nil {
		return err
	}
	return payment.VoidPending(ctx, tx, n.InvoiceID, to, clock.MillisOf(s.Clock.Now()))
}
