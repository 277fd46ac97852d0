package site_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/event"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/share"
	"shanmen/internal/site"
	"shanmen/internal/testkit"
)

const base = "http://temple.example"

// head is a page's metadata for machines.
type head struct {
	title string
	meta  map[string]string   // by name or property
	links map[string][]string // href by rel, with hreflang before it
	data  []map[string]any    // nodes of the JSON-LD
}

func headOf(t *testing.T, page []byte) head {
	t.Helper()
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	h := head{meta: map[string]string{}, links: map[string][]string{}}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		at := map[string]string{}
		for _, a := range n.Attr {
			at[a.Key] = a.Val
		}
		switch n.Data {
		case "title":
			if n.Parent.Data == "head" {
				h.title = n.FirstChild.Data
			}
		case "meta":
			if key := at["name"] + at["property"]; key != "" {
				if _, twice := h.meta[key]; twice {
					t.Errorf("%s stands twice", key)
				}
				h.meta[key] = at["content"]
			}
		case "link":
			h.links[at["rel"]] = append(h.links[at["rel"]], strings.TrimSpace(at["hreflang"]+" "+at["href"]))
		case "script":
			if at["type"] == "application/ld+json" {
				var v struct {
					Context string           `json:"@context"`
					Graph   []map[string]any `json:"@graph"`
				}
				if err := json.Unmarshal([]byte(n.FirstChild.Data), &v); err != nil || v.Context != "https://schema.org" {
					t.Errorf("JSON-LD: %v %s", err, n.FirstChild.Data)
				}
				if h.data != nil {
					t.Error("JSON-LD stands twice")
				}
				h.data = v.Graph
			}
		}
	}
	return h
}

func (h head) thing(kind string) map[string]any {
	for _, d := range h.data {
		if d["@type"] == kind {
			return d
		}
	}
	return nil
}

type sitemap struct {
	URLs []struct {
		Loc     string `xml:"loc"`
		LastMod string `xml:"lastmod"`
		Links   []struct {
			Rel  string `xml:"rel,attr"`
			Lang string `xml:"hreflang,attr"`
			Href string `xml:"href,attr"`
		} `xml:"http://www.w3.org/1999/xhtml link"`
	} `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 url"`
}

func readSitemap(t *testing.T, a *testkit.App) sitemap {
	t.Helper()
	r := a.Guest().Get("/sitemap.xml").Want(200)
	if r.Header.Get("Content-Type") != "application/xml; charset=utf-8" {
		t.Errorf("type %q", r.Header.Get("Content-Type"))
	}
	var s sitemap
	if err := xml.Unmarshal(r.Body, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// Every indexable page is in the sitemap, in both languages; each has its own title and description, and links to its
// translation.
func TestEveryPageIsFindableBySearchEngines(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	guest := a.Guest()
	titles, descriptions, ids := map[string]string{}, map[string]string{}, map[string]int{}
	drawn := map[string]bool{}
	for _, u := range readSitemap(t, a).URLs {
		path := strings.TrimPrefix(u.Loc, base)
		l, plain := locale.SplitPath(path)
		spec, known := a.HTTP.Match(plain)
		if !strings.HasPrefix(u.Loc, base+"/") || !known || !spec.Indexable() {
			t.Errorf("%s is in the sitemap", u.Loc)
			continue
		}
		want := []string{"x-default " + base + locale.EN.Path(plain), "en " + base + locale.EN.Path(plain), "zh-Hans " + base + locale.ZH.Path(plain)}
		var links []string
		for _, x := range u.Links {
			links = append(links, x.Lang+" "+x.Href)
		}
		if !slices.Equal(links, want) {
			t.Errorf("%s: twins %q", path, links)
		}
		if at, err := time.Parse(time.RFC3339, u.LastMod); u.LastMod != "" && (err != nil || at.After(testkit.Start)) {
			t.Errorf("%s: changed %q", path, u.LastMod)
		}
		// For each kind of page two examples are checked, as each page takes a while to render.
		var v struct{ Meta httpd.Meta }
		payload := guest.Get(strings.TrimSuffix(path, "/") + "/_payload.json").Want(200)
		payload.JSON(&v)
		if payload.Header.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s: its data may be listed beside the page", path)
		}
		if titles[v.Meta.Title] != "" || v.Meta.Title == "" || strings.ContainsAny(v.Meta.Title, "{}") {
			t.Errorf("%s: title %q, as of %s", path, v.Meta.Title, titles[v.Meta.Title])
		}
		if d := v.Meta.Description; descriptions[d] != "" || d == "" || strings.ContainsAny(d, "{}") || strings.HasPrefix(d, "meta.") || len([]rune(d)) > 220 {
			t.Errorf("%s: description %q, as of %s", path, d, descriptions[d])
		}
		titles[v.Meta.Title], descriptions[v.Meta.Description] = path, path
		if ids[spec.ID+" "+string(l)]++; ids[spec.ID+" "+string(l)] > 2 {
			continue
		}
		h := headOf(t, guest.Get(path).Want(200).Body)
		name := map[locale.Locale]string{locale.EN: "Qing Lian Temple", locale.ZH: "清莲寺"}[l]
		if !strings.HasPrefix(h.title, v.Meta.Title) || !strings.Contains(h.title, name) || h.meta["description"] != v.Meta.Description {
			t.Errorf("%s: %q %q, and to the browser %v", path, h.title, h.meta["description"], v.Meta)
		}
		if got := h.links["canonical"]; !slices.Equal(got, []string{u.Loc}) {
			t.Errorf("%s: canonical %q", path, got)
		}
		feed := l.Path("/event/feed.atom")
		if got := h.links["alternate"]; !slices.Equal(got[:4], append([]string{feed}, want...)) || slices.Contains(got[4:], feed) {
			t.Errorf("%s: alternates %q", path, got)
		}
		if got := h.links["manifest"]; !slices.Equal(got, []string{l.Path("/manifest.webmanifest")}) {
			t.Errorf("%s: manifest %q", path, got)
		}
		other := map[locale.Locale]string{locale.EN: "zh_CN", locale.ZH: "en_SG"}[l]
		if h.meta["robots"] != "" || h.meta["og:title"] != h.title || h.meta["og:description"] != h.meta["description"] || h.meta["og:url"] != u.Loc ||
			h.meta["og:locale:alternate"] != other || h.meta["og:site_name"] != name || h.meta["og:image:alt"] == "" || h.meta["twitter:card"] != "summary_large_image" {
			t.Errorf("%s: %v", path, h.meta)
		}
		picture := h.meta["og:image"]
		if drawn[picture] || !strings.HasPrefix(picture, base+"/og/") {
			t.Errorf("%s: picture %q", path, picture)
		}
		drawn[picture] = true
		if spec.Path != "/" && h.thing("BreadcrumbList") == nil {
			t.Errorf("%s: no breadcrumb for machines", path)
		}
	}
	for _, p := range a.HTTP.Pages() {
		for _, l := range locale.All {
			if name := p.ID + " " + string(l); p.Indexable() && !p.Unlisted && p.ID != "about-us" && ids[name] == 0 {
				t.Errorf("no page of %s is in the sitemap", name)
			}
		}
	}
}

// One share picture of each kind of page is drawn in each language.
func TestEveryKindOfPageHasASharePicture(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	guest := a.Guest()
	seen := map[string]bool{}
	for _, u := range readSitemap(t, a).URLs {
		path := strings.TrimPrefix(u.Loc, base)
		l, plain := locale.SplitPath(path)
		spec, _ := a.HTTP.Match(plain)
		if kind := spec.ID + string(l); seen[kind] {
			continue
		} else {
			seen[kind] = true
		}
		at := strings.TrimPrefix(headOf(t, guest.Get(path).Want(200).Body).meta["og:image"], base)
		r := guest.Get(at).Want(200)
		m, err := png.Decode(bytes.NewReader(r.Body))
		if err != nil || m.Bounds().Dx() != share.Width || m.Bounds().Dy() != share.Height {
			t.Errorf("%s: %v", at, err)
		}
		if c := r.Header.Get("Cache-Control"); c != "public, max-age=31536000, immutable" || r.Header.Get("Content-Type") != "image/png" {
			t.Errorf("%s: %q %q", at, c, r.Header.Get("Content-Type"))
		}
		guest.Header.Set("If-None-Match", r.Header.Get("Etag"))
		if again := guest.Get(at); again.Status != 304 || len(again.Body) > 0 {
			t.Errorf("%s again: %d", at, again.Status)
		}
		guest.Header.Del("If-None-Match")
		bare, _, _ := strings.Cut(at, "?")
		if r := guest.Get(bare + "?v=old").Want(200); strings.Contains(r.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: an old version is kept for ever", bare)
		}
	}
	if len(seen) < 20 {
		t.Errorf("%d kinds of pages", len(seen))
	}
}

func TestOtherAddressesHaveNoSharePicture(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	member := a.Member(t)
	for _, path := range []string{
		"/og/", "/og/en", "/og/fr.png", "/og/en.jpg", "/og/en/.png", "/og/en/none.png", "/og/en/event/none.png", "/og/en/about-us.png", "/og/en/cart.png",
		"/og/zh/member/profile.png", "/og/en/member/login.png", "/og/EN/event.png", "/og/en/event.png.png", "/og/en/event//full-moon-chanting.png",
		"/og/en/not-found.png", "/og/en/error.png", "/og/en/..%2f..%2fgo.png", "/og/en/event/.png", "/og/zh/zh/event.png", "/og/en/zh/event.png",
	} {
		if r := member.Get(path); r.Status != 404 && r.Status != 301 {
			t.Errorf("%s: %d", path, r.Status)
		}
	}
}

func TestStructuredDataDescribesTheTemple(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	guest := a.Guest()
	at := func(path string) head { return headOf(t, guest.Get(path).Want(200).Body) }
	t.Run("the temple", func(t *testing.T) {
		for path, name := range map[string]string{"/": "Qing Lian Temple", "/zh": "清莲寺", "/contact-us": "Qing Lian Temple"} {
			temple := at(path).thing("BuddhistTemple")
			address, _ := temple["address"].(map[string]any)
			hours, _ := temple["openingHoursSpecification"].([]any)
			if temple["name"] != name || temple["@id"] != base+"/#temple" || temple["telephone"] != "+65 6000 0000" || address["@type"] != "PostalAddress" ||
				address["postalCode"] != "108018" || address["addressCountry"] != "SG" || len(hours) != 1 || hours[0].(map[string]any)["opens"] != "07:00" || len(hours[0].(map[string]any)["dayOfWeek"].([]any)) != 7 {
				t.Errorf("%s: %v", path, temple)
			}
			special, _ := temple["specialOpeningHoursSpecification"].([]any)
			if len(special) != 4 { // 十月十五 to 十二月初一: the first and fifteenth of sixty days
				t.Fatalf("%s: %v", path, special)
			}
			if day := special[0].(map[string]any); day["validFrom"] != "2026-11-23" || day["validThrough"] != "2026-11-23" || day["closes"] != "20:00" {
				t.Errorf("%s: %v", path, day)
			}
		}
		if site := at("/").thing("WebSite"); site["url"] != base+"/" {
			t.Errorf("%v", site)
		}
	})
	t.Run("an event", func(t *testing.T) {
		for path, name := range map[string]string{"/event/winter-solstice": "Winter solstice prayer for ancestors", "/zh/event/winter-solstice": "冬至祭祖法会"} {
			e := at(path).thing("Event")
			if e == nil {
				t.Fatalf("%s: no event", path)
			}
			start, err := time.Parse(time.RFC3339, e["startDate"].(string))
			place, _ := e["location"].(map[string]any)
			if err != nil || start.Hour() != 10 || !strings.HasSuffix(e["startDate"].(string), "+08:00") || e["endDate"] == "" || e["eventStatus"] == "" ||
				place["@type"] != "Place" || place["address"] == nil || place["name"] == "" || e["description"] == "" || e["organizer"] == nil {
				t.Errorf("%s: %v %v", path, err, e)
			}
			if got, _ := e["name"].(string); got == "" || strings.HasPrefix(path, "/event") && got != name {
				t.Errorf("%s: %q", path, got)
			}
		}
	})
	t.Run("breadcrumbs", func(t *testing.T) {
		steps, _ := at("/zh/blessing-service/light-lamp").thing("BreadcrumbList")["itemListElement"].([]any)
		var got []string
		for i, s := range steps {
			step := s.(map[string]any)
			if step["position"] != float64(i+1) || step["name"] == "" {
				t.Errorf("step %v", step)
			}
			got = append(got, step["item"].(string))
		}
		if want := []string{base + "/zh", base + "/zh/blessing-service", base + "/zh/blessing-service/light-lamp"}; !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
	})
	t.Run("the FAQ", func(t *testing.T) {
		all, _ := at("/misc/faq").thing("FAQPage")["mainEntity"].([]any)
		for _, q := range all {
			question := q.(map[string]any)
			answer, _ := question["acceptedAnswer"].(map[string]any)
			if question["@type"] != "Question" || question["name"] == "" || answer["@type"] != "Answer" || answer["text"] == "" {
				t.Errorf("%v", question)
			}
		}
		if len(all) < 3 {
			t.Errorf("%d questions", len(all))
		}
	})
}

// Personal pages are not indexed, except the cart, which everybody can open; and neither they nor guards' redirects are
// cached.
func TestGuardedPagesAreNotIndexedOrCached(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	member, guest := a.Member(t), a.Guest()
	member.Fill(a.Item(t, "lamp-oil", "bottle")).Want(200)
	robots := string(guest.Get("/robots.txt").Want(200).Body)
	shown := 0
	for _, p := range a.HTTP.Pages() {
		if p.Path == "" || p.Indexable() {
			continue
		}
		listed := "noindex"
		if p.Cart {
			listed = ""
		}
		for _, l := range locale.All {
			path := l.Path(strings.NewReplacer(":id", "none", ":key", "none").Replace(p.Path))
			if strings.Contains(robots, "Disallow: "+path) {
				t.Errorf("%s: who may not read it cannot learn that it is not to be listed", path)
			}
			for _, c := range []*testkit.Client{guest, member} {
				for _, method := range []string{"GET", "HEAD"} {
					r := c.Do(method, path, "")
					if got := r.Header.Get("Cache-Control"); got != "private, no-store" || r.Header.Get("Etag") != "" || r.Header.Get("X-Robots-Tag") != listed {
						t.Errorf("%s %s: %d, %q, %q", method, path, r.Status, got, r.Header.Get("X-Robots-Tag"))
					}
					if r.Status == 200 && method == "GET" {
						shown++
						h := headOf(t, r.Body)
						if h.meta["robots"] != listed || h.meta["og:image"] != "" || h.title == "" || h.meta["description"] == "" || strings.HasPrefix(h.meta["description"], "meta.") {
							t.Errorf("%s: %q %v", path, h.title, h.meta)
						}
					}
				}
			}
		}
	}
	if shown < 20 {
		t.Errorf("%d pages were shown", shown)
	}
	for _, l := range locale.All {
		h := headOf(t, guest.Get(l.Path("/none")).Body)
		if h.meta["robots"] != "noindex" || h.links["canonical"] != nil || h.links["alternate"][0] != l.Path("/event/feed.atom") || len(h.links["alternate"]) != 1 {
			t.Errorf("the page of unknown addresses: %v", h)
		}
	}
}

func TestTheSitemapFollowsTheContent(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	has := func(path string) bool {
		for _, u := range readSitemap(t, a).URLs {
			if u.Loc == base+path {
				return true
			}
		}
		return false
	}
	for path, hide := range map[string]func(ctx context.Context, tx *db.Tx) error{
		"/event/vesak": func(ctx context.Context, tx *db.Tx) error {
			return event.Publish(ctx, tx, "vesak", false, testkit.Start)
		},
		"/blessing-service/light-lamp": func(ctx context.Context, tx *db.Tx) error {
			o, err := tx.OfferingByKey(ctx, "light-lamp")
			if err != nil {
				return err
			}
			return testkit.ShowOffering(ctx, tx, o.ID, false)
		},
		"/about-us/history":    func(ctx context.Context, tx *db.Tx) error { return withdraw(ctx, tx, "history") },
		"/misc/privacy-policy": func(ctx context.Context, tx *db.Tx) error { return withdraw(ctx, tx, "privacy-policy") },
	} {
		if !has(path) || !has("/zh"+path) {
			t.Errorf("%s is not in the sitemap", path)
		}
		a.Write(t, hide)
		a.SSR.Bump()
		if has(path) || has("/zh"+path) || a.Guest().Get(path).Status != 404 || a.Guest().Get("/og/en"+path+".png").Status != 404 {
			t.Errorf("%s is still there", path)
		}
	}
	if has("/about-us") || has("/cart") || has("/member/login") || has("/not-found") {
		t.Error("the sitemap holds what is no page of its own")
	}
}

// withdraw removes a page of content.
func withdraw(ctx context.Context, tx *db.Tx, key string) error {
	p, err := tx.ContentPage(ctx, key)
	if err != nil {
		return err
	}
	return tx.ContentPutPage(ctx, query.ContentPutPageParams{
		Key: p.Key, Kind: p.Kind, Position: p.Position, TitleEn: p.TitleEn, TitleZh: p.TitleZh, HtmlEn: p.HtmlEn, HtmlZh: p.HtmlZh, UpdatedAt: p.UpdatedAt,
	})
}

func TestRobotsAndManifestDescribeTheSite(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	guest := a.Guest()
	r := guest.Get("/robots.txt").Want(200)
	if !strings.Contains(string(r.Body), "\nSitemap: "+base+"/sitemap.xml\n") || !strings.HasPrefix(string(r.Body), "User-agent: *\n") || strings.Contains(string(r.Body), "Disallow: /\n") {
		t.Errorf("%s", r.Body)
	}
	for l, name := range map[locale.Locale]string{locale.EN: "Qing Lian Temple", locale.ZH: "清莲寺"} {
		var m struct {
			Name, Lang, Display, Scope string
			ShortName                  string `json:"short_name"`
			StartURL                   string `json:"start_url"`
			ThemeColor                 string `json:"theme_color"`
			BackgroundColor            string `json:"background_color"`
			Icons                      []struct{ Src, Sizes, Type, Purpose string }
		}
		r := guest.Get(l.Path("/manifest.webmanifest")).Want(200)
		r.JSON(&m)
		if m.Name != name || m.ShortName == "" || m.Lang != l.Tag() || m.StartURL != l.Path("/") || m.Scope != "/" || m.Display == "" || m.ThemeColor == "" || m.BackgroundColor == "" {
			t.Errorf("%s", r.Body)
		}
		if r.Header.Get("Content-Type") != "application/manifest+json; charset=utf-8" {
			t.Errorf("type %q", r.Header.Get("Content-Type"))
		}
		sizes := map[string]bool{}
		for _, i := range m.Icons {
			r := guest.Get(i.Src).Want(200)
			sizes[i.Sizes+i.Purpose] = true
			if i.Type == "image/png" {
				c, err := png.DecodeConfig(bytes.NewReader(r.Body))
				if w, _, _ := strings.Cut(i.Sizes, "x"); err != nil || strings.TrimLeft(w, "0") == "" || c.Width != c.Height || len(r.Body) > 64_000 || w != map[int]string{192: "192", 512: "512"}[c.Width] {
					t.Errorf("%s: %v %v", i.Src, err, c)
				}
			}
		}
		if !sizes["192x192"] || !sizes["512x512"] || !sizes["512x512maskable"] {
			t.Errorf("icons %v", sizes)
		}
	}
	for _, path := range []string{"/apple-touch-icon.png", "/favicon-32.png", "/favicon.svg"} {
		guest.Get(path).Want(200)
	}
}

// The phone's offline copy contains the temple's contact data, and no price.
func TestTheOfflinePageHasContactDataAndNoPrices(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		guest := a.Guest()
		for _, l := range locale.All {
			r := guest.Get(site.OfflinePath(l)).Want(200)
			text := string(r.Body)
			for _, want := range []string{`lang="` + l.Tag() + `"`, a.Messages.T(l, "offline.title", nil), `href="tel:`, "<!--orders-->", "<!--/orders-->"} {
				if !strings.Contains(text, want) {
					t.Errorf("%s lacks %s", site.OfflinePath(l), want)
				}
			}
			if strings.Contains(text, "S$") || !strings.Contains(r.Header.Get("Content-Security-Policy"), "default-src 'none'") {
				t.Errorf("%s: %v", site.OfflinePath(l), r.Header)
			}
		}
		if r := guest.Get(site.WorkerPath).Want(200); r.Header.Get("Content-Type") != "text/javascript; charset=utf-8" || r.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%v", r.Header)
		}
	})
}
