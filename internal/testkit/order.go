package testkit

import (
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
)

// Cart is the browser's cart at current prices.
func (c *Client) Cart() (v cart.View) {
	c.t.Helper()
	c.Get("/api/cart/checkout").Want(200).JSON(&v)
	return v
}

// OrderInCash orders the browser's cart at an agreed price, to be paid at the counter. More pairs of key and value
// change the request: "invoiceId" is an existing order.
func (c *Client) OrderInCash(cents money.Cents, more ...any) *Response {
	c.t.Helper()
	return c.Post("/api/payment/new/cash", with(map[string]any{"paymentAmount": cents, "currency": "SGD"}, more))
}

// OrderByPayNow is OrderInCash by a transfer made now, whose picture follows unless more has a "fileId".
func (c *Client) OrderByPayNow(cents money.Cents, more ...any) *Response {
	c.t.Helper()
	now := c.app.Clock.Now().Format(time.RFC3339)
	return c.Post("/api/payment/new/pay-now", with(map[string]any{"paymentAmount": cents, "currency": "SGD", "transactionDateTime": now}, more))
}

// Buy adds items to the cart and orders them in cash, at the cart's price.
func (c *Client) Buy(items ...map[string]any) *invoice.View {
	c.t.Helper()
	var cart struct{ SubTotal money.Cents }
	c.Fill(items...).Want(200).JSON(&cart)
	return c.OrderInCash(cart.SubTotal).Order()
}

// BuyFor is Buy at the price that the test expects.
func (c *Client) BuyFor(cents money.Cents, items ...map[string]any) *invoice.View {
	c.t.Helper()
	c.Fill(items...).Want(200)
	return c.OrderInCash(cents).Order()
}

// BuyByTransfer is BuyFor by PayNow, with a picture of the transfer: the payment waits for the treasurer.
func (c *Client) BuyByTransfer(cents money.Cents, items ...map[string]any) (v *invoice.View, paymentID string) {
	c.t.Helper()
	c.Fill(items...).Want(200)
	v = c.OrderByPayNow(cents, "fileId", c.SendReceipt(Screenshot(c.t)).FileID).Order()
	return v, v.Payments[0].ID
}

// PayByTransfer sends a picture of a transfer for an existing order.
func (c *Client) PayByTransfer(invoiceID string, cents money.Cents, picture File, more ...any) *Response {
	c.t.Helper()
	u := c.SendReceipt(picture, invoiceID)
	return c.OrderByPayNow(cents, append([]any{"invoiceId", invoiceID, "fileId", u.FileID}, more...)...)
}

// Order is the order in a successful answer.
func (r *Response) Order() *invoice.View {
	r.t.Helper()
	var p struct{ Invoice *invoice.View }
	r.Want(200).JSON(&p)
	return p.Invoice
}

// Order reads one of the member's orders.
func (c *Client) Order(invoiceID string) (v *invoice.View) {
	c.t.Helper()
	c.Get("/api/invoice?id=" + invoiceID).Want(200).JSON(&v)
	return v
}

// SendReceipt uploads a picture of a transfer for the cart, or for an existing order.
func (c *Client) SendReceipt(picture File, invoiceID ...string) (u payment.Uploaded) {
	c.t.Helper()
	path := "/api/upload/receipt"
	for _, id := range invoiceID {
		path += "?invoiceId=" + id
	}
	c.Upload(path, picture).Want(200).JSON(&u)
	return u
}
