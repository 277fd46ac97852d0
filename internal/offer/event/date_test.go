package event_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
)

// chanting is on 初一 and 十五, with a second session on 十五.
func chanting() rule.Rule {
	return rule.Rule{
		Kind: rule.LunarMonthly, LunarDays: []int{1, 15}, From: "2026-11-21",
		Sessions: []rule.Session{
			{Begins: "09:30", Ends: "11:30"},
			{Key: "light", Begins: "19:30", Ends: "20:15", Only: []int{15}, Title: locale.Text{EN: "Passing the light", ZH: "传灯"}, Place: locale.Text{EN: "Courtyard", ZH: "寺前广场"}},
		},
	}
}

func addRule(t *testing.T, a *testkit.App, n event.New) (id string) {
	t.Helper()
	n.Title, n.Place = locale.Text{EN: n.Key, ZH: "共修"}, locale.Text{EN: "Main Hall", ZH: "大殿"}
	a.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
		id, err = event.Add(ctx, tx, n, a.Clock.Now())
		return err
	})
	return id
}

func setRule(t *testing.T, a *testkit.App, id string, r rule.Rule) {
	t.Helper()
	if err := r.Check(""); err != nil {
		t.Fatal(err)
	}
	a.Write(t, func(ctx context.Context, tx *db.Tx) error { return event.SetRules(ctx, tx, id, r, a.Clock.Now()) })
}

// inFeed are the entries of the calendar feed by UID: when each begins, and whether it is cancelled.
func inFeed(t *testing.T, a *testkit.App) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, e := range parsed(t, a.Guest().Get("/api/event/calendar.ics?locale=en")) {
		out[e.Id()] = strings.TrimSuffix(value(e, ics.ComponentPropertyDtStart)+" "+value(e, ics.ComponentPropertyStatus), " CONFIRMED")
	}
	return out
}

func TestDatesOfARuleKeepTheirUIDs(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		empty(t, a)
		id := addRule(t, a, event.New{Key: "chanting", Rule: chanting()})
		feed := inFeed(t, a)
		for uid, want := range map[string]string{
			id + "-2026-11-23": "20261123T013000Z", id + "-2026-11-23-light": "20261123T113000Z", id + "-2026-12-09": "20261209T013000Z",
			id + "-2026-12-09-light": "", id + "-2028-11-16": "20281116T013000Z", id + "-2028-12-01": "", // 24 months ahead, and no more
		} {
			if feed[uid] != want {
				t.Errorf("%s: %q, want %q", uid, feed[uid], want)
			}
		}
		r := chanting()
		r.Exceptions = []rule.Exception{
			{Day: "2026-12-09", Act: rule.LeftOut}, {Day: "2026-12-23", Act: rule.Moved, To: "2026-12-24", Begins: "08:30"},
			{Day: "2027-01-08", Act: rule.Cancelled, Note: locale.Text{EN: "The hall is painted", ZH: "大殿粉刷"}},
		}
		a.Clock.Set(a.Clock.Now().Add(time.Hour))
		setRule(t, a, id, r)
		feed = inFeed(t, a)
		for uid, want := range map[string]string{
			id + "-2026-12-09": "", id + "-2026-12-23": "20261224T003000Z", id + "-2026-12-23-light": "20261224T113000Z",
			id + "-2027-01-08": "20270108T013000Z CANCELLED", id + "-2027-01-22": "20270122T013000Z",
		} {
			if feed[uid] != want {
				t.Errorf("after exceptions %s: %q, want %q", uid, feed[uid], want)
			}
		}
		var page struct {
			Lunar    string
			Sessions []event.Part
			Dates    []event.OnDay
			More     int
		}
		a.Guest().Get("/api/event/chanting?locale=zh").Want(http.StatusOK).JSON(&page)
		if page.Lunar != "十月十五" || len(page.Sessions) != 2 || page.Sessions[1].Place != "寺前广场" || page.Sessions[0].Place != "大殿" {
			t.Errorf("its page: %+v", page)
		}
		if len(page.Dates) != 12 || page.More != 49-12 || !page.Dates[2].Cancelled || page.Dates[2].Note != "大殿粉刷" {
			t.Errorf("%d dates and %d more: %+v", len(page.Dates), page.More, page.Dates)
		}
		if r := a.Guest().Get("/event/chanting").Want(http.StatusOK); !strings.Contains(string(r.Body), "line-through") {
			t.Error("no date of the page is struck through")
		}
		if got := parsed(t, a.Guest().Get("/api/event/chanting/calendar.ics?date=2026-12-24&locale=en")); len(got) != 2 || value(got[1], ics.ComponentPropertySummary) != "chanting · Passing the light" {
			t.Errorf("an entry of one day: %v", got)
		}
		a.Guest().Get("/api/event/chanting/calendar.ics?date=2026-12-09").Want(http.StatusNotFound)

		setRule(t, a, id, chanting()) // taken back
		if feed := inFeed(t, a); feed[id+"-2026-12-23"] != "20261223T013000Z" || feed[id+"-2027-01-08"] != "20270108T013000Z" || feed[id+"-2026-12-09"] == "" {
			t.Errorf("taken back: %v", feed)
		}
	})
}

func TestTheNightlyEventJobContinuesAfterAStop(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		empty(t, a)
		id := addRule(t, a, event.New{Key: "chanting", Rule: chanting()})
		version := func() int64 {
			return a.Count(t, "SELECT CAST(value AS BIGINT) FROM settings WHERE key = 'content-version'")
		}
		before := version()
		if err := a.Events.Renew(t.Context()); err != nil || version() != before {
			t.Errorf("on the day itself: %v, version %d, was %d", err, version(), before)
		}
		a.Clock.Set(a.Clock.Now().Add(40 * 24 * time.Hour)) // 31 December
		for range 2 {
			a.MustSweep(t)
		}
		rows := func(where string) int64 {
			return a.Count(t, "SELECT count(*) FROM event_dates WHERE event_id = $1 AND "+where, id)
		}
		if n := rows("uid = '" + id + "-2028-12-16'"); n != 1 {
			t.Errorf("the first date that is new: %d", n)
		}
		if n := rows("starts_at < 1798700000000"); n != 3 { // unchanged: 23 November, 9 and 23 December
			t.Errorf("%d dates are over", n)
		}
		a.Clock.Set(a.Clock.Now().Add(24 * time.Hour)) // 1 January 2029 is a birthday of Amitabha: one new date
		if err := a.Events.Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		changed := version()
		a.Clock.Set(a.Clock.Now().Add(24 * time.Hour))
		if err := a.Events.Renew(t.Context()); err != nil || version() != changed {
			t.Errorf("a night without a new date: %v, version %d, was %d", err, version(), changed)
		}
	})
}

// A date with orders for its offering is not removed.
func TestABookedDateIsCancelled(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		empty(t, a)
		incense, other := "incense", "peace"
		booked := addRule(t, a, event.New{Key: "booked", Offering: incense, Rule: chanting()})
		free := addRule(t, a, event.New{Key: "free", Offering: other, Rule: chanting()})
		a.Exec(t, `INSERT INTO invoices (id, number, origin, origin_id, status, locale, sub_total, payment_reference, payer_name, created_at, updated_at)
			VALUES ('order', 'INV-1', 'walk-in', 'desk', 'paid', 'en', 100, 'REF', 'Lim', $1, $1)`, a.Clock.Now().UnixMilli())
		a.Exec(t, `INSERT INTO invoice_items (id, invoice_id, position, offering_id, option_id, title_en, title_zh, option_title_en, option_title_zh, quantity, unit_price, amount)
			SELECT 'booked', 'order', 0, id, 'none', '', '', '', '', 1, 100, 100 FROM offerings WHERE key = $1`, incense)
		weekly := rule.Rule{Kind: rule.Regular, Every: rule.Week, Weekdays: []int{7}, From: "2026-11-21", Sessions: chanting().Sessions[:1]}
		setRule(t, a, booked, weekly)
		setRule(t, a, free, weekly)
		feed := inFeed(t, a)
		if got := feed[booked+"-2026-11-23"]; got != "20261123T013000Z CANCELLED" {
			t.Errorf("the booked date: %q", got)
		}
		// Dates without orders are moved to the nearest Sunday, or removed.
		for uid, want := range map[string]string{
			booked + "-2026-12-09": "20261206T013000Z", free + "-2026-11-23": "20261122T013000Z", booked + "-2026-11-22": "20261122T013000Z", free + "-2026-12-23": "20261220T013000Z",
		} {
			if got := feed[uid]; got != want {
				t.Errorf("%s: %q, want %q", uid, got, want)
			}
		}
		for uid, at := range feed {
			if strings.HasPrefix(at, "20261209") || strings.HasPrefix(at, "20261123") && strings.HasPrefix(uid, free) {
				t.Errorf("%s, for which nobody ordered: %q", uid, at)
			}
		}
	})
}

func TestADateCannotMoveIntoThePast(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		empty(t, a)
		id := addRule(t, a, event.New{Key: "c", Rule: chanting()})
		r := chanting()
		r.Exceptions = []rule.Exception{{Day: "2026-12-09", Act: rule.Moved, To: "2026-11-10"}}
		err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return event.SetRules(ctx, tx, id, r, a.Clock.Now())
		})
		var refused *fault.Error
		if !errors.As(err, &refused) || len(refused.Fields) != 1 || refused.Fields[0].Path != "rule.exceptions[0].to" {
			t.Errorf("refused with %v", err)
		}
		if _, there := inFeed(t, a)[id+"-2026-12-09"]; !there {
			t.Error("the date has gone from the feed")
		}
	})
}

func TestTheCalendarFeedHoldsABusyTemplesEvents(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		empty(t, a)
		daily := rule.Rule{Kind: rule.Regular, Every: rule.Week, Weekdays: []int{1, 2, 3, 4, 5, 6, 7}, From: "2026-11-21", Sessions: chanting().Sessions[:1]}
		addRule(t, a, event.New{Key: "daily", Rule: daily})
		yearly := rule.Rule{Kind: rule.LunarYearly, LunarMonth: 4, LunarDays: []int{15}, From: "2026-11-21", Sessions: chanting().Sessions[:1]}
		last := addRule(t, a, event.New{Key: "bathing", Rule: yearly})
		if _, there := inFeed(t, a)[last+"-2028-05-09"]; !there {
			t.Error("the yearly day of 2028 is not in the feed beside a daily event")
		}
	})
}
