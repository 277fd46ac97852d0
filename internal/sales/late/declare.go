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

// Declared is a transfer that somebody declares without settling anything: late money.
type Declared struct {
	UserID    string // "": a walk-in's order
	OriginID  string // the cart, or its order
	Reference string
	Asked     money.Cents   // cents in the code, or of the order
	Declared  *money.Cents  // cents as stated by the payer
	At        *clock.Millis // time of the transfer; nil: unknown
	UploadID  string        // "" without a picture
}

// Declare stores a transfer until the office decides. A cart or order has at most one undecided: the last declaration
// counts. One that was decided and found is not stored again.
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

// DeclareLate stores the picture of a transfer for a locked order that no longer waits for money, because it had ended
// or was paid in cash. If a transfer paid it, the picture shows that one: "invoice-not-payable", as for an order under
// verification. OriginID, Reference and Asked are set from the order.
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

// KeepPicture stores a picture taken at the counter through DeclareLate.
func (s *Service) KeepPicture(ctx context.Context, tx *db.Tx, v query.Invoice, uploadID string) error {
	d := Declared{UploadID: uploadID}
	if v.UserID != nil {
		d.UserID = *v.UserID
	}
	return DeclareLate(ctx, tx, s.Clock.Now(), v, d)
}

// Claim closes the declared transfer of a cart: the cart's order has its picture.
func Claim(ctx context.Context, tx *db.Tx, now time.Time, cartID, invoiceID string) error {
	return tx.TransferSettled(ctx, query.TransferSettledParams{ResolvedAt: clock.MillisOf(now), InvoiceID: invoiceID, OriginID: cartID})
}

// KeepFromProvider stores money that a payment provider has for an order that does not wait for it, and returns the id of
// the transfer. Unlike a declared one it has arrived, so its amount is not asked for.
func KeepFromProvider(ctx context.Context, tx *db.Tx, now time.Time, c query.ProviderPayment, v query.Invoice) (transferID string, err error) {
	row := query.TransferOfProviderParams{
		ID: id.New(), UserID: v.UserID, OriginID: "provider:" + c.ID, Reference: v.PaymentReference, Amount: c.Amount, DeclaredAmount: &c.Amount,
		TransactionAt: &c.PaidAt, CreatedAt: clock.MillisOf(now),
	}
	if err := tx.TransferOfProvider(ctx, row); err != nil {
		return "", fmt.Errorf("late money of the provider: %w", err)
	}
	return row.ID, nil
}
