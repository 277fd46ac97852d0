package personal_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/testkit"
	"shanmen/internal/testkit/source"
)

// aDayOfGuests is the heading of its own table in docs/retention.md.
const aDayOfGuests = "\n## A day of guests\n"

// larger are the tables that docs/retention.md says a day of guests leaves larger for good.
func larger(t *testing.T) (tables []string) {
	t.Helper()
	_, section, found := strings.Cut(string(source.Read(t, "docs/retention.md")), aDayOfGuests)
	if !found {
		t.Fatal("docs/retention.md has no section about a day of guests")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	for line := range strings.Lines(section) {
		if cell, is := strings.CutPrefix(line, "| `"); is {
			name, _, _ := strings.Cut(cell, "`")
			tables = append(tables, name)
		}
	}
	slices.Sort(tables)
	return tables
}

// The longest period of docs/retention.md ends within seven years: six calendar years after a record's own.
const everyPeriod = 8 * 366 * day

// A public site has thousands of visitors who leave nothing that the temple needs. After every period, a temple that had
// a day of them has the same rows as one that had none, but for what the document lists.
func TestADayOfGuestsLeavesOnlyDocumentedRows(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		without := testkit.New(t, a.DB.Engine())
		for _, temple := range []*testkit.App{a, without} {
			temple.Drain(t)
			temple.MustSweep(t)
		}
		before := rows(t, a)
		dayOfGuests(t, a)
		a.Drain(t)
		evening := grown(before, rows(t, a))
		for _, table := range []string{"sessions", "carts", "cart_items", "holds", "uploads", "otp_states", "throttles", "audit_entries", "outbox", "form_entries"} {
			if evening[table] < 1 {
				t.Errorf("the day leaves nothing in %s, so that it shows nothing of it: %v", table, evening)
			}
		}
		without.Clock.Set(a.Clock.Now())
		end := a.Clock.Now().Add(everyPeriod)
		for i := 0; a.Clock.Now().Before(end); i++ {
			step := day
			if i > 40 { // the periods that follow are of months and years
				step = 30 * day
			}
			for _, temple := range []*testkit.App{a, without} {
				temple.Clock.Advance(step)
				temple.MustSweep(t)
				temple.Drain(t)
			}
		}
		left := grown(rows(t, without), rows(t, a))
		if got, want := slices.Sorted(maps.Keys(left)), larger(t); !slices.Equal(got, want) {
			t.Errorf("a day of guests leaves rows in\n%v\ndocs/retention.md says\n%v\n%v", got, want, left)
		}
	})
}

// dayOfGuests plays visitors, most of whom leave without a paid order.
func dayOfGuests(t *testing.T, a *testkit.App) {
	t.Helper()
	oil := a.Item(t, "lamp-oil", "bottle")
	for range 3 { // look, and fill a cart
		g := a.Guest()
		g.Get("/api/_auth/session").Want(200)
		g.Get("/api/offering").Want(200)
		g.Get("/en/a-page-that-is-not-there").Want(404)
		g.Fill(oil).Want(200)
	}
	g := a.Guest() // wants to register, and never types the code
	g.Fill(oil).Want(200)
	g.Post("/api/auth/registration", fields{"name": "Lim Ah Kow", "mobile": "+6581112222", "password": password, "locale": "en", "acceptedPolicies": "2026-11"}).Want(200)
	for i := range 4 { // guesses passwords
		a.Guest().Post("/api/auth/authentication", fields{"identifier": "treasurer@temple.example", "password": fmt.Sprint("a wrong password ", i)}).Want(401)
		a.Guest().Post("/api/auth/authentication", fields{"identifier": "+6581113333", "password": "a wrong password"}).Want(401)
	}
	a.Guest().Post("/api/auth/forget-password", fields{"identifier": "+6591234567"}).Want(200)
	a.Guest().Post("/api/form/awaiting", fields{"form": "contact", "values": fields{
		"name": "Lim Ah Kow", "mobile": "98111222", "email": "lim@example.org", "topic": "visit", "message": "When do you open?", "consent": true,
	}}).Want(200)
	m := a.Member(t)
	m.Buy(oil) // orders in cash, and never comes
	m.Fill(oil).Want(200)
	m.SendReceipt(testkit.Screenshot(t))                  // sends a picture, and does not pay
	m.Post("/api/payment/pay-now/qr", fields{}).Want(200) // sees the QR code, and leaves
}

func rows(t *testing.T, a *testkit.App) map[string]int64 {
	t.Helper()
	out := map[string]int64{}
	for _, table := range a.Tables(t) {
		out[table] = a.Count(t, "SELECT count(*) FROM "+table)
	}
	return out
}

// grown are the tables with more rows, and how many more.
func grown(before, after map[string]int64) map[string]int64 {
	out := map[string]int64{}
	for table, n := range after {
		if n > before[table] {
			out[table] = n - before[table]
		}
	}
	return out
}
