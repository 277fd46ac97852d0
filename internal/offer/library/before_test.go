package library_test

import (
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/editing"
	"shanmen/internal/testkit"
)

// A picture that a publication removed from the site cannot be deleted while the publication can be undone, also after
// several publications within the half minute; afterwards it can.
func TestAPictureCannotBeDeletedWhileUndoMayNeedIt(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		p := add(t, editor, painted(t, "roof.jpg", 800, 600, 1)).Picture
		describe(editor, p, "The roof", "屋顶").Want(200)
		id := newPage(t, editor, "roof", p.ID)
		editor.Publish(id, "en", "zh").Want(200)
		shown := func() bool {
			return strings.Contains(string(a.Guest().Get("/about-us/roof").Want(200).Body), "/media/"+p.ID)
		}
		remove := func(code string) {
			t.Helper()
			if r := editor.Post("/api/admin/picture/"+p.ID+"/delete", nil); r.Code() != code {
				t.Errorf("%d %s, want %q", r.Status, r.Body, code)
			}
		}
		publish := func(text string) (out editing.Published) {
			t.Helper()
			editor.Type(id, map[string]string{"html.en": text, "html.zh": text}).Want(200)
			editor.Publish(id, "en", "zh").Want(200).JSON(&out)
			return out
		}
		a.Clock.Advance(time.Minute)
		back := func(v editing.Published) {
			t.Helper()
			editor.Post("/api/admin/record/"+id+"/take-back", map[string]int64{"version": v.Version}).Want(200)
		}
		first := publish("<p>Without it.</p>")
		remove("picture-in-use")
		a.Clock.Advance(10 * time.Second)
		second := publish("<p>And other words.</p>")
		remove("picture-in-use")
		back(second)
		remove("picture-in-use")
		back(first)
		if !shown() {
			t.Error("taken back, and the picture is not there")
		}
		remove("picture-in-use")
		publish("<p>Without it at last.</p>")
		a.Clock.Advance(editing.TakeBackFor)
		remove("picture-in-use")
		a.Clock.Advance(time.Second)
		remove("")
	})
}
