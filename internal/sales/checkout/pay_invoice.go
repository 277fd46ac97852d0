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
	"shanmen/internal/sales/payment"
)

// payInvoice pays an own invoice that waits for money or was rejected: prices, number and reference stay, the method
// may change. It is idempotent. A picture for one that no longer waits is stored as late money.
func (s *Service) payInvoice(ctx context.Context, tx *db.Tx, o order, now time.Time) (string, error) {
	found, err := invoice.Own(ctx, tx.Queries, o.userID, o.invoiceID)
	if err != nil {
		return "", err
	}
	v, err := invoice.Lock(ctx, tx, found)
	if err != nil {
		return "", err
	}
	pending, err := tx.PaymentPending(ctx, v.ID)
	there := err == nil
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return "", err
	}
	if there && pending.Method == o.method && pending.UploadID == o.fileID && pending.Amount == o.amount {
		return v.ID, nil
	}
	if !(invoice.Invoice{Invoice: v}).Payable(now) {
		return v.ID, keepLate(ctx, tx, o, v, now)
	}
	if o.amount != v.SubTotal-v.Paid {
		return "", fault.At("paymentAmount", "amount-not-due")
	}
	if o.method == money.PayNow && o.fileID == "" && v.Status == invoice.Rejected {
		return "", fault.At("fileId", "required") // there would be nothing to review
	}
	if o.fileID != "" {
		if err := payment.CheckUpload(ctx, tx.Queries, o.userID, o.fileID); err != nil {
			return "", err
		}
	}
	if _, err := s.openPayment(ctx, tx, o, v.ID); err != nil {
		return "", err
	}
	if o.fileID == "" {
		return v.ID, nil
	}
	from := []string{invoice.AwaitingPayment, invoice.Rejected}
	return v.ID, invoice.Move(ctx, tx, s.Clock.Now(), invoice.Transition{InvoiceID: v.ID, From: from, To: invoice.UnderVerification, By: invoice.ByMember, ActorID: o.userID})
}

// keepLate stores the picture of a transfer for an own order that has ended, or was paid in cash meanwhile, as late
// money; the answer shows the order, and says so. Without a picture: "invoice-not-payable".
func keepLate(ctx context.Context, tx *db.Tx, o order, v query.Invoice, now time.Time) error {
	if o.method != money.PayNow || o.fileID == "" {
		return fault.Invalid("invoice-not-payable")
	}
	if err := payment.CheckUpload(ctx, tx.Queries, o.userID, o.fileID); err != nil {
		return err
	}
	at := clock.MillisOf(o.at)
	return late.DeclareLate(ctx, tx, now, v, late.Declared{UserID: o.userID, Declared: o.declared, At: &at, UploadID: o.fileID})
}
