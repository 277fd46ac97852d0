package today_test

import (
	"fmt"
	"testing"
	"time"

	"shanmen/internal/office/today"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// People who take money see which price changes soon, the treasurer with the number of renewals affected; editors see
// it among scheduled changes. For counter-only options low stock is reported.
func TestTodayNotesPriceChangesAndLowCounterStock(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		family, grand := a.Option(t, "light-lamp", "family"), a.Option(t, "light-lamp", "grand")
		if o := officekit.TodayOf(t, a, "treasurer"); len(o.Notes) != 0 {
			t.Fatalf("nothing changes: %+v", o.Notes)
		}
		from := a.Clock.Now().Add(30 * 24 * time.Hour)
		a.Exec(t, "INSERT INTO option_prices (option_id, from_at, price) VALUES ($1, $2, 9800)", family, from.UnixMilli())
		a.Exec(t, "INSERT INTO option_prices (option_id, from_at, price) VALUES ($1, $2, 9900)", family, a.Clock.Now().Add(61*24*time.Hour).UnixMilli())
		running := a.Count(t, "SELECT count(*) FROM subscriptions WHERE status = 1 AND option_id = $1", family)
		a.Exec(t, "INSERT INTO subscriptions (id, user_id, item_id, status, offering_id, option_id, term, quantity, unit_price, limited, starts_at, period, ends_at, created_at, updated_at)"+
			" SELECT 'runs', $1, 'runs', 1, p.offering_id, p.id, 'yearly', 1, 8800, 0, 1, 1, 2, 1, 1 FROM offering_options p WHERE p.id = $2", a.UserID(t, "member"), family)
		a.Exec(t, "INSERT INTO subscriptions (id, user_id, item_id, status, offering_id, option_id, term, quantity, unit_price, limited, starts_at, period, ends_at, created_at, updated_at)"+
			" SELECT 'ended', $1, 'ended', 3, p.offering_id, p.id, 'yearly', 1, 8800, 0, 1, 1, 2, 1, 1 FROM offering_options p WHERE p.id = $2", a.UserID(t, "member"), family)
		for role, renewals := range map[string]int64{"treasurer": running + 1, "counter": 0} {
			o := officekit.TodayOf(t, a, role)
			if len(o.Notes) != 1 {
				t.Fatalf("the %s: %+v", role, o.Notes)
			}
			n := o.Notes[0]
			if n.What != "price" || n.Record != a.Record(t, "offering", "light-lamp") || n.At == nil || !n.At.Equal(from.Truncate(time.Millisecond)) || n.Price != 9800 || n.Before == 0 || n.Before == 9800 || n.Renewals != renewals {
				t.Errorf("the %s: %+v, want %d renewals", role, n, renewals)
			}
			for _, c := range o.Coming {
				if c.What == "price" {
					t.Errorf("the %s reads it twice: %+v", role, c)
				}
			}
		}
		o := officekit.TodayOf(t, a, "editor")
		told := 0
		for _, c := range o.Coming {
			if c.What == "price" && c.Price == 9800 {
				told++
			}
		}
		if len(o.Notes) != 0 || told != 1 {
			t.Errorf("the editor: %+v, %+v", o.Notes, o.Coming)
		}
		if o := officekit.TodayOf(t, a, "ritual"); len(o.Notes) != 0 {
			t.Errorf("the ritual staff: %+v", o.Notes)
		}
		for _, c := range []struct {
			channels string
			left     any
			want     int64
		}{{`["counter"]`, 20, 20}, {`["counter"]`, 0, 0}, {`["counter"]`, 21, -1}, {`["counter"]`, nil, -1}, {`["site","counter"]`, 3, -1}} {
			a.Exec(t, "UPDATE offering_options SET channels = $1, remaining = $2 WHERE id = $3", c.channels, c.left, grand)
			var found *today.Note
			for _, n := range officekit.TodayOf(t, a, "counter").Notes {
				if n.What == "counter-only" {
					found = &n
				}
			}
			if (found != nil) != (c.want >= 0) || found != nil && found.Left != c.want {
				t.Errorf("%v left, sold at %s: %+v", c.left, c.channels, found)
			}
		}
	})
}

// The treasurer sees whether this year's receipt numbers are complete: a missing one is listed.
func TestTodayReportsMissingReceiptNumbers(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		receipts := func() *today.Numbers { return officekit.TodayOf(t, a, "treasurer").Yesterday.Receipts }
		v, _ := officekit.Transferred(t, a, a.Member(t))
		a.Exec(t, "DELETE FROM number_series WHERE series = 'OR'")
		if n := receipts(); n != nil {
			t.Fatalf("there is none yet: %+v", n)
		}
		year := a.Clock.Now().Year()
		give := func(id, number string, at time.Time) {
			t.Helper()
			a.Exec(t, "INSERT INTO official_receipts (id, number, invoice_id, payment_id, issued_at, issued_by, voided_at) VALUES ($1, $2, $3, 'p', $4, 'x', 1)", id, number, v.ID, at.UnixMilli())
		}
		a.Exec(t, "DELETE FROM official_receipts")
		a.Exec(t, "INSERT INTO number_series (series, year, last) VALUES ('OR', $1, 2)", year)
		give("r1", fmt.Sprintf("%s-%d-%06d", "OR", year, 1), a.Clock.Now())
		give("other", fmt.Sprintf("%s-%d-%06d", "OLD", year, 2), a.Clock.Now())
		give("last-year", fmt.Sprintf("%s-%d-%06d", "OR", year-1, 2), a.Clock.Now().AddDate(-1, 0, 0))
		if n := receipts(); n == nil || n.Given != 2 || n.Missing != 1 {
			t.Errorf("the second is missing: %+v", n)
		}
		give("r2", fmt.Sprintf("%s-%d-%06d", "OR", year, 2), a.Clock.Now())
		if n := receipts(); n == nil || n.Given != 2 || n.Missing != 0 {
			t.Errorf("both are there: %+v", n)
		}
		a.Exec(t, "DELETE FROM official_receipts WHERE id = 'r1'")
		if n := receipts(); n == nil || n.Missing != 0 {
			t.Errorf("complete numbers are counted once a day: %+v", n)
		}
		a.Exec(t, "UPDATE number_series SET last = 3 WHERE series = 'OR'")
		if n := receipts(); n == nil || n.Given != 3 || n.Missing != 2 {
			t.Errorf("the first and the third are missing: %+v", n)
		}
		give("r3", fmt.Sprintf("%s-%d-%06d", "OR", year, 3), a.Clock.Now())
		give("r1", fmt.Sprintf("%s-%d-%06d", "OR", year, 1), a.Clock.Now())
		if n := receipts(); n == nil || n.Missing != 0 {
			t.Errorf("all three are there: %+v", n)
		}
		a.Exec(t, "DELETE FROM official_receipts WHERE id = 'r1'")
		a.Clock.Advance(24 * time.Hour)
		if n := receipts(); n == nil || n.Missing != 1 {
			t.Errorf("the next day the first is missing: %+v", n)
		}
	})
}
