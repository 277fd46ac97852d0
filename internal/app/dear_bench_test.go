package app_test

import (
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// BenchmarkExpensiveCalls prints the time of the most expensive calls of guests and members beside a session call,
// first and repeated. It fails when a repeated call takes more than ten times as long as the session call.
func BenchmarkExpensiveCalls(b *testing.B) {
	a := testkit.New(b, "sqlite")
	c := a.Member(b)
	v := c.BuyFor(1000, a.Item(b, "lamp-oil", "bottle"))
	a.TakeCash(b, v)
	took := func(path string) time.Duration {
		started := time.Now()
		c.Get(path).Want(200)
		return time.Since(started)
	}
	best := func(path string) time.Duration {
		least := time.Hour
		for range 20 {
			least = min(least, took(path))
		}
		return least
	}
	session := best("/api/member/session")
	for name, path := range map[string]string{
		"Contract":  "/api/openapi.json",
		"Messages":  "/_i18n/zh/messages.json",
		"Invoice":   "/api/invoice/" + v.ID + "/invoice.pdf?language=both",
		"Receipt":   "/api/invoice/" + v.ID + "/receipt.pdf?language=both",
		"Statement": "/api/member/statement/2026.pdf?language=both",
		"Payload":   "/member/profile/invoices/_payload.json",
	} {
		b.Run(name, func(b *testing.B) {
			first, again := took(path), best(path)
			b.ReportMetric(float64(first)/1e6, "ms-first")
			b.ReportMetric(float64(again)/1e6, "ms-again")
			b.ReportMetric(float64(again)/float64(session), "sessions")
			b.ReportMetric(0, "ns/op")
			if again > 10*session && again > 10*time.Millisecond {
				b.Errorf("%s takes %v again, a session's call %v", path, again, session)
			}
		})
	}
}
