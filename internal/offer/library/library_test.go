package library_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/library"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// painted is a photograph whose halves depend on the seed, so that no two look alike.
func painted(t testing.TB, name string, w, h, seed int) testkit.File {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			v := uint8((x*(seed%7+1)*255/w ^ y*(seed%5+1)*255/h) * (seed%3 + 1))
			m.SetRGBA(x, y, color.RGBA{v, uint8(seed * 37), 255 - v, 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return testkit.File{Field: "file", Name: name, Data: b.Bytes()}
}

func add(t testing.TB, c *testkit.Client, f testkit.File) library.Uploaded {
	t.Helper()
	var out library.Uploaded
	c.Upload("/api/admin/picture", f).Want(200).JSON(&out)
	return out
}

func describe(c *testkit.Client, p library.One, en, zh string) *testkit.Response {
	return c.Do(http.MethodPatch, "/api/admin/picture/"+p.ID, map[string]any{"altEn": en, "altZh": zh, "decorative": false, "x": 20, "y": 80, "edits": p.Edits})
}

func list(t testing.TB, c *testkit.Client, query string) (out library.Items) {
	t.Helper()
	c.Get("/api/admin/picture?" + query).Want(200).JSON(&out)
	return out
}

// newPage makes a page whose English text shows a picture, and publishes it.
func newPage(t testing.TB, c *testkit.Client, key, pictureID string) (record string) {
	t.Helper()
	var made struct{ Record struct{ ID string } }
	c.Post("/api/admin/record", map[string]any{"kind": "page", "key": key, "fields": map[string]string{
		"title.en": "The roof", "html.en": `<p>New tiles.</p><img src="/media/` + pictureID + `" alt="typed" onerror="x()">`, "title.zh": "屋顶", "html.zh": `<p>新瓦。</p><img src="/media/` + pictureID + `">`,
	}}).Want(200).JSON(&made)
	return made.Record.ID
}

func TestAnUploadedPictureIsShownOnAPage(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		up := add(t, editor, painted(t, `C:\temple\roof 2026.jpg`, 2000, 1500, 1))
		p := up.Picture
		if p.Name != "roof 2026.jpg" || p.Width != 2000 || p.Height != 1500 || p.Ready || p.Used != 0 || len(up.Alike) != 0 || p.By == "" {
			t.Errorf("it was put in as %+v", p)
		}
		record := newPage(t, editor, "roof", p.ID)
		r := editor.Publish(record, "en", "zh")
		if r.Status != 400 || !strings.Contains(string(r.Body), "picture-without-words") {
			t.Errorf("without words it is published with %d %s", r.Status, r.Body)
		}
		describe(editor, p, "The Main Hall with its new roof", "").Want(200)
		editor.Publish(record, "en").Want(200)
		if r := editor.Publish(record, "zh"); r.Status != 400 {
			t.Errorf("without Chinese words: %d", r.Status)
		}
		editor.Get("/api/admin/picture/" + p.ID).Want(200).JSON(&p)
		describe(editor, p, "The Main Hall with its new roof", "新瓦落成的大殿").Want(200)
		editor.Publish(record, "zh").Want(200)
		editor.Get("/api/admin/picture/" + p.ID).Want(200).JSON(&p)
		if r := describe(editor, p, "The Main Hall with its new roof", " "); r.FieldCodes()["altZh"] != "picture-words-needed" {
			t.Errorf("on the site without Chinese words: %d %s", r.Status, r.Body)
		}

		page := func(path string) string { return string(a.Guest().Get(path).Want(200).Body) }
		before := page("/about-us/roof")
		if !strings.Contains(before, `src="/media/`+p.ID+`/1-whole.jpg"`) || !strings.Contains(before, `alt="The Main Hall with its new roof"`) || strings.Contains(before, `alt="typed"`) {
			i := strings.Index(before, "/media/")
			t.Errorf("the page does not show the whole picture while its widths are made: %.300s", before[max(i-100, 0):])
		}
		a.Drain(t)
		after := page("/zh/about-us/roof")
		for _, want := range []string{
			`<source type="image/webp" srcset="/media/` + p.ID + `/1-400.webp 400w, /media/` + p.ID + `/1-800.webp 800w, /media/` + p.ID + `/1-1600.webp 1600w"`,
			`src="/media/` + p.ID + `/1-800.jpg"`, `alt="新瓦落成的大殿"`, `width="2000" height="1500"`,
		} {
			if !strings.Contains(after, want) {
				t.Errorf("the page lacks %s", want)
			}
		}
		for file, kind := range map[string]string{"1-400.webp": "image/webp", "1-1600.jpg": "image/jpeg", "1-whole.jpg": "image/jpeg"} {
			r := a.Guest().Get("/media/" + p.ID + "/" + file).Want(200)
			if r.Header.Get("Content-Type") != kind || r.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || r.Header.Get("Set-Cookie") != "" {
				t.Errorf("%s: %v", file, r.Header)
			}
		}
		editor.Get("/api/admin/picture/" + p.ID).Want(200).JSON(&p)
		if !p.Ready || len(p.Files) != 3 || p.Files[0].WebP == 0 || p.Used != 1 || len(p.Uses) != 1 || !p.Uses[0].Live {
			t.Errorf("in the library: %+v", p)
		}
		if r := editor.Get("/api/admin/picture/" + p.ID + "/file").Want(200); !strings.Contains(r.Header.Get("Content-Disposition"), "roof 2026.jpg") {
			t.Errorf("saved as %s", r.Header.Get("Content-Disposition"))
		}
	})
}

func TestAReplacedPictureKeepsItsUses(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		p := add(t, editor, painted(t, "old.jpg", 900, 600, 2)).Picture
		describe(editor, p, "The gate", "山门").Want(200)
		record := newPage(t, editor, "roof", p.ID)
		editor.Publish(record, "en", "zh").Want(200)
		a.Drain(t)
		var now library.Uploaded
		editor.Upload("/api/admin/picture?replaces="+p.ID, painted(t, "new.jpg", 1200, 700, 3)).Want(200).JSON(&now)
		if now.Picture.ID != p.ID || now.Picture.Name != "new.jpg" || now.Picture.Alt.EN != "The gate" || now.Picture.Used != 1 {
			t.Errorf("replaced: %+v", now.Picture)
		}
		a.Drain(t)
		body := string(a.Guest().Get("/about-us/roof").Want(200).Body)
		if !strings.Contains(body, "/2-800.webp 800w") || strings.Contains(body, "/1-") {
			t.Error("the page does not show the new file")
		}
		r := a.Guest().Get("/media/" + p.ID + "/1-800.webp").Want(http.StatusFound) // of a page that was cached somewhere
		if got := r.Header.Get("Location"); got != "/media/"+p.ID+"/2-800.jpg" {
			t.Errorf("the old address leads to %s", got)
		}
		a.Guest().Get("/media/" + p.ID).Want(http.StatusFound)
		for _, none := range []string{"/media/nothing", "/media/nothing/1-800.jpg", "/media/nothing/x", "/media/%00/1-800.jpg"} {
			a.Guest().Get(none).Want(http.StatusNotFound)
		}
		a.Clock.Advance(25 * time.Hour)
		a.Drain(t)
		if n := a.Count(t, "SELECT count(*) FROM picture_files"); n != 7 {
			t.Errorf("%d files are kept, want the whole and three widths twice", n)
		}
	})
}

func TestAPictureInUseIsNotDeleted(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		p := add(t, editor, painted(t, "gate.jpg", 500, 300, 4)).Picture
		record := newPage(t, editor, "roof", p.ID)
		drop := func() *testkit.Response {
			return editor.Post("/api/admin/picture/"+p.ID+"/delete", map[string]any{})
		}
		if r := drop(); r.Status != 400 || r.Code() != "picture-in-use" || !strings.Contains(string(r.Body), "The roof") {
			t.Errorf("in a draft: %d %s", r.Status, r.Body)
		}
		editor.Type(record, map[string]string{"html.en": "<p>a</p>", "html.zh": "<p>甲</p>"}).Want(200)
		drop().Want(200)
		if n := list(t, editor, "").Total; n != 0 {
			t.Errorf("%d pictures are listed", n)
		}
		editor.Get("/api/admin/picture/" + p.ID).Want(http.StatusNotFound)
		a.Guest().Get("/media/" + p.ID).Want(http.StatusNotFound)
		editor.Post("/api/admin/picture/"+p.ID+"/bring-back", map[string]any{}).Want(200)
		// A draft may name a deleted picture, as an older version does: it is then not published.
		drop().Want(200)
		editor.Type(record, map[string]string{"html.en": `<p>a</p><img src="/media/` + p.ID + `">`}).Want(200)
		if r := editor.Publish(record, "en"); r.Status != 400 || !strings.Contains(string(r.Body), "picture-gone") {
			t.Errorf("published with %d %s", r.Status, r.Body)
		}
		a.Clock.Advance(25 * time.Hour)
		if err := a.Library.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		a.Drain(t)
		if n := a.Count(t, "SELECT (SELECT count(*) FROM pictures) + (SELECT count(*) FROM picture_files)"); n != 0 {
			t.Errorf("%d rows are left of a picture that was deleted a day ago", n)
		}
		a.Staff(t, "admin").Post("/api/admin/picture/"+p.ID+"/bring-back", map[string]any{}).Want(http.StatusNotFound)
	})
}

func TestTheLibraryIsSearchedSortedAndCounted(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		var all []library.One
		for i, name := range []string{"lamp.jpg", "bell.jpg", "Altar.png"} {
			all = append(all, add(t, editor, painted(t, name, 300, 200, 10+i)).Picture)
			a.Clock.Advance(time.Minute)
		}
		describe(editor, all[1], "A bell at dawn", "晨钟").Want(200)
		newPage(t, editor, "roof", all[0].ID)
		names := func(query string) string {
			var out []string
			for _, p := range list(t, editor, query).Items {
				out = append(out, p.Name)
			}
			return strings.Join(out, " ")
		}
		for query, want := range map[string]string{
			"": "Altar.png bell.jpg lamp.jpg", "order=name": "Altar.png bell.jpg lamp.jpg", "q=" + url.QueryEscape("晨"): "bell.jpg", "q=DAWN": "bell.jpg",
			"show=undescribed": "Altar.png lamp.jpg", "show=unused": "Altar.png bell.jpg", "q=nothing": "", "limit=2": "Altar.png bell.jpg",
			"limit=2&after=" + all[1].ID: "lamp.jpg",
		} {
			if got := names(query); got != want {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		// The next page of results works although the last item no longer matches the search.
		if got := names("show=undescribed&after=" + all[1].ID); got != "lamp.jpg" {
			t.Errorf("behind a picture that was described meanwhile: %q", got)
		}
		if l := list(t, editor, "limit=1"); l.All != 3 || l.Undescribed != 2 || l.Unused != 2 || l.Total != 3 || l.Next == "" || l.Bytes == 0 {
			t.Errorf("counted: %+v", l)
		}
		if r := editor.Get("/api/admin/picture?after=nothing"); r.Status != 400 {
			t.Errorf("after what is not there: %d", r.Status)
		}
		again := add(t, editor, painted(t, "bell again.jpg", 600, 400, 11))
		if len(again.Alike) == 0 || again.Alike[0].ID != all[1].ID {
			t.Errorf("alike: %+v", again.Alike)
		}
		// Of two people who describe a picture the second is refused.
		if r := describe(editor, all[1], "Another bell", "钟"); r.Status != 400 || r.Code() != "picture-changed" {
			t.Errorf("over another's words: %d %s", r.Status, r.Body)
		}
		if r := describe(editor, all[2], strings.Repeat("a", 301), strings.Repeat("钟", 300)); r.Status != 400 || r.FieldCodes()["altEn"] != "too-long" || len(r.FieldCodes()) != 1 {
			t.Errorf("too long: %d %s", r.Status, r.Body)
		}
	})
}

func TestNonPicturesAreRefused(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		for name, c := range map[string]struct {
			data []byte
			code string
		}{
			"page.jpg": {[]byte("<html><script>x()</script>"), "photo-not-a-picture"}, "a.svg": {[]byte(`<svg xmlns="x">`), "photo-not-a-picture"}, "a.pdf": {[]byte("%PDF-1.7"), "photo-not-a-picture"},
			"empty.jpg": {nil, "empty-file"}, "half.jpg": {painted(t, "", 400, 300, 5).Data[:200], "photo-unreadable"},
		} {
			if r := editor.Upload("/api/admin/picture", testkit.File{Field: "file", Name: name, Data: c.data}); r.Status != 400 || r.Code() != c.code {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		two := []testkit.File{painted(t, "a.jpg", 30, 30, 1), painted(t, "b.jpg", 30, 30, 2)}
		if r := editor.Upload("/api/admin/picture", two...); r.Status != 400 || r.Code() != "too-many-files" {
			t.Errorf("two at once: %d %s", r.Status, r.Body)
		}
		a.Exec(t, "INSERT INTO pictures (id, name, sha256, dhash, width, height, bytes, added_by, added_at) VALUES ('large', 'large', '', 0, 1, 1, $1, 'x', 0)", library.MaxBytes-100)
		if r := editor.Upload("/api/admin/picture", painted(t, "a.jpg", 300, 300, 1)); r.Status != 400 || r.Code() != "library-full" {
			t.Errorf("into a full library: %d %s", r.Status, r.Body)
		}
		if n := a.Count(t, "SELECT count(*) FROM pictures"); n != 1 {
			t.Errorf("%d pictures were kept", n-1)
		}
		if r := editor.Upload("/api/admin/picture?replaces=nothing", painted(t, "a.jpg", 30, 30, 1)); r.Status == 200 {
			t.Error("a picture that is not there was replaced")
		}
		for _, role := range []string{"treasurer", "counter", "ritual"} {
			a.Staff(t, role).Get("/api/admin/picture").Want(http.StatusForbidden)
		}
	})
}

// A picture is deleted at the moment at which a page that shows it is published: one of the two is refused.
func TestRaceDeleteAPictureAndPublishIt(t *testing.T) {
	// Only the deletion waits, after it has read where the picture is used: a save before that is seen by it.
	mutant.Declare(t, mutant.ReadOnly("PictureLock"), mutant.Slow("PictureUsers"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, admin := a.Staff(t, "editor"), a.Staff(t, "admin")
		for round := range 8 {
			// A new picture and page for each round: what the last round published would still use the picture.
			p := add(t, editor, painted(t, "gate.jpg", 200, 100, 6+round)).Picture
			describe(editor, p, "The gate", "山门").Want(200)
			record := newPage(t, editor, fmt.Sprint("roof-", round), p.ID)
			editor.Type(record, map[string]string{"html.en": "<p>gate</p>", "html.zh": "<p>甲</p>"}).Want(200)
			editor.Publish(record, "en", "zh").Want(200)
			together.AtOnce(2, func(i int) {
				if i == 0 {
					admin.Post("/api/admin/picture/"+p.ID+"/delete", map[string]any{})
					return
				}
				time.Sleep(time.Duration(round%4) * 20 * time.Millisecond) // in some rounds the deletion has already read the uses
				editor.Type(record, map[string]string{"html.en": fmt.Sprintf(`<p>with %d</p><img src="/media/%s">`, round, p.ID)})
				editor.Publish(record, "en")
			})
			if n := a.Count(t, "SELECT count(*) FROM refs r JOIN pictures p ON r.target = 'media:' || p.id WHERE r.slot = 'live' AND p.gone_at > 0"); n != 0 {
				t.Errorf("round %d: a page shows a picture that was deleted", round)
			}
			admin.Post("/api/admin/picture/"+p.ID+"/bring-back", map[string]any{}).Want(200)
		}
	})
}

// Two people upload pictures when there is room for one.
func TestRaceTwoUploadsForTheLastLibrarySpace(t *testing.T) {
	mutant.Declare(t, mutant.Nothing("PictureTurn"), mutant.Slow("PictureRoom"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desks := []*testkit.Client{a.Staff(t, "editor"), a.Staff(t, "admin")}
		file := painted(t, "a.jpg", 300, 200, 7)
		kept := add(t, desks[0], file).Picture
		size := a.Count(t, "SELECT bytes FROM pictures WHERE id = $1", kept.ID)
		a.Exec(t, "INSERT INTO pictures (id, name, sha256, dhash, width, height, bytes, added_by, added_at) VALUES ('large', 'large', '', 0, 1, 1, $1, 'x', 0)", library.MaxBytes-2*size-size/2)
		together.AtOnce(2, func(i int) { desks[i].Upload("/api/admin/picture", file) })
		if n := a.Count(t, "SELECT SUM(bytes) FROM pictures"); n > library.MaxBytes {
			t.Errorf("%d bytes are kept, more than %d", n, int64(library.MaxBytes))
		}
		if n := a.Count(t, "SELECT count(*) FROM pictures"); n != 3 {
			t.Errorf("%d pictures, want one of the two", n-2)
		}
	})
}
