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

// transitions lists all allowed ones. Only a part payment, which leaves a rest due, and the undo of cash lead to
// awaiting-payment. The caller checks stock when an expired or cancelled invoice is reopened, and the time limit of an
// undo.
var transitions = map[string][]string{
	AwaitingPayment:   {UnderVerification, Paid, Expired, Cancelled},
	UnderVerification: {Paid, Rejected, AwaitingPayment}, // the last one for a part payment: the rest is due
	Rejected:          {UnderVerification, Paid, Expired, Cancelled},
	Expired:           {Paid},
	Cancelled:         {Paid},
	Paid:              {Refunded, UnderVerification, AwaitingPayment}, // the last two are undos within half a minute
}

// Transition is a change of an invoice's status.
type Transition struct {
	InvoiceID string
	From      []string // allowed current statuses, nil: any that allows To
	To        string
	By        string // ByMember, ByOffice, ByBank or BySystem
	ActorID   string // "" for the system
	Reason    string // a code shown in the timeline; "" without one
}

// Move makes a transition under the invoice's lock and records it in the timeline. The fault is "illegal-transition" if
// the status is another, or there is no such transition. Invoices under verification or settled never expire; a
// rejected or partly paid one gets a new expiry.
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

// writeTimeline adds a transition to the invoice's timeline.
func writeTimeline(ctx context.Context, tx *db.Tx, now time.Time, t Transition) (query.InvoiceEvent, error) {
	e := query.InvoiceEvent{ID: id.New(), InvoiceID: t.InvoiceID, At: clock.MillisOf(now), Status: t.To, ByWhom: t.By, ActorID: t.ActorID, Reason: t.Reason}
	if err := tx.InvoiceEventAdd(ctx, query.InvoiceEventAddParams(e)); err != nil {
		return e, fmt.Errorf("invoice timeline: %w", err)
	}
	return e, nil
}
