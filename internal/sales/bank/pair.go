package bank

import (
	"context"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
)

// reasonReturned is the reason of both lines of a pair: the bank returned the money.
const reasonReturned = "returned"

// takenBack finds the transfer that outgoing money returns: same account and amount, shortly before, and with the same
// words, or with any words if the bank calls it a return. nil without one.
func takenBack(ctx context.Context, r db.Reader, debit query.BankLine) (*TakenBack, error) {
	if debit.Currency != "" {
		return nil, nil
	}
	st, err := r.BankStatement(ctx, debit.StatementID)
	if err != nil {
		return nil, err
	}
	found, err := r.BankLinesTakenBack(ctx, query.BankLinesTakenBackParams{Amount: -debit.Amount, Low: debit.BookedAt.Add(-returnsWithin), High: debit.BookedAt})
	if err != nil {
		return nil, fmt.Errorf("what a return takes back: %w", err)
	}
	var best *query.BankLine
	for i, c := range found {
		if AccountKey(c.Bank, c.Account) != AccountKey(st.Bank, st.Account) {
			continue
		}
		if sameWords(debit, c.BankLine) {
			best = &found[i].BankLine
			break
		}
		if debit.Reversal && best == nil {
			best = &found[i].BankLine
		}
	}
	if best == nil {
		return nil, nil
	}
	out := &TakenBack{LineID: best.ID, Amount: best.Amount, Booked: best.BookedAt.Time(), Payer: best.Payer}
	if best.State != bankline.Matched {
		return out, nil
	}
	matches, err := r.BankMatchViews(ctx, best.ID)
	if err == nil && len(matches) > 0 {
		out.InvoiceID, out.Number = matches[0].InvoiceID, matches[0].Number
	}
	return out, err
}

type pairIn struct {
	ID   string `path:"id"`
	Body struct {
		LineID string `json:"lineId" maxLength:"64" doc:"Id of the transfer that is returned"`
	}
}

// PairLine pairs outgoing money with the transfer it returns. What the transfer paid is undone: its orders wait again,
// and their receipts are void. Refusals: "line-decided", "pair-differs", and "undo-overtaken" if something depends on
// it.
func (s *Service) PairLine(ctx context.Context, in *pairIn) (*Line, error) {
	return s.changeLine(ctx, in.ID, func(ctx context.Context, tx *db.Tx, debit query.BankLine, actorID string) error {
		credit, err := bankline.Lock(ctx, tx, in.Body.LineID)
		if err != nil {
			return err
		}
		if debit.State != bankline.Debit || credit.State != bankline.Open && credit.State != bankline.Matched {
			return fault.Invalid("line-decided")
		}
		a, err := tx.BankStatement(ctx, debit.StatementID)
		if err != nil {
			return err
		}
		b, err := tx.BankStatement(ctx, credit.StatementID)
		if err != nil {
			return err
		}
		same := AccountKey(a.Bank, a.Account) == AccountKey(b.Bank, b.Account) && debit.Currency == "" && credit.Currency == ""
		if !same || credit.Amount != -debit.Amount || credit.BookedAt > debit.BookedAt {
			return fault.Invalid("pair-differs")
		}
		if b.State != Ready {
			return fault.Invalid("statement-busy")
		}
		matches, err := tx.BankMatchesOf(ctx, credit.ID)
		if err != nil {
			return err
		}
		for _, m := range matches {
			if err := s.returnPart(ctx, tx, m, actorID); err != nil {
				return err
			}
		}
		for _, l := range []struct{ of, other query.BankLine }{{credit, debit}, {debit, credit}} {
			n, err := tx.BankLineDecide(ctx, query.BankLineDecideParams{
				State: bankline.Ignored, Reason: reasonReturned, DecidedBy: actorID, DecidedAt: clock.MillisOf(s.Clock.Now()), ID: l.of.ID, Was: l.of.State,
			})
			if err == nil && n == 0 {
				err = fault.Invalid("line-decided")
			}
			if err != nil {
				return err
			}
			if err := tx.BankLinePair(ctx, query.BankLinePairParams{PairID: l.other.ID, ID: l.of.ID}); err != nil {
				return err
			}
		}
		return noteLine(ctx, tx, "bank.pair", debit, map[string]any{"amount": credit.Amount})
	})
}

// returnPart undoes what a part of a returned transfer paid, even if the payment had been approved by its picture.
func (s *Service) returnPart(ctx context.Context, tx *db.Tx, m query.BankMatch, actorID string) error {
	if m.State == bankline.Seen {
		did := payment.Settled{PaymentID: m.PaymentID, Was: invoice.AwaitingPayment, Made: true}
		if err := s.Payments.TakeBack(ctx, tx, m.PaymentID, actorID, did); err != nil {
			return err
		}
		return tx.BankMatchForget(ctx, query.BankMatchForgetParams{LineID: m.LineID, InvoiceID: m.InvoiceID})
	}
	return s.takeBack(ctx, tx, m, actorID)
}

// unpair reopens both lines of a pair.
func (s *Service) unpair(ctx context.Context, tx *db.Tx, l query.BankLine, actorID string) error {
	other, err := bankline.Lock(ctx, tx, l.PairID)
	if err != nil {
		return err
	}
	for _, one := range []query.BankLine{l, other} {
		state := bankline.Open
		if one.Amount < 0 {
			state = bankline.Debit
		}
		if _, err := tx.BankLineDecide(ctx, query.BankLineDecideParams{State: state, ID: one.ID, Was: bankline.Ignored}); err != nil {
			return err
		}
		if err := tx.BankLinePair(ctx, query.BankLinePairParams{ID: one.ID}); err != nil {
			return err
		}
		if state == bankline.Open {
			if err := tx.BankLineClass(ctx, query.BankLineClassParams{Class: None, Why: whyReturned, ID: one.ID}); err != nil {
				return err
			}
		}
	}
	if err := noteLine(ctx, tx, "bank.undo-line", l, map[string]any{"amount": l.Amount}); err != nil {
		return err
	}
	return s.queue(ctx, tx, work{ActorID: actorID})
}
