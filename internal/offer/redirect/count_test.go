package redirect_test

import (
	"fmt"
	"testing"
	"time"

	"shanmen/internal/offer/redirect"
	"shanmen/internal/testkit"
)

type missing struct {
	Path    string
	Times   int64
	Robot   bool
	Perhaps *redirect.Place
}

func missingOf(t *testing.T, a *testkit.App, c *testkit.Client) []missing {
	t.Helper()
	if err := a.Redirects.KeepCounts(t.Context()); err != nil {
		t.Fatal(err)
	}
	var out struct{ Items []missing }
	c.Get("/api/admin/old-address/missing").Want(200).JSON(&out)
	return out.Items
}

// Missing addresses that are requested are counted, in any spelling, and nothing about the visitor is stored.
func TestMissingAddressesAreCounted(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, guest := a.Staff(t, "editor"), a.Guest()
		for _, path := range []string{
			"/about-us/our-history.html", "/zh/About-Us/Our-History.html?from=poster&name=Tan", "/about-us/our-history.html/_payload.json",
			"/about-us/our-history", "/zh/about-us/our-history", "/wp-login.php", "/wp-login.php", "/wp-login.php", "/wp-login.php", "/somebody@mail.example", "/zh/admin/pages",
		} {
			guest.Get(path).Want(404)
		}
		guest.Get("/api/redirect?path=%2Fabout-us.html").Want(200)
		guest.Get("/api/redirect?path=%2Fevent").Want(200) // a page
		for range 3 {
			guest.Get("/events").Want(301)
		}
		guest.Get("/events/_payload.json").Want(200)
		guest.Get("/api/redirect?path=%2Fzh%2Fevents").Want(200)
		got := map[string]missing{}
		rows := missingOf(t, a, editor)
		for _, m := range rows {
			got[m.Path] = m
		}
		if last := rows[len(rows)-1]; !last.Robot {
			t.Errorf("what robots ask for most stands before what people ask for: %+v", rows)
		}
		for path, times := range map[string]int64{"/about-us/our-history.html": 3, "/about-us/our-history": 2, "/wp-login.php": 4, "/about-us.html": 1} {
			if got[path].Times != times {
				t.Errorf("%s: %+v", path, got[path])
			}
		}
		if len(got) != 4 || !got["/wp-login.php"].Robot || got["/about-us/our-history"].Perhaps == nil || got["/about-us/our-history"].Perhaps.Path != "/about-us/history" {
			t.Errorf("%+v", got)
		}
		for _, r := range list(t, editor, "") {
			if want := map[string]int64{"/events": 5}[r.Path]; r.Times != want {
				t.Errorf("%s was asked for %d times, not %d", r.Path, want, r.Times)
			}
		}
		// Once redirected, the address leaves the list. After 30 days the other counts are deleted.
		send(editor, "/about-us/our-history", "/about-us/history").Want(200)
		if rest := missingOf(t, a, editor); len(rest) != 3 {
			t.Errorf("%+v", rest)
		}
		a.Clock.Advance(31 * 24 * time.Hour)
		a.MustSweep(t)
		if n := a.Count(t, `SELECT count(*) FROM address_days`); n != 0 {
			t.Errorf("%d rows are kept", n)
		}
	})
}

// Requests for invented addresses fill neither memory nor table, and do not displace real missing addresses.
func TestMadeUpAddressesDoNotHideRealMisses(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		for i := range 60_000 {
			a.Redirects.Count(fmt.Sprintf("/made-up/%d", i), false)
			if i%600 == 0 { // 100 of 60,000: more than a thousandth
				a.Redirects.Count("/our-story.html", false)
			}
			if i%6000 == 0 {
				if err := a.Redirects.KeepCounts(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		rows := missingOf(t, a, editor)
		if rows[0].Path != "/our-story.html" || rows[0].Times > 100 || rows[0].Times < 40 {
			t.Errorf("first is %+v", rows[0])
		}
		if n := a.Count(t, `SELECT count(*) FROM address_days`); n > 200 {
			t.Errorf("%d rows", n)
		}
	})
}

// Counts of a day add up across batches and replicas, and each batch is written once.
func TestMissCountsAreWrittenOnce(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		other := redirect.Service{DB: a.DB, Clock: a.Clock}
		for range 3 {
			for _, s := range []*redirect.Service{a.Redirects, &other} {
				s.Count("/zh-less", false)
				s.Count("/events", true)
				for range 2 {
					if err := s.KeepCounts(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		if n := a.Count(t, `SELECT times FROM address_days WHERE path = '/zh-less' AND moved = 0`); n != 6 {
			t.Errorf("%d of 6", n)
		}
		if n := a.Count(t, `SELECT times FROM address_days WHERE path = '/events' AND moved = 1`); n != 6 {
			t.Errorf("%d of 6 that lead elsewhere", n)
		}
	})
}

// Counting takes less than a microsecond per request, whether the counter is full or not.
func BenchmarkCount(b *testing.B) {
	a := testkit.New(b, "sqlite")
	paths := make([]string, 5000)
	for i := range paths {
		paths[i] = fmt.Sprintf("/made-up/%d", i)
	}
	b.Run("same", func(b *testing.B) {
		for range b.N {
			a.Redirects.Count("/about-us/our-story", false)
		}
	})
	b.Run("made-up", func(b *testing.B) {
		for i := range b.N {
			a.Redirects.Count(paths[i%len(paths)], false)
		}
	})
}
