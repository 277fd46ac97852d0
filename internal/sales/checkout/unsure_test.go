package checkout_test

import (
	"testing"

	"shanmen/internal/testkit"
	"shanmen/internal/testkit/pg"
)

// The database server fails while it commits an order, so the result is unknown: the member is told so, and pressing
// again shows the order if it exists.
func TestARetryAfterAnUnsureCommitShowsTheOrder(t *testing.T) {
	t.Parallel()
	var s *pg.Snare
	a := testkit.NewThrough(t, func(url string) (through string) {
		s, through = pg.SnareBefore(t, url)
		return through
	})
	c := a.Member(t)
	c.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
	c.Header.Set("Idempotency-Key", "the same press of a button")
	s.Armed.Store(true)
	r := c.OrderInCash(1000)
	s.Armed.Store(false)
	if r.Status != 503 || r.Code() != "unsure" || r.Header.Get("Retry-After") == "" {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	v := c.OrderInCash(1000).Order()
	if n := a.Count(t, "SELECT count(*) FROM invoices"); n != 1 || v == nil {
		t.Errorf("%d orders: %+v", n, v)
	}
}
