package order

import (
	"context"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/payment"
)

type refundIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Method money.Method `json:"method" enum:"1,2001" doc:"1 cash from the user's own open shift, 2001 by transfer (treasurer)"`
		Amount money.Cents  `json:"amount" minimum:"1" maximum:"20000000" doc:"Cents"`
		Reason string       `json:"reason" doc:"A code of refund.reason.*; \"overpaid\" refunds the overpayment"`
		Note   string       `json:"note,omitempty" doc:"Message to the payer"`
	}
}

// Refund refunds an order in whole or in part, and answers with the order.
func (s *Service) Refund(ctx context.Context, in *refundIn) (*Order, error) {
	if err := cashOnly(ctx, in.Body.Method); err != nil {
		return nil, err
	}
	_, err := s.Payments.GiveBack(ctx, payment.Refund{
		InvoiceID: in.ID, Method: in.Body.Method, Amount: in.Body.Amount, Reason: in.Body.Reason, Note: in.Body.Note,
		ActorID: httpd.VisitorOf(ctx).UserID,
	})
	if err != nil {
		return nil, err
	}
	return s.Order(ctx, &httpd.ByID{ID: in.ID})
}

// cashOnly limits those who are not the treasurer to cash from their own box.
func cashOnly(ctx context.Context, method money.Method) error {
	if method == money.PayNow && !httpd.VisitorOf(ctx).Has("treasurer") {
		return fault.Invalid("refund-cash-only")
	}
	return nil
}

type cancelOrderIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Reason string       `json:"reason" doc:"A code of refund.cancel.*"`
		Note   string       `json:"note,omitempty" doc:"Message to the payer"`
		Method money.Method `json:"method,omitempty" enum:"1,2001" doc:"Refund method for a part payment already received"`
	}
}

// Cancel cancels an unsettled order.
func (s *Service) Cancel(ctx context.Context, in *cancelOrderIn) (*Order, error) {
	if err := cashOnly(ctx, in.Body.Method); err != nil {
		return nil, err
	}
	err := s.Payments.CancelByOffice(ctx, payment.Cancellation{
		InvoiceID: in.ID, Reason: in.Body.Reason, Note: in.Body.Note, Method: in.Body.Method, ActorID: httpd.VisitorOf(ctx).UserID,
	})
	if err != nil {
		return nil, err
	}
	return s.Order(ctx, &httpd.ByID{ID: in.ID})
}

type reopenIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Received      money.Cents `json:"received" minimum:"1" maximum:"20000000" doc:"Cents received by the bank"`
		TransferredAt *time.Time  `json:"transferredAt,omitempty"`
	}
}

// Reopen settles an expired or cancelled order with late money.
func (s *Service) Reopen(ctx context.Context, in *reopenIn) (*Order, error) {
	a := payment.Arrival{Received: in.Body.Received, ActorID: httpd.VisitorOf(ctx).UserID}
	if in.Body.TransferredAt != nil {
		a.At = *in.Body.TransferredAt
	}
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) { return nil, s.Late.Reopen(ctx, tx, in.ID, a) })
	if err != nil {
		return nil, err
	}
	return s.Order(ctx, &httpd.ByID{ID: in.ID})
}

type mailPaperIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Paper string `json:"paper" enum:"invoice,receipt"`
	}
}

// PaperSent confirms that a mail will be sent.
type PaperSent struct {
	Sent bool `json:"sent"`
}

// MailPaper sends the invoice or the receipt again.
func (s *Service) MailPaper(ctx context.Context, in *mailPaperIn) (*PaperSent, error) {
	err := s.Payments.SendAgain(ctx, in.ID, in.Body.Paper)
	return &PaperSent{err == nil}, err
}
