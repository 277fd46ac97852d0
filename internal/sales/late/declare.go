package late

import (
	"context"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
)

// Declared is a transfer that somebody tells of and that settles nothing: it waits among the late money.
type Declared struct {
	UserID    string // "": of a walk-in's order
	OriginID  string // of the cart, or of the order that it became
	Reference string
	Asked     money.Cents   // cents of the code, or of the order
	Declared  *money.Cents  // cents that the payer says
	At        *clock.Millis // of the transfer; nil: unknown
	UploadID  string        // "" without a picture
}

// Declare keeps a transfer until the office has decided about it. A cart or an order has one at most that is
// undecided: the last declaration counts. What was decided and found is not kept again.
func Declare(ctx context.Context, tx *db.Tx, now time.Time, d Declared) error {
	row := query.TransferDeclareParams{
		ID: id.New(), OriginID: d.OriginID, Reference: d.Reference, Amount: d.Asked, DeclaredAmount: d.Declared, TransactionAt: d.At,
		UploadID: d.UploadID, CreatedAt: clock.MillisOf(now),
	}
	if d.UserID != "" {
		row.UserID = &d.UserID
	}
	if err := tx.TransferDeclare(ctx, row); err != nil {
		return fmt.Errorf("declare transfer: %w", err)
	}
	return nil
}

// DeclareLate keeps the picture of a transfer for a locked order that no longer waits for its money: it had ended
// before the picture came, or was paid in cash. What a transfer has paid is not declared again, since the picture
// shows that transfer: "invoice-not-payable", as for what is being checked. OriginID, Reference and Asked are the order's.
func DeclareLate(ctx context.Context, tx *db.Tx, now time.Time, v query.Invoice, d Declared) error {
	if d.UploadID == "" || v.Status == invoice.UnderVerification || (invoice.Invoice{Invoice: v}).Payable(now) {
		return fault.Invalid("invoice-not-payable")
	}
	if v.Status == invoice.Paid || v.Status == invoice.Refunded {
		all, err := tx.InvoicePayments(ctx, v.ID)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(all, func(p query.Payment) bool { return p.Method == money.PayNow && p.Status == payment.Approved }) {
			return fault.Invalid("invoice-not-payable")
		}
	}
	d.OriginID, d.Reference, d.Asked = v.OriginID, v.PaymentReference, v.SubTotal-v.Paid
	if d.Asked <= 0 {
		d.Asked = v.SubTotal
	}
	return Declare(ctx, tx, now, d)
}

// KeepPicture keeps a picture that was taken at the counter by DeclareLate.
func (s *Service) KeepPicture(ctx context.Context, tx *db.Tx, v query.Invoice, uploadID string) error {
	d := Declared{UploadID: uploadID}
	if v.UserID != nil {
		d.UserID = *v.UserID
	}
	return DeclareLate(ctx, tx, s.Clock.Now(), v, d)
}

// Claim closes the declared transfer of a cart: the order that the cart has become carries its picture.
func Claim(ctx context.Context, tx *db.Tx, now time.Time, cartID, invoiceID string) error {
	return tx.TransferSettled(ctx, query.TransferSettledParams{ResolvedAt: clock.MillisOf(now), InvoiceID: invoiceID, OriginID: cartID})
}
