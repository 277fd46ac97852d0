package payment

import (
	"context"
	"fmt"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/month"
	"shanmen/internal/sales/till"
)

// All reversals of booked payments: by the reviewer within half a minute (Undo), by the office for a bank line
// (TakeBack), by the counter for cash (UndoCash), and of a whole order by its refund (reverseOrder). They differ in who
// may do it, and in the resulting states; the rest is shared.

// Reasons on reversed receipts and payments.
const (
	ReasonUndone    = "undone"     // a mistake, undone within half a minute
	ReasonTakenBack = "taken-back" // the bank line was undone
)

// reversal is the resulting state of a payment and its order.
type reversal struct {
	reason  string   // on the receipt, and on a voided payment
	void    bool     // void the payment; otherwise it waits for a decision again
	way     []string // the order's status transitions
	actorID string
}

// reverse reverses a decided payment under its order's lock: unsent letters are withdrawn (told: one had been sent),
// the receipt is voided and keeps its number, and the amount due rises again.
func (s *Service) reverse(ctx context.Context, tx *db.Tx, p query.Payment, v query.Invoice, r reversal) (told bool, err error) {
	now := clock.MillisOf(s.Clock.Now())
	if told, err = outbox.WithdrawAbout(ctx, tx, p.ID); err != nil {
		return false, err
	}
	if p.Status == Approved {
		if err := month.Undone(ctx, tx, p, now, r.actorID); err != nil {
			return false, err
		}
		if _, err := tx.ReceiptVoid(ctx, query.ReceiptVoidParams{VoidedAt: now, VoidReason: r.reason, PaymentID: p.ID}); err != nil {
			return false, fmt.Errorf("void receipt: %w", err)
		}
		if err := s.lowerPaid(ctx, tx, v, deref(p.Received)); err != nil {
			return false, err
		}
		if err := tx.PaymentExcess(ctx, query.PaymentExcessParams{ID: p.ID}); err != nil {
			return false, err
		}
		if err := tx.PaymentUnseen(ctx, query.PaymentUnseenParams{ID: p.ID}); err != nil {
			return false, err
		}
	}
	after := query.PaymentDecideParams{Status: Pending, ID: p.ID}
	if r.void {
		after = query.PaymentDecideParams{Status: Voided, Received: p.Received, Reason: r.reason, DecidedBy: r.actorID, DecidedAt: now, ID: p.ID}
	} else if err := VoidPending(ctx, tx, v.ID, ReasonReplaced, now); err != nil { // the payment method chosen for the rest
		return false, err
	}
	if err := tx.PaymentDecide(ctx, after); err != nil {
		return false, fmt.Errorf("take a payment back: %w", err)
	}
	return told, s.moveAlong(ctx, tx, v, r.actorID, r.way...)
}

// moveAlong moves an order through statuses. Followers, such as subscriptions, end when it is no longer paid.
func (s *Service) moveAlong(ctx context.Context, tx *db.Tx, v query.Invoice, actorID string, way ...string) error {
	at := v.Status
	for _, next := range way {
		if next == at {
			continue
		}
		if err := invoice.Move(ctx, tx, s.Clock.Now(), invoice.Transition{InvoiceID: v.ID, From: []string{at}, To: next, By: invoice.ByOffice, ActorID: actorID}); err != nil {
			return err
		}
		at = next
	}
	if v.Status != invoice.Paid {
		return nil
	}
	for _, f := range s.Followers { // they read the invoice's status: after the move
		if err := f.Unpaid(ctx, tx, v.ID); err != nil {
			return err
		}
	}
	return nil
}

// lowerPaid subtracts cents from an order's paid amount. When nothing is left, the order can expire again.
func (s *Service) lowerPaid(ctx context.Context, tx *db.Tx, v query.Invoice, amount money.Cents) error {
	now, left := s.Clock.Now(), query.PaymentInvoiceLoweredParams{Paid: v.Paid - amount, ID: v.ID}
	if left.UpdatedAt = clock.MillisOf(now); left.Paid == 0 {
		expires, err := invoice.Expiry(ctx, tx.Queries, now)
		if err != nil {
			return err
		}
		left.ExpiresAt = max(clock.MillisOf(expires), v.StandsUntil)
	}
	return tx.PaymentInvoiceLowered(ctx, left)
}

// refuseOvertaken refuses to reverse a payment that something depends on: "undo-overtaken". Its order has ended or is
// under verification again; its excess was decided; money was refunded since; or another payment followed. Undone
// payments and announced cash, which is voided afterwards, do not count.
func refuseOvertaken(ctx context.Context, tx *db.Tx, p query.Payment, v query.Invoice) error {
	stands := v.Status == invoice.Paid || v.Status == invoice.AwaitingPayment || v.Status == invoice.Rejected && p.Status == Rejected
	refunds, err := refundsOfOrder(ctx, tx, v.ID)
	if err != nil {
		return err
	}
	all, err := tx.InvoicePayments(ctx, v.ID)
	if err != nil {
		return fmt.Errorf("payments: %w", err)
	}
	after := all[slices.IndexFunc(all, func(o query.Payment) bool { return o.ID == p.ID })+1:]
	built := slices.ContainsFunc(after, func(o query.Payment) bool {
		return o.Status != Voided && (o.Status != Pending || o.Method != money.Cash)
	})
	built = built || slices.ContainsFunc(refunds, func(b query.Refund) bool { return b.At >= p.DecidedAt })
	if !stands || built || p.ExcessAs != "" {
		return fault.Invalid("undo-overtaken")
	}
	confirmed, err := confirmedElsewhere(ctx, tx.Queries, p.ID)
	if err == nil && confirmed { // the money is there
		err = fault.Invalid("undo-overtaken")
	}
	return err
}

// refundsOfOrder are the refunds of an order's own money, without late transfers.
func refundsOfOrder(ctx context.Context, tx *db.Tx, invoiceID string) ([]query.Refund, error) {
	all, err := tx.RefundsOfInvoice(ctx, &invoiceID)
	if err != nil {
		return nil, fmt.Errorf("refunds: %w", err)
	}
	return slices.DeleteFunc(all, func(r query.Refund) bool { return r.Extent == RefundTransfer }), nil
}

// Undo undoes a decision within UndoWindow, by its maker: the picture waits for a decision again, and so does its bank
// line. Refusals: "undo-too-late", "undo-overtaken".
func (s *Service) Undo(ctx context.Context, tx *db.Tx, paymentID, actorID string) (Decision, error) {
	if err := bankline.Turn(ctx, tx); err != nil { // before the order, the common lock order of bank changes
		return Decision{}, err
	}
	p, v, err := lockWithInvoice(ctx, tx, paymentID)
	if err != nil {
		return Decision{}, err
	}
	if p.Method != money.PayNow || (p.Status != Approved && p.Status != Rejected) || !s.mayUndo(p, actorID) {
		return Decision{}, fault.Invalid("undo-too-late")
	}
	if late, err := OfLateMoney(ctx, tx.Queries, p); err != nil {
		return Decision{}, err
	} else if late {
		return Decision{}, fault.Invalid("undo-too-late")
	}
	if err := refuseOvertaken(ctx, tx, p, v); err != nil {
		return Decision{}, err
	}
	if p.Status == Approved {
		if err := bankline.Reopen(ctx, tx, p.ID); err != nil {
			return Decision{}, err
		}
	}
	r := reversal{reason: ReasonUndone, way: []string{invoice.UnderVerification}, actorID: actorID}
	if _, err := s.reverse(ctx, tx, p, v, r); err != nil {
		return Decision{}, err
	}
	return Decision{PaymentID: p.ID, InvoiceID: v.ID}, auditPayment(ctx, tx, "payment.undo", p, map[string]any{"status": Pending})
}

// OfLateMoney returns whether a payment was booked from late money or a bank statement. Undo refuses it: its receipt was
// sent at once, and there is no picture to verify, or the transfer of the picture is already resolved.
func OfLateMoney(ctx context.Context, r db.Reader, p query.Payment) (bool, error) {
	if p.UploadID == "" {
		return true, nil
	}
	late, err := r.PaymentOfLateMoney(ctx, query.PaymentOfLateMoneyParams{UploadID: p.UploadID, InvoiceID: p.InvoiceID})
	if err != nil {
		return false, fmt.Errorf("late money of a payment: %w", err)
	}
	return late, nil
}

// mayUndo returns whether the caller decided a payment within UndoWindow.
func (s *Service) mayUndo(p query.Payment, actorID string) bool {
	return p.DecidedBy == actorID && s.Clock.Now().Before(p.DecidedAt.Time().Add(UndoWindow))
}

// TakeBack undoes BookFromBank at any time, by anybody: the order waits as before. Its payer is notified if a letter
// about the payment was sent. If something depends on the payment: "undo-overtaken".
func (s *Service) TakeBack(ctx context.Context, tx *db.Tx, paymentID, actorID string, did Settled) error {
	p, v, err := lockWithInvoice(ctx, tx, paymentID)
	if err != nil {
		return err
	}
	if p.Status != Approved {
		return fault.Invalid("undo-overtaken")
	}
	if err := refuseOvertaken(ctx, tx, p, v); err != nil {
		return err
	}
	// Every reversal goes through verification.
	r := reversal{reason: ReasonTakenBack, void: did.Made, way: []string{invoice.UnderVerification, did.Was}, actorID: actorID}
	told, err := s.reverse(ctx, tx, p, v, r)
	if err != nil {
		return err
	}
	if told {
		err := s.queueLetter(ctx, tx, v, "payment-taken-back", "payment-taken-back:"+p.ID, s.Clock.Now().Add(UndoWindow), nil, map[string]string{
			"number": v.Number, "link": "/transaction/status?id=" + v.ID,
		})
		if err != nil {
			return err
		}
	}
	status := Pending
	if did.Made {
		status = Voided
	}
	return auditPayment(ctx, tx, "payment.bank-undo", p, map[string]any{"status": status, "invoice": did.Was})
}

// UndoCash undoes mistakenly booked cash: within UndoWindow, by the clerk, while the shift is open. The order waits for
// payment again, or for verification of a transfer that the cash had replaced. Refusals: "undo-too-late",
// "undo-overtaken".
func (s *Service) UndoCash(ctx context.Context, tx *db.Tx, paymentID, actorID string) (invoiceID string, err error) {
	p, v, err := lockWithInvoice(ctx, tx, paymentID)
	if err != nil {
		return "", err
	}
	if p.Method != money.Cash || p.Status != Approved || !s.mayUndo(p, actorID) {
		return "", fault.Invalid("undo-too-late")
	}
	shift, err := till.Current(ctx, tx, actorID)
	if err != nil {
		return "", err
	}
	if shift.ID != p.ShiftID { // the cash box is counted and closed
		return "", fault.Invalid("undo-too-late")
	}
	if err := till.Holds(ctx, tx, shift, deref(p.Received)); err != nil { // the cash was paid out since, for another order
		return "", err
	}
	if err := refuseOvertaken(ctx, tx, p, v); err != nil {
		return "", err
	}
	transfer, err := transferBeforeCash(ctx, tx, p)
	if err != nil {
		return "", err
	}
	was, err := stoodBefore(ctx, tx, v)
	if err != nil {
		return "", err
	}
	r := reversal{reason: ReasonUndone, void: true, way: []string{invoice.AwaitingPayment}, actorID: actorID}
	switch {
	case transfer != "":
		r.way = []string{invoice.UnderVerification}
	case was == v.Status: // a part payment
		r.way = nil
	case was == invoice.Rejected: // the payer was asked for another picture, and still is
		r.way = []string{invoice.UnderVerification, invoice.Rejected}
	}
	if _, err := s.reverse(ctx, tx, p, v, r); err != nil {
		return "", err
	}
	if transfer != "" {
		err = tx.PaymentDecide(ctx, query.PaymentDecideParams{Status: Pending, ID: transfer})
	} else {
		_, err = Open(ctx, tx, s.Clock, New{InvoiceID: v.ID, Method: money.Cash, Amount: v.SubTotal - v.Paid + deref(p.Received)})
	}
	if err != nil {
		return "", err
	}
	return v.ID, auditPayment(ctx, tx, "payment.cash-undo", p, map[string]any{"status": Voided, "received": deref(p.Received)})
}

// stoodBefore is an order's status before it was paid, or its current one if unpaid.
func stoodBefore(ctx context.Context, tx *db.Tx, v query.Invoice) (string, error) {
	if v.Status != invoice.Paid {
		return v.Status, nil
	}
	events, err := tx.InvoiceEvents(ctx, v.ID)
	if err != nil {
		return "", fmt.Errorf("timeline: %w", err)
	}
	was := ""
	for i, e := range events {
		if e.Status == invoice.Paid && i > 0 {
			was = events[i-1].Status
		}
	}
	return was, nil
}

// transferBeforeCash is the transfer with a picture that cash replaced, "" without one.
func transferBeforeCash(ctx context.Context, tx *db.Tx, cash query.Payment) (transferID string, err error) {
	all, err := tx.InvoicePayments(ctx, cash.InvoiceID)
	for _, o := range all {
		if o.Status == Voided && o.Reason == ReasonReplaced && o.DecidedAt == cash.CreatedAt && o.UploadID != "" {
			transferID = o.ID
		}
	}
	return transferID, err
}

// reverseOrder reverses a paid order after a full refund: its receipt is voided, its stock returned.
func (s *Service) reverseOrder(ctx context.Context, tx *db.Tx, v query.Invoice, r Refund) error {
	if err := s.moveAlong(ctx, tx, v, r.ActorID, invoice.Refunded); err != nil {
		return err
	}
	voided := query.ReceiptVoidOfInvoiceParams{VoidedAt: clock.MillisOf(s.Clock.Now()), VoidReason: r.Reason, InvoiceID: v.ID}
	if _, err := tx.ReceiptVoidOfInvoice(ctx, voided); err != nil {
		return fmt.Errorf("void receipt: %w", err)
	}
	all, err := tx.InvoicePayments(ctx, v.ID)
	if err != nil {
		return fmt.Errorf("payments: %w", err)
	}
	for _, p := range all {
		if _, err := outbox.WithdrawAbout(ctx, tx, p.ID); err != nil {
			return err
		}
	}
	return giveBackFree(ctx, tx, v.ID, s.Clock.Now())
}

// dueAgain makes the refunded part of an unsettled order due again.
func (s *Service) dueAgain(ctx context.Context, tx *db.Tx, v query.Invoice, amount money.Cents) error {
	if v.Status != invoice.AwaitingPayment && v.Status != invoice.Rejected {
		return nil
	}
	return s.lowerPaid(ctx, tx, v, amount)
}
