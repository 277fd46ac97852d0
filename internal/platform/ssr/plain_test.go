package ssr

import (
	"context"
	"net/http"
	"strings"
	"testing"
)

// Clients without JavaScript, such as most robots, can still read the text of a page that failed to render.
func TestAFailedRenderShowsAPlainPage(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	p := pageOf(t, map[string]any{"do": "throw"})
	p.Plain = func() string { return "<main><h1>Lamps</h1></main>" }
	w := ask(t, s, "k", func(context.Context) (Page, error) { return p, nil })
	for _, part := range []string{`<div id="root" data-render="client"><main><h1>Lamps</h1></main></div>`, `src="/assets/entry-A1.js"`, `id="payload"`} {
		if !strings.Contains(w.Body.String(), part) {
			t.Errorf("no %s in %s", part, w.Body)
		}
	}
	if w := ask(t, s, "well", func(context.Context) (Page, error) {
		well := pageOf(t, map[string]any{"text": "well"})
		well.Plain = func() string { t.Error("made for a page that rendered"); return "" }
		return well, nil
	}); !strings.Contains(w.Body.String(), "<h1>well</h1>") {
		t.Errorf("got %s", w.Body)
	}
}

func TestAPlainPageHasStylesAndNoScripts(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, Options{})
	p := pageOf(t, map[string]any{"do": "throw"})
	p.Status, p.Scriptless, p.Plain = http.StatusInternalServerError, true, func() string { return "<h1>Lamps</h1>" }
	w := ask(t, s, "k", func(context.Context) (Page, error) { return p, nil })
	body := w.Body.String()
	if w.Code != http.StatusInternalServerError || !strings.Contains(body, `<div id="root"><h1>Lamps</h1></div>`) || !strings.Contains(body, "<style ") {
		t.Errorf("%d %s", w.Code, body)
	}
	for _, part := range []string{"entry-A1.js", "payload", "modulepreload", "data-render"} {
		if strings.Contains(body, part) {
			t.Errorf("%s in %s", part, body)
		}
	}
	if s.Stats().Renders != 1 || s.Stats().Failures != 0 {
		t.Errorf("%+v", s.Stats())
	}
}
