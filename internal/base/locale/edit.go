package locale

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"shanmen/internal/base/writing"
)

// Edit is a sentence that the office words in its own way.
type Edit struct {
	Locale Locale
	Key    string
	Text   string
}

// LongestEdit is the most characters of an edited sentence; the longest built-in one has a third of that.
const LongestEdit = 4000

var placeholder = regexp.MustCompile(`\{\w+\}`)

var broken = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ")

// CheckEdit says by a fault's code why an edit cannot be used, "" when it can: message-unknown, required,
// too-long, control-character, message-one-line, message-markup, or message-placeholders when it does not name exactly
// what the built-in sentence names, but for the temple itself, or has braces around anything else.
func (m *Messages) CheckEdit(e Edit) string {
	was, ok := m.builtIn[e.Locale][e.Key]
	switch {
	case !ok:
		return "message-unknown"
	case strings.TrimSpace(e.Text) == "":
		return "required"
	case utf8.RuneCountInString(e.Text) > LongestEdit:
		return "too-long"
	case !utf8.ValidString(e.Text), writing.Unreadable(strings.ReplaceAll(e.Text, "\n", " "), false):
		return "control-character"
	case strings.Contains(e.Text, "\n") && !strings.Contains(was, "\n"): // of a subject, a text, a file's name
		return "message-one-line"
	case strings.ContainsAny(e.Text, "<>") && !strings.ContainsAny(was, "<>"):
		return "message-markup"
	case !namesFit(Names(was), Names(e.Text)), strings.ContainsAny(placeholder.ReplaceAllString(e.Text, ""), "{}"):
		return "message-placeholders"
	}
	return ""
}

// namesFit tells whether an edit names what it has to. What the temple's settings fill in it may leave out: the office may write it
// in its own words.
func namesFit(was, names []string) bool {
	for _, name := range was {
		if !slices.Contains(names, name) && !OfTemple(name) {
			return false
		}
	}
	return !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(was, name) })
}

// OfTemple tells whether a name, such as {temple} or {templePhone}, is filled in from the temple's settings.
func OfTemple(name string) bool { return strings.HasPrefix(name, "{temple") }

// Names lists what a sentence has filled in, such as {count}, each once.
func Names(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// BuiltIn is the program's own sentence for a key, whatever the office has made of it; "" when there is none.
func (m *Messages) BuiltIn(l Locale, key string) string { return m.builtIn[l][key] }

// Overlay lays the edits over the built-in sentences, in place of all earlier ones. Those that cannot be
// used are left out and come back: a sentence of an older program may be gone or ask for other names.
func (m *Messages) Overlay(edits []Edit) (unfit []Edit) {
	all := map[Locale]map[string]string{}
	for _, l := range All {
		all[l] = m.builtIn[l]
	}
	copied := map[Locale]bool{}
	for _, e := range edits {
		if !strings.Contains(m.builtIn[e.Locale][e.Key], "\n") { // an older program let lines be broken anywhere
			e.Text = broken.Replace(e.Text)
		}
		if m.CheckEdit(e) != "" {
			unfit = append(unfit, e)
			continue
		}
		if !copied[e.Locale] {
			all[e.Locale], copied[e.Locale] = maps.Clone(all[e.Locale]), true
		}
		all[e.Locale][e.Key] = e.Text
	}
	old := m.all.Swap(&all)
	for _, l := range All {
		if !maps.Equal((*old)[l], all[l]) {
			m.edition.Add(1)
			break
		}
	}
	return unfit
}

// Edition changes whenever an overlay has changed a sentence.
func (m *Messages) Edition() uint64 { return m.edition.Load() }
