package payment

import (
	"context"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Return is the refund of a transfer without an order.
type Return struct {
	TransferID, LineID string         // one or both
	Order              *query.Invoice // the ended order it was for, if any: its payer is notified
	UserID             string         // otherwise notified, "" if unknown
	Reference          string         // of the transfer, for the notice
	Refund                            // its InvoiceID is not used
}

// GiveTransferBack records the refund of a transfer without an order. No order changes.
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

// TellNotArrived asks who declared a transfer, or its order's payer, to check it again: it is in no bank statement.
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

// payerOf is an account as a payer, the recipient of a notice about a transfer without an order.
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
