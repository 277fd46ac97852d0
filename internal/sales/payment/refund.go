package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/month"
	"shanmen/internal/sales/till"
)

// RefundReasons are the codes for a refund; each has a message for the payer (refund.reason.<code>). ReasonOverpaid
// refunds an overpayment.
var RefundReasons = []string{"ceremony-cancelled", "asked-by-devotee", "paid-twice", ReasonOverpaid, "mistake", "other"}

// ReasonOverpaid is the reason of a refund that does not change the order.
const ReasonOverpaid = "overpaid"

// The extents of a refund.
const (
	RefundWhole    = "whole"    // everything paid, which makes the order refunded
	RefundPart     = "part"     // less; the order does not change
	RefundExcess   = "excess"   // the overpaid amount
	RefundTransfer = "transfer" // a transfer without an order
)

// Refund is the input for a refund.
type Refund struct {
	InvoiceID string
	Method    money.Method // money.Cash: from the actor's open shift; money.PayNow: by transfer
	Amount    money.Cents
	Reason    string // of RefundReasons
	Note      string // free text for the payer; required with "other"
	ActorID   string
}

// Refund records a refund and notifies the payer. Refunding everything paid for a paid order makes it refunded: the
// receipt is voided and keeps its number, its subscriptions end, and its stock is returned. A part leaves the order
// unchanged; if it was not settled yet, the rest is due again. With ReasonOverpaid exactly the undecided excess is
// refunded. Refusals: "refund-too-much" (with most), "already-refunded", "payment-undecided", "nothing-to-refund",
// "refund-not-excess" (with excess), "shift-not-open", "drawer-short" (with most), "refund-needs-second" (with limit).
func (s *Service) Refund(ctx context.Context, tx *db.Tx, r Refund) (query.Refund, error) {
	r.Note = strings.TrimSpace(r.Note)
	if err := r.check(); err != nil {
		return query.Refund{}, err
	}
	v, h, err := lockHeld(ctx, tx, r.InvoiceID)
	if err != nil {
		return query.Refund{}, err
	}
	extent, err := r.extent(v, h)
	if err != nil {
		return query.Refund{}, err
	}
	row, err := s.payOut(ctx, tx, query.Refund{
		InvoiceID: &v.ID, Extent: extent, Method: r.Method, Amount: r.Amount, Reason: r.Reason, Note: r.Note, ActorID: r.ActorID,
	})
	if err != nil {
		return query.Refund{}, err
	}
	switch extent {
	case RefundWhole:
		err = s.reverseOrder(ctx, tx, v, r)
	case RefundExcess:
		err = s.decideExcess(ctx, tx, v.ID, ExcessRefunded, r.ActorID)
	case RefundPart:
		err = s.dueAgain(ctx, tx, v, r.Amount)
	}
	if err != nil {
		return query.Refund{}, err
	}
	if err := s.tellRefund(ctx, tx, v, row); err != nil {
		return query.Refund{}, err
	}
	return row, auditOrder(ctx, tx, "invoice.refund", v, map[string]any{
		"extent": extent, "method": r.Method, "amount": r.Amount, "reason": r.Reason, "refund": row.ID,
	})
}

// GiveBack is Refund in its own transaction. A retry is answered with the first result.
func (s *Service) GiveBack(ctx context.Context, r Refund) (*query.Refund, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*query.Refund, error) {
		row, err := s.Refund(ctx, tx, r)
		return &row, err
	})
}

// lockHeld locks an invoice and then sums its payments and refunds, so that two refunds cannot use the same money.
func lockHeld(ctx context.Context, tx *db.Tx, invoiceID string) (query.Invoice, Held, error) {
	v, err := invoice.Lock(ctx, tx, invoiceID)
	if err != nil {
		return v, Held{}, err
	}
	h, err := BalanceOf(ctx, tx.Queries, v.ID)
	return v, h, err
}

func (r Refund) check() error {
	var wrong []fault.Field
	if r.Method != money.Cash && r.Method != money.PayNow {
		wrong = append(wrong, fault.Field{Path: "method", Code: "not-a-choice"})
	}
	if r.Amount <= 0 {
		wrong = append(wrong, fault.Field{Path: "amount", Code: "amount-needed"})
	}
	if !slices.Contains(RefundReasons, r.Reason) {
		wrong = append(wrong, fault.Field{Path: "reason", Code: "not-a-choice"})
	}
	return fault.InvalidFields(append(wrong, checkReason(r.Reason, r.Note)...))
}

// checkReason validates a reason code and its note.
func checkReason(reason, note string) []fault.Field {
	switch {
	case len([]rune(note)) > 500:
		return []fault.Field{{Path: "note", Code: "too-long"}}
	case reason == "other" && note == "":
		return []fault.Field{{Path: "note", Code: "required"}}
	}
	return nil
}

// extent returns how much of a locked order is refunded, or refuses.
func (r Refund) extent(v query.Invoice, h Held) (string, error) {
	switch {
	case r.Reason == ReasonOverpaid && (h.Excess == 0 || r.Amount != h.Excess):
		return "", fault.Invalid("refund-not-excess").With("excess", money.Format(h.Excess))
	case r.Reason == ReasonOverpaid:
		return RefundExcess, nil
	case v.Status == invoice.Refunded:
		return "", fault.Invalid("already-refunded")
	case v.Status == invoice.UnderVerification: // the amount due would change during verification
		return "", fault.Invalid("payment-undecided")
	case h.Order == 0:
		return "", fault.Invalid("nothing-to-refund")
	case r.Amount > h.Order:
		return "", fault.Invalid("refund-too-much").With("most", money.Format(h.Order))
	case r.Amount == h.Order && v.Status == invoice.Paid:
		return RefundWhole, nil
	}
	return RefundPart, nil
}

// payOut inserts the refund. Cash comes from the actor's open shift.
func (s *Service) payOut(ctx context.Context, tx *db.Tx, row query.Refund) (query.Refund, error) {
	row.ID, row.At = id.New(), clock.MillisOf(s.Clock.Now())
	if err := s.needsSecond(ctx, tx, row); err != nil {
		return row, err
	}
	if row.Method == money.Cash {
		shift, err := till.PayOut(ctx, tx, row.ActorID, row.Amount)
		if err != nil {
			return row, err
		}
		row.ShiftID = shift.ID
	}
	ofMonth, err := month.BookForOrder(ctx, tx, row.At, row.InvoiceID)
	if err != nil {
		return row, err
	}
	row.OfMonth = ofMonth
	if err := tx.RefundAdd(ctx, query.RefundAddParams(row)); err != nil {
		return row, fmt.Errorf("refund: %w", err)
	}
	if row.Method == money.PayNow {
		if err := tx.RefundTransferAdd(ctx, query.RefundTransferAddParams{RefundID: row.ID, At: row.At}); err != nil {
			return row, fmt.Errorf("refund to transfer: %w", err)
		}
	}
	return row, nil
}

// giveBackFree returns a refunded order's stock, except that of a subscription, which is returned when it ends.
func giveBackFree(ctx context.Context, tx *db.Tx, invoiceID string, now time.Time) error {
	items, err := limitedItems(ctx, tx, invoiceID)
	if err != nil {
		return err
	}
	for _, it := range items {
		_, err := tx.SubscriptionTermOfItem(ctx, it.ID)
		if err == nil {
			continue
		}
		if !errors.Is(err, db.ErrNoRows) {
			return fmt.Errorf("subscription of an item: %w", err)
		}
		if err := position.Release(ctx, tx, now, it.ID, it.OptionID, it.Quantity, position.WhyReturned); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) tellRefund(ctx context.Context, tx *db.Tx, v query.Invoice, row query.Refund) error {
	l := locale.Locale(v.Locale)
	template := map[string]string{RefundWhole: "order-refunded", RefundPart: "part-refunded", RefundExcess: "excess-refunded"}[row.Extent]
	return s.queueLetter(ctx, tx, v, template, "refund:"+row.ID, s.Clock.Now(), nil, map[string]string{
		"number": v.Number, "amount": money.Format(row.Amount), "link": "/member/profile/invoices/" + v.ID, "note": row.Note,
		"reason": s.Messages.T(l, "refund.reason."+row.Reason, nil), "how": s.Messages.T(l, "refund.how-"+methodWord(row.Method), nil),
	})
}

// auditOrder audits an action on an order, without free text.
func auditOrder(ctx context.Context, tx *db.Tx, action string, v query.Invoice, after map[string]any) error {
	return audit.Note(ctx, tx, action, "invoice:"+v.ID, map[string]any{"status": v.Status, "paid": v.Paid}, after)
}
