package desk

import (
	"context"
	"errors"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/payment"
)

type confirmedIn struct {
	Body struct {
		Count int64 `json:"count" minimum:"1" doc:"Number of confirmed payments shown to the user"`
		Sum   int64 `json:"sum" minimum:"1" doc:"Their sum in cents"`
	}
}

// ApprovedTogether is the result of approving all payments that the bank confirms.
type ApprovedTogether struct {
	Approved []ApprovedOne `json:"approved"`
	Sum      money.Cents   `json:"sum" doc:"Sum of the approved payments, in cents"`
	LeftOut  int64         `json:"leftOut" doc:"Payments skipped because they were decided meanwhile, or now have a conflict"`
}

// ApprovedOne is one approved payment; it can be undone individually.
type ApprovedOne struct {
	ID            string      `json:"id"`
	InvoiceNumber string      `json:"invoiceNumber"`
	Amount        money.Cents `json:"amount" doc:"Cents"`
}

// errLeftOut rolls back a payment that is not approved with the others.
var errLeftOut = errors.New("left out")

// looked are the payments seen by the treasurer, stored under the idempotency key.
type looked struct {
	IDs []string `json:"ids"`
	now bool     // seen by this call: a repeated one gets the stored answer, which lacks it
}

// ApproveConfirmed approves the payments that the bank certainly has and that have no warning, if their count and sum
// equal what the treasurer saw: otherwise "confirmed-changed". Each is checked again in its own transaction. A retry
// returns the result and approves nothing more.
func (s *Service) ApproveConfirmed(ctx context.Context, in *confirmedIn) (*ApprovedTogether, error) {
	actor := httpd.VisitorOf(ctx).UserID
	them, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*looked, error) {
		rows, err := tx.DeskConfirmed(ctx, int64(large))
		if err != nil {
			return nil, err
		}
		var sum money.Cents
		them := &looked{now: true}
		for _, p := range rows {
			sum += p.Amount
			them.IDs = append(them.IDs, p.ID)
		}
		if int64(len(rows)) != in.Body.Count || int64(sum) != in.Body.Sum {
			return nil, fault.Invalid("confirmed-changed")
		}
		return them, nil
	})
	if err != nil {
		return nil, err
	}
	approve := approvedBy
	if them.now {
		approve = s.approveConfirmed
	}
	out := &ApprovedTogether{Approved: []ApprovedOne{}}
	for _, id := range them.IDs {
		one, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (ApprovedOne, error) { return approve(ctx, tx, id, actor) })
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

// approvedBy is a payment that a treasurer has approved.
func approvedBy(ctx context.Context, tx *db.Tx, paymentID, actor string) (ApprovedOne, error) {
	p, err := tx.Payment(ctx, paymentID)
	if err != nil {
		return ApprovedOne{}, db.NotFound(err)
	}
	if p.Status != payment.Approved || p.DecidedBy != actor {
		return ApprovedOne{}, errLeftOut
	}
	v, err := tx.Invoice(ctx, p.InvoiceID)
	return ApprovedOne{ID: paymentID, InvoiceNumber: v.Number, Amount: p.Amount}, err
}

// approveConfirmed approves one payment after locking it and checking bank, pictures and amounts again.
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
