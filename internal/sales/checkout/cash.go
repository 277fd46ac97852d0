package checkout

import (
	"context"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
)

// CashIn is the body of POST /api/payment/new/cash.
type CashIn struct {
	Body struct {
		PaymentAmount money.Cents `json:"paymentAmount" doc:"Total of the cart or invoice as shown to the payer, in cents"`
		Currency      string      `json:"currency" enum:"SGD"`
		InvoiceID     string      `json:"invoiceId,omitempty" maxLength:"64" doc:"Invoice to pay instead of the cart: an own one that awaits payment or was rejected"`
	}
}

// Cash creates an invoice to be paid at the counter, found there by reference, QR code, number or name.
func (s *Service) Cash(ctx context.Context, in *CashIn) (*Paid, error) {
	if err := fault.InvalidFields(checkAmount("paymentAmount", in.Body.PaymentAmount)); err != nil {
		return nil, err
	}
	return s.pay(ctx, order{buyer: buyerOf(ctx), method: money.Cash, amount: in.Body.PaymentAmount, invoiceID: in.Body.InvoiceID})
}
