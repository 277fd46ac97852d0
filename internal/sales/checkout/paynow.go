package checkout

import (
	"context"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/base/writing"
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
		TransactionDateTime string       `json:"transactionDateTime" maxLength:"64" doc:"Transfer time, as declared by the member: RFC 3339 with zone, at most 60 days old and 10 minutes ahead"`
		FileID              string       `json:"fileId,omitempty" maxLength:"64" doc:"Id of the upload; without one the invoice awaits payment"`
		InvoiceID           string       `json:"invoiceId,omitempty" maxLength:"64" doc:"Invoice to pay instead of the cart: an own one that awaits payment or was rejected"`
		DeclaredAmount      *money.Cents `json:"declaredAmount,omitempty" doc:"Cents transferred, as declared by the member; a different amount is not refused"`
		DeclaredPayer       string       `json:"declaredPayer,omitempty" maxLength:"80" doc:"Name on the payer's bank account, as declared by the member"`
	}
}

// PayNow creates an invoice from the cart, or pays an invoice. It settles nothing: the office reviews the picture, or
// its bank.
func (s *Service) PayNow(ctx context.Context, in *PayNowIn) (*Paid, error) {
	b := in.Body
	o := order{
		buyer: buyerOf(ctx), method: money.PayNow, amount: b.PaymentAmount, invoiceID: b.InvoiceID,
		fileID: b.FileID, declared: b.DeclaredAmount, declaredPayer: b.DeclaredPayer, atRaw: b.TransactionDateTime,
	}
	if err := o.readTransfer(s.Clock.Now()); err != nil {
		return nil, err
	}
	return s.pay(ctx, o)
}

// readTransfer validates what the member states about a transfer.
func (o *order) readTransfer(now time.Time) error {
	o.declaredPayer = strings.TrimSpace(writing.Readable(o.declaredPayer, false))
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
