package httpd

import (
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/base/locale"
)

// Route is a page in one language. Links, guards, breadcrumbs, payloads and metrics use its Name.
type Route struct {
	Name   string // cart-checkout___zh
	ID     string
	Locale locale.Locale
	Path   string // with /zh and :parameters; "" for error pages
}

// RouteName is a page's name in a language: its id and the language after three underscores. The browser's routeName
// does the same.
func RouteName(id string, l locale.Locale) string { return id + "___" + string(l) }

// Routes lists every page in every language, in page table order.
func (s *Server) Routes() []Route { return slices.Clone(s.pages.routes) }

func (t *pageTable) name(spec PageSpec) {
	if t.named == nil {
		t.named = map[string]Route{}
	}
	for _, l := range locale.All {
		r := Route{Name: RouteName(spec.ID, l), ID: spec.ID, Locale: l}
		if spec.Path != "" {
			r.Path = l.Path(spec.Path)
		}
		if _, taken := t.named[r.Name]; taken {
			panic("httpd: two pages are " + r.Name)
		}
		t.routes = append(t.routes, r)
		t.named[r.Name] = r
	}
}

// address is the path of a route without parameters.
func (t *pageTable) address(name string) (string, bool) {
	r, ok := t.named[name]
	return r.Path, ok && r.Path != "" && !strings.Contains(r.Path, ":")
}

// target converts a guard's redirect to an address.
func (t *pageTable) target(w GuardRedirect, l locale.Locale) (string, error) {
	if w.Route == "" {
		return "", nil
	}
	to, ok := t.address(RouteName(w.Route, l))
	if !ok {
		return "", fmt.Errorf("a guard leads to %q, which is no route", w.Route)
	}
	if q := w.Query.Encode(); q != "" {
		to += "?" + q
	}
	return to, nil
}
