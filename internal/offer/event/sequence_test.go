package event_test

import (
	"strconv"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"shanmen/internal/offer/event"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/testkit"
)

// entry is a date as a calendar app stores it: an update under the same UID with a higher SEQUENCE replaces it.
type entry struct {
	starts, status string
	sequence       int
}

func entries(t *testing.T, a *testkit.App) map[string]entry {
	t.Helper()
	out := map[string]entry{}
	for _, e := range parsed(t, a.Guest().Get("/api/event/calendar.ics?locale=zh")) {
		n, err := strconv.Atoi(value(e, ics.ComponentPropertySequence))
		if err != nil {
			t.Fatalf("%s: SEQUENCE %q", e.Id(), value(e, ics.ComponentPropertySequence))
		}
		if _, twice := out[e.Id()]; twice {
			t.Errorf("two dates are %s", e.Id())
		}
		out[e.Id()] = entry{value(e, ics.ComponentPropertyDtStart), value(e, ics.ComponentPropertyStatus), n}
	}
	return out
}

// A date that a calendar app already has is updated when it is moved, rescheduled, cancelled or restored: the UID is
// the same and the SEQUENCE higher (RFC 5545, 3.8.7.4).
func TestAChangedDateKeepsItsUIDAndRaisesItsSequence(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		morning := []rule.Session{{Begins: "09:00", Ends: "11:00"}}
		on := func(days ...string) rule.Rule { return rule.Rule{Kind: rule.Dates, Days: days, Sessions: morning} }
		weekly := func(day int) rule.Rule {
			return rule.Rule{Kind: rule.Regular, Every: rule.Week, Weekdays: []int{day}, From: "2026-11-21", Sessions: morning}
		}
		monthly := func(day int, but ...rule.Exception) rule.Rule {
			return rule.Rule{Kind: rule.LunarMonthly, LunarDays: []int{day}, From: "2026-11-21", Sessions: morning, Exceptions: but}
		}
		for _, c := range []struct {
			name          string
			before, after rule.Rule
			uid           string // the UID in calendars, after the event's id
			starts        string // where it is then
			status        string
		}{
			{"once, to the next week", on("2027-01-09"), on("2027-01-16"), "-2027-01-09", "20270116T010000Z", "CONFIRMED"},
			{"once, put off for half a year", on("2027-01-09"), on("2027-07-10"), "-2027-01-09", "20270710T010000Z", "CONFIRMED"},
			{"once, to an earlier day", on("2027-01-09"), on("2027-01-02"), "-2027-01-09", "20270102T010000Z", "CONFIRMED"},
			{"one of several", on("2027-01-09", "2027-02-13", "2027-03-13"), on("2027-01-09", "2027-02-20", "2027-03-13"), "-2027-02-13", "20270220T010000Z", "CONFIRMED"},
			{"all of several", on("2027-01-09", "2027-02-13"), on("2027-01-10", "2027-02-14"), "-2027-02-13", "20270214T010000Z", "CONFIRMED"},
			{"a class of Saturdays on Sundays", weekly(6), weekly(7), "-2026-11-28", "20261129T010000Z", "CONFIRMED"},
			{"a lunar day", monthly(15), monthly(16), "-2026-12-23", "20261224T010000Z", "CONFIRMED"},
			{"a lunar day, by an exception", monthly(15), monthly(15, rule.Exception{Day: "2026-12-23", Act: rule.Moved, To: "2026-12-27"}), "-2026-12-23", "20261227T010000Z", "CONFIRMED"},
			{"cancelled", monthly(15), monthly(15, rule.Exception{Day: "2026-12-23", Act: rule.Cancelled}), "-2026-12-23", "20261223T010000Z", "CANCELLED"},
			{"taken up again", monthly(15, rule.Exception{Day: "2026-12-23", Act: rule.Cancelled}), monthly(15), "-2026-12-23", "20261223T010000Z", "CONFIRMED"},
			{"at another time", on("2027-01-09"), rule.Rule{Kind: rule.Dates, Days: []string{"2027-01-09"}, Sessions: []rule.Session{{Begins: "14:00", Ends: "16:00"}}}, "-2027-01-09", "20270109T060000Z", "CONFIRMED"},
		} {
			t.Run(c.name, func(t *testing.T) {
				empty(t, a)
				id := addRule(t, a, event.New{Key: "e" + strconv.FormatInt(a.Count(t, "SELECT count(*) FROM events"), 10), Rule: c.before})
				before := entries(t, a)
				was, there := before[id+c.uid]
				if !there {
					t.Fatalf("%s is not in the feed: %v", c.uid, before)
				}
				a.Clock.Advance(time.Minute)
				setRule(t, a, id, c.after)
				after := entries(t, a)
				if now := after[id+c.uid]; now.starts != c.starts || now.status != c.status || now.sequence <= was.sequence {
					t.Errorf("%+v, was %+v: want %s %s", now, was, c.starts, c.status)
				}
				a.Clock.Advance(time.Minute)
				setRule(t, a, id, c.before)
				if now := entries(t, a)[id+c.uid]; now.starts != was.starts || now.status != was.status || now.sequence <= after[id+c.uid].sequence {
					t.Errorf("taken back: %+v, was %+v", now, was)
				}
			})
		}
	})
}

// A day that becomes free again gets a date of its own, beside the one that was moved away from it.
func TestNoTwoDatesShareAUID(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		empty(t, a)
		morning := []rule.Session{{Begins: "09:00", Ends: "11:00"}}
		id := addRule(t, a, event.New{Key: "talk", Rule: rule.Rule{Kind: rule.Dates, Days: []string{"2027-01-09"}, Sessions: morning}})
		for _, days := range [][]string{{"2027-01-16"}, {"2027-01-09", "2027-01-16"}} {
			a.Clock.Advance(time.Minute)
			setRule(t, a, id, rule.Rule{Kind: rule.Dates, Days: days, Sessions: morning})
		}
		feed := entries(t, a)
		if len(feed) != 2 || feed[id+"-2027-01-09"].starts != "20270116T010000Z" || feed[id+"-2027-01-09-2"].starts != "20270109T010000Z" {
			t.Errorf("%v", feed)
		}
	})
}

// The event's texts are part of each of its dates.
func TestANewTitleRaisesTheSequence(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		record := a.Record(t, "event", "winter-solstice")
		before := entries(t, a)
		a.Clock.Advance(time.Minute)
		editor.Type(record, map[string]string{"title.zh": "冬至法会"}).Want(200)
		editor.Publish(record, "en", "zh").Want(200)
		rose := 0
		for uid, now := range entries(t, a) {
			if now.sequence > before[uid].sequence {
				rose++
			}
		}
		if rose == 0 || rose == len(before) {
			t.Errorf("%d of %d dates have a higher SEQUENCE", rose, len(before))
		}
	})
}
