package today_test

import (
	"slices"
	"testing"
	"time"

	"shanmen/internal/base/lunar"
	"shanmen/internal/office/today"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// Last year's numbers are shown beside this year's, for the same date and the same period; none is shown for a time
// before the first payment.
func TestTodayComparesWithLastYear(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		officekit.Transferred(t, a, a.Member(t))
		a.Exec(t, "UPDATE payments SET status = 'approved', received = 100, decided_at = 0")
		invoiceID := a.Text(t, "SELECT invoice_id FROM payments")
		yesterday := lunar.DayOf(a.Clock.Now()).Add(-1)
		was := lunar.Day{Year: yesterday.Year - 1, Month: yesterday.Month, Day: yesterday.Day}
		at := 0
		money := func(day lunar.Day, hour int, cents int64) {
			t.Helper()
			at++
			a.Exec(t, "INSERT INTO payments (id, invoice_id, method, status, amount, received, decided_at, created_at) SELECT $1, invoice_id, 1, 'approved', $2, $2, $3, 1 FROM payments LIMIT 1",
				"p"+string(rune('a'+at)), cents, day.Time(hour, 0).UnixMilli())
		}
		told := func() *today.Yesterday { return officekit.TodayOf(t, a, "treasurer").Yesterday }
		a.Exec(t, "DELETE FROM payments")
		if y := told(); y.Before != nil || y.Year != nil {
			t.Errorf("nothing ever came: %+v", y)
		}
		// The query above needs a row to copy: the first payment, yesterday.
		a.Exec(t, "INSERT INTO payments (id, invoice_id, method, status, amount, received, decided_at, created_at) VALUES ('first', $1, 1, 'approved', 100, 100, $2, 1)",
			invoiceID, yesterday.Time(0, 0).UnixMilli())
		if y := told(); y.Came != 100 || y.Before != nil || y.Year != nil {
			t.Errorf("the first year: %+v", y)
		}
		money(was, 0, 1000)
		money(was, 23, 200)
		money(was.Add(1), 0, 40_000)                                                // the day after does not count
		money(lunar.Day{Year: yesterday.Year, Month: 1, Day: 1}, 0, 5)              // this year begins
		money(lunar.Day{Year: yesterday.Year - 1, Month: 12, Day: 31}, 23, 900_000) // neither
		if y := told(); y.Before == nil || y.Before.Came != 1200 || y.Before.Orders != 1 || y.Before.Day != was.String() ||
			y.Year == nil || y.Year.This != 105 || y.Year.Last != 1200 || y.Year.Since != was.String() {
			t.Errorf("the second year: %+v %+v %+v", y, y.Before, y.Year)
		}
		money(lunar.Day{Year: yesterday.Year - 1, Month: 1, Day: 1}, 0, 7)
		if y := told(); y.Year.Last != 1207 || y.Year.Since != "" {
			t.Errorf("a whole year: %+v", y.Year)
		}
		a.Exec(t, "DELETE FROM payments WHERE decided_at >= $1 AND decided_at < $2", was.Time(0, 0).UnixMilli(), was.Add(1).Time(0, 0).UnixMilli())
		if y := told(); y.Before == nil || y.Before.Came != 0 || y.Before.Orders != 0 {
			t.Errorf("a day without money is one with nothing: %+v", y.Before)
		}
		for _, role := range []string{"editor", "counter", "ritual"} {
			if o := officekit.TodayOf(t, a, role); o.Yesterday != nil {
				t.Errorf("the %s: %+v", role, o.Yesterday)
			}
		}

		// On the eve of a lunar first or fifteenth: compared with the same lunar day a year before.
		for officekit.TodayOf(t, a, "counter").Tomorrow == "" {
			if o := officekit.TodayOf(t, a, "counter"); o.TomorrowBefore != nil {
				t.Fatalf("%s is no eve: %+v", o.Lunar, o.TomorrowBefore)
			}
			a.Clock.Advance(24 * time.Hour)
		}
		l, _ := lunar.FromSolar(lunar.DayOf(a.Clock.Now()).Add(1))
		before, ok := lunar.ToSolar(lunar.Date{Year: l.Year - 1, Month: l.Month, Day: l.Day})
		if !ok {
			t.Fatalf("no %+v a year before", l)
		}
		sum := int64(0)
		for _, c := range []int64{1, 2} {
			money(before, 12, c*300)
			sum += c * 300
		}
		for role, tells := range map[string]bool{"counter": true, "treasurer": true, "editor": false, "ritual": false} {
			then := officekit.TodayOf(t, a, role).TomorrowBefore
			if (then != nil) != tells || tells && (int64(then.Came) != sum || then.Orders != 1 || then.Day != before.String()) {
				t.Errorf("the %s: %+v", role, then)
			}
		}
	})
}

// The editor is told of a banner that ends within 15 days, by its last day or with its target; exact to the moment.
func TestTodayListsBannersThatEndSoon(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		var id, record, offering string
		if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT b.id, r.id FROM banners b JOIN records r ON r.kind = 'banner' AND r.key = b.id ORDER BY b.id LIMIT 1").Scan(&id, &record); err != nil {
			t.Fatal(err)
		}
		offering = a.Record(t, "offering", "winter-solstice")
		a.Exec(t, "UPDATE banners SET closes_at = 0, ends_with = ''")
		told := func() []today.Coming {
			t.Helper()
			return slices.DeleteFunc(officekit.TodayOf(t, a, "editor").Coming, func(c today.Coming) bool { return c.What != "banner" })
		}
		at := func(in time.Duration) int64 { return a.Clock.Now().Add(in).UnixMilli() }
		for _, c := range []struct {
			in   time.Duration
			told bool
		}{{0, false}, {time.Millisecond, true}, {15 * 24 * time.Hour, true}, {15*24*time.Hour + time.Millisecond, false}} {
			for _, by := range []string{"its day", "what it leads to", "whichever is first"} {
				day, with := at(c.in), ""
				switch by {
				case "what it leads to":
					day, with = 0, offering
				case "whichever is first":
					day, with = at(c.in+400*24*time.Hour), offering
				}
				a.Exec(t, "UPDATE banners SET closes_at = $1, ends_with = $2 WHERE id = $3", day, with, id)
				a.Exec(t, "UPDATE offerings SET published = 1, closes_at = $1 WHERE key = 'winter-solstice'", at(c.in))
				if got := told(); (len(got) == 1) != c.told || c.told && (got[0].Record != record || got[0].At.UnixMilli() != at(c.in) || got[0].Title.EN == "") {
					t.Errorf("in %v by %s: %+v", c.in, by, got)
				}
			}
		}
		a.Exec(t, "UPDATE offerings SET closes_at = $1 WHERE key = 'winter-solstice'", at(time.Hour))
		a.Exec(t, "UPDATE banners SET published = 0 WHERE id = $1", id)
		if got := told(); len(got) != 0 {
			t.Errorf("nobody sees it: %+v", got)
		}
		a.Exec(t, "UPDATE banners SET published = 1 WHERE id = $1", id)
		a.Exec(t, "UPDATE offerings SET published = 0 WHERE key = 'winter-solstice'")
		if got := told(); len(got) != 0 {
			t.Errorf("what it leads to is gone: %+v", got)
		}
		a.Exec(t, "UPDATE offerings SET published = 1 WHERE key = 'winter-solstice'")
		for _, role := range []string{"treasurer", "counter", "ritual"} {
			if slices.ContainsFunc(officekit.TodayOf(t, a, role).Coming, func(c today.Coming) bool { return c.What == "banner" }) {
				t.Errorf("the %s is told", role)
			}
		}
	})
}
