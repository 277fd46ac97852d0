package app_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/event"
	"shanmen/internal/site"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/source"
)

var sharedPicture = regexp.MustCompile(`http://temple\.example(/og/[^"?]+)(\?v=\w+)`)

// The table of docs/scaling.md says which answers a cache in front may store: what the program's headers say to a guest,
// for each page, its payload, each public call and each address that machines request.
func TestScalingSaysWhatACacheMayStore(t *testing.T) {
	t.Parallel()
	a := testkit.New(t, "sqlite")
	guest := a.Guest()
	guest.Header.Set("Accept-Language", "en")
	stored := map[string][]string{} // addresses by Cache-Control
	ask := func(name, path string) *testkit.Response {
		t.Helper()
		r := guest.Get(path)
		is := r.Header.Get("Cache-Control")
		if r.Status >= 400 { // what a guest without a cart, or without more words, is refused
			if is != "no-store" {
				t.Errorf("%s: %d, %q", path, r.Status, is)
			}
			return r
		}
		if r.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s sets a cookie", path)
		}
		var on []string
		for _, header := range strings.Split(strings.Join(r.Header.Values("Vary"), ", "), ", ") {
			if header != "" && header != "Accept-Encoding" {
				on = append(on, header)
			}
		}
		key := "`" + is + "`"
		if is == "" {
			key = "none"
		}
		if len(on) > 0 {
			key += ", depends on " + strings.Join(on, ", ")
		}
		stored[key] = append(stored[key], name)
		return r
	}
	for _, p := range a.HTTP.Pages() {
		if p.Path == "" {
			continue // shown in place of others
		}
		path := target(t, a, p)
		for _, l := range locale.All {
			at := l.Path(path)
			if html := ask(l.Path(p.Path), at); p.ID == "home" && l == locale.EN {
				picture := sharedPicture.FindStringSubmatch(string(html.Body))
				if picture == nil {
					t.Fatal("the home page names no picture")
				}
				ask("/og/…", picture[1])
				ask("/og/…?v=", picture[1]+picture[2])
			}
			ask(strings.TrimSuffix(l.Path(p.Path), "/")+"/_payload.json", strings.TrimSuffix(at, "/")+"/_payload.json")
		}
	}
	keys := map[string]string{"/api/content/": "history", "/api/offering/": "light-lamp", "/api/merit-wall/": "light-lamp", "/api/event/": "full-moon-chanting", "/_i18n/": "en"}
	for _, call := range a.HTTP.Calls() {
		if call.Method != "GET" || call.Access.String() != "open" {
			continue
		}
		path := call.Path
		for prefix, key := range keys {
			if strings.HasPrefix(path, prefix) {
				path = pathValue.ReplaceAllString(path, key)
			}
		}
		ask(call.Path, path)
	}
	for _, path := range slices.Concat([]string{"/robots.txt", "/sitemap.xml", site.WorkerPath, "/builds/latest.json", "/healthz", "/readyz", "/admin"},
		[]string{site.ManifestPath(locale.EN), site.ManifestPath(locale.ZH), site.OfflinePath(locale.EN), site.OfflinePath(locale.ZH), event.AtomPath(locale.EN)}) {
		ask(path, path)
	}
	for _, file := range a.SSR.PublicFiles() {
		ask(regexp.MustCompile(`^/(\w+)/.*`).ReplaceAllString(file, "/$1/…"), file)
	}

	const file, begins, ends = "docs/scaling.md", "<!-- caching: written by a test -->\n", "<!-- end of the caching -->\n"
	text := string(source.Read(t, file))
	before, rest, found := strings.Cut(text, begins)
	_, after, ended := strings.Cut(rest, ends)
	if !found || !ended {
		t.Fatal("the document has no place for the table")
	}
	var table strings.Builder
	table.WriteString("| `Cache-Control` | addresses |\n|---|---|\n")
	for _, is := range slices.Sorted(maps.Keys(stored)) {
		fmt.Fprintf(&table, "| %s | %s |\n", is, folded(stored[is]))
	}
	want := before + begins + table.String() + ends + after
	if os.Getenv("WRITE") == "1" {
		if err := os.WriteFile(source.Path(t, file), []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text != want {
		t.Errorf("%s has another table than the program's headers: WRITE=1 writes it", file)
	}
}

// folded lists addresses: + for one whose payload is among them, and the Chinese one only where the English one is not.
func folded(all []string) string {
	slices.Sort(all)
	all = slices.Compact(all)
	has := func(address string) bool { return slices.Contains(all, address) }
	const payload = "/_payload.json"
	var out []string
	for _, address := range all {
		english, chinese := strings.CutPrefix(address, "/zh")
		page, isPayload := strings.CutSuffix(address, payload)
		switch {
		case chinese && has(cmp.Or(english, "/")), isPayload && has(cmp.Or(page, "/")):
		case has(strings.TrimSuffix(address, "/") + payload):
			out = append(out, "`"+address+"` +")
		default:
			out = append(out, "`"+address+"`")
		}
	}
	return strings.Join(out, ", ")
}
