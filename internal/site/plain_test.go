package site_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/testkit"
)

// browse requests a page with the given User-Agent.
func browse(t *testing.T, url, userAgent string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("User-Agent", userAgent)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b)
}

// fetch requests a page without a User-Agent.
func fetch(t *testing.T, url string) (int, string) {
	t.Helper()
	return browse(t, url, "")
}

const (
	robot  = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
	person = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1"
)

func TestWhenPageDataFailsPeopleGetAnErrorPageAndRobotsAPlainPage(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	temple, err := content.Site(t.Context(), a.DB.Read())
	if err != nil {
		t.Fatal(err)
	}
	phone := temple.Phone
	for _, l := range locale.All {
		for _, who := range []string{robot, person} {
			for _, path := range []string{"/nowhere", "/about-us/nowhere"} {
				status, page := browse(t, a.URL+l.Path(path), who)
				if status != http.StatusNotFound || !strings.Contains(page, a.Messages.T(l, "error.not-found-title", nil)) {
					t.Errorf("%s unknown page %s for %s: %d", l, path, who, status)
				}
			}
			status, page := browse(t, a.URL+l.Path("/misc/faq"), who)
			if status != http.StatusOK || !strings.Contains(page, a.Messages.T(l, "common.faq", nil)+"</h1>") {
				t.Errorf("%s questions for %s: %d", l, who, status)
			}
		}
	}
	if err := a.DB.Close(); err != nil {
		t.Fatal(err)
	}
	for _, l := range locale.All {
		failed := a.Messages.T(l, "common.failed-title", nil)
		status, page := browse(t, a.URL+l.Path("/event"), person)
		if status != http.StatusServiceUnavailable || !strings.Contains(page, `<h1 class="mt-6">`+failed) || strings.Count(page, phone) < 2 {
			t.Errorf("%s error page: %d, with the phone %d times", l, status, strings.Count(page, phone))
		}
		status, page = browse(t, a.URL+l.Path("/event"), robot)
		if status != http.StatusServiceUnavailable || strings.Contains(page, failed) || strings.Contains(page, `type="module"`) || strings.Contains(page, `id="payload"`) {
			t.Errorf("%s, what a robot gets: %d, an error page", l, status)
		}
		for _, part := range []string{`lang="` + l.Tag() + `"`, `<meta name="robots" content="noindex">`, "<h1>" + temple.Name.In(l) + "</h1>", `href="` + l.Path("/misc/faq") + `"`, `href="` + l.Path("/") + `"`, phone} {
			if !strings.Contains(page, part) {
				t.Errorf("%s, what a robot gets has no %s", l, part)
			}
		}
	}
}

func TestAPlainPageShowsItsData(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	type question struct {
		Key      string `json:"key"`
		Question string `json:"question"`
		HTML     string `json:"html"`
	}
	page := a.Site.PlainPage(locale.ZH, "<清莲>", "6000 0000", map[string]any{
		"html":  `<p onclick="go()">为<strong>家人</strong></p>`,
		"items": []any{question{"one", "几点 & 何处？", "<p>七点</p>"}, map[string]any{"title": "", "fromPrice": 8800}},
		"event": map[string]any{"title": "供灯法会", "place": "大殿", "startsAt": "2026-11-24T11:30:00Z"},
		"none":  nil,
	})
	for _, part := range []string{"<h1>&lt;清莲&gt;</h1>", "<p>为<strong>家人</strong></p>", "<h2>几点 &amp; 何处？</h2><p>七点</p>", "<h2>供灯法会</h2>", "<p>大殿</p>", `href="/zh/event"`, `href="tel:60000000"`} {
		if !strings.Contains(page, part) {
			t.Errorf("no %s in %s", part, page)
		}
	}
	for _, part := range []string{"onclick", "one<", "8800", "11:30", `href="/zh/cart"`, "/zh/member"} {
		if strings.Contains(page, part) {
			t.Errorf("%s in %s", part, page)
		}
	}
}

func TestTheBuildKnowsWhichRoutesHaveAPayload(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	var latest, meta struct {
		ID          string
		Timestamp   int64
		Prerendered []string
	}
	read := func(path string, v any) {
		t.Helper()
		status, body := fetch(t, a.URL+path)
		if err := json.Unmarshal([]byte(body), v); err != nil || status != http.StatusOK {
			t.Fatalf("%s: %d %s", path, status, body)
		}
	}
	read("/builds/latest.json", &latest)
	read("/builds/meta/"+latest.ID+".json", &meta)
	other := testkit.New(t, "sqlite") // a restart, or a replica
	other.Clock.Advance(72 * time.Hour)
	for _, path := range []string{"/builds/latest.json", "/builds/meta/" + latest.ID + ".json"} {
		_, here := fetch(t, a.URL+path)
		if status, there := fetch(t, other.URL+path); status != http.StatusOK || here != there {
			t.Errorf("%s differs between programs of one build: %s and %s", path, here, there)
		}
	}
	if len(latest.ID) != 16 || latest.Timestamp == 0 || latest.Timestamp == testkit.Start.UnixMilli() || meta.ID != latest.ID || meta.Timestamp != latest.Timestamp {
		t.Errorf("%+v %+v", latest, meta)
	}
	for _, path := range []string{"/", "/zh", "/about-us/:key", "/zh/about-us/:key", "/zh/cart/checkout"} {
		if !slices.Contains(meta.Prerendered, path) {
			t.Errorf("%s is missing from %v", path, meta.Prerendered)
		}
	}
	for _, path := range meta.Prerendered {
		path = strings.TrimSuffix(strings.NewReplacer("about-us/:key", "about-us/history", "blessing-service/:key", "blessing-service/light-lamp", "event/:key", "event/full-moon-chanting").Replace(path), "/")
		if strings.Contains(path, ":") {
			continue // a guarded one
		}
		if status, _ := fetch(t, a.URL+path+"/_payload.json"); status != http.StatusOK {
			t.Errorf("%s has no payload: %d", path, status)
		}
	}
	if status, _ := fetch(t, a.URL+"/builds/meta/0123456789abcdef.json"); status != http.StatusNotFound {
		t.Errorf("another build: %d", status)
	}
}

// Messages served by language and those embedded in a page are the same.
func TestPagesUseThePublishedMessages(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	if err := a.Wording.Save(t.Context(), locale.Edit{Locale: locale.ZH, Key: "common.faq", Text: "大家常问"}); err != nil {
		t.Fatal(err)
	}
	if _, page := fetch(t, a.URL+"/zh/misc/faq"); !strings.Contains(page, ">大家常问<") {
		t.Error("the page does not show the office's words")
	}
	for _, l := range locale.All {
		var served map[string]string
		if status, body := fetch(t, a.URL+"/_i18n/"+string(l)+"/messages.json"); status != http.StatusOK || json.Unmarshal([]byte(body), &served) != nil {
			t.Fatalf("%s: %d", l, status)
		}
		// The office may change them: a client with the old ones requests them again.
		if r, err := http.Head(a.URL + "/_i18n/" + string(l) + "/messages.json"); err != nil || r.Body.Close() != nil || r.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %v, kept: %q", l, err, r.Header.Get("Cache-Control"))
		}
		_, page := fetch(t, a.URL+l.Path("/misc/faq"))
		_, payload, _ := strings.Cut(page, `<script id="payload" type="application/json">`)
		payload, _, _ = strings.Cut(payload, "</script>")
		var carried struct{ Messages map[string]string }
		if err := json.Unmarshal([]byte(payload), &carried); err != nil || carried.Messages["common.faq"] == "" || carried.Messages["misc.updated"]+carried.Messages["common.last-change"] == "" {
			t.Fatalf("%s: %v %d messages", l, err, len(carried.Messages))
		}
		for key, text := range carried.Messages {
			if served[key] != text {
				t.Errorf("%s %s: the page says %q, the list %q", l, key, text, served[key])
			}
		}
	}
}
