package library_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"shanmen/internal/offer/event/rule"
	"shanmen/internal/offer/library"
	"shanmen/internal/platform/share"
	"shanmen/internal/testkit"
)

var (
	sharedPicture = regexp.MustCompile(`property="og:image" content="http://temple\.example([^"]+)"`)
	sharedAlt     = regexp.MustCompile(`property="og:image:alt" content="([^"]+)"`)
	listedImage   = regexp.MustCompile(`<image:loc>http://temple\.example([^<]+)</image:loc>`)
)

// The preview picture for links in chat apps is the photograph of an event, an offering or a page: cropped around its
// focal point, with its description in the page's language, at a new address once it was replaced, and the default
// drawing when there is none.
func TestSharedLinksShowThePagesPhotograph(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		guest := a.Guest()
		page := func(path string) (picture, alt string) {
			t.Helper()
			body := string(guest.Get(path).Want(200).Body)
			return strings.ReplaceAll(sharedPicture.FindStringSubmatch(body)[1], "&amp;", "&"), sharedAlt.FindStringSubmatch(body)[1]
		}
		images := func(path string) []string {
			t.Helper()
			body := string(guest.Get("/sitemap.xml").Want(200).Body)
			_, rest, found := strings.Cut(body, "<loc>http://temple.example"+path+"</loc>")
			if !found {
				t.Fatalf("%s is not in the sitemap", path)
			}
			entry, _, _ := strings.Cut(rest, "</url>")
			var out []string
			for _, m := range listedImage.FindAllStringSubmatch(entry, -1) {
				out = append(out, m[1])
				if r := guest.Get(m[1]); r.Status != 200 || r.Header.Get("Content-Type") != "image/jpeg" {
					t.Errorf("the sitemap of %s names %s: %d", path, m[1], r.Status)
				}
			}
			return out
		}
		photo := func(at string) image.Image {
			t.Helper()
			r := guest.Get(at).Want(200)
			m, err := jpeg.Decode(bytes.NewReader(r.Body))
			if err != nil || m.Bounds().Dx() != share.Width || m.Bounds().Dy() != share.Height || len(r.Body) > share.MostBytes {
				t.Fatalf("%s: %v, %d bytes", at, err, len(r.Body))
			}
			if r.Header.Get("Content-Type") != "image/jpeg" || r.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
				t.Errorf("%s: %v", at, r.Header)
			}
			return m
		}
		p := add(t, editor, painted(t, "roof.jpg", 1700, 2400, 1)).Picture
		small := add(t, editor, painted(t, "stamp.jpg", 500, 400, 4)).Picture
		describe(editor, p, "The roof", "屋顶").Want(200)
		describe(editor, small, "A stamp", "印章").Want(200)
		a.Drain(t)
		now := a.Clock.Now()
		var made struct{ Record struct{ ID string } }
		editor.Post("/api/admin/record", map[string]any{"kind": "event", "key": "roof-day", "fields": map[string]string{
			"title.en": "Roof day", "title.zh": "上瓦日", "place.en": "Hall", "place.zh": "大殿", "kind": "talk", "rule": rule.Once(now.Add(48*3600e9), now.Add(50*3600e9)).JSON(),
		}}).Want(200).JSON(&made)
		event, written := made.Record.ID, newPage(t, editor, "roof", p.ID)
		editor.Publish(event, "en", "zh").Want(200)
		editor.Publish(written, "en", "zh").Want(200)
		drawn, _ := page("/event/roof-day")
		if !strings.HasPrefix(drawn, "/og/en/event/roof-day.png?v=") || len(images("/event/roof-day")) > 0 {
			t.Errorf("without a photograph: %s, %v", drawn, images("/event/roof-day"))
		}

		// The event, the offering and the page, in both languages.
		offering := a.Record(t, "offering", "light-lamp")
		for _, id := range []string{event, offering} {
			editor.Type(id, map[string]string{"picture": p.ID}).Want(200)
			editor.Publish(id, "en", "zh").Want(200)
		}
		first := map[string]string{}
		for _, path := range []string{"/event/roof-day", "/blessing-service/light-lamp", "/about-us/roof"} {
			for prefix, alt := range map[string]string{"": "The roof", "/zh": "屋顶"} {
				at, said := page(prefix + path)
				lang := map[string]string{"": "/og/en", "/zh": "/og/zh"}[prefix]
				if !strings.HasPrefix(at, lang+path+".jpg?v=") || said != alt {
					t.Errorf("%s%s: %s, %s", prefix, path, at, said)
				}
				photo(at)
				first[prefix+path] = at
				if got := images(prefix + path); len(got) != 1 || got[0] != "/media/"+p.ID+"/1-800.jpg" {
					t.Errorf("the sitemap of %s%s: %v", prefix, path, got)
				}
			}
		}
		if r := guest.Get(drawn).Want(http.StatusFound); r.Header.Get("Location") != first["/event/roof-day"] {
			t.Errorf("the drawing that was shown before leads to %s", r.Header.Get("Location"))
		}

		// Another focal point gives another file.
		before := photo(first["/event/roof-day"])
		editor.Get("/api/admin/picture/" + p.ID).Want(200).JSON(&p)
		editor.Do(http.MethodPatch, "/api/admin/picture/"+p.ID, map[string]any{"altEn": "The new roof", "altZh": "新屋顶", "decorative": false, "x": 50, "y": 0, "edits": p.Edits}).Want(200)
		moved, said := page("/event/roof-day")
		if moved == first["/event/roof-day"] || said != "The new roof" || same(before, photo(moved)) {
			t.Errorf("with another point: %s, %s", moved, said)
		}
		var again library.Uploaded
		editor.Upload("/api/admin/picture?replaces="+p.ID, painted(t, "new.jpg", 1300, 900, 3)).Want(200).JSON(&again)
		a.Drain(t)
		replaced, _ := page("/event/roof-day")
		if replaced == moved || same(before, photo(replaced)) {
			t.Errorf("replaced it is still %s", replaced)
		}
		if got := images("/about-us/roof"); len(got) != 1 || got[0] != "/media/"+p.ID+"/2-800.jpg" {
			t.Errorf("the sitemap, after it was replaced: %v", got)
		}

		// A picture that is too small is not used for link previews, but is in the sitemap.
		editor.Type(event, map[string]string{"picture": small.ID}).Want(200)
		editor.Publish(event, "en", "zh").Want(200)
		if at, _ := page("/event/roof-day"); !strings.HasPrefix(at, "/og/en/event/roof-day.png?v=") {
			t.Errorf("of a small picture: %s", at)
		}
		if got := images("/zh/event/roof-day"); len(got) != 1 || got[0] != "/media/"+small.ID+"/1-500.jpg" {
			t.Errorf("the sitemap of a small picture: %v", got)
		}

		// A deleted picture, also one deleted directly from the database, is left out of pages, link previews and the
		// sitemap.
		a.Exec(t, `UPDATE pictures SET gone_at = 1 WHERE id = $1`, p.ID)
		if r := guest.Get(first["/about-us/roof"]).Want(http.StatusFound); !strings.HasPrefix(r.Header.Get("Location"), "/og/en/about-us/roof.png?v=") {
			t.Errorf("a deleted photograph leads to %s", r.Header.Get("Location"))
		}
		if got := images("/about-us/roof"); len(got) > 0 {
			t.Errorf("the sitemap names a deleted picture: %v", got)
		}
	})
}

// same reports whether two pictures are alike at some points.
func same(a, b image.Image) bool {
	for y := 15; y < share.Height; y += 60 {
		for x := 15; x < share.Width; x += 60 {
			r, g, _, _ := a.At(x, y).RGBA()
			r2, g2, _, _ := b.At(x, y).RGBA()
			if max(r, r2)-min(r, r2)+max(g, g2)-min(g, g2) > 0x3000 {
				return false
			}
		}
	}
	return true
}
