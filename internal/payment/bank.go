package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/invoice"
)

// ReasonTakenBack stands on a payment and on a receipt that were made of a line of the bank's statement,
// when somebody took that back.
const ReasonTakenBack = "taken-back"

// Arrived is money that a bank's statement shows.
type Arrived struct {
	InvoiceID string
	Amount    int64     // cents
	At        time.Time // when the bank booked it
	ActorID   string
}

// Settled is what became of it.
type Settled struct {
	PaymentID string
	Was       string // the invoice's status before
	Made      bool   // there was no transfer to decide on: the payment is new
}

// SettleByBank books money that a statement shows on an invoice that waits for it, whether its payer sent
// a picture or not. Letters wait for UndoWindow. Refusals: "already-paid", and "illegal-transition" of an
// order that has ended.
func (s *Service) SettleByBank(ctx context.Context, tx *db.Tx, m Arrived) (Settled, error) {
	v, err := invoice.Lock(ctx, tx, m.InvoiceID)
	if err != nil {
		return Settled{}, err
	}
	switch v.Status {
	case invoice.AwaitingPayment, invoice.UnderVerification, invoice.Rejected:
	case invoice.Paid, invoice.Refunded:
		return Settled{}, fault.Invalid("already-paid")
	default:
		return Settled{}, fault.Invalid("illegal-transition")
	}
	out := Settled{Was: v.Status}
	p, err := tx.PaymentPending(ctx, v.ID)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return Settled{}, fmt.Errorf("pending payment: %w", err)
	}
	if err != nil || p.Method != MethodPayNow {
		out.Made = true
		p, err = Open(ctx, tx, s.Clock, New{
			InvoiceID: v.ID, Method: MethodPayNow, Amount: v.SubTotal - v.Paid, DeclaredAmount: &m.Amount, TransactionAt: m.At,
		})
		if err != nil {
			return Settled{}, err
		}
	}
	out.PaymentID = p.ID
	if err := s.decide(ctx, tx, p, Approved, &m.Amount, "", "", m.ActorID); err != nil {
		return Settled{}, err
	}
	if err := s.settle(ctx, tx, p, v, m.Amount, invoice.ByBank, m.ActorID, s.Clock.Now().Add(UndoWindow)); err != nil {
		return Settled{}, err
	}
	return out, s.audit(ctx, tx, m.ActorID, "payment.bank", p, map[string]any{"status": Approved, "received": m.Amount})
}

// TakeBack undoes SettleByBank, at any time and by anybody: the receipt is voided, the order waits as it
// did before. A letter that has not left is withdrawn; the payer of one that has is told. What others have
// built on the payment stands: "undo-overtaken".
func (s *Service) TakeBack(ctx context.Context, tx *db.Tx, paymentID, actorID string, did Settled) error {
	p, v, err := lockWithInvoice(ctx, tx, paymentID)
	if err != nil {
		return err
	}
	if err := overtaken(ctx, tx, p, v); err != nil {
		return err
	}
	now := s.Clock.Now()
	told, err := withdrawn(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	if _, err := tx.ReceiptVoid(ctx, query.ReceiptVoidParams{VoidedAt: now.UnixMilli(), VoidReason: ReasonTakenBack, PaymentID: p.ID}); err != nil {
		return err
	}
	paid := query.PaymentInvoicePaidParams{Paid: v.Paid - deref(p.Received), UpdatedAt: now.UnixMilli(), ID: v.ID}
	if err := tx.PaymentInvoicePaid(ctx, paid); err != nil {
		return err
	}
	if err := tx.PaymentExcess(ctx, query.PaymentExcessParams{ID: p.ID}); err != nil {
		return err
	}
	again := query.PaymentDecideParams{Status: Pending, ID: p.ID}
	if !did.Made {
		if err := voidPending(ctx, tx, v.ID, ReasonReplaced, now.UnixMilli()); err != nil { // how the rest was to be paid
			return err
		}
	} else {
		again = query.PaymentDecideParams{Status: Voided, Reason: ReasonTakenBack, DecidedBy: actorID, DecidedAt: now.UnixMilli(), ID: p.ID}
	}
	if err := tx.PaymentDecide(ctx, again); err != nil {
		return err
	}
	if err := s.moveBack(ctx, tx, v, did.Was, actorID); err != nil {
		return err
	}
	if told {
		err := s.tell(ctx, tx, v, "payment-taken-back", "payment-taken-back:"+p.ID, now.Add(UndoWindow), nil, map[string]string{
			"number": v.Number, "link": "/transaction/status?id=" + v.ID,
		})
		if err != nil {
			return err
		}
	}
	return s.audit(ctx, tx, actorID, "payment.bank-undo", p, map[string]any{"status": again.Status, "invoice": did.Was})
}

// moveBack leads an order to where it was before its money came. Every way back is by verification.
func (s *Service) moveBack(ctx context.Context, tx *db.Tx, v query.Invoice, was, actorID string) error {
	to := []string{invoice.UnderVerification}
	if was != invoice.UnderVerification {
		to = append(to, was)
	}
	for _, next := range to {
		if err := invoice.Move(ctx, tx, s.Clock, v.ID, nil, next, invoice.ByOffice, actorID); err != nil {
			return err
		}
	}
	if v.Status == invoice.Paid && s.OnUnpaid != nil {
		return s.OnUnpaid(ctx, tx, v.ID)
	}
	return nil
}

// overtaken refuses when something has been built on an approved payment: it is refunded or decided anew,
// its excess is given away, or other money came after it.
func overtaken(ctx context.Context, tx *db.Tx, p query.Payment, v query.Invoice) error {
	refunds, err := wentBack(ctx, tx, v.ID)
	if err != nil {
		return err
	}
	stands := v.Status == invoice.Paid || v.Status == invoice.AwaitingPayment
	if p.Status != Approved || p.ExcessAs != "" || !stands || len(refunds) > 0 {
		return fault.Invalid("undo-overtaken")
	}
	return followed(ctx, tx, p)
}

// wentBack are the refunds of an order's own money. A late transfer that went back was never the order's.
func wentBack(ctx context.Context, tx *db.Tx, invoiceID string) ([]query.Refund, error) {
	all, err := tx.RefundsOfInvoice(ctx, &invoiceID)
	if err != nil {
		return nil, fmt.Errorf("refunds: %w", err)
	}
	return slices.DeleteFunc(all, func(r query.Refund) bool { return r.Extent == RefundTransfer }), nil
}

// freeLine lets the bank's line wait again that an approved payment is the money of: whoever decides next may
// decide otherwise. A line that is for other orders too, or was decided among the late money, would lose a part
// of what came in: "undo-overtaken".
func freeLine(ctx context.Context, tx *db.Tx, p query.Payment) error {
	if p.Status != Approved {
		return nil
	}
	m, err := tx.BankMatchTo(ctx, p.ID)
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("line of a payment: %w", err)
	}
	if m.LineState != "matched" || m.Others > 0 {
		return fault.Invalid("undo-overtaken")
	}
	if err := tx.BankMatchAgain(ctx, query.BankMatchAgainParams{LineID: m.LineID, InvoiceID: m.InvoiceID}); err != nil {
		return err
	}
	_, err = tx.BankLineDecide(ctx, query.BankLineDecideParams{State: "open", ID: m.LineID, Was: "matched"})
	return err
}
