package checkout_test

import (
	"testing"

	"shanmen/internal/checkout"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/pg"
)

// The server that dies while it commits an order leaves everybody in the dark: the member is told so, and the same press
// again shows the order that stands.
func TestAnOrderWhoseCommitWasLostIsShownByTheSameKey(t *testing.T) {
	t.Parallel()
	var s *pg.Snare
	a := testkit.NewThrough(t, func(url string) (through string) {
		s, through = pg.SnareBefore(t, url)
		return through
	})
	c := a.Member(t)
	c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
	c.Header.Set("Idempotency-Key", "the same press of a button")
	body := map[string]any{"paymentAmount": 1000, "currency": "SGD"}
	s.Armed.Store(true)
	r := c.Post("/api/payment/new/cash", body)
	s.Armed.Store(false)
	if r.Status != 503 || r.Code() != "unsure" || r.Header.Get("Retry-After") == "" {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	var p checkout.Paid
	c.Post("/api/payment/new/cash", body).Want(200).JSON(&p)
	if n := a.Count(t, "SELECT count(*) FROM invoices"); n != 1 || p.Invoice == nil {
		t.Errorf("%d orders: %+v", n, p.Invoice)
	}
}
