package payment

import (
	"context"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/sales/invoice"
)

// Arrival is late money for which the office has found the order.
type Arrival struct {
	Received money.Cents
	At       time.Time // time of the transfer; zero: unknown
	UserID   string    // owner of the picture
	UploadID string    // "": no picture, or used by another payment
	LineID   string    // the bank line; "": not seen in the bank
	ActorID  string
	// ProviderID is what a payment provider has received, of provider_payments; "": not from one.
	ProviderID string
}

// Reopen settles a locked expired or cancelled order, if there is stock: "no-place-left".
func (s *Service) Reopen(ctx context.Context, tx *db.Tx, v query.Invoice, a Arrival) error {
	if err := retakePlaces(ctx, tx, v.ID, s.Clock.Now()); err != nil {
		return err
	}
	return s.bookArrival(ctx, tx, v, a, "invoice.reopen")
}

// BookArrival books a transfer for an unpaid order that the office has just created, or that its cart has become
// meanwhile. While a picture is under verification: "payment-undecided".
func (s *Service) BookArrival(ctx context.Context, tx *db.Tx, invoiceID string, a Arrival) error {
	v, err := invoice.Lock(ctx, tx, invoiceID)
	switch {
	case err != nil:
		return err
	case v.Status == invoice.UnderVerification:
		return fault.Invalid("payment-undecided")
	case v.Status != invoice.AwaitingPayment && v.Status != invoice.Rejected:
		return fault.Invalid("illegal-transition")
	}
	return s.bookArrival(ctx, tx, v, a, "invoice.late-money")
}

func (s *Service) bookArrival(ctx context.Context, tx *db.Tx, v query.Invoice, a Arrival, action string) error {
	if a.Received <= 0 {
		return fault.At("received", "amount-needed")
	}
	n := New{InvoiceID: v.ID, Method: money.PayNow, Amount: max(0, v.SubTotal-v.Paid), TransactionAt: a.At}
	if a.UploadID != "" && CheckUpload(ctx, tx.Queries, a.UserID, a.UploadID) == nil {
		n.UserID, n.UploadID = a.UserID, a.UploadID
	}
	if !a.At.IsZero() {
		n.TransactionRaw = a.At.Format(time.RFC3339)
	}
	p, err := Open(ctx, tx, s.Clock, n)
	if err != nil {
		return err
	}
	by := invoice.ByOffice
	if a.ProviderID != "" {
		by = invoice.ByProvider
		if err := tieToProvider(ctx, tx, p.ID, a.ProviderID); err != nil {
			return err
		}
	} else if a.LineID == "" {
		if err := tx.PaymentUnseen(ctx, query.PaymentUnseenParams{Unseen: 1, ID: p.ID}); err != nil {
			return err
		}
	} else {
		by = invoice.ByBank
		err := bankline.Match(ctx, tx, query.BankMatchAddParams{
			LineID: a.LineID, InvoiceID: v.ID, Position: 1, State: bankline.Seen, Amount: a.Received, PaymentID: p.ID, Was: v.Status,
		})
		if err != nil {
			return err
		}
	}
	if err := s.decide(ctx, tx, p, Approved, &a.Received, "", "", a.ActorID); err != nil {
		return err
	}
	if err := s.bookPayment(ctx, tx, p, v, booking{received: a.Received, by: by, actorID: a.ActorID, mailAt: s.Clock.Now()}); err != nil {
		return err
	}
	return auditOrder(ctx, tx, action, v, map[string]any{"received": a.Received, "payment": p.ID, "line": a.LineID})
}
