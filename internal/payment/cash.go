package payment

import (
	"context"
	"fmt"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/invoice"
	"shanmen/internal/till"
)

// ReasonUndone stands on cash that was taken by mistake and given back at once, and on its receipt.
const ReasonUndone = "undone"

// UndoCash takes back cash that was booked by mistake: within UndoWindow, by who took it, while the
// shift is open. The receipt's letter is withdrawn; its number stays in the series, voided. The order
// waits for its payment again, or, when a transfer had given way to the cash, for the office to check
// that one. Refusals: "undo-too-late"; "undo-overtaken" when something has built on it since.
func (s *Service) UndoCash(ctx context.Context, tx *db.Tx, paymentID, actorID string) (invoiceID string, err error) {
	p, v, err := lockWithInvoice(ctx, tx, paymentID)
	if err != nil {
		return "", err
	}
	now := s.Clock.Now()
	if p.Method != MethodCash || p.Status != Approved || p.DecidedBy != actorID || !now.Before(clock.FromMillis(p.DecidedAt).Add(UndoWindow)) {
		return "", fault.Invalid("undo-too-late")
	}
	shift, err := till.Current(ctx, tx, actorID)
	if err != nil {
		return "", err
	}
	if shift.ID != p.ShiftID { // its box is counted and closed
		return "", fault.Invalid("undo-too-late")
	}
	if err := till.Holds(ctx, tx, shift, deref(p.Received)); err != nil { // paid out since, for another order
		return "", err
	}
	gaveWay, err := s.onlyCash(ctx, tx, v, p)
	if err != nil {
		return "", err
	}
	if _, err := withdrawn(ctx, tx, p.ID); err != nil {
		return "", err
	}
	if _, err := tx.ReceiptVoid(ctx, query.ReceiptVoidParams{VoidedAt: now.UnixMilli(), VoidReason: ReasonUndone, PaymentID: p.ID}); err != nil {
		return "", fmt.Errorf("void receipt: %w", err)
	}
	err = tx.PaymentDecide(ctx, query.PaymentDecideParams{Status: Voided, Received: p.Received, Reason: ReasonUndone, DecidedBy: actorID, DecidedAt: now.UnixMilli(), ID: p.ID})
	if err != nil {
		return "", fmt.Errorf("undo cash: %w", err)
	}
	if err := s.awaitAgain(ctx, tx, v, deref(p.Received), gaveWay, actorID); err != nil {
		return "", err
	}
	return v.ID, s.audit(ctx, tx, actorID, "payment.cash-undo", p, map[string]any{"status": Voided, "received": deref(p.Received)})
}

// onlyCash refuses an undo when something has built on the cash, and gives the transfer that had given
// way to it, if there is one.
func (s *Service) onlyCash(ctx context.Context, tx *db.Tx, v query.Invoice, p query.Payment) (gaveWay string, err error) {
	all, err := tx.InvoicePayments(ctx, v.ID)
	if err != nil {
		return "", err
	}
	back, err := wentBack(ctx, tx, v.ID)
	if err != nil {
		return "", err
	}
	stands := v.Status == invoice.Paid || v.Status == invoice.AwaitingPayment
	for _, b := range back {
		stands = stands && b.At < p.DecidedAt
	}
	for _, o := range all {
		switch {
		case o.ID == p.ID, o.Reason == ReasonUndone, o.Status == Pending && o.Method == MethodCash: // what was undone before leaves such a one
		case o.Status == Voided && o.Reason == ReasonReplaced && o.DecidedAt == p.CreatedAt && o.UploadID != "":
			gaveWay = o.ID
		case o.Status == Pending, o.CreatedAt > p.DecidedAt, o.Status != Voided && o.DecidedAt > p.DecidedAt:
			stands = false
		}
	}
	if !stands {
		return "", fault.Invalid("undo-overtaken")
	}
	return gaveWay, nil
}

// awaitAgain takes the amount off what is paid, and puts the order where it waits for a payment.
func (s *Service) awaitAgain(ctx context.Context, tx *db.Tx, v query.Invoice, amount int64, gaveWay, actorID string) error {
	now, was := s.Clock.Now(), v.Status
	expires, err := invoice.Expiry(ctx, tx.Queries, now)
	if err != nil {
		return err
	}
	lowered := query.PaymentInvoiceLoweredParams{Paid: v.Paid - amount, UpdatedAt: now.UnixMilli(), ID: v.ID}
	if lowered.Paid == 0 {
		lowered.ExpiresAt = max(expires.UnixMilli(), v.StandsUntil)
	}
	if err := tx.PaymentInvoiceLowered(ctx, lowered); err != nil {
		return err
	}
	to := invoice.AwaitingPayment
	if gaveWay != "" {
		to = invoice.UnderVerification
		if err := tx.PaymentDecide(ctx, query.PaymentDecideParams{Status: Pending, ID: gaveWay}); err != nil {
			return err
		}
	} else if _, err := Open(ctx, tx, s.Clock, New{InvoiceID: v.ID, Method: MethodCash, Amount: v.SubTotal - lowered.Paid}); err != nil {
		return err
	}
	if was != to {
		if err := invoice.Move(ctx, tx, s.Clock, v.ID, []string{was}, to, invoice.ByOffice, actorID); err != nil {
			return err
		}
	}
	if was == invoice.Paid && s.OnUnpaid != nil { // asks the invoice where it stands: after the move
		return s.OnUnpaid(ctx, tx, v.ID)
	}
	return nil
}
