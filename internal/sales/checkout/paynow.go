package checkout

import (
	"context"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/sales/cart"
)

// The limits of a transfer's stated time.
const (
	oldestTransfer = 60 * 24 * time.Hour
	clockAhead     = 10 * time.Minute // a phone's clock ahead of ours
)

// PayNowIn is the body of POST /api/payment/new/pay-now.
type PayNowIn struct {
	Body struct {
		PaymentAmount       money.Cents  `json:"paymentAmount" doc:"Total of the cart or invoice as shown to the payer, in cents"`
		Currency            string       `json:"currency" enum:"SGD"`
		TransactionDateTime string       `json:"transactionDateTime" maxLength:"64" doc:"When the member says the transfer was made: RFC 3339 with zone, at most 60 days old and 10 minutes ahead"`
		FileID              string       `json:"fileId,omitempty" maxLength:"64" doc:"Of the upload; without one the invoice awaits payment"`
		InvoiceID           string       `json:"invoiceId,omitempty" maxLength:"64" doc:"An own invoice that awaits payment or was rejected, in place of the cart"`
		DeclaredAmount      *money.Cents `json:"declaredAmount,omitempty" doc:"Cents that the member says to have transferred; never refused for differing"`
		cart.Said
	}
}

// PayNow creates an invoice from the cart, or pays an invoice. It settles nothing: the office reviews the picture, or
// its bank.
func (s *Service) PayNow(ctx context.Context, in *PayNowIn) (*Paid, error) {
	b := in.Body
	o := order{
		buyer: buyerOf(ctx), method: money.PayNow, amount: b.PaymentAmount, invoiceID: b.InvoiceID,
		fileID: b.FileID, declared: b.DeclaredAmount, Said: b.Said, atRaw: b.TransactionDateTime,
	}
	if err := o.readTransfer(s.Clock.Now()); err != nil {
		return nil, err
	}
	return s.pay(ctx, o)
}

// readTransfer validates what the member states about a transfer.
func (o *order) readTransfer(now time.Time) error {
	o.Said = o.Clean()
	var wrong []fault.Field
	wrong = append(wrong, checkAmount("paymentAmount", o.amount)...)
	if o.declared != nil {
		wrong = append(wrong, checkAmount("declaredAmount", *o.declared)...)
	}
	at, code := transferTime(o.atRaw, now)
	if code != "" {
		wrong = append(wrong, fault.Field{Path: "transactionDateTime", Code: code})
	}
	o.at = at
	return fault.InvalidFields(wrong)
}

// checkAmount refuses invalid amounts. 0 is valid, and differs from what is due.
func checkAmount(path string, cents money.Cents) []fault.Field {
	if cents < 0 || cents > 1<<53 { // the largest integer that JavaScript represents exactly
		return []fault.Field{{Path: path, Code: "invalid-value"}}
	}
	return nil
}

func transferTime(raw string, now time.Time) (t time.Time, code string) {
	t, err := time.Parse(time.RFC3339, raw)
	switch {
	case err != nil:
		return time.Time{}, "bad-date-time"
	case t.After(now.Add(clockAhead)):
		return time.Time{}, "date-in-future"
	case t.Before(now.Add(-oldestTransfer)):
		return time.Time{}, "date-too-old"
	}
	return t, ""
}
