package redirect_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/redirect"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

type row struct {
	Path, Target, Title, Why string
	External, Active, Unfit  bool
	Status                   int
	Times                    int64
	ChangedAt                time.Time
}

type problem struct {
	Code   string
	Errors []struct{ Field, Code string }
}

// said is the refusal of a call: its code, or field and code.
func said(r *testkit.Response) string {
	var p problem
	r.Want(400).JSON(&p)
	if len(p.Errors) > 0 {
		return p.Errors[0].Field + ": " + p.Errors[0].Code
	}
	return p.Code
}

func send(c *testkit.Client, path, target string, more ...any) *testkit.Response {
	body := map[string]any{"path": path, "target": target, "status": 301, "active": true}
	for i := 0; i+1 < len(more); i += 2 {
		body[more[i].(string)] = more[i+1]
	}
	return c.Put("/api/admin/old-address", body)
}

func list(t *testing.T, c *testkit.Client, q string) []row {
	t.Helper()
	var out struct{ Items []row }
	c.Get("/api/admin/old-address?limit=200&q=" + q).Want(200).JSON(&out)
	return out.Items
}

func TestTheOfficeManagesRedirects(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, guest := a.Staff(t, "editor"), a.Guest()
		guest.Get("/posters/lamp").Want(404)
		var made row
		send(editor, "https://temple.example/zh/Posters/Lamp/", "/blessing-service/light-lamp", "why", " On the  posters ").Want(400)
		send(editor, "/zh/Posters/Lamp/", "/blessing-service/light-lamp", "why", " On the  posters ").Want(200).JSON(&made)
		if made.Path != "/posters/lamp" || made.Title == "" || made.Why != "On the posters" || made.Unfit {
			t.Errorf("%+v", made)
		}
		// A new redirect works at once, although its address gave a 404 a moment ago: no cache keeps the 404.
		if r := guest.Get("/zh/posters/lamp"); r.Status != 301 || r.Header.Get("Location") != "/zh/blessing-service/light-lamp" {
			t.Errorf("%d to %q", r.Status, r.Header.Get("Location"))
		}
		for _, tt := range []struct{ path, target, want string }{
			{"/POSTERS/lamp", "/event", "path: redirect-taken"},
			{"/new", "/nowhere", "target: redirect-nowhere"},
			{"/new", "/event/nothing-of-ours", "target: redirect-nowhere"},
			{"/new", "javascript:alert(1)", "target: redirect-target"},
			{"/cart", "/event", "path: redirect-reserved"},
			{"/robots.txt", "/event", "path: redirect-reserved"},
			{"/media/01a21021", "/event", "path: redirect-reserved"},
			{"/zh/healthz/", "/event", "path: redirect-reserved"},
			{"/a?b=1", "/event", "path: redirect-path"},
			{"/new", "/new", "target: redirect-loop"},
		} {
			if got := said(send(editor, tt.path, tt.target)); got != tt.want {
				t.Errorf("%s to %s: %s, want %s", tt.path, tt.target, got, tt.want)
			}
		}
		if got := said(send(editor, "/new", "/event", "why", strings.Repeat("字", 201))); got != "why: too-long" {
			t.Error(got)
		}
		if got := said(send(editor, "/posters/lamp", "/event", "was", "/posters/lamp", "seen", made.ChangedAt.Add(-time.Second))); got != "redirect-changed" {
			t.Error(got)
		}
		if got := said(send(editor, "/x", "/event", "was", "/never")); got != "redirect-gone" {
			t.Error(got)
		}
		// A redirect is changed, disabled, and removed with undo.
		a.Clock.Advance(time.Minute)
		send(editor, "/poster", "/blessing-service/light-lamp", "was", "/posters/lamp", "seen", made.ChangedAt).Want(200).JSON(&made)
		guest.Get("/posters/lamp").Want(404)
		guest.Get("/poster").Want(301)
		send(editor, "/poster", "/blessing-service/light-lamp", "was", "/poster", "active", false).Want(200)
		guest.Get("/poster").Want(404)
		send(editor, "/poster", "/blessing-service/light-lamp", "was", "/poster", "status", 302).Want(200)
		guest.Get("/poster").Want(302)
		var taken struct{ Was row }
		editor.Post("/api/admin/old-address/take-away", map[string]any{"path": "/poster"}).Want(200).JSON(&taken)
		guest.Get("/poster").Want(404)
		if got := said(editor.Post("/api/admin/old-address/take-away", map[string]any{"path": "/poster"})); got != "redirect-gone" {
			t.Error(got)
		}
		send(editor, taken.Was.Path, taken.Was.Target, "status", taken.Was.Status, "why", taken.Was.Why).Want(200)
		guest.Get("/poster").Want(302)
		if n := a.Count(t, `SELECT count(*) FROM audit_entries WHERE action IN ('redirect.send', 'redirect.take-away')`); n != 6 {
			t.Errorf("%d entries of the trail", n)
		}
		if rows := list(t, editor, "/POST"); len(rows) != 1 || rows[0].Path != "/poster" {
			t.Errorf("found: %+v", rows)
		}
	})
}

// A redirect whose target is itself removed points to the final target instead; it is not lost.
func TestDeletingARedirectInlinesItsTarget(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		send(editor, "/middle", "/event", "status", 302).Want(200)
		send(editor, "/first", "/middle?from=first").Want(200)
		send(editor, "/second", "/middle").Want(200)
		var tried struct {
			Steps   []string
			Outcome string
			Status  int
			Title   string
			Lost    bool
		}
		editor.Get("/api/admin/old-address/try?path=/zh/FIRST/").Want(200).JSON(&tried)
		if fmt.Sprint(tried.Steps) != "[/zh/first /zh/middle /zh/event?from=first]" || tried.Outcome != "moved" || tried.Status != 302 || tried.Title == "" || tried.Lost {
			t.Errorf("%+v", tried)
		}
		editor.Post("/api/admin/old-address/take-away", map[string]any{"path": "/middle"}).Want(200)
		for path, want := range map[string]string{"/first": "/event?from=first", "/second": "/event"} {
			if r := a.Guest().Get(path); r.Status != 302 || r.Header.Get("Location") != want {
				t.Errorf("%s: %d to %q", path, r.Status, r.Header.Get("Location"))
			}
		}
		// A third redirect in the chain that is renamed or disabled loses nothing either.
		send(editor, "/third", "/first").Want(200)
		send(editor, "/first", "/event", "was", "/first", "active", false).Want(200)
		if r := a.Guest().Get("/third"); r.Header.Get("Location") != "/event?from=first" {
			t.Errorf("/third to %q", r.Header.Get("Location"))
		}
	})
}

func TestTryFollowsEveryKindOfAddress(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	editor := a.Staff(t, "editor")
	for path, want := range map[string]string{
		"/event": "page", "/zh/about-us/history": "page", "/nowhere": "nothing", "https://temple.example/events?x=1%23": "moved", "/map": "moved", "/cart": "page",
	} {
		var got struct {
			Outcome string
			Steps   []string
		}
		editor.Get("/api/admin/old-address/try?path=" + strings.NewReplacer("?", "%3F", "#", "%23").Replace(path)).Want(200).JSON(&got)
		if got.Outcome != want || len(got.Steps) == 0 {
			t.Errorf("%s: %+v", path, got)
		}
	}
	if got := said(editor.Get("/api/admin/old-address/try?path=//evil.example")); got != "path: redirect-path" {
		t.Error(got)
	}
}

// An older program stored capitals: such a row works, and is changed under its own name.
func TestRedirectsWithCapitalLettersWork(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			for path, target := range map[string]string{"/Story.HTML": "/about-us/history", "/Both": "/event", "/both": "/contact-us"} {
				if err := tx.PutRedirect(ctx, query.PutRedirectParams{Path: path, Target: target, Status: 301, Active: true}); err != nil {
					return err
				}
			}
			return nil
		})
		if err := a.Redirects.Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		for path, want := range map[string]string{"/story.html": "/about-us/history", "/STORY.html": "/about-us/history", "/BOTH": "/contact-us"} {
			if to, ok := a.Redirects.Find(path); !ok || to.Target != want {
				t.Errorf("%s to %q", path, to.Target)
			}
		}
		editor := a.Staff(t, "editor")
		send(editor, "/Story.HTML", "/event", "was", "/Story.HTML").Want(200)
		if rows := list(t, editor, "/story"); len(rows) != 1 || rows[0].Path != "/story.html" || rows[0].Target != "/event" {
			t.Errorf("%+v", rows)
		}
	})
}

func TestARedirectImportIsAllOrNothing(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		type result struct {
			Made, Same int
			Problems   []struct {
				Line        int
				Field, Code string
			}
		}
		take := func(text string) (out result) {
			editor.Post("/api/admin/old-address/import", map[string]any{"text": text, "status": 301}).Want(200).JSON(&out)
			return out
		}
		bad := take("From,To,Why\n/one.html,/event,Old site\n/two.html,/nowhere\n\n/cart,/event\n/one.HTML,/contact-us\n")
		if got := fmt.Sprint(bad); got != "{0 0 [{3 target redirect-nowhere} {5 path redirect-reserved}]}" {
			t.Error(got)
		}
		if got := fmt.Sprint(take("/one.html,/event\n/one.HTML,/contact-us")); got != "{0 0 [{2 path redirect-taken}]}" {
			t.Error(got)
		}
		if rows := list(t, editor, "one.html"); len(rows) != 0 {
			t.Fatalf("kept of a sheet with problems: %+v", rows)
		}
		good := "\ufeff旧网址;去向;原因\r\n/one.html;/event;\"Old; site\"\r\n/two.html;https://www.onemap.gov.sg/\r\n"
		if got := fmt.Sprint(take(good)); got != "{2 0 []}" {
			t.Error(got)
		}
		if got := fmt.Sprint(take(good)); got != "{0 2 []}" {
			t.Errorf("a second time: %s", got)
		}
		if rows := list(t, editor, "one.html"); len(rows) != 1 || rows[0].Why != "Old; site" {
			t.Errorf("%+v", rows)
		}
		if got := said(editor.Post("/api/admin/old-address/import", map[string]any{"text": strings.Repeat("/a,/event\n", 501), "status": 301})); got != "text: redirect-lines" {
			t.Error(got)
		}
	})
}

// Rows of a sheet may redirect to each other, in any order.
func TestImportedRedirectsMayChain(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		type result struct {
			Made     int
			Problems []struct {
				Line int
				Code string
			}
		}
		take := func(text string) (out result) {
			editor.Post("/api/admin/old-address/import", map[string]any{"text": text, "status": 301}).Want(200).JSON(&out)
			return out
		}
		if got := fmt.Sprint(take("/x1,/x2\n/x2,/x3\n/x3,/x1\n/fine,/event\n")); got != "{0 [{3 redirect-loop}]}" {
			t.Errorf("a circle: %s", got)
		}
		if got := fmt.Sprint(take("/y1,/zh/Y2/\n/y3,/event,\u202elast\n/y2,/y3\n")); got != "{3 []}" {
			t.Fatal(got)
		}
		if r := a.Guest().Get("/zh/y1"); r.Status != 301 || r.Header.Get("Location") != "/zh/event" {
			t.Errorf("%d to %q", r.Status, r.Header.Get("Location"))
		}
		if rows := list(t, editor, "y3"); len(rows) != 2 || rows[1].Why != "last" {
			t.Errorf("%+v", rows)
		}
	})
}

// A full list is not searched for each row of a sheet: payments would have to wait meanwhile.
func TestALargeRedirectImportIsFast(t *testing.T) {
	a := testkit.New(t, "sqlite")
	editor := a.Staff(t, "editor")
	for sheet := range 3 {
		var text strings.Builder
		for line := range 500 {
			fmt.Fprintf(&text, "/old/%d/%d,/event\n", sheet, line)
		}
		begun := time.Now()
		editor.Post("/api/admin/old-address/import", map[string]any{"text": text.String(), "status": 301}).Want(200)
		if took := time.Since(begun); took > 2*time.Second {
			t.Errorf("sheet %d took %s", sheet, took)
		}
	}
}

func put(path, target string) redirect.Change {
	return redirect.Change{Path: path, Target: target, Status: 301, Active: true}
}

// Of two people who redirect the same address at once one is told of the other.
func TestRaceTwoRedirectsOfOneAddress(t *testing.T) {
	mutant.Declare(t, mutant.Nothing("ContentBump"), mutant.Slow("Redirects"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		errs := [2]error{}
		a.Warm(t)
		together.AtOnce(2, func(i int) {
			errs[i] = a.Redirects.Change(t.Context(), put("/old", []string{"/event", "/contact-us"}[i]))
		})
		if (refusal(errs[0]) == "path: redirect-taken") == (refusal(errs[1]) == "path: redirect-taken") {
			t.Errorf("one of two is refused: %v, %v", errs[0], errs[1])
		}
	})
}

// Removing a redirect while somebody redirects another address to it loses neither.
func TestRaceDeleteARedirectAndChainThroughIt(t *testing.T) {
	mutant.Declare(t, mutant.Nothing("ContentBump"), mutant.Slow("Redirects"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		if err := a.Redirects.Change(t.Context(), put("/middle", "/event")); err != nil {
			t.Fatal(err)
		}
		var sent, gone error
		a.Warm(t)
		together.AtOnce(2, func(i int) {
			if i == 0 {
				sent = a.Redirects.Change(t.Context(), put("/first", "/middle"))
			} else {
				_, gone = a.Redirects.Drop(t.Context(), "/middle", nil)
			}
		})
		if gone != nil || sent != nil && refusal(sent) != "target: redirect-nowhere" {
			t.Fatalf("%v, %v", sent, gone)
		}
		if to, ok := a.Redirects.Find("/first"); ok && to.Target != "/event" {
			t.Errorf("/first leads to %q, where nothing is", to.Target)
		}
	})
}
