package testkit

import (
	"testing"

	"shanmen/internal/base/money"
	"shanmen/internal/sales/invoice"
)

// TakeCash is the counter taking cash for an order.
func (c *Client) TakeCash(invoiceID string, cents money.Cents) *Response {
	c.t.Helper()
	return c.Post("/api/admin/invoice/"+invoiceID+"/cash", map[string]any{"amountReceived": cents})
}

// TakeCash is a clerk taking the full price of an order.
func (a *App) TakeCash(t testing.TB, v *invoice.View) {
	t.Helper()
	a.Staff(t, "counter").TakeCash(v.ID, v.SubTotal).Want(200)
}

// WalkIn is the counter selling to a walk-in for exact cash.
func (c *Client) WalkIn(payer map[string]any, cents money.Cents, items ...map[string]any) *Response {
	c.t.Helper()
	return c.Post("/api/admin/walk-in", map[string]any{
		"locale": "en", "payer": payer, "items": items, "paymentAmount": cents, "method": money.Cash, "amountReceived": cents,
	})
}

// PendingPayment is the id of an order's payment that waits for the treasurer.
func (a *App) PendingPayment(t testing.TB, invoiceID string) string {
	t.Helper()
	p, err := a.DB.Read().PaymentPending(t.Context(), invoiceID)
	if err != nil {
		t.Fatal(err)
	}
	return p.ID
}

// Approve is the treasurer approving a payment; more pairs say "amountReceived", "despite", ….
func (c *Client) Approve(paymentID string, more ...any) *Response {
	c.t.Helper()
	return c.Post("/api/admin/payment/"+paymentID+"/approve", with(map[string]any{}, more))
}

// Reject is the treasurer rejecting a payment; more says a "note".
func (c *Client) Reject(paymentID, reason string, more ...any) *Response {
	c.t.Helper()
	return c.Post("/api/admin/payment/"+paymentID+"/reject", with(map[string]any{"reason": reason}, more))
}

// Refund is the office refunding an order; more says a "note".
func (c *Client) Refund(invoiceID string, method money.Method, cents money.Cents, reason string, more ...any) *Response {
	c.t.Helper()
	return c.Post("/api/admin/invoice/"+invoiceID+"/refund", with(map[string]any{"method": method, "amount": cents, "reason": reason}, more))
}
