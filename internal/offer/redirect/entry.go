package redirect

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/writing"
	"shanmen/internal/offer/redirect/address"
)

// longestWhy is the maximum number of characters of the office's note.
const longestWhy = 200

// Entry redirects one address in both languages.
type Entry struct {
	Path   string // of this site, decoded, without /zh and query: /old/历史
	Target string // a path of this site without /zh, or https://…
	Status int    // 301: permanent; 302: temporary
	Active bool
	Why    string // the office's note, such as: on the posters of 2026
}

// External returns whether the target is another site.
func (e Entry) External() bool { return !strings.HasPrefix(e.Target, "/") }

// leads is the path of an internal target, in the form of Entry.Path; "" for others.
func (e Entry) leads() string {
	if e.External() {
		return ""
	}
	u, err := url.Parse(e.Target)
	if err != nil {
		return ""
	}
	return address.Of(u.Path)
}

// system lists first path segments that are not pages.
var system = []string{"api", "admin", "assets", "builds", "demo", "_i18n"}

// tidy normalises an entry for storage and validates it: fault "invalid-fields" with redirect-path, redirect-reserved,
// redirect-target, redirect-loop, too-long or not-a-choice.
func (s *Service) tidy(e Entry) (Entry, error) {
	var wrong []fault.Field
	refuse := func(field, code string) { wrong = append(wrong, fault.Field{Path: field, Code: code}) }

	path, ok := address.Tidy(e.Path)
	switch {
	case !ok:
		refuse("path", "redirect-path")
	case s.reserved(path):
		refuse("path", "redirect-reserved")
	}
	target, ok := address.Target(s.Base, e.Target)
	if !ok {
		refuse("target", "redirect-target")
	}
	if e.Status != http.StatusMovedPermanently && e.Status != http.StatusFound {
		refuse("status", "not-a-choice")
	}
	e.Why = strings.Join(strings.Fields(writing.Readable(e.Why, false)), " ")
	if utf8.RuneCountInString(e.Why) > longestWhy {
		wrong = append(wrong, fault.Field{Path: "why", Code: "too-long", Params: map[string]any{"max": longestWhy}})
	}
	e.Path, e.Target = path, target
	if len(wrong) == 0 && e.leads() == e.Path {
		refuse("target", "redirect-loop")
	}
	return e, fault.InvalidFields(wrong)
}

func isSystem(path string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return slices.Contains(system, first)
}

func (s *Service) reserved(path string) bool {
	return path == "/" || isSystem(path) || strings.HasSuffix(path, "/_payload.json") ||
		s.Reserved != nil && s.Reserved(path)
}
