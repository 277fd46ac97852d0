package checkout

import (
	"context"
	"errors"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/late"
)

// lockOwn locks the own invoice that a payment names.
func lockOwn(ctx context.Context, tx *db.Tx, o order) (query.Invoice, error) {
	found, err := invoice.Own(ctx, tx.Queries, o.userID, o.invoiceID)
	if err != nil {
		return query.Invoice{}, err
	}
	return invoice.Lock(ctx, tx, found)
}

// payInvoice pays a locked invoice that waits for its money or was rejected: nothing is repriced, number
// and reference stay, the method may change. Doing it again changes nothing. A picture for one that no longer waits is
// kept as late money.
func (s *Service) payInvoice(ctx context.Context, tx *db.Tx, o order, v query.Invoice, now time.Time) (*placed, error) {
	done := &placed{InvoiceID: v.ID}
	pending, err := tx.PaymentPending(ctx, v.ID)
	there := err == nil
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return nil, err
	}
	if there && pending.Method == o.method && pending.UploadID == o.fileID && pending.Amount == o.amount {
		return done, nil
	}
	if !(invoice.Invoice{Invoice: v}).Payable(now) {
		return done, keepLate(ctx, tx, o, v, now)
	}
	if o.amount != v.SubTotal-v.Paid {
		return nil, fault.At("paymentAmount", "amount-not-due")
	}
	if o.method == money.PayNow && o.fileID == "" && v.Status == invoice.Rejected {
		return nil, fault.At("fileId", "required") // there would be nothing to review
	}
	if o.badFile != nil {
		return nil, o.badFile
	}
	if _, err := s.openPayment(ctx, tx, o, v.ID); err != nil {
		return nil, err
	}
	if o.fileID == "" {
		return done, nil
	}
	from := []string{invoice.AwaitingPayment, invoice.Rejected}
	return done, invoice.Move(ctx, tx, s.Clock.Now(), invoice.Transition{InvoiceID: v.ID, From: from, To: invoice.UnderVerification, By: invoice.ByMember, ActorID: o.userID})
}

// keepLate stores the picture of a transfer for an own order that has ended, or was paid in cash meanwhile, as late
// money; the answer shows the order, and says so. Without a picture: "invoice-not-payable".
func keepLate(ctx context.Context, tx *db.Tx, o order, v query.Invoice, now time.Time) error {
	if o.fileID == "" {
		return fault.Invalid("invoice-not-payable")
	}
	if o.badFile != nil {
		return o.badFile
	}
	at := clock.MillisOf(o.at)
	return late.DeclareLate(ctx, tx, now, v, late.Declared{UserID: o.userID, Declared: o.declared, At: &at, UploadID: o.fileID})
}
