package payment

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"shanmen/internal/account"
	"shanmen/internal/audit"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/locale"
	"shanmen/internal/money"
)

// What becomes of a transfer that found no order.
const (
	LateInvoice    = "invoice"     // an order is made of its cart, or the order that waits gets it
	LateReopened   = "reopen"      // the order that had ended is opened again
	LateRefunded   = "refund"      // it goes back
	LateDonated    = "donation"    // the temple keeps it
	LateNotArrived = "not-arrived" // it was declared, and never came
	LateCounted    = "counted"     // the bank tells of money that was counted before
)

// LockTransfer reads a declared transfer and keeps everybody else from deciding about it. One that is
// decided is refused: "already-decided", with who and when.
func (s *Service) LockTransfer(ctx context.Context, tx *db.Tx, transferID string) (query.UnclaimedTransfer, error) {
	t, err := tx.TransferLock(ctx, transferID)
	if err != nil {
		return t, missingRow(err)
	}
	if t.ResolvedAt > 0 {
		return t, s.decidedBy(ctx, tx, t.ResolvedBy, t.ResolvedAt)
	}
	return t, nil
}

// LockLine is LockTransfer for a line of the bank's that belongs to nothing which waits for money.
func (s *Service) LockLine(ctx context.Context, tx *db.Tx, lineID string) (query.BankLine, error) {
	if _, err := tx.BankTurn(ctx); err != nil {
		return query.BankLine{}, err
	}
	l, err := tx.BankLineLock(ctx, lineID)
	switch {
	case err != nil:
		return l, missingRow(err)
	case l.State == "resolved" || l.State == "matched" || l.State == "ignored":
		return l, s.decidedBy(ctx, tx, l.DecidedBy, l.DecidedAt)
	case l.State != "open" || l.Late == "":
		return l, fault.NotFound()
	}
	return l, nil
}

func missingRow(err error) error {
	if errors.Is(err, db.ErrNoRows) {
		return fault.NotFound()
	}
	return err
}

func (s *Service) decidedBy(ctx context.Context, tx *db.Tx, userID string, at int64) error {
	who, err := nameOf(ctx, tx, userID)
	if err != nil {
		return err
	}
	return fault.Invalid("already-decided").With("who", who).With("when", clock.FromMillis(at).In(clock.Singapore).Format("15:04"))
}

// CloseTransfer writes the decision on a locked transfer; invoiceID is what was made of it.
func (s *Service) CloseTransfer(ctx context.Context, tx *db.Tx, t query.UnclaimedTransfer, as, invoiceID, actorID string) error {
	err := tx.TransferClose(ctx, query.TransferCloseParams{
		ResolvedAt: s.Clock.Now().UnixMilli(), Resolution: as, ResolvedBy: actorID, InvoiceID: invoiceID, ID: t.ID,
	})
	if err != nil {
		return err
	}
	return audit.Record(ctx, tx, s.Clock.Now(), audit.Entry{
		ActorID: actorID, Action: "transfer." + as, Subject: "transfer:" + t.ID,
		Before: map[string]any{"amount": t.Amount, "declared": t.DeclaredAmount}, After: map[string]any{"decision": as, "invoice": invoiceID},
	})
}

// CloseLine writes the decision on a locked line.
func (s *Service) CloseLine(ctx context.Context, tx *db.Tx, l query.BankLine, as, invoiceID, actorID string) error {
	rows, err := tx.BankLineDecide(ctx, query.BankLineDecideParams{
		State: "resolved", Reason: as, DecidedBy: actorID, DecidedAt: s.Clock.Now().UnixMilli(), ID: l.ID, Was: "open",
	})
	if err != nil {
		return fmt.Errorf("decide a line: %w", err)
	}
	if rows == 0 {
		return fault.Invalid("already-decided").With("who", "").With("when", "")
	}
	return audit.Record(ctx, tx, s.Clock.Now(), audit.Entry{
		ActorID: actorID, Action: "bank-line." + as, Subject: "bank-line:" + l.ID,
		Before: map[string]any{"late": l.Late, "amount": l.Amount}, After: map[string]any{"decision": as, "invoice": invoiceID},
	})
}

// Return is a transfer without an order that goes back to who made it.
type Return struct {
	TransferID, LineID string         // one of them, or both
	Order              *query.Invoice // that had ended, if it was made for one: its payer is told
	UserID             string         // who is told otherwise, "" when nobody is known
	Reference          string         // of the transfer, for the letter
	Refund                            // InvoiceID in it is not used
}

// GiveTransferBack records that a transfer which found no order went back. No order changes by it.
func (s *Service) GiveTransferBack(ctx context.Context, tx *db.Tx, r Return) (query.Refund, error) {
	r.Note = strings.TrimSpace(r.Note)
	if err := r.check(); err != nil {
		return query.Refund{}, err
	}
	row := query.Refund{
		TransferID: r.TransferID, LineID: r.LineID, Extent: RefundTransfer, Method: r.Method, Amount: r.Amount,
		Reason: r.Reason, Note: r.Note, ActorID: r.ActorID,
	}
	to := query.Invoice{}
	if r.Order != nil {
		to, row.InvoiceID = *r.Order, &r.Order.ID
	}
	row, err := s.payOut(ctx, tx, row)
	if err != nil {
		return row, err
	}
	if r.Order == nil {
		if to, err = payerOf(ctx, tx, r.UserID); err != nil {
			return row, err
		}
	}
	l := locale.Locale(to.Locale)
	return row, s.queueLetter(ctx, tx, to, "transfer-refunded", "refund:"+row.ID, s.Clock.Now(), nil, map[string]string{
		"reference": r.Reference, "amount": money.Format(r.Amount), "note": r.Note,
		"how": s.Messages.T(l, "refund.how-"+methodWord(r.Method), nil), "reason": s.Messages.T(l, "refund.reason."+r.Reason, nil),
	})
}

// TellNotArrived asks who declared a transfer, or the payer of its order, to look at it again: the bank has not told
// of it.
func (s *Service) TellNotArrived(ctx context.Context, tx *db.Tx, t query.UnclaimedTransfer, of *query.Invoice) error {
	amount := t.Amount
	if t.DeclaredAmount != nil {
		amount = *t.DeclaredAmount
	}
	var to query.Invoice
	if of != nil {
		to = *of
	} else {
		var err error
		if to, err = payerOf(ctx, tx, deref(t.UserID)); err != nil {
			return err
		}
	}
	return s.queueLetter(ctx, tx, to, "transfer-not-arrived", "transfer:"+t.ID, s.Clock.Now(), nil, map[string]string{
		"reference": t.Reference, "amount": money.Format(amount),
	})
}

// payerOf is an account as the payer of an order that does not exist: whom a letter about a transfer goes to.
func payerOf(ctx context.Context, tx *db.Tx, userID string) (query.Invoice, error) {
	if userID == "" {
		return query.Invoice{Locale: string(locale.EN)}, nil
	}
	u, err := account.Find(ctx, tx.Queries, userID)
	if err != nil {
		return query.Invoice{}, err
	}
	return query.Invoice{UserID: &u.ID, Locale: string(u.Locale), PayerName: u.Name, PayerChinese: u.ChineseName}, nil
}
