package app_test

import (
	"testing"

	"shanmen/internal/testkit"
)

// A call that moves money in the office needs an Idempotency-Key: without one it is refused before anything is read, so
// that a refund which is sent three times is made once.
func TestACallThatMovesMoneyNeedsAnIdempotencyKey(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.Staff(t, "treasurer")
		for _, path := range []string{
			"/api/admin/invoice/x/cash", "/api/admin/invoice/x/refund", "/api/admin/invoice/x/cancel", "/api/admin/invoice/x/reopen",
			"/api/admin/late/transfer/x", "/api/admin/walk-in", "/api/admin/shift", "/api/admin/shift/x/close", "/api/admin/shift/x/float",
			"/api/admin/bank/statement/x/approve", "/api/admin/bank/statement/x/undo",
			"/api/admin/bank/line/x/match", "/api/admin/bank/line/x/ignore", "/api/admin/bank/line/x/undo",
		} {
			c.Header["Idempotency-Key"] = []string{""}
			if r := c.Post(path, map[string]any{}).Want(400); r.Code() != "idempotency-key-needed" {
				t.Errorf("%s without a key: %s", path, r.Body)
			}
			c.Header["Idempotency-Key"] = []string{"a key of its own " + path}
			if r := c.Post(path, map[string]any{}); r.Code() == "idempotency-key-needed" {
				t.Errorf("%s with a key: %s", path, r.Body)
			}
		}
	})
}
