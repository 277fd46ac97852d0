package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// Content that is the same for everybody is rendered once and contains nothing of the visitor. An address that a
// visitor invents is answered, but not cached.
func TestSharedAnswersAreComputedOnce(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	var statements []string
	a.DB.Watch(func(s string, _ ...any) { statements = append(statements, s) })
	get := func(path string, headers ...string) *httptest.ResponseRecorder {
		statements = nil
		r := httptest.NewRequest(http.MethodGet, path, nil)
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		a.Handler.ServeHTTP(w, r)
		return w
	}
	for _, path := range []string{
		"/api/offering", "/api/offering/light-lamp", "/api/event", "/api/about-us/title", "/api/content/output/history",
		"/_payload.json", "/zh/about-us/history/_payload.json", "/about-us/_payload.json", "/zh/misc/faq/_payload.json?anything=1",
	} {
		first := get(path)
		again := get(path, "Cookie", "shanmen=somebody")
		if first.Code != 200 || again.Code != 200 || first.Body.String() != again.Body.String() || len(statements) != 0 {
			t.Errorf("%s: %d, %d, %q", path, first.Code, again.Code, statements)
		}
		packed := get(path, "Accept-Encoding", "gzip")
		if first.Body.Len() > 1000 && (packed.Header().Get("Content-Encoding") != "gzip" || packed.Body.Len() > first.Body.Len()*2/3) {
			t.Errorf("%s: %d bytes of %d", path, packed.Body.Len(), first.Body.Len())
		}
		head := httptest.NewRecorder()
		a.Handler.ServeHTTP(head, httptest.NewRequest(http.MethodHead, path, nil))
		if head.Code != 200 || head.Body.Len() != 0 {
			t.Errorf("HEAD %s: %d, %d bytes", path, head.Code, head.Body.Len())
		}
		private := strings.HasPrefix(path, "/api/")
		if c := first.Header().Get("Cache-Control"); private != (c == "private, no-store") {
			t.Errorf("%s: %s", path, c)
		}
	}
	t.Run("InTheLanguageAskedFor", func(t *testing.T) {
		for _, path := range []string{"/api/offering/light-lamp", "/api/event", "/api/about-us/title"} {
			en, zh := get(path, "Accept-Language", "en"), get(path, "Accept-Language", "zh")
			if en.Body.String() == zh.Body.String() || get(path+"?locale=zh", "Accept-Language", "en").Body.String() != zh.Body.String() {
				t.Errorf("%s: %s", path, zh.Body)
			}
			if get(path, "Accept-Language", "en").Body.String() != en.Body.String() {
				t.Errorf("%s: English is gone", path)
			}
		}
	})
	t.Run("MadeUpAddressesAreNotCached", func(t *testing.T) {
		get("/api/offering?q=lamp")
		before := a.SSR.Stats().Pages
		for i := range 50 {
			for path, want := range map[string]int{
				"/api/offering/x%d": 404, "/api/event/x%d": 404, "/api/content/output/x%d": 404, "/zh/event/x%d/_payload.json": 404,
				"/api/offering?q=x%d": 200, "/api/offering?x%d=1": 200, "/api/offering?locale=x%d": 200, "/api/event?from=2026-01-01&x%d": 200,
				"/api/event?locale=en&locale=x%d": 200, "/event/_payload.json?x%d": 200,
			} {
				if w := get(fmt.Sprintf(path, i)); w.Code != want {
					t.Errorf("%s: %d %s", path, w.Code, w.Body)
				}
			}
		}
		if now := a.SSR.Stats().Pages; now > before+2 { // and the two lists that are cached
			t.Errorf("%d entries more", now-before)
		}
		if w := get("/api/offering/none", "Accept-Language", "zh"); w.Code != 404 || !strings.Contains(w.Body.String(), `"code":"not-found"`) || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("a refusal: %d %v %s", w.Code, w.Header(), w.Body)
		}
	})
	t.Run("UntilTheClockChangesThem", func(t *testing.T) {
		var all struct {
			Items []struct{ StartsAt time.Time }
		}
		if err := json.Unmarshal(get("/api/event").Body.Bytes(), &all); err != nil || len(all.Items) == 0 {
			t.Fatal(err)
		}
		a.Clock.Set(all.Items[0].StartsAt.Add(-time.Second))
		if w := get("/api/event"); strings.Contains(w.Body.String(), `"state":"now"`) {
			t.Fatalf("before it begins: %s", w.Body)
		}
		a.Clock.Advance(time.Second)
		if w := get("/api/event"); !strings.Contains(w.Body.String(), `"state":"now"`) {
			t.Errorf("when it begins: %s", w.Body)
		}
	})
	t.Run("NotSharedAcrossQueryParameters", func(t *testing.T) {
		all, some := get("/api/offering"), get("/api/offering?pageSize=1")
		if all.Body.String() == some.Body.String() || len(statements) == 0 {
			t.Errorf("pageSize: %s", some.Body)
		}
		if w := get("/api/offering?pageSize=x"); w.Code != 400 {
			t.Errorf("%d", w.Code)
		}
	})
}

// Programs request feeds all day long: a feed is made once per language, until its content changes.
func TestFeedsAreCachedLikePages(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	var statements []string
	a.DB.Watch(func(s string, _ ...any) { statements = append(statements, s) })
	get := func(path string) *httptest.ResponseRecorder {
		statements = nil
		w := httptest.NewRecorder()
		a.Handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w
	}
	paths := []string{"/api/event/calendar.ics", "/api/event/calendar.ics?locale=zh", "/event/feed.atom", "/zh/event/feed.atom", "/api/event/amitabha/calendar.ics"}
	texts := map[string]string{}
	for _, path := range paths {
		first := get(path)
		again := get(path)
		if first.Code != 200 || again.Body.String() != first.Body.String() || again.Header().Get("ETag") != first.Header().Get("ETag") || len(statements) != 0 {
			t.Errorf("%s: %d, %d, %q", path, first.Code, again.Code, statements)
		}
		texts[path] = first.Body.String()
	}
	if texts[paths[0]] == texts[paths[1]] || texts[paths[2]] == texts[paths[3]] {
		t.Error("both languages have one text")
	}
	before := a.SSR.Stats().Pages
	for i := range 20 {
		for path, want := range map[string]int{"/api/event/x%d/calendar.ics": 404, "/api/event/calendar.ics?x%d": 200, "/api/event/amitabha/calendar.ics?date=2026-01-%02d": 404} {
			if w := get(fmt.Sprintf(path, i)); w.Code != want {
				t.Errorf("%s: %d", path, w.Code)
			}
		}
	}
	if now := a.SSR.Stats().Pages; now != before {
		t.Errorf("%d entries more", now-before)
	}
	a.Clock.Advance(90 * 24 * time.Hour) // events come and go
	for _, path := range paths {
		if w := get(path); w.Code == 200 && w.Body.String() == texts[path] {
			t.Errorf("%s says the same as three months ago", path)
		}
	}
}
