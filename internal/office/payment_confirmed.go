package office

import (
	"context"
	"errors"

	"shanmen/internal/bank"
	"shanmen/internal/db"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
	"shanmen/internal/money"
	"shanmen/internal/payment"
)

type confirmedIn struct {
	Body struct {
		Count int64 `json:"count" minimum:"1" doc:"How many confirmed payments were looked at"`
		Sum   int64 `json:"sum" minimum:"1" doc:"Their cents"`
	}
}

// ApprovedTogether is what became of the payments that the bank confirms.
type ApprovedTogether struct {
	Approved []ApprovedOne `json:"approved"`
	Sum      money.Cents   `json:"sum" doc:"Cents of those that were approved"`
	LeftOut  int64         `json:"leftOut" doc:"Somebody decided meanwhile, or something speaks against them now"`
}

// ApprovedOne is one of them: it can be taken back as any other.
type ApprovedOne struct {
	ID            string      `json:"id"`
	InvoiceNumber string      `json:"invoiceNumber"`
	Amount        money.Cents `json:"amount" doc:"Cents"`
}

// errLeftOut ends the transaction of a payment that is not approved with the others.
var errLeftOut = errors.New("left out")

// ApproveConfirmed approves the payments that the bank certainly has and that nothing speaks against, when they are still
// as many, and as much, as was looked at: else "confirmed-changed". Each is looked at again in its own transaction.
func (s *Service) ApproveConfirmed(ctx context.Context, in *confirmedIn) (*ApprovedTogether, error) {
	actor := httpd.VisitorOf(ctx).UserID
	rows, err := s.DB.Read().DeskConfirmed(ctx, int64(large))
	if err != nil {
		return nil, err
	}
	var sum money.Cents
	for _, p := range rows {
		sum += p.Amount
	}
	if int64(len(rows)) != in.Body.Count || int64(sum) != in.Body.Sum {
		return nil, fault.Invalid("confirmed-changed")
	}
	out := &ApprovedTogether{Approved: []ApprovedOne{}}
	for _, p := range rows {
		one, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (ApprovedOne, error) {
			return s.approveConfirmed(ctx, tx, p.ID, actor)
		})
		_, refused := fault.Of(err)
		switch {
		case errors.Is(err, errLeftOut) || refused:
			out.LeftOut++
		case err != nil:
			return nil, err
		default:
			out.Approved = append(out.Approved, one)
			out.Sum += one.Amount
		}
	}
	return out, nil
}

// approveConfirmed approves one payment after it has locked it: bank, pictures and amounts are as they are now.
func (s *Service) approveConfirmed(ctx context.Context, tx *db.Tx, paymentID, actor string) (ApprovedOne, error) {
	if _, err := tx.BankTurn(ctx); err != nil {
		return ApprovedOne{}, err
	}
	seen, err := s.Bank.Seen(ctx, tx.Queries, paymentID, nil)
	if err != nil {
		return ApprovedOne{}, err
	}
	other, err := stopped(ctx, tx.Queries, paymentID, seen.Sure)
	if err != nil {
		return ApprovedOne{}, err
	}
	p, err := tx.Payment(ctx, paymentID)
	if err != nil {
		return ApprovedOne{}, db.NotFound(err)
	}
	if seen.State != bank.StateSeen || !seen.Sure || other != nil || payment.DeclaredOr(p.DeclaredAmount, p.Amount) != p.Amount {
		return ApprovedOne{}, errLeftOut
	}
	d, err := s.Payments.Approve(ctx, tx, paymentID, actor, nil, "")
	if err != nil {
		return ApprovedOne{}, err
	}
	v, err := tx.Invoice(ctx, d.InvoiceID)
	return ApprovedOne{ID: paymentID, InvoiceNumber: v.Number, Amount: p.Amount}, err
}
