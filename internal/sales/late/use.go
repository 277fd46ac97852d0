package late

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
)

// Late money is checked again when it is decided: whether its cart has become an order, that order's state, and whether
// the transfer has been counted since. And a settled transfer closes its late money, so that nobody decides about used
// money.

// Use is what has used a line's money before the bank line arrived: an approved payment, or a refund.
type Use struct {
	PaymentID, RefundID string
	InvoiceID, Number   string // the payment's order
	TransferID          string // the undecided declared transfer whose picture the payment has; "": it was found otherwise
}

// orderOfCart is the order made from a cart, if any.
func orderOfCart(ctx context.Context, r db.Reader, cartID string) (v query.Invoice, found bool, err error) {
	v, err = r.InvoiceOfCart(ctx, cartID)
	if errors.Is(err, db.ErrNoRows) {
		return v, false, nil
	}
	return v, err == nil, err
}

// UsedBy returns what has used a late line's money already. A payment or refund with its own line does not count: two
// transfers are two lines.
func UsedBy(ctx context.Context, r db.Reader, l query.BankLine) (Use, bool, error) {
	cartID, orderID := "", l.LateID
	if l.Late == "cart" {
		cartID, orderID = l.LateID, ""
	}
	var v query.Invoice
	var err error
	found := false
	if cartID != "" {
		v, found, err = orderOfCart(ctx, r, cartID)
	} else if orderID != "" {
		v, err = r.Invoice(ctx, orderID)
		found, cartID = err == nil, v.OriginID
	}
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return Use{}, false, fmt.Errorf("order of late money: %w", err)
	}
	if found {
		if u, ok, err := untiedTransfer(ctx, r, v.ID, l.Amount); ok || err != nil {
			return u, ok, err
		}
	}
	if u, ok, err := usedPicture(ctx, r, cartID, l.Amount); ok || err != nil {
		return u, ok, err
	}
	decided, err := r.TransfersOfCart(ctx, cartID)
	if err != nil {
		return Use{}, false, fmt.Errorf("transfers of a cart: %w", err)
	}
	for _, t := range decided {
		back, err := r.RefundOfTransfer(ctx, query.RefundOfTransferParams{TransferID: t.ID, Amount: l.Amount})
		if err == nil {
			return Use{RefundID: back.ID}, true, nil
		}
		if !errors.Is(err, db.ErrNoRows) {
			return Use{}, false, fmt.Errorf("refund of a transfer: %w", err)
		}
		if t.InvoiceID == "" || t.InvoiceID == v.ID {
			continue
		}
		if u, ok, err := untiedTransfer(ctx, r, t.InvoiceID, l.Amount); ok || err != nil {
			return u, ok, err
		}
	}
	return Use{}, false, nil
}

// untiedTransfer is an approved transfer of an order without a bank line.
func untiedTransfer(ctx context.Context, r db.Reader, invoiceID string, cents money.Cents) (Use, bool, error) {
	p, err := r.BankPaymentOfInvoice(ctx, query.BankPaymentOfInvoiceParams{InvoiceID: invoiceID, Received: &cents})
	if errors.Is(err, db.ErrNoRows) {
		return Use{}, false, nil
	}
	if err != nil {
		return Use{}, false, fmt.Errorf("payment of late money: %w", err)
	}
	v, err := r.Invoice(ctx, p.InvoiceID)
	return Use{PaymentID: p.ID, InvoiceID: v.ID, Number: v.Number}, err == nil, err
}

// usedPicture is an approved transfer without a bank line, of any order, that has the picture of a cart's undecided
// transfer.
func usedPicture(ctx context.Context, r db.Reader, cartID string, cents money.Cents) (Use, bool, error) {
	t, err := r.TransferOfCart(ctx, cartID)
	if errors.Is(err, db.ErrNoRows) {
		return Use{}, false, nil
	}
	if err != nil {
		return Use{}, false, fmt.Errorf("transfer of late money: %w", err)
	}
	all, err := r.PaymentsOfPicture(ctx, t.UploadID)
	if err != nil {
		return Use{}, false, fmt.Errorf("payments of a picture: %w", err)
	}
	for _, p := range all {
		if !p.Confirmed && p.Received != nil && *p.Received == cents {
			return Use{PaymentID: p.ID, InvoiceID: p.InvoiceID, Number: p.Number, TransferID: t.ID}, true, nil
		}
	}
	return Use{}, false, nil
}

// countedPicture is the approved transfer that has the picture of a declared one without a bank line. Its own bank line
// does not matter: one picture is one transfer.
func countedPicture(ctx context.Context, r db.Reader, t query.UnclaimedTransfer) (invoiceID string, found bool, err error) {
	all, err := r.PaymentsOfPicture(ctx, t.UploadID)
	if err != nil || len(all) == 0 {
		return "", false, err
	}
	return all[0].InvoiceID, true, nil
}

// closeCounted closes a line whose money was counted before: it is linked to the payment or refund. A declared
// transfer whose picture the payment has is closed with it.
func (s *Service) closeCounted(ctx context.Context, tx *db.Tx, l query.BankLine, u Use, actorID string) error {
	if u.RefundID != "" {
		if err := tx.RefundLine(ctx, query.RefundLineParams{LineID: l.ID, ID: u.RefundID}); err != nil {
			return err
		}
		return s.closeLine(ctx, tx, l, Counted, "", actorID)
	}
	if u.TransferID != "" {
		t, err := s.lockTransfer(ctx, tx, u.TransferID)
		if err != nil {
			return err
		}
		if err := s.closeTransfer(ctx, tx, t, Counted, u.InvoiceID, actorID); err != nil {
			return err
		}
	}
	return s.matchLine(ctx, tx, l, u, actorID)
}

// spentLine is a bank line whose money was refunded or donated before its transfer was declared. It belongs to the
// transfer until another line arrives, because declared amounts may be wrong. A line has at most one transfer.
func spentLine(ctx context.Context, r db.Reader, t query.UnclaimedTransfer) (l query.SpentLinesRow, found bool, err error) {
	all, err := r.SpentLines(ctx, t.OriginID)
	if err != nil {
		return l, false, fmt.Errorf("spent lines: %w", err)
	}
	i := slices.IndexFunc(all, func(l query.SpentLinesRow) bool { return l.Pictured == 0 })
	if i < 0 {
		return l, false, nil
	}
	return all[i], true, nil
}

// SpentBefore returns whether money for an order's cart was refunded or donated before: a picture sent for the order
// may show that money.
func SpentBefore(ctx context.Context, r db.Reader, invoiceID string) (bool, error) {
	v, err := r.Invoice(ctx, invoiceID)
	if err != nil {
		return false, fmt.Errorf("order of a payment: %w", err)
	}
	lines, err := r.SpentLines(ctx, v.OriginID)
	if err != nil || len(lines) > 0 {
		return err == nil, err
	}
	transfers, err := r.TransfersOfCart(ctx, v.OriginID)
	return slices.ContainsFunc(transfers, func(t query.UnclaimedTransfer) bool {
		return t.Resolution == Refunded || t.Resolution == Donated
	}), err
}

// closeSpent closes a locked transfer whose money was used through its line.
func (s *Service) closeSpent(ctx context.Context, tx *db.Tx, t query.UnclaimedTransfer, l query.SpentLinesRow, actorID string) error {
	if err := tx.RefundTransfer(ctx, query.RefundTransferParams{TransferID: t.ID, LineID: l.BankLine.ID}); err != nil {
		return err
	}
	return s.closeTransfer(ctx, tx, t, Counted, l.SpentAs, actorID)
}

// matchLine links a line to a payment approved before.
func (s *Service) matchLine(ctx context.Context, tx *db.Tx, l query.BankLine, u Use, actorID string) error {
	err := bankline.Match(ctx, tx, query.BankMatchAddParams{
		LineID: l.ID, InvoiceID: u.InvoiceID, State: bankline.Seen, Amount: l.Amount, PaymentID: u.PaymentID, Was: bankline.WasUnseen,
	})
	if err != nil {
		return err
	}
	if err := tx.PaymentUnseen(ctx, query.PaymentUnseenParams{ID: u.PaymentID}); err != nil {
		return err
	}
	now := s.Clock.Now()
	if err := bankline.Decide(ctx, tx, query.BankLineDecideParams{State: bankline.Matched, DecidedBy: actorID, DecidedAt: clock.MillisOf(now), ID: l.ID}); err != nil {
		return err
	}
	return audit.Note(ctx, tx, "bank-line.seen", "bank-line:"+l.ID,
		map[string]any{"late": l.Late, "amount": l.Amount}, map[string]any{"payment": u.PaymentID, "invoice": u.InvoiceID})
}

// CloseSettled closes late money that a transfer just booked has settled: the declared transfer of the order's cart,
// and a line of exactly this amount. A booked line, or money of a payment provider, closes no other line. Cash is separate money: its payer may have
// transferred as well.
func (s *Service) CloseSettled(ctx context.Context, tx *db.Tx, b payment.Booked) error {
	if b.Payment.Method != money.PayNow {
		return nil
	}
	err := tx.TransferSettled(ctx, query.TransferSettledParams{
		ResolvedAt: clock.MillisOf(s.Clock.Now()), ResolvedBy: b.ActorID, InvoiceID: b.Invoice.ID, OriginID: b.Invoice.OriginID,
	})
	if err != nil || b.By == invoice.ByBank || b.By == invoice.ByProvider {
		return err
	}
	lines, err := tx.LateLinesOf(ctx, query.LateLinesOfParams{InvoiceID: b.Invoice.ID, OriginID: b.Invoice.OriginID})
	if err != nil {
		return fmt.Errorf("late lines: %w", err)
	}
	for _, l := range lines {
		if l.Amount == b.Received {
			return s.matchLine(ctx, tx, l, Use{PaymentID: b.Payment.ID, InvoiceID: b.Invoice.ID}, b.ActorID)
		}
	}
	return nil
}

// choices lists the decisions possible for an order in its current state; none while a picture for it is under
// verification.
func choices(status string) []string {
	switch status {
	case invoice.AwaitingPayment, invoice.Rejected:
		return []string{Invoice}
	case invoice.UnderVerification:
		return nil
	case invoice.Expired, invoice.Cancelled:
		return []string{Reopened, Refunded, Donated}
	}
	return []string{Refunded, Donated}
}
