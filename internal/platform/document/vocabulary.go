package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/locale"
)

// singapore has no summer time, so that no zone database is needed.
var singapore = time.FixedZone("+08", 8*60*60)

// vocabulary gives the words of a paper in its one or two languages.
type vocabulary struct {
	messages *locale.Messages
	locales  []locale.Locale
}

func newVocabulary(m *locale.Messages, l Language) (vocabulary, error) {
	v := vocabulary{messages: m}
	switch l {
	case English:
		v.locales = []locale.Locale{locale.EN}
	case Chinese:
		v.locales = []locale.Locale{locale.ZH}
	case Both:
		v.locales = locale.All
	default:
		return v, fmt.Errorf("document: unknown language %q", l)
	}
	return v, nil
}

// tag is the language that the file declares for screen readers.
func (v vocabulary) tag() string { return v.locales[0].Tag() }

// each returns the message once for each language.
func (v vocabulary) each(key string, params map[string]any) []string {
	out := make([]string, 0, 2)
	for _, l := range v.locales {
		out = append(out, v.messages.T(l, "document."+key, params))
	}
	return out
}

func (v vocabulary) label(key string) string { return strings.Join(v.each(key, nil), " ") }

// both returns the message in Chinese and English, whatever the paper's own language.
func (v vocabulary) both(key string) string {
	return v.messages.T(locale.ZH, "document."+key, nil) + " " + v.messages.T(locale.EN, "document."+key, nil)
}

// last returns the message in the paper's last language alone, for words that hold both scripts.
func (v vocabulary) last(key string) string {
	all := v.each(key, nil)
	return all[len(all)-1]
}

// lines returns the texts of t to print, one for each language that has one of its own.
func (v vocabulary) lines(t locale.Text) []string {
	var out []string
	for _, l := range v.locales {
		s := t.In(l)
		if s != "" && (len(out) == 0 || out[0] != s) {
			out = append(out, s)
		}
	}
	return out
}

// date writes the day in Singapore: 21 Nov 2026, 2026年11月21日. No time gives one empty line.
func (v vocabulary) date(at time.Time) []string {
	if at.IsZero() {
		return []string{""}
	}
	at = at.In(singapore)
	out := make([]string, 0, 2)
	for _, l := range v.locales {
		if l == locale.ZH {
			out = append(out, strconv.Itoa(at.Year())+"年"+strconv.Itoa(int(at.Month()))+"月"+strconv.Itoa(at.Day())+"日")
		} else {
			out = append(out, at.Format("2 Jan 2006"))
		}
	}
	return out
}

// dated returns the message with a day, each language's own.
func (v vocabulary) dated(key string, at time.Time) []string {
	days := v.date(at)
	out := make([]string, 0, 2)
	for i, l := range v.locales {
		out = append(out, v.messages.T(l, "document."+key, map[string]any{"date": days[i]}))
	}
	return out
}

func (v vocabulary) method(m string) []string {
	if key := "method." + m; v.messages.Has(locale.EN, "document."+key) {
		return slices.Compact(v.each(key, nil))
	}
	return []string{m}
}

// paidOn is a method with the day: PayNow on 18 Nov 2026.
func (v vocabulary) paidOn(m string, at time.Time) []string {
	days := v.date(at)
	out := make([]string, 0, 2)
	for i, l := range v.locales {
		name := v.messages.T(l, "document.method."+m, nil)
		out = append(out, v.messages.T(l, "document.paid-on", map[string]any{"method": name, "date": days[i]}))
	}
	return out
}

// status says where an invoice stands. One that has no word is printed as it is.
func (v vocabulary) status(s string) []string {
	if key := "status." + s; v.messages.Has(locale.EN, "document."+key) {
		return v.each(key, nil)
	}
	return []string{s}
}
