package invoice

import (
	"context"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
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

// Transition is a step of an invoice from one status to another.
type Transition struct {
	InvoiceID string
	From      []string // where it must stand, nil: anywhere that leads to To
	To        string
	By        string // ByMember, ByOffice, ByBank or BySystem
	ActorID   string // "" for the system
	Reason    string // coded, shown by the timeline; "" without one
}

// Move makes a transition under the invoice's lock, and writes it into the timeline. The fault is "illegal-transition"
// when the invoice stands elsewhere, or no such transition exists. What is under verification or settled never expires;
// what is rejected or has a rest to pay has its days anew.
func Move(ctx context.Context, tx *db.Tx, now time.Time, t Transition) error {
	v, err := Lock(ctx, tx, t.InvoiceID)
	if err != nil {
		return err
	}
	if t.From != nil && !slices.Contains(t.From, v.Status) || !slices.Contains(transitions[v.Status], t.To) {
		return fault.Invalid("illegal-transition")
	}
	var expires clock.Millis
	if v.Paid == 0 && (t.To == Rejected || t.To == AwaitingPayment) {
		at, err := Expiry(ctx, tx.Queries, now)
		if err != nil {
			return err
		}
		expires = max(clock.MillisOf(at), v.StandsUntil)
	}
	err = tx.InvoiceMove(ctx, query.InvoiceMoveParams{Status: t.To, ExpiresAt: expires, UpdatedAt: clock.MillisOf(now), ID: t.InvoiceID})
	if err != nil {
		return fmt.Errorf("move invoice: %w", err)
	}
	_, err = writeTimeline(ctx, tx, now, t)
	return err
}

// writeTimeline adds a transition that was made to the invoice's timeline.
func writeTimeline(ctx context.Context, tx *db.Tx, now time.Time, t Transition) (query.InvoiceEvent, error) {
	e := query.InvoiceEvent{ID: id.New(), InvoiceID: t.InvoiceID, At: clock.MillisOf(now), Status: t.To, ByWhom: t.By, ActorID: t.ActorID, Reason: t.Reason}
	if err := tx.InvoiceEventAdd(ctx, query.InvoiceEventAddParams(e)); err != nil {
		return e, fmt.Errorf("invoice timeline: %w", err)
	}
	return e, nil
}
