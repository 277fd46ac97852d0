package payment

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/month"
)

// UndoWindow is how long a decision can be undone by its maker; its mail waits as long.
const UndoWindow = 30 * time.Second

// Reasons are the codes for a rejection, most frequent first; each has a message for the devotee (ReasonKey), which the
// office can edit. The reviewer's own note is shown below it. Only the code is stored: pages show a rejection with the
// current text, a letter keeps the text it was sent with.
var Reasons = []string{"unreadable", "amount-differs", "not-received", "wrong-recipient", "used-before", "other"}

// ReasonKey is the message key of a reason.
func ReasonKey(code string) string { return "payment.reason." + code }

// Decision is a reviewer's decision.
type Decision struct {
	PaymentID, InvoiceID string
	UndoUntil            time.Time
}

// Approve settles a payment under verification: invoice paid, official receipt numbered, mail with the PDF enqueued.
// received is in cents; nil means the amount due. Less than due leaves the rest due; more is recorded as an excess. A
// payment decided meanwhile is refused with already-decided, who and when. despite is the reviewer's reason to ignore a
// warning, or empty.
func (s *Service) Approve(ctx context.Context, tx *db.Tx, paymentID, actorID string, received *money.Cents, despite string) (Decision, error) {
	p, v, err := s.lockPending(ctx, tx, paymentID)
	if err != nil {
		return Decision{}, err
	}
	got := p.Amount
	if received != nil {
		got = money.Cents(*received)
	}
	if got <= 0 {
		return Decision{}, fault.At("amountReceived", "amount-needed")
	}
	now := s.Clock.Now()
	if err := s.decide(ctx, tx, p, Approved, &got, "", "", actorID); err != nil {
		return Decision{}, err
	}
	if err := s.bookPayment(ctx, tx, p, v, booking{received: got, by: invoice.ByOffice, actorID: actorID, mailAt: now.Add(UndoWindow)}); err != nil {
		return Decision{}, err
	}
	after := map[string]any{"status": "approved", "received": got}
	if despite != "" { // free text may contain names: stored on the payment only; the audit entry says that there is some
		after["despite"] = true
		if err := tx.PaymentDespite(ctx, query.PaymentDespiteParams{Despite: despite, ID: p.ID}); err != nil {
			return Decision{}, fmt.Errorf("reason of an approval: %w", err)
		}
	}
	return Decision{p.ID, v.ID, now.Add(UndoWindow)}, auditPayment(ctx, tx, "payment.approve", p, after)
}

// Reject rejects a payment with a reason; the member is notified and can send another picture.
func (s *Service) Reject(ctx context.Context, tx *db.Tx, paymentID, actorID, reason, note string) (Decision, error) {
	if !slices.Contains(Reasons, reason) {
		return Decision{}, fault.At("reason", "not-a-choice")
	}
	if note = strings.TrimSpace(note); len([]rune(note)) > 500 {
		return Decision{}, fault.At("note", "too-long")
	}
	p, v, err := s.lockPending(ctx, tx, paymentID)
	if err != nil {
		return Decision{}, err
	}
	if err := s.decide(ctx, tx, p, Rejected, nil, reason, note, actorID); err != nil {
		return Decision{}, err
	}
	if err := invoice.Move(ctx, tx, s.Clock.Now(), invoice.Transition{InvoiceID: v.ID, From: []string{v.Status}, To: invoice.Rejected, By: invoice.ByOffice, ActorID: actorID}); err != nil {
		return Decision{}, err
	}
	until := s.Clock.Now().Add(UndoWindow)
	err = s.queueLetter(ctx, tx, v, "payment-rejected", letterRejected+p.ID, until, nil, map[string]string{
		"number": v.Number, "reason": "", "reasonCode": reason, "note": note, "link": "/transaction/status?id=" + v.ID,
	})
	if err != nil {
		return Decision{}, err
	}
	// The note is stored on the payment only: free text may contain names, and the audit trail outlives accounts.
	return Decision{p.ID, v.ID, until}, auditPayment(ctx, tx, "payment.reject", p, map[string]any{"status": "rejected", "reason": reason})
}

// lockPending locks a waiting PayNow payment and its invoice, so that only one reviewer can decide.
func (s *Service) lockPending(ctx context.Context, tx *db.Tx, paymentID string) (query.Payment, query.Invoice, error) {
	p, v, err := lockWithInvoice(ctx, tx, paymentID)
	if err == nil && p.Method != money.PayNow {
		err = fault.NotFound()
	}
	if err != nil {
		return query.Payment{}, query.Invoice{}, err
	}
	if p.Status != Pending {
		who, err := account.NameOf(ctx, tx.Queries, p.DecidedBy)
		if err != nil {
			return query.Payment{}, query.Invoice{}, err
		}
		refused := fault.Invalid("already-decided").With("who", who)
		return query.Payment{}, query.Invoice{}, refused.With("when", p.DecidedAt.Time().In(clock.Singapore).Format("15:04"))
	}
	if v.Status != invoice.UnderVerification {
		err = fault.Invalid("illegal-transition")
	}
	return p, v, err
}

// lockWithInvoice locks a payment and its invoice, invoice first like members and the counter, to avoid deadlocks.
func lockWithInvoice(ctx context.Context, tx *db.Tx, paymentID string) (query.Payment, query.Invoice, error) {
	p, err := tx.Payment(ctx, paymentID)
	if err != nil {
		return query.Payment{}, query.Invoice{}, db.NotFound(err)
	}
	v, err := invoice.Lock(ctx, tx, p.InvoiceID)
	if err != nil {
		return query.Payment{}, query.Invoice{}, err
	}
	p, err = tx.PaymentLock(ctx, paymentID)
	return p, v, err
}

func (s *Service) decide(ctx context.Context, tx *db.Tx, p query.Payment, status string, received *money.Cents, reason, note, actorID string) error {
	at, ofMonth := clock.MillisOf(s.Clock.Now()), ""
	if status == Approved {
		var err error
		if ofMonth, err = month.Book(ctx, tx, at, deref(p.TransactionAt)); err != nil {
			return err
		}
	}
	return tx.PaymentDecide(ctx, query.PaymentDecideParams{
		Status: status, Received: received, Reason: reason, Note: note, DecidedBy: actorID, DecidedAt: at, OfMonth: ofMonth, ID: p.ID,
	})
}

func auditPayment(ctx context.Context, tx *db.Tx, action string, p query.Payment, after map[string]any) error {
	return audit.Note(ctx, tx, action, "payment:"+p.ID, map[string]any{"status": p.Status, "reason": p.Reason}, after)
}

func deref[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
