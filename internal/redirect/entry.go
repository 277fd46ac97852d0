package redirect

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"shanmen/internal/account"
	"shanmen/internal/fault"
	"shanmen/internal/locale"
	"shanmen/internal/writing"
)

// longest is the most bytes of a path or target.
const longest = 2000

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
	return address(u.Path)
}

// address is what an entry stands for: the same in both languages, with a slash at its end or none, in capitals or small
// letters, and with its accents written as one sign or as two.
func address(path string) string { return same(plain(path)) }

// same writes a path so that those which look the same are the same: Apple's programs write é as two signs.
func same(path string) string { return norm.NFC.String(strings.ToLower(path)) }

// plain takes the language and the slash at its end off a path: one entry stands for all of them.
func plain(path string) string {
	_, path = locale.SplitPath(path)
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	return path
}

// system are first words of paths that are no pages.
var system = []string{"api", "admin", "assets", "builds", "demo", "_i18n"}

// tidy writes an entry the one way it is stored, and refuses what must not be: fault "invalid-fields"
// with redirect-path, redirect-reserved, redirect-target, redirect-loop, too-long or not-a-choice.
func (s *Service) tidy(e Entry) (Entry, error) {
	var wrong []fault.Field
	refuse := func(field, code string) { wrong = append(wrong, fault.Field{Path: field, Code: code}) }

	path, ok := tidyPath(e.Path)
	switch {
	case !ok:
		refuse("path", "redirect-path")
	case s.reserved(path):
		refuse("path", "redirect-reserved")
	}
	target, ok := s.tidyTarget(e.Target)
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

func tidyPath(path string) (string, bool) {
	path = strings.TrimSpace(path)
	if _, safe := account.SafeRedirect(path); !safe {
		return "", false
	}
	u, err := url.Parse(path)
	if err != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" {
		return "", false
	}
	return address(u.Path), true
}

// tidyTarget writes an address of this site as a path, and accepts https:// and http:// of others.
// Whatever a browser could take for a script, another host than it seems, or a second header is refused.
func (s *Service) tidyTarget(target string) (string, bool) {
	target = strings.TrimSpace(target)
	if len(target) > longest || !utf8.ValidString(target) || strings.ContainsFunc(target, unsafe) {
		return "", false
	}
	u, err := url.Parse(target)
	if err != nil {
		return "", false
	}
	if u.Scheme != "" || u.Host != "" {
		if !elsewhere(u) {
			return "", false
		}
		if s.Base == nil || !strings.EqualFold(u.Host, s.Base.Host) {
			return u.String(), true
		}
		u.Scheme, u.Host = "", ""
		if u.Path == "" {
			u.Path = "/"
		}
	}
	if _, safe := account.SafeRedirect(u.String()); !safe {
		return "", false
	}
	u.Path, u.RawPath = plain(u.Path), ""
	return u.String(), true
}

// unsafe are characters that no address needs and that browsers read in their own ways.
func unsafe(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.IsSpace(r) || strings.ContainsRune("\\\"<>^`{|}", r)
}

// elsewhere tells whether an address is a plain one of the web: no script, no credentials, a host in
// letters that look like what they are, nothing hidden behind percent signs.
func elsewhere(u *url.URL) bool {
	ascii := !strings.ContainsFunc(u.Host, func(r rune) bool { return r > unicode.MaxASCII })
	path, err := url.PathUnescape(u.EscapedPath())
	return (u.Scheme == "https" || u.Scheme == "http") && u.Opaque == "" && u.User == nil && u.Hostname() != "" && ascii &&
		err == nil && !strings.ContainsFunc(path+u.Fragment, unicode.IsControl)
}
