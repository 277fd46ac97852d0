package ssr

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"shanmen/internal/base/locale"
)

// testScript renders what its payload tells it to: a small server bundle that can fail in every way.
const testScript = `
var kept = [];
globalThis.__render = function (json) {
  var p = JSON.parse(json);
  switch (p.do) {
  case 'throw': throw new TypeError('no such thing');
  case 'loop': for (;;) {}
  case 'pattern': return String(/^(a+)+$/.test('a'.repeat(64) + 'b'));
  case 'recurse': return (function f(n) { return f(n + 1) + 1 })(0);
  case 'memory': for (var a = [];;) a.push(new Array(10000).fill('x' + a.length));
  case 'number': return 7;
  case 'later': Promise.resolve().then(function () { globalThis.late = (globalThis.late || 0) + 1 }); return 'late ' + (globalThis.late || 0);
  case 'count': kept.push(1); return 'count ' + kept.length;
  case 'half': return 'a\ud800b';
  case 'raw': return p.html;
  case 'work': for (var i = 0, n = 0; i < 20000; i++) n += i; return '<p>' + p.text + '</p>' + n;
  }
  return '<h1>' + p.text + '</h1>';
};
`

const testManifest = `{
  "src/entry-client.tsx": {"file": "assets/entry-A1.js", "src": "src/entry-client.tsx", "isEntry": true,
    "imports": ["_react-B2.js"], "dynamicImports": ["src/routes/home.tsx"], "css": ["assets/entry-C3.css"]},
  "_react-B2.js": {"file": "assets/react-B2.js", "imports": ["src/entry-client.tsx"]},
  "_form-D4.js": {"file": "assets/form-D4.js", "css": ["assets/form-E5.css"]},
  "src/routes/home.tsx": {"file": "assets/home-F6.js", "isDynamicEntry": true, "imports": ["src/entry-client.tsx", "_form-D4.js", "_react-B2.js"]},
  "admin.html": {"file": "assets/office-G7.js", "isEntry": true, "css": ["assets/office-H8.css"]}
}`

// The forms of a script as the build writes them.
var (
	packedText   = "export const entry = 1;" + strings.Repeat("\n// long enough to pack", 40)
	packedGzip   = string(gzipped([]byte(packedText), gzip.BestCompression))
	packedBrotli = "stands for Brotli's form"
)

func testDist() fstest.MapFS {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	return fstest.MapFS{
		"ssr.js": file(testScript), ".vite/manifest.json": file(testManifest), ".vite/build.json": file(`{"timestamp":1764000000000}`), ".keep": file(""),
		"assets/entry-A1.js.br": file(packedBrotli), "assets/entry-A1.js.gz": file(packedGzip), "assets/react-B2.js": file("react"),
		"assets/entry-A1.js.map": file("{}"), "assets/form-D4.js": file("form"), "assets/home-F6.js": file("home"),
		"assets/entry-C3.css": file("body{color:red}\r\n"), "assets/form-E5.css": file("form{margin:0}"), "assets/office-H8.css": file("table{}"),
		"assets/source-serif-600-I9.woff2": file("wOF2"), "assets/wenkai-accent-J1.woff2": file("wOF2"), "assets/wenkai-headings-K2.woff2": file("wOF2"),
		"art/lamp.svg": file("<svg/>"), "licenses/OFL.txt": file("OFL 文"), "favicon.svg": file("<svg/>"), "admin.html": file("<!doctype html>"),
	}
}

func newTestSite(t testing.TB, o Options) *Site {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	b, err := ReadBundle(testDist())
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSite(b, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func newTestEngine(t testing.TB) *Engine {
	t.Helper()
	p, err := Compile([]byte(testScript))
	if err != nil {
		t.Fatal(err)
	}
	e := NewEngine(p)
	t.Cleanup(e.Close)
	return e
}

func payloadOf(t testing.TB, fields map[string]any) []byte {
	t.Helper()
	b, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func pageOf(t testing.TB, fields map[string]any) Page {
	return Page{Document: Document{Locale: locale.EN, Title: "Lamps", PayloadJSON: payloadOf(t, fields)}}
}

func show(t testing.TB, text string) Build {
	p := pageOf(t, map[string]any{"text": text})
	return func(context.Context) (Page, error) { return p, nil }
}

// ask requests the page of the key and returns the response; headers come in pairs.
func ask(t testing.TB, s *Site, key string, build Build, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	w, err := tryAsk(s, http.MethodGet, key, build, headers...)
	if err != nil {
		t.Fatalf("Serve(%q): %v", key, err)
	}
	return w
}

func tryAsk(s *Site, method, key string, build Build, headers ...string) (*httptest.ResponseRecorder, error) {
	r := httptest.NewRequest(method, "/", nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	err := s.Serve(w, r, key, build)
	return w, err
}
