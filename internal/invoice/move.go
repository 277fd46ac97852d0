package invoice

import (
	"context"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/id"
)

// transitions are all there are. To awaiting-payment leads only a part payment, for the rest is still
// due, and the undo of cash. Capacity on the way back from expired and cancelled, and the half minute of an undo, are for
// the caller to watch.
var transitions = map[string][]string{
	AwaitingPayment:   {UnderVerification, Paid, Expired, Cancelled},
	UnderVerification: {Paid, Rejected, AwaitingPayment}, // the last when only a part arrived: the rest is due
	Rejected:          {UnderVerification, Paid, Expired, Cancelled},
	Expired:           {Paid},
	Cancelled:         {Paid},
	Paid:              {Refunded, UnderVerification, AwaitingPayment}, // the last two: undone within half a minute
}

// Move takes an invoice from one of the statuses in from (nil: any) to another, under its lock, and
// writes it into the timeline. The fault is "illegal-transition" when it stands elsewhere, or no
// such transition exists. What is under verification or settled never expires; what is rejected or
// has a rest to pay has its days anew.
func Move(ctx context.Context, tx *db.Tx, clk clock.Clock, invoiceID string, from []string, to, by, actorID string) error {
	return MoveBecause(ctx, tx, clk, invoiceID, from, to, by, actorID, "")
}

// MoveBecause is Move with a coded reason, which the timeline shows.
func MoveBecause(ctx context.Context, tx *db.Tx, clk clock.Clock, invoiceID string, from []string, to, by, actorID, reason string) error {
	at := clk.Now()
	v, err := Lock(ctx, tx, invoiceID)
	if err != nil {
		return err
	}
	if from != nil && !slices.Contains(from, v.Status) || !slices.Contains(transitions[v.Status], to) {
		return fault.Invalid("illegal-transition")
	}
	var expires int64
	if v.Paid == 0 && (to == Rejected || to == AwaitingPayment) {
		t, err := Expiry(ctx, tx.Queries, at)
		if err != nil {
			return err
		}
		expires = max(t.UnixMilli(), v.StandsUntil)
	}
	err = tx.InvoiceMove(ctx, query.InvoiceMoveParams{Status: to, ExpiresAt: expires, UpdatedAt: at.UnixMilli(), ID: invoiceID})
	if err != nil {
		return fmt.Errorf("move invoice: %w", err)
	}
	_, err = note(ctx, tx, invoiceID, to, by, actorID, reason, at)
	return err
}

func note(ctx context.Context, tx *db.Tx, invoiceID, status, by, actorID, reason string, at time.Time) (query.InvoiceEvent, error) {
	e := query.InvoiceEvent{ID: id.New(), InvoiceID: invoiceID, At: at.UnixMilli(), Status: status, ByWhom: by, ActorID: actorID, Reason: reason}
	if err := tx.InvoiceEventAdd(ctx, query.InvoiceEventAddParams(e)); err != nil {
		return e, fmt.Errorf("invoice timeline: %w", err)
	}
	return e, nil
}
