package app_test

import (
	"strings"
	"testing"

	"shanmen/internal/testkit"
)

// While the database is unreachable, every call gives 503, so that machines retry, with the wording and format of every
// other refusal.
func TestWithoutItsDatabaseTheAPIAnswers503(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		if err := a.DB.Close(); err != nil {
			t.Fatal(err)
		}
		c.Locale = "zh"
		login := map[string]any{"identifier": "91234567", "password": "lotus-lamp-88"}
		for path, r := range map[string]*testkit.Response{
			"session":                     c.Get("/api/_auth/session"),
			"cart":                        c.Get("/api/cart/checkout"),
			"login":                       a.Guest().Post("/api/auth/authentication", login),
			"registration":                a.Guest().Post("/api/auth/registration", registration("91234567")),
			"profile page":                c.Get("/member/profile/_payload.json"),
			"picture, which is not JSON":  c.Get("/api/payment/pay-now/qr/x.png"),
			"receipt, which is not JSON":  c.Get("/api/invoice/x/receipt.pdf"),
			"staff, of whom nobody knows": c.Get("/api/admin/payment"),
		} {
			if r.Status == 404 { // no such address, so the database was not asked
				t.Errorf("%s: 404", path)
				continue
			}
			if r.Status != 503 || r.Code() != "unavailable" || r.Header.Get("Retry-After") != "5" || r.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %d %v %s", path, r.Status, r.Header, r.Body)
			}
		}
		page := c.Get("/zh/member/profile")
		if page.Status != 503 || page.Header.Get("Retry-After") != "5" || !strings.Contains(string(page.Body), "<html") {
			t.Errorf("a page: %d %v %.200s", page.Status, page.Header, page.Body)
		}
	})
}
