// Package locale has the two languages of the site, the choice of a visitor's language, and the messages.
package locale

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"shanmen/locales"
)

// Locale is a language of the site. It is the value of the i18n_redirected cookie.
type Locale string

// The locales. English is the default and has no prefix.
const (
	EN Locale = "en"
	ZH Locale = "zh"
)

// All lists the locales, the default first.
var All = []Locale{EN, ZH}

// Tag is the BCP 47 tag for <html lang>.
func (l Locale) Tag() string {
	if l == ZH {
		return "zh-Hans"
	}
	return "en-SG"
}

// Prefix is the path prefix: "" or "/zh".
func (l Locale) Prefix() string {
	if l == ZH {
		return "/zh"
	}
	return ""
}

// Path adds the locale's prefix to a page's plain path: ("/", ZH) is "/zh".
func (l Locale) Path(p string) string {
	if l == ZH && p == "/" {
		return "/zh"
	}
	return l.Prefix() + p
}

// Parse accepts "en" and "zh" only.
func Parse(s string) (Locale, bool) {
	switch Locale(s) {
	case EN, ZH:
		return Locale(s), true
	}
	return "", false
}

// SplitPath removes the locale's prefix from a path: "/zh/cart" is (ZH, "/cart").
func SplitPath(p string) (Locale, string) {
	if p == "/zh" || p == "/zh/" {
		return ZH, "/"
	}
	if strings.HasPrefix(p, "/zh/") {
		return ZH, p[len("/zh"):]
	}
	return EN, p
}

// FromAcceptLanguage picks the best locale for an Accept-Language header: an exact tag scores 1 - i/n, a language alone
// 0.999 - i/n, as the first site's i18n module does. Quality values only order the list. Without a match ok is false.
func FromAcceptLanguage(header string) (l Locale, ok bool) {
	type want struct {
		tag string
		q   float64
	}
	var list []want
	for part := range strings.SplitSeq(header, ",") {
		tag, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		q := 1.0
		if v, found := strings.CutPrefix(strings.TrimSpace(params), "q="); found {
			q, _ = strconv.ParseFloat(v, 64)
		}
		if tag == "" || q <= 0 {
			continue
		}
		i := len(list)
		for i > 0 && list[i-1].q < q {
			i--
		}
		list = append(list[:i], append([]want{{strings.ToLower(tag), q}}, list[i:]...)...)
		if len(list) > 32 {
			break
		}
	}
	best := 0.0
	for i, w := range list {
		for _, cand := range All {
			score := 0.0
			lang, _, _ := strings.Cut(w.tag, "-")
			switch {
			case w.tag == strings.ToLower(cand.Tag()):
				score = 1 - float64(i)/float64(len(list))
			case lang == string(cand):
				score = 0.999 - float64(i)/float64(len(list))
			}
			if score > best {
				best, l, ok = score, cand, true
			}
		}
	}
	return l, ok
}

// Text is a text in both languages.
type Text struct {
	EN string `json:"en"`
	ZH string `json:"zh"`
}

// In returns the text in l, or in the other language if it is empty.
func (t Text) In(l Locale) string {
	if (l == ZH && t.ZH != "") || t.EN == "" {
		return t.ZH
	}
	return t.EN
}

// Messages holds the program's messages by locale and key, with the office's edits applied.
type Messages struct {
	builtIn map[Locale]map[string]string
	keys    map[Locale]map[string][]string // by namespace
	all     atomic.Pointer[map[Locale]map[string]string]
	edition atomic.Uint64
}

// embedded has the built-in messages of each locale, and the keys of each namespace. It is read-only.
type embedded struct {
	sentences map[Locale]map[string]string
	keys      map[Locale]map[string][]string
}

var readOnce = sync.OnceValues(read)

// read fails when a file is not a flat object of strings.
func read() (*embedded, error) {
	out := &embedded{sentences: map[Locale]map[string]string{}, keys: map[Locale]map[string][]string{}}
	for _, l := range All {
		out.sentences[l], out.keys[l] = map[string]string{}, map[string][]string{}
		files, err := fs.Glob(locales.Files, string(l)+"/*.json")
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			b, err := locales.Files.ReadFile(f)
			if err != nil {
				return nil, err
			}
			var part map[string]string
			if err := json.Unmarshal(b, &part); err != nil {
				return nil, fmt.Errorf("messages %s: %w", f, err)
			}
			namespace := strings.TrimSuffix(path.Base(f), ".json")
			for k, v := range part {
				if !strings.HasPrefix(k, namespace+".") {
					return nil, fmt.Errorf("messages %s: key %q must start with %q", f, k, namespace+".")
				}
				out.sentences[l][k] = v
			}
			out.keys[l][namespace] = slices.Collect(maps.Keys(part))
		}
	}
	return out, nil
}

// Load returns the embedded messages, without edits.
func Load() (*Messages, error) {
	files, err := readOnce()
	if err != nil {
		return nil, err
	}
	m := &Messages{builtIn: files.sentences, keys: files.keys}
	m.all.Store(&m.builtIn)
	return m, nil
}

// All returns every message of a locale. The caller must not change it.
func (m *Messages) All(l Locale) map[string]string { return (*m.all.Load())[l] }

// Namespaces returns the messages whose keys start with one of the namespaces.
func (m *Messages) Namespaces(l Locale, ns ...string) map[string]string {
	out, all := map[string]string{}, m.All(l)
	for _, n := range ns {
		for _, k := range m.keys[l][n] {
			out[k] = all[k]
		}
	}
	return out
}

// Has returns whether the locale has the key.
func (m *Messages) Has(l Locale, key string) bool { _, ok := m.All(l)[key]; return ok }

// Both returns the message for key in both languages, without placeholders filled in.
func (m *Messages) Both(key string) Text { return Text{EN: m.T(EN, key, nil), ZH: m.T(ZH, key, nil)} }

// T returns the message for key with {name} placeholders filled in. A "count" in params picks key_one or key_other. A
// missing key is returned itself, so that the page stays usable.
func (m *Messages) T(l Locale, key string, params map[string]any) string {
	all := m.All(l)
	s, ok := "", false
	if n, counted := params["count"]; counted {
		form := "_other"
		if l == EN && fmt.Sprint(n) == "1" {
			form = "_one"
		}
		s, ok = all[key+form]
	}
	if !ok {
		if s, ok = all[key]; !ok {
			return key
		}
	}
	for k, v := range params {
		s = strings.ReplaceAll(s, "{"+k+"}", fmt.Sprint(v))
	}
	return s
}
