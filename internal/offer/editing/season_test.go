package editing_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/testkit"
)

// A season with lunar dates at both ends returns each year; one that ends on a calendar date, or has no beginning, does
// not.
func TestASeasonRepeatsEachYear(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		fields := soup()
		fields["opens"], fields["closes"] = "10-1 0", "冬至 -6" // 9 November and 16 December 2026
		id := newOffering(t, a, editor, fields)
		editor.Publish(id, "en", "zh").Want(200)
		season := func() string {
			at := func(column string) string {
				return clock.Millis(a.Count(t, "SELECT "+column+" FROM offerings WHERE key = 'soup'")).Time().In(clock.Singapore).Format("2006-01-02")
			}
			return at("opens_at") + " " + at("closes_at")
		}
		renewAt := func(day string) {
			at, err := time.ParseInLocation("2006-01-02", day, clock.Singapore)
			if err != nil {
				t.Fatal(err)
			}
			a.Clock.Advance(at.Sub(a.Clock.Now()))
			for range 2 { // the second run finds nothing to do
				if err := a.Editing.RenewSeasons(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		renewAt("2026-12-16")
		if got := season(); got != "2026-11-09 2026-12-17" {
			t.Errorf("before its end: %s", got)
		}
		for _, year := range []struct{ at, season string }{
			{"2026-12-17", "2027-10-29 2027-12-17"}, {"2027-12-17", "2028-11-16 2028-12-16"}, {"2030-06-01", "2030-10-27 2030-12-17"},
		} {
			renewAt(year.at)
			if got := season(); got != year.season {
				t.Errorf("on %s: %s, want %s", year.at, got, year.season)
			}
		}
		editor = a.Staff(t, "editor")
		editor.Type(id, map[string]string{"opens": ""}).Want(200)
		editor.Publish(id, "en", "zh").Want(200)
		renewAt("2030-12-20")
		if got := season(); got != "1970-01-01 2030-12-17" {
			t.Errorf("without a beginning: %s", got)
		}
	})
}

// newBanner makes a published banner.
func newBanner(t *testing.T, c *testkit.Client, fields map[string]string) (id string) {
	t.Helper()
	all := map[string]string{"title.en": "Join us", "title.zh": "同来", "type": "101", "art": "lamp"}
	for name, text := range fields {
		all[name] = text
	}
	var made editing.Added
	c.Post("/api/admin/record", map[string]any{"kind": "banner", "fields": all}).Want(200).JSON(&made)
	return made.Record.ID
}

// A banner disappears with its target: when booking closes, or an event's last date is past or the event removed, also
// after its address changed. The cached page expires with it.
func TestABannerEndsWithItsTarget(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		shown := func() bool { return strings.Contains(string(a.Guest().Get("/").Want(200).Body), "Join us") }
		at := a.Clock.Now().Add(48 * time.Hour)
		eventID := newEvent(t, editor, "evening", eventFields(map[string]string{"rule": rule.Once(at, at.Add(time.Hour)).JSON()}))
		editor.Publish(eventID, "en", "zh").Want(200)

		banner := newBanner(t, editor, map[string]string{"href": "/about-us/history", "ends": "yes"})
		if r := editor.Publish(banner, "en", "zh"); r.FieldCodes()["ends"] != "ends-with-nothing" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		editor.Type(banner, map[string]string{"href": "/event/evening"}).Want(200)
		editor.Publish(banner, "en", "zh").Want(200)
		if !shown() {
			t.Fatal("it is not shown before the event")
		}
		editor.Post("/api/admin/record/"+eventID+"/address", map[string]any{"key": "dusk"}).Want(200)
		if !shown() {
			t.Error("it is gone since the event has another address")
		}
		a.Clock.Advance(49*time.Hour - time.Minute)
		if !shown() {
			t.Error("it is gone during the event")
		}
		a.Clock.Advance(time.Minute)
		if shown() {
			t.Error("it outlives the event")
		}

		editor = a.Staff(t, "editor")
		fields := soup()
		fields["closes"] = a.Clock.Now().Add(24 * time.Hour).In(clock.Singapore).Format("2006-01-02")
		offeringID := newOffering(t, a, editor, fields)
		editor.Publish(offeringID, "en", "zh").Want(200)
		editor.Type(banner, map[string]string{"href": "/blessing-service/soup"}).Want(200)
		editor.Publish(banner, "en", "zh").Want(200)
		if !shown() {
			t.Error("it is not shown while the offering can be booked")
		}
		editor.Type(offeringID, map[string]string{"closes": ""}).Want(200)
		editor.Publish(offeringID, "en", "zh").Want(200)
		a.Clock.Advance(72 * time.Hour)
		if !shown() {
			t.Error("an offering that never closes ended it")
		}
		editor = a.Staff(t, "editor")
		editor.Type(offeringID, map[string]string{"closes": a.Clock.Now().In(clock.Singapore).Format("2006-01-02")}).Want(200)
		editor.Publish(offeringID, "en", "zh").Want(200)
		a.Clock.Advance(24 * time.Hour)
		if shown() {
			t.Error("it outlives booking")
		}
	})
}

// A schedule due within the half minute after a newer publication waits for its end: if that is undone, the schedule is
// published.
func TestAScheduleWaitsForThePublishingUndoWindow(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for _, takenBack := range []bool{true, false} {
			editor, id := a.Staff(t, "editor"), a.Record(t, "page", "abbot")
			shows := func(text string) bool {
				return strings.Contains(string(a.Guest().Get("/about-us/abbot").Want(200).Body), text)
			}
			var s editing.Saved
			editor.Type(id, map[string]string{"html.en": "<p>Scheduled words</p>"}).Want(200).JSON(&s)
			schedule(editor, id, s.Rev, a.Clock.Now().Add(10*time.Second), "en").Want(200)
			editor.Type(id, map[string]string{"html.en": "<p>By hand</p>"}).Want(200)
			var p editing.Published
			editor.Publish(id, "en").Want(200).JSON(&p)
			a.Clock.Advance(15 * time.Second)
			goOut(t, a)
			if !shows("By hand") {
				t.Error("it went over something newer")
			}
			if takenBack {
				editor.Post("/api/admin/record/"+id+"/take-back", map[string]any{"version": p.Version}).Want(200)
			}
			a.Clock.Advance(editing.TakeBackFor)
			goOut(t, a)
			if shows("Scheduled words") != takenBack {
				t.Errorf("taken back %v: the site does not show what it should", takenBack)
			}
			if n := a.Count(t, "SELECT count(*) FROM schedules WHERE record_id = $1 AND state = 'waiting'", id); n != 0 {
				t.Errorf("%d still wait", n)
			}
			editor.Type(id, map[string]string{"html.en": "<p>In between</p>"}).Want(200)
			editor.Publish(id, "en").Want(200)
			a.Clock.Advance(time.Minute)
		}
	})
}

// A lunar day 30 that a month of 29 days lacks falls on the month's last day, wherever it is used.
func TestThe30thMeansTheLastDayOfAShortLunarMonth(t *testing.T) {
	t.Parallel()
	short := 0
	for year := 2026; year <= 2060; year++ {
		for month := 1; month <= 12; month++ {
			first, ok := lunar.ToSolar(lunar.Date{Year: year, Month: month, Day: 1})
			if !ok {
				t.Fatal(year, month)
			}
			days := 29
			if _, ok := lunar.ToSolar(lunar.Date{Year: year, Month: month, Day: 30}); ok {
				days = 30
			}
			last := first.Add(days - 1)
			if days == 29 {
				short++
			}
			named := fmt.Sprintf("%d-30 0", month)
			opens := fmt.Sprintf("%d-1 0", month)
			season := func(f editing.Fields, from lunar.Day) string {
				begins, ends, unknown := editing.BookingTimes(f, from.Time(12, 0))
				if unknown != "" {
					return "unknown " + unknown
				}
				return lunar.DayOf(begins).String() + " " + lunar.DayOf(ends.Add(-time.Minute)).String()
			}
			yearly := rule.Rule{Kind: rule.LunarYearly, LunarMonth: month, LunarDays: []int{30}, Short: rule.ShortLast, From: first.Add(-400).String()}
			monthly := rule.Rule{Kind: rule.LunarMonthly, LunarDays: []int{30}, Short: rule.ShortLast, Leap: rule.LeapFirst, From: yearly.From}
			row := rule.Rule{Kind: rule.Row, Start: rule.StartLunar, Length: 2, LunarMonth: month, LunarDays: []int{30}, Short: rule.ShortLast, From: yearly.From}
			one := []rule.Session{{Begins: "09:00", Ends: "10:00"}}
			dates := func(r rule.Rule) string {
				r.Sessions = one
				found := r.Dates(first, last.Add(1))
				if len(found) != 1 {
					return fmt.Sprint(found)
				}
				return found[0].Day.String()
			}
			opening := func(l content.OpeningLine) string {
				var held []string
				for d := first; d.Until(last) >= 0; d = d.Add(1) {
					if l.Holds(d) {
						held = append(held, d.String())
					}
				}
				return strings.Join(held, " ")
			}
			text := func(d lunar.Day, ok bool) string { return fmt.Sprint(d, ok) }
			for place, got := range map[string][2]string{
				"the next one":              {text(lunar.Next(first, month, 30)), text(last, true)},
				"the one before":            {text(lunar.Previous(last.Add(1), month, 30)), text(last, true)},
				"an anniversary":            {text(lunar.Date{Year: 1950, Month: month, Day: 30}.Anniversary(first)), text(last, true)},
				"an event of every year":    {dates(yearly), last.String()},
				"an event of every month":   {dates(monthly), last.String()},
				"the first day of a row":    {dates(row), last.String()},
				"opening hours of a day":    {opening(content.OpeningLine{On: content.OnLunarDate, Month: month, Day: 30}), last.String()},
				"opening hours of a month":  {opening(content.OpeningLine{On: content.OnLunarDays, Days: []int{30}}), last.String()},
				"the last day of a season":  {season(editing.Fields{"opens": opens, "closes": named}, first), first.String() + " " + last.String()},
				"the first day of a season": {season(editing.Fields{"opens": named, "closes": named[:len(named)-1] + "3"}, first), last.String() + " " + last.Add(3).String()},
			} {
				if got[0] != got[1] {
					t.Errorf("%d, month %d of %d days: %s is %s, want %s", year, month, days, place, got[0], got[1])
				}
			}
		}
	}
	if short < 100 {
		t.Errorf("only %d months of 29 days", short)
	}
}

// A season from the first to the thirtieth of the twelfth month closes each year, also where a program that did not
// know such a day had left it open; a season whose days the almanac does not know is not published.
func TestASeasonThatEndsOnThe30thClosesEachYear(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		fields := soup()
		fields["opens"], fields["closes"] = "12-1 0", "12-30 0"
		editor.Publish(newOffering(t, a, editor, fields), "en", "zh").Want(200)
		editor.Publish(newBanner(t, editor, map[string]string{"title.en": "Year's end", "opens": "12-1 0", "closes": "12-30 0"}), "en", "zh").Want(200)
		seasons := func() (out []string) {
			for _, table := range []string{"offerings WHERE title_en = 'Soup'", "banners WHERE title_en = 'Year''s end'"} {
				at := func(column string) string {
					return clock.Millis(a.Count(t, "SELECT "+column+" FROM "+table)).Time().In(clock.Singapore).Format("2006-01-02")
				}
				out = append(out, at("opens_at")+" "+at("closes_at"))
			}
			return out
		}
		want := "2027-01-08 2027-02-06" // twelfth month of 2026: 30 days, to 5 February
		for _, got := range seasons() {
			if got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
		// The twelfth months of 2027 and 2028 have 29 days.
		a.Exec(t, "UPDATE offerings SET closes_at = 0 WHERE title_en = 'Soup'")
		a.Exec(t, "UPDATE banners SET closes_at = 0 WHERE title_en = 'Year''s end'")
		for _, year := range []struct{ at, season string }{
			{"2026-11-28", want}, {"2027-02-06", "2027-12-28 2028-01-26"}, {"2028-01-26", "2029-01-15 2029-02-13"},
		} {
			d, _ := lunar.ParseDay(year.at)
			if at := d.Time(12, 0); at.After(a.Clock.Now()) {
				a.Clock.Advance(at.Sub(a.Clock.Now()))
			}
			if err := a.Editing.RenewSeasons(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, got := range seasons() {
				if got != year.season {
					t.Errorf("on %s: %s, want %s", year.at, got, year.season)
				}
			}
		}
	})
	for _, f := range []editing.Fields{{"closes": "12-30 0"}, {"opens": "冬至 0"}, {"opens": "1-1 0", "closes": "12-30 0"}, {"closes": "nonsense"}} {
		if found := editing.SeasonLimits(f, time.Date(2101, 3, 1, 0, 0, 0, 0, time.UTC)); len(found) != 1 || found[0].Code != "season-unknown" {
			t.Errorf("%v: %+v", f, found)
		}
	}
}
