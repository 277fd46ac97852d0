package event_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/event"
	"shanmen/internal/testkit"
)

func singapore(year int, month time.Month, day, hour int) time.Time {
	return time.Date(year, month, day, hour-8, 0, 0, 0, time.UTC)
}

// yearEnd is a calendar around a new year that begins in Singapore while UTC is still in the old one.
func yearEnd() []event.New {
	return []event.New{
		{Key: "first-morning", StartsAt: singapore(2027, time.January, 1, 0), Place: locale.Text{EN: "Main Hall", ZH: "大殿"}},
		{Key: "last-night", StartsAt: singapore(2026, time.December, 31, 21), Summary: locale.Text{EN: "Quiet sitting", ZH: "禅坐"}},
		{Key: "across", StartsAt: singapore(2026, time.December, 31, 23)},
		{Key: "spring", StartsAt: singapore(2027, time.February, 6, 7)},
	}
}

func TestEventListIncludesEventsOverlappingThePeriod(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		empty(t, a)
		add(t, a, yearEnd()...)
		c := a.Guest()
		for _, x := range []struct{ name, query, want string }{
			{"all that comes, earliest first", "", "last-night across first-morning spring"},
			{"the last day of the year", "?from=2026-12-31&to=2026-12-31", "last-night across"},
			{"new year's day, with what began before midnight", "?from=2027-01-01&to=2027-01-01", "across first-morning"},
			{"from a day on", "?from=2027-01-02", "spring"},
			{"up to a day", "?to=2026-12-31", "last-night across"},
			{"backwards", "?from=2027-02-01&to=2026-12-01", ""},
			{"words of the summary, whatever the case", "?q=quiet%20SITTING", "last-night"},
			{"Chinese words in an English list", "?q=%E5%A4%A7%E6%AE%BF", "first-morning"},
			{"a wildcard is a letter", "?q=%25", ""},
		} {
			var list struct{ Items []struct{ Key string } }
			c.Get("/api/event" + x.query).Want(http.StatusOK).JSON(&list)
			got := []string{}
			for _, e := range list.Items {
				got = append(got, e.Key)
			}
			if list.Items == nil || strings.Join(got, " ") != x.want {
				t.Errorf("%s: %v", x.name, got)
			}
		}
		if r := c.Get("/api/event?from=2026-13-01"); r.Status != http.StatusBadRequest || r.Code() != "invalid-fields" {
			t.Errorf("month 13: %d %s", r.Status, r.Code())
		}
	})
}

func TestEventPageListsAYearOfPastDatesLatestFirst(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		empty(t, a)
		add(t, a, yearEnd()...)
		page := func(path string) (coming, past []string) {
			t.Helper()
			var p struct {
				Route string
				Data  struct {
					Events, Past []struct{ Key, Title, State, Lunar string }
				}
			}
			a.Guest().Get(path).Want(http.StatusOK).JSON(&p)
			if p.Route != "event___zh" || p.Data.Events == nil || p.Data.Past == nil {
				t.Fatalf("%+v", p)
			}
			for _, e := range p.Data.Events {
				coming = append(coming, e.Key)
			}
			for _, e := range p.Data.Past {
				if past = append(past, e.Key); e.State != event.Past || e.Title != "法会" {
					t.Errorf("past: %+v", e)
				}
			}
			return coming, past
		}
		later := func() bool {
			var p struct{ Data struct{ Later bool } }
			a.Guest().Get("/event/_payload.json").Want(http.StatusOK).JSON(&p)
			return p.Data.Later
		}
		if later() {
			t.Error("every date is listed")
		}
		if coming, past := page("/zh/event/_payload.json"); len(coming) != 4 || len(past) != 0 {
			t.Errorf("before: %v %v", coming, past)
		}
		a.Clock.Set(singapore(2027, time.January, 2, 12))
		coming, past := page("/zh/event/_payload.json")
		if !slices.Equal(coming, []string{"spring"}) || !slices.Equal(past, []string{"first-morning", "across", "last-night"}) {
			t.Errorf("after new year: %v %v", coming, past)
		}
		addRule(t, a, event.New{Key: "again", Rule: chanting()})
		if !later() {
			t.Error("nobody says that chanting goes on after the months that are listed")
		}
		a.Exec(t, "UPDATE events SET published = 0 WHERE key = 'again'")
		a.Clock.Set(singapore(2028, time.January, 1, 0))
		if _, past := page("/zh/event/_payload.json"); !slices.Equal(past, []string{"spring", "first-morning", "across"}) {
			t.Errorf("a year later: %v", past)
		}
	})
}

func TestTheEventPageShowsItsData(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		type detail struct {
			Title, HTML, Lunar, State, Kind string
			OtherLanguage                   bool
			LunarDate                       event.LunarDate
			Offering                        *event.Offering
		}
		get := func(key, l string) (d detail) {
			t.Helper()
			a.Guest().Get("/api/event/" + key + "?locale=" + l).Want(http.StatusOK).JSON(&d)
			return d
		}
		d := get("winter-solstice", "zh")
		want := event.LunarDate{Chinese: "丙午年十一月十四", Month: 11, Day: 14, Term: "冬至"}
		if d.Title != "冬至祭祖法会" || d.Lunar != "冬至" || d.LunarDate != want || d.Kind != event.Memorial || d.State != event.Upcoming || !strings.Contains(d.HTML, "汤圆") {
			t.Errorf("winter solstice: %+v", d)
		}
		if o := d.Offering; o == nil || o.Key != "winter-solstice" || o.Art == "" || o.State != "open" || o.Title == "" {
			t.Errorf("its offering: %+v", d.Offering)
		}
		add(t, a, event.New{
			Key: "untranslated", StartsAt: singapore(2027, time.January, 9, 9), Offering: "no-such",
			Title: locale.Text{ZH: "抄经"}, HTML: locale.Text{ZH: `<p onclick="x()">静心<script>x()</script>抄经</p>`},
		})
		if d := get("untranslated", "en"); d.Title != "抄经" || !d.OtherLanguage || d.HTML != "<p>静心抄经</p>" || d.Offering != nil {
			t.Errorf("without a translation: %+v", d)
		}
		if d := get("untranslated", "zh"); d.OtherLanguage {
			t.Errorf("in its own language: %+v", d)
		}
		c := a.Guest()
		for _, path := range []string{"/event/nothing", "/zh/event/nothing", "/event/nothing/_payload.json", "/api/event/nothing", "/api/event/nothing/calendar.ics"} {
			if r := c.Get(path); r.Status != http.StatusNotFound {
				t.Errorf("%s: %d", path, r.Status)
			}
		}
		if r := c.Get("/event/winter-solstice").Want(http.StatusOK); !strings.Contains(string(r.Body), "Winter solstice prayer for ancestors") {
			t.Error("the page does not name its event")
		}
	})
}
