package event_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/event"
	"shanmen/internal/testkit"
)

// parsed reads a calendar after checking its line format, which parsers tolerate and phones do not.
func parsed(t *testing.T, r *testkit.Response) []*ics.VEvent {
	t.Helper()
	r.Want(http.StatusOK)
	if got := r.Header.Get("Content-Type"); got != "text/calendar; charset=utf-8" {
		t.Errorf("content type %q", got)
	}
	text := string(r.Body)
	if !strings.HasSuffix(text, "END:VCALENDAR\r\n") || strings.Count(text, "\n") != strings.Count(text, "\r\n") {
		t.Error("lines do not end with CRLF")
	}
	for line := range strings.SplitSeq(text, "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) {
			t.Errorf("%d octets, whole characters %v: %q", len(line), utf8.ValidString(line), line)
		}
	}
	cal, err := ics.ParseCalendar(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return cal.Events()
}

func value(e *ics.VEvent, p ics.ComponentProperty) string {
	if got := e.GetProperty(p); got != nil {
		return got.Value
	}
	return ""
}

func TestICalendarEntriesRoundTrip(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		long := strings.Repeat("恭诵《普门品》，祈愿家家平安；𠮷祥如意。", 12)
		starts := singapore(2027, time.January, 9, 9)
		add(t, a, event.New{
			Key: "guanyin-day", StartsAt: starts, EndsAt: starts.Add(3 * time.Hour),
			Title:   locale.Text{EN: `Chanting; tea, cake \ songs`, ZH: "观音法会；供茶"},
			Summary: locale.Text{EN: "Line one,\r\nline two.\x07", ZH: long},
			Place:   locale.Text{EN: "Main Hall", ZH: "大殿"},
		})
		c := a.Guest()
		zh := parsed(t, c.Get("/api/event/guanyin-day/calendar.ics?locale=zh"))
		en := parsed(t, c.Get("/api/event/guanyin-day/calendar.ics?locale=en"))
		if len(zh) != 1 || len(en) != 1 {
			t.Fatalf("%d and %d events", len(zh), len(en))
		}
		if got := value(zh[0], ics.ComponentPropertySummary); got != "观音法会；供茶" {
			t.Errorf("title %q", got)
		}
		want := long + "\n农历丙午年十二月初二\nhttp://temple.example/zh/event/guanyin-day"
		if got := value(zh[0], ics.ComponentPropertyDescription); got != want {
			t.Errorf("description %q, want %q", got, want)
		}
		if got := value(zh[0], ics.ComponentPropertyLocation); !strings.HasPrefix(got, "大殿，清莲寺，") {
			t.Errorf("place %q", got)
		}
		if got := value(en[0], ics.ComponentPropertySummary); got != `Chanting; tea, cake \ songs` {
			t.Errorf("title %q", got)
		}
		if got := value(en[0], ics.ComponentPropertyDescription); !strings.HasPrefix(got, "Line one,\nline two.\n") || !strings.HasSuffix(got, "\nhttp://temple.example/event/guanyin-day") {
			t.Errorf("description %q", got)
		}
		for _, x := range []struct {
			property ics.ComponentProperty
			want     string
		}{
			{ics.ComponentPropertyDtStart, "20270109T010000Z"}, {ics.ComponentPropertyDtEnd, "20270109T040000Z"},
			{ics.ComponentPropertyDtstamp, "20261121T040000Z"}, {ics.ComponentPropertyUrl, "http://temple.example/event/guanyin-day"},
		} {
			if got := value(en[0], x.property); got != x.want {
				t.Errorf("%s is %q, want %q", x.property, got, x.want)
			}
		}
		if en[0].Id() == "" || en[0].Id() != zh[0].Id() {
			t.Errorf("one event has two ids: %q %q", en[0].Id(), zh[0].Id())
		}
	})
}

func TestFeedContainsAllEvents(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Guest()
		r := c.Get("/api/event/calendar.ics?locale=zh")
		events := parsed(t, r)
		if len(events) < 15 || value(events[0], ics.ComponentPropertySummary) != "十五诵经共修" {
			t.Fatalf("%d events", len(events))
		}
		if !strings.Contains(string(r.Body), "X-WR-CALNAME:清莲寺\r\n") {
			t.Error("the calendar does not name the temple")
		}
		seen := map[string]bool{}
		for _, e := range events {
			if seen[e.Id()] {
				t.Errorf("two events are %s", e.Id())
			}
			seen[e.Id()] = true
		}
		c.Header.Set("If-None-Match", r.Header.Get("ETag"))
		if again := c.Get("/api/event/calendar.ics?locale=zh"); again.Status != http.StatusNotModified {
			t.Errorf("the same calendar again: %d", again.Status)
		}
		c.Header.Del("If-None-Match")
		c.Header.Set("Accept-Language", "zh-SG")
		if got := parsed(t, c.Get("/api/event/calendar.ics")); value(got[0], ics.ComponentPropertySummary) != "十五诵经共修" {
			t.Error("a Chinese phone does not get Chinese")
		}
	})
}

func TestTheAtomFeedListsEvents(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		type feed struct {
			XMLName     xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
			Lang        string   `xml:"lang,attr"`
			ID, Updated string
			Title       string `xml:"title"`
			Link        []struct {
				Rel  string `xml:"rel,attr"`
				Href string `xml:"href,attr"`
			} `xml:"link"`
			Entry []struct {
				ID      string `xml:"id"`
				Title   string `xml:"title"`
				Updated string `xml:"updated"`
				Summary string `xml:"summary"`
				Link    struct {
					Href string `xml:"href,attr"`
				} `xml:"link"`
			} `xml:"entry"`
		}
		read := func(path string) (f feed) {
			t.Helper()
			r := a.Guest().Get(path).Want(http.StatusOK)
			if got := r.Header.Get("Content-Type"); got != "application/atom+xml; charset=utf-8" {
				t.Errorf("content type %q", got)
			}
			for d := xml.NewDecoder(bytes.NewReader(r.Body)); ; { // to its end: no second root, no trailing text
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
			if err := xml.Unmarshal(r.Body, &f); err != nil {
				t.Fatal(err)
			}
			return f
		}
		add(t, a, event.New{Key: "odd", StartsAt: a.Clock.Now().Add(time.Hour), Title: locale.Text{EN: "Rice & <tea>", ZH: "米与茶\x01"}})
		en := read("/event/feed.atom")
		if en.Lang != "en-SG" || en.Title != "Qing Lian Temple" || en.Entry[0].Title != "Rice & <tea>" || en.Entry[0].Link.Href != "http://temple.example/event/odd" {
			t.Errorf("%+v", en)
		}
		if en.Link[0].Href != "http://temple.example/event/feed.atom" || en.Link[1].Href != "http://temple.example/event" || !strings.HasPrefix(en.Entry[0].ID, "tag:temple.example,2026:event/") {
			t.Errorf("links %+v, id %s", en.Link, en.Entry[0].ID)
		}
		zh := read("/zh/event/feed.atom")
		if zh.Lang != "zh-Hans" || zh.Title != "清莲寺" || zh.Entry[1].Title != "十五诵经共修" || zh.Entry[1].Link.Href != "http://temple.example/zh/event/full-moon-chanting" {
			t.Errorf("%+v", zh)
		}
		if got := zh.Entry[1].Summary; got != "2026-11-23 09:30 · 十月十五 · 大殿\n欢迎随喜参加。" {
			t.Errorf("summary %q", got)
		}
		if zh.Entry[1].Updated != "2026-11-21T04:00:00Z" {
			t.Errorf("updated %s", zh.Entry[1].Updated)
		}
		empty(t, a)
		if f := read("/event/feed.atom"); len(f.Entry) != 0 || f.Link[0].Rel != "self" {
			t.Errorf("an empty calendar: %+v", f)
		}
	})
}
