package payment

import (
	"context"
	"slices"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
)

// CancelReasons are the codes for a cancellation by the office; each has a message for the payer
// (refund.cancel.<code>).
var CancelReasons = []string{"asked-by-devotee", "ceremony-cancelled", "mistake", "other"}

// Cancellation is the office's cancellation of an unsettled order.
type Cancellation struct {
	InvoiceID string
	Reason    string       // of CancelReasons
	Note      string       // free text for the payer; required with "other"
	Method    money.Method // how a partial payment is refunded; 0 if there is none
	ActorID   string
}

// CancelByOffice cancels an unsettled order: its stock is returned and the payer notified. A partial payment is
// refunded by the same call ("refund-method-required" without a method). A transfer under verification must be decided
// first: "payment-undecided". It is idempotent.
func (s *Service) CancelByOffice(ctx context.Context, c Cancellation) error {
	c.Note = strings.TrimSpace(c.Note)
	wrong := checkReason(c.Reason, c.Note)
	if !slices.Contains(CancelReasons, c.Reason) {
		wrong = append(wrong, fault.Field{Path: "reason", Code: "not-a-choice"})
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return err
	}
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) { return nil, s.cancelByOffice(ctx, tx, c) })
	return err
}

func (s *Service) cancelByOffice(ctx context.Context, tx *db.Tx, c Cancellation) error {
	v, err := invoice.Lock(ctx, tx, c.InvoiceID)
	if err != nil || v.Status == invoice.Cancelled {
		return err
	}
	switch {
	case v.Status == invoice.UnderVerification:
		return fault.Invalid("payment-undecided")
	case v.Status != invoice.AwaitingPayment && v.Status != invoice.Rejected:
		return fault.Invalid("invoice-not-cancellable")
	case v.Paid > 0 && c.Method == 0:
		return fault.Invalid("refund-method-required").With("held", money.Format(v.Paid))
	}
	now, back := s.Clock.Now(), v.Paid
	if back > 0 {
		if v, err = s.emptyBeforeCancel(ctx, tx, v, c); err != nil {
			return err
		}
	}
	err = invoice.Move(ctx, tx, s.Clock.Now(), invoice.Transition{InvoiceID: v.ID, From: []string{v.Status}, To: invoice.Cancelled, By: invoice.ByOffice, ActorID: c.ActorID, Reason: c.Reason})
	if err != nil {
		return err
	}
	if err := VoidPending(ctx, tx, v.ID, "cancelled", clock.MillisOf(now)); err != nil {
		return err
	}
	if err := giveBack(ctx, tx, v.ID, s.Clock.Now()); err != nil {
		return err
	}
	if err := invoice.WithdrawRejections(ctx, tx, v.ID); err != nil {
		return err
	}
	err = s.queueLetter(ctx, tx, v, "order-cancelled-by-office", "order-cancelled:"+v.ID, now, nil, map[string]string{
		"number": v.Number, "amount": money.Format(v.SubTotal), "link": "/member/profile/invoices/" + v.ID, "note": c.Note,
		"reason": s.Messages.T(locale.Locale(v.Locale), "refund.cancel."+c.Reason, nil),
	})
	if err != nil {
		return err
	}
	return auditOrder(ctx, tx, "invoice.cancel", v, map[string]any{"status": invoice.Cancelled, "reason": c.Reason, "refunded": back})
}

// emptyBeforeCancel refunds what was paid for an order before it is cancelled.
func (s *Service) emptyBeforeCancel(ctx context.Context, tx *db.Tx, v query.Invoice, c Cancellation) (query.Invoice, error) {
	r := Refund{InvoiceID: v.ID, Method: c.Method, Amount: v.Paid, Reason: c.Reason, Note: c.Note, ActorID: c.ActorID}
	if _, err := s.Refund(ctx, tx, r); err != nil {
		return v, err
	}
	return invoice.Lock(ctx, tx, v.ID)
}
