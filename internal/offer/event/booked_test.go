package event_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
)

// order orders an offering now.
func order(t *testing.T, a *testkit.App, n int, offering string) {
	t.Helper()
	a.Exec(t, `INSERT INTO invoices (id, number, origin, origin_id, status, locale, sub_total, payment_reference, payer_name, created_at, updated_at)
		VALUES ($1, $1, 'walk-in', $1, 'paid', 'en', 100, $1, 'Lim', $2, $2)`, fmt.Sprintf("order-%d", n), a.Clock.Now().UnixMilli())
	a.Exec(t, `INSERT INTO invoice_items (id, invoice_id, position, offering_id, option_id, title_en, title_zh, option_title_en, option_title_zh, quantity, unit_price, amount)
		SELECT $1, $1, 0, id, 'none', '', '', '', '', 1, 100, 100 FROM offerings WHERE key = $2`, fmt.Sprintf("order-%d", n), offering)
}

type dateRow struct{ starts, ends, cancelled int64 }

func rowsOf(t *testing.T, a *testkit.App, key string) map[int64]dateRow {
	t.Helper()
	rows, err := a.DB.SQL().QueryContext(t.Context(), "SELECT d.day, d.starts_at, d.ends_at, d.cancelled FROM event_dates d JOIN events e ON e.id = d.event_id WHERE e.key = '"+key+"'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	out := map[int64]dateRow{}
	for rows.Next() {
		var day int64
		var r dateRow
		if err := rows.Scan(&day, &r.starts, &r.ends, &r.cancelled); err != nil {
			t.Fatal(err)
		}
		out[day] = r
	}
	return out
}

// An event gets random rules and offerings, people order, nights pass. A booked date stays until it is past, and the
// dates not cancelled are those of the rule.
func TestBookedDatesSurviveRuleChanges(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		empty(t, a)
		seed := uint64(time.Now().UnixNano())
		n := rand.New(rand.NewPCG(seed, 1))
		says := fmt.Sprintf("seed %d", seed)
		rules := []rule.Rule{
			chanting(),
			{Kind: rule.LunarMonthly, LunarDays: []int{15}, From: "2026-11-21", Sessions: chanting().Sessions[:1]},
			{Kind: rule.Regular, Every: rule.Week, Weekdays: []int{7}, From: "2026-11-21", Sessions: chanting().Sessions[:1]},
			{Kind: rule.Regular, Every: rule.Week, Weekdays: []int{3, 6}, From: "2026-11-21", Sessions: chanting().Sessions[:1]},
		}
		standing := event.New{Key: "c", Kind: event.Chanting, Rule: rules[0]}
		save := func() {
			a.Write(t, func(ctx context.Context, tx *db.Tx) error { return event.Save(ctx, tx, standing, a.Clock.Now()) })
		}
		save()
		booked := map[int64]bool{}
		for act := range 60 {
			did := ""
			switch n.IntN(5) {
			case 0:
				standing.Rule = rules[n.IntN(len(rules))]
				save()
				did = "another rule"
			case 1:
				standing.Offering = []string{"", "incense", "peace"}[n.IntN(3)]
				save()
				did = "offers " + standing.Offering
			case 2: // both at once
				standing.Rule, standing.Offering = rules[n.IntN(len(rules))], []string{"", "incense", "peace"}[n.IntN(3)]
				save()
				did = "another rule, offers " + standing.Offering
			case 3:
				if standing.Offering == "" {
					continue
				}
				order(t, a, act, standing.Offering)
				next, day := int64(0), int64(0)
				for d, r := range rowsOf(t, a, "c") { // the next date that takes place
					if r.cancelled == 0 && r.starts > a.Clock.Now().UnixMilli() && (next == 0 || r.starts < next) {
						next, day = r.starts, d
					}
				}
				booked[day] = true
				did = "an order of " + standing.Offering
				a.Clock.Advance(time.Minute)
			case 4:
				a.Clock.Advance(time.Duration(1+n.IntN(9)) * 24 * time.Hour)
				if err := a.Events.Renew(t.Context()); err != nil {
					t.Fatal(err)
				}
				did = "a night"
			}
			now := a.Clock.Now()
			rows := rowsOf(t, a, "c")
			for day := range booked {
				if _, there := rows[day]; !there {
					t.Fatalf("%s, act %d (%s): day %d was booked, and is gone", says, act, did, day)
				}
			}
			from, to := event.Window(now, 0)
			wanted := map[int64]bool{}
			for _, d := range standing.Rule.Dates(from, to) {
				if d.Ends().After(now) {
					wanted[int64(d.Day.Number())] = true
				}
			}
			for day, r := range rows {
				if clock.Millis(r.ends).Time().After(now) && r.cancelled == 0 && !wanted[day] {
					t.Fatalf("%s, act %d (%s): day %d takes place, which the rule does not have", says, act, did, day)
				}
			}
			for day := range wanted {
				if r, there := rows[day]; !there || r.cancelled == 1 {
					t.Fatalf("%s, act %d (%s): day %d of the rule: there %v, cancelled %d", says, act, did, day, there, r.cancelled)
				}
			}
		}
	})
}

// The person who removed an event may restore it until it is deleted.
func TestARestoredEventIsNotDropped(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		empty(t, a)
		id := addRule(t, a, event.New{Key: "c", Rule: chanting()})
		publish := func(shown bool) {
			a.Write(t, func(ctx context.Context, tx *db.Tx) error { return event.Publish(ctx, tx, "c", shown, a.Clock.Now()) })
		}
		drop := func() {
			a.Write(t, func(ctx context.Context, tx *db.Tx) error { return event.Drop(ctx, tx, "c") })
		}
		dates := func() int64 { return a.Count(t, "SELECT count(*) FROM event_dates WHERE event_id = $1", id) }
		if drop(); dates() == 0 {
			t.Error("an event that visitors see lost its dates")
		}
		if publish(false); dates() == 0 {
			t.Error("an event that was taken away lost its dates at once")
		}
		if drop(); dates() != 0 || a.Count(t, "SELECT count(*) FROM events WHERE key = 'c'") != 0 {
			t.Error("a dropped event is still there")
		}
		drop() // once more does no harm
	})
}
