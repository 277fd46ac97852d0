package ssr

import (
	"bytes"
	"encoding/json"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"shanmen/internal/base/locale"
)

func TestPagesHaveMetadataForSearchEnginesAndChats(t *testing.T) {
	t.Parallel()
	base, _ := url.Parse("https://temple.example")
	canonical, alternates := Links(base, locale.ZH, "/event/full-moon")
	nasty := `"><script>x</script>'&amp;</script><!--`
	var data bytes.Buffer // as written by an encoder without HTML escaping
	plain := json.NewEncoder(&data)
	plain.SetEscapeHTML(false)
	if err := plain.Encode(map[string]string{"name": nasty + "\u2028"}); err != nil {
		t.Fatal(err)
	}
	d := &Document{
		Locale: locale.ZH, Title: nasty, Description: nasty, Canonical: canonical, Alternates: alternates, SiteName: nasty, Article: true,
		Picture:  Picture{"https://temple.example/og/zh/event/full-moon.png?v=1&w=2", nasty, 1200, 630},
		Manifest: "/zh/manifest.webmanifest", Feed: Feed{nasty, "/zh/event/feed.atom"},
		LinkedData: data.Bytes(), PayloadJSON: []byte(`{}`), RouteID: "home",
	}
	n := parse(t, testShell(t).html(d, "<main></main>", true))
	for property, want := range map[string]string{
		"type": "article", "locale": "zh_CN", "locale:alternate": "en_SG", "site_name": nasty, "title": nasty, "description": nasty, "url": canonical,
		"image": d.Picture.URL, "image:width": "1200", "image:height": "630", "image:alt": nasty, "image:type": "image/png",
	} {
		if got := find(n, "meta", "property", "og:"+property); len(got) != 1 || attr(got[0], "content") != want {
			t.Errorf("og:%s: %v", property, got)
		}
	}
	if got := find(n, "meta", "name", "twitter:card", "content", "summary_large_image"); len(got) != 1 {
		t.Error("no card")
	}
	if got := find(n, "link", "rel", "alternate", "type", "application/atom+xml", "href", "/zh/event/feed.atom"); len(got) != 1 || attr(got[0], "title") != nasty {
		t.Error("no feed")
	}
	for rel, href := range map[string]string{"manifest": "/zh/manifest.webmanifest", "apple-touch-icon": "/apple-touch-icon.png"} {
		if got := find(n, "link", "rel", rel, "href", href); len(got) != 1 {
			t.Errorf("no %s", rel)
		}
	}
	ld := find(n, "script", "type", "application/ld+json")
	var back map[string]string
	if len(ld) != 1 || json.Unmarshal([]byte(text(ld[0])), &back) != nil || back["name"] != nasty+"\u2028" {
		t.Errorf("linked data %v", ld)
	}
	if len(find(n, "script")) != 4 { // first script, linked data, entry, payload
		t.Error("a script came in by a text")
	}

	d.NoIndex = true
	doc := string(testShell(t).html(d, "<main></main>", true))
	if !strings.Contains(doc, `<meta name="robots" content="noindex">`) || strings.Contains(doc, "og:") || strings.Contains(doc, "ld+json") || strings.Contains(doc, "twitter:") {
		t.Error("a page that nobody shall find tells of itself")
	}
}

func TestOneAlternateLinkPerLanguage(t *testing.T) {
	t.Parallel()
	base, _ := url.Parse("https://temple.example/")
	_, en := Links(base, locale.EN, "/")
	_, zh := Links(base, locale.ZH, "/")
	want := []Alternate{{"x-default", "https://temple.example/"}, {"en", "https://temple.example/"}, {"zh-Hans", "https://temple.example/zh"}}
	if !reflect.DeepEqual(en, want) || !reflect.DeepEqual(zh, want) {
		t.Errorf("%v, %v", en, zh)
	}
}
