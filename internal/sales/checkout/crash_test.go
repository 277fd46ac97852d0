package checkout_test

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"shanmen/internal/base/money"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/together"
)

// M20: the program is killed while members pay, started again, killed again. What was acknowledged exists, nothing is
// half done, a repeated press pays once, and the numbers have neither gaps nor duplicates.
func TestM20AKillWhileMembersPayLosesNoOrder(t *testing.T) {
	if testkit.InProcess() {
		return
	}
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		const members, plenty = 16, 100
		grand := a.Option(t, "light-lamp", "grand")
		a.SetRemaining(t, grand, plenty)
		clients := make([]*testkit.Client, members)
		var cents money.Cents
		for i := range clients {
			clients[i] = a.NewMember(t, "Member", fmt.Sprintf("+65977700%02d", i))
			clients[i].Fill(a.Item(t, "light-lamp", "grand", "form", testkit.People("陈")), a.Item(t, "lamp-oil", "bottle")).Want(200)
			clients[i].Header.Set("Idempotency-Key", fmt.Sprintf("the press of member %d", i))
			cents = clients[i].Cart().SubTotal
		}
		var mu sync.Mutex
		answered := map[int]string{} // member: number
		// press lets everybody press again; after so many responses the program is killed.
		press := func(p *testkit.Process, answers int64) {
			var n atomic.Int64
			together.AtOnce(members, func(i int) {
				r := clients[i].Try(cashPath, cash(cents))
				if r == nil {
					return
				}
				number := r.Order().Number
				mu.Lock()
				if before, was := answered[i]; was && before != number {
					t.Errorf("member %d: %s, and then %s", i, before, number)
				}
				answered[i] = number
				mu.Unlock()
				if n.Add(1) == answers {
					p.Kill()
				}
			})
		}

		if a.DB.Engine() == "postgres" { // every payment waits for its number, with stock and cart already taken
			lock, err := a.DB.SQL().BeginTx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := lock.ExecContext(t.Context(), "LOCK TABLE number_series"); err != nil {
				t.Fatal(err)
			}
			p := a.Process(t)
			done := make(chan struct{})
			go func() {
				defer close(done)
				press(p, members+1)
			}()
			for a.Count(t, "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'number_series'::regclass") == 0 {
				runtime.Gosched()
			}
			p.Kill()
			<-done
			if err := lock.Rollback(); err != nil {
				t.Fatal(err)
			}
			if wantWhole(t, a, plenty); len(answered) > 0 {
				t.Errorf("%d answered", len(answered))
			}
		}
		press(a.Process(t), 1)
		wantWhole(t, a, plenty)
		press(a.Process(t), 6)
		wantWhole(t, a, plenty)
		t.Logf("%d of %d were answered before the last start", len(answered), members)
		press(a.Process(t), members+1)
		wantWhole(t, a, plenty)
		if n := a.Count(t, "SELECT count(*) FROM invoices"); n != members || len(answered) != members {
			t.Errorf("%d orders, %d answered", n, len(answered))
		}
	})
}

// wantWhole: each order is complete, and nothing else exists. It reads one snapshot, as PostgreSQL may still execute
// statements of the killed program.
func wantWhole(t *testing.T, a *testkit.App, plenty int64) {
	t.Helper()
	parts := []struct{ name, query string }{
		{"orders", "SELECT count(*) FROM invoices"},
		{"different numbers", "SELECT count(DISTINCT number) FROM invoices"},
		{"highest number", "SELECT coalesce(max(CAST(substr(number, 10) AS BIGINT)), 0) FROM invoices"},
		{"number given last", "SELECT coalesce(max(last), 0) FROM number_series WHERE series = 'INV'"},
		{"both items and their sum", `SELECT count(*) FROM invoices v WHERE v.sub_total = (SELECT sum(i.amount) FROM invoice_items i WHERE i.invoice_id = v.id)
			AND 2 = (SELECT count(*) FROM invoice_items i WHERE i.invoice_id = v.id)`},
		{"items", "SELECT count(*) / 2 FROM invoice_items"},
		{"payments", "SELECT count(*) FROM payments"},
		{"histories", "SELECT count(*) FROM invoice_events"},
		{"letters", "SELECT count(*) FROM outbox WHERE unique_key LIKE 'order-received:%'"},
		{"paid carts", "SELECT count(*) FROM carts WHERE status = 'paid'"},
		{"places taken", "SELECT " + strconv.FormatInt(plenty, 10) + " - remaining FROM offering_options WHERE key = 'grand'"},
	}
	columns := make([]string, len(parts))
	counts, into := make([]int64, len(parts)), make([]any, len(parts))
	for i, p := range parts {
		columns[i], into[i] = "("+p.query+")", &counts[i]
	}
	if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT "+strings.Join(columns, ", ")).Scan(into...); err != nil {
		t.Fatal(err)
	}
	for i, p := range parts {
		if counts[i] != counts[0] {
			t.Errorf("%s: %d of %d", p.name, counts[i], counts[0])
		}
	}
}
