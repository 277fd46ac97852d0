package locale

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"shanmen/internal/base/writing"
)

// Edit is the office's own wording of a message.
type Edit struct {
	Locale Locale
	Key    string
	Text   string
}

// LongestEdit is the maximum number of characters of an edited message; the longest built-in one is a third of that.
const LongestEdit = 4000

var placeholder = regexp.MustCompile(`\{\w+\}`)

var broken = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ")

// CheckEdit returns the fault code why an edit cannot be used, or "": message-unknown, required, too-long,
// control-character, message-one-line, message-markup, or message-placeholders when its placeholders are not exactly
// those of the built-in message, except for the temple's own, or it has braces around anything else.
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
	case strings.Contains(e.Text, "\n") && !strings.Contains(was, "\n"): // in a mail subject, an SMS or a file name
		return "message-one-line"
	case strings.ContainsAny(e.Text, "<>") && !strings.ContainsAny(was, "<>"):
		return "message-markup"
	case !namesFit(Names(was), Names(e.Text)), strings.ContainsAny(placeholder.ReplaceAllString(e.Text, ""), "{}"):
		return "message-placeholders"
	}
	return ""
}

// namesFit returns whether an edit has the required placeholders. Those filled in from the temple's settings may be
// left out: the office may write the text instead.
func namesFit(was, names []string) bool {
	for _, name := range was {
		if !slices.Contains(names, name) && !OfTemple(name) {
			return false
		}
	}
	return !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(was, name) })
}

// OfTemple returns whether a placeholder, such as {temple} or {templePhone}, is filled in from the temple's settings.
func OfTemple(name string) bool { return strings.HasPrefix(name, "{temple") }

// Names lists the placeholders of a message, such as {count}, each once.
func Names(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// BuiltIn is the program's own text for a key, without the office's edit; "" when there is none.
func (m *Messages) BuiltIn(l Locale, key string) string { return m.builtIn[l][key] }

// Overlay replaces all edits. Unusable ones are ignored and returned: a message of an older version may be gone or have
// other placeholders.
func (m *Messages) Overlay(edits []Edit) (unfit []Edit) {
	all := map[Locale]map[string]string{}
	for _, l := range All {
		all[l] = m.builtIn[l]
	}
	copied := map[Locale]bool{}
	for _, e := range edits {
		if !strings.Contains(m.builtIn[e.Locale][e.Key], "\n") { // an older version allowed line breaks everywhere
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

// Edition changes whenever an overlay has changed a message.
func (m *Messages) Edition() uint64 { return m.edition.Load() }
