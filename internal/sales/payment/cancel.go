package payment

import (
	"context"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
)

// CancelIn identifies an invoice of the caller.
type CancelIn struct {
	ID string `path:"id" maxLength:"64"`
}

// Cancel cancels an own invoice without any payment: its stock returns, the pending payment is voided, and the member
// is notified. While a transfer is under verification: "invoice-being-checked"; if a part has been paid, the office
// must decide: "invoice-partly-paid"; otherwise "invoice-not-cancellable". It is idempotent.
func (s *Service) Cancel(ctx context.Context, in *CancelIn) (*invoice.View, error) {
	userID := httpd.VisitorOf(ctx).UserID
	found, err := invoice.Own(ctx, s.DB.Read(), userID, in.ID)
	if err != nil {
		return nil, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.cancel(ctx, tx, found, userID) })
	if err != nil {
		return nil, err
	}
	return invoice.ViewOf(ctx, s.DB.Read(), found, httpd.LocaleOf(ctx))
}

func (s *Service) cancel(ctx context.Context, tx *db.Tx, invoiceID, userID string) error {
	v, err := invoice.Lock(ctx, tx, invoiceID)
	if err != nil || v.Status == invoice.Cancelled {
		return err
	}
	if err := cancellable(v); err != nil {
		return err
	}
	if err := invoice.Move(ctx, tx, s.Clock.Now(), invoice.Transition{InvoiceID: v.ID, From: []string{v.Status}, To: invoice.Cancelled, By: invoice.ByMember, ActorID: userID}); err != nil {
		return err
	}
	now := s.Clock.Now()
	if err := VoidPending(ctx, tx, v.ID, "cancelled", clock.MillisOf(now)); err != nil {
		return err
	}
	if err := giveBack(ctx, tx, v.ID, s.Clock.Now()); err != nil {
		return err
	}
	if err := invoice.WithdrawRejections(ctx, tx, v.ID); err != nil {
		return err
	}
	return s.queueLetter(ctx, tx, v, "order-cancelled", "order-cancelled:"+v.ID, now, nil, map[string]string{
		"number": v.Number, "amount": money.Format(v.SubTotal), "link": "/member/profile/invoices/" + v.ID,
	})
}

func cancellable(v query.Invoice) error {
	switch {
	case v.Status == invoice.UnderVerification:
		return fault.Invalid("invoice-being-checked")
	case v.Status != invoice.AwaitingPayment && v.Status != invoice.Rejected:
		return fault.Invalid("invoice-not-cancellable")
	case v.Paid > 0:
		return fault.Invalid("invoice-partly-paid")
	}
	return nil
}
