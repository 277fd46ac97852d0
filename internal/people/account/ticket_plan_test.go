package account_test

import (
	"strings"
	"testing"

	"shanmen/internal/platform/db"
	"shanmen/internal/testkit/source"
	"shanmen/internal/testkit/template"
)

// Renewal links are valid for two years, several per term, and the query that ends them runs with every payment, every
// password change, and every minute.
func TestExpiringTicketsUsesAnIndex(t *testing.T) {
	t.Parallel()
	d, err := db.Open(t.Context(), template.Tables.URL(t, "sqlite", t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	for name, q := range map[string]struct {
		file string
		args []any
	}{
		"EndTickets":                {"internal/people/account/account.sql", []any{1, "user", "new-address"}},
		"EraseTickets":              {"internal/people/account/account.sql", []any{"user"}},
		"ForgetTickets":             {"internal/people/account/account.sql", []any{1}},
		"SubscriptionTicketsSpend":  {"internal/sales/subscription/subscription.sql", []any{1, "{}"}},
		"SubscriptionTicketsRevive": {"internal/sales/subscription/subscription.sql", []any{"{}"}},
	} {
		_, text, found := strings.Cut(string(source.Read(t, q.file)), "-- name: "+name+" :exec\n")
		if !found {
			t.Fatalf("%s has no %s", q.file, name)
		}
		text, _, _ = strings.Cut(text, ";")
		var id, parent, unused int
		var step string
		if err := d.SQL().QueryRowContext(t.Context(), "EXPLAIN QUERY PLAN "+text, q.args...).Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !strings.HasPrefix(step, "SEARCH tickets USING ") || !strings.Contains(step, "INDEX tickets_") {
			t.Errorf("the plan of %s says %q", name, step)
		}
	}
}
