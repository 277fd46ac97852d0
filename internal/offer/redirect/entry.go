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

// longestWhy is the most characters of the office's note.
const longestWhy = 200

// Entry sends one address elsewhere, in both languages.
type Entry struct {
	Path   string // of this site, without /zh and query, decoded: /old/历史
	Target string // a path of this site, without /zh; or https://…
	Status int    // 301: for good; 302: for a while
	Active bool
	Why    string // the office's note: on the posters of 2026
}

// External tells whether the target leaves the site.
func (e Entry) External() bool { return !strings.HasPrefix(e.Target, "/") }

// leads is the path that an internal target asks for, as Entry.Path would be written; "" for others.
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

// system are first words of paths that are no pages.
var system = []string{"api", "admin", "assets", "builds", "demo", "_i18n"}

// tidy writes an entry the one way it is stored, and refuses what must not be: fault "invalid-fields"
// with redirect-path, redirect-reserved, redirect-target, redirect-loop, too-long or not-a-choice.
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
