package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/locale"
)

// singapore is a fixed zone: it has no daylight saving time, so no zone database is needed.
var singapore = time.FixedZone("+08", 8*60*60)

// vocabulary has the texts of a document in its one or two languages.
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

// tag is the language declared for screen readers.
func (v vocabulary) tag() string { return v.locales[0].Tag() }

// each returns the message in each language.
func (v vocabulary) each(key string, params map[string]any) []string {
	out := make([]string, 0, 2)
	for _, l := range v.locales {
		out = append(out, v.messages.T(l, "document."+key, params))
	}
	return out
}

func (v vocabulary) label(key string) string { return strings.Join(v.each(key, nil), " ") }

// both returns the message in Chinese and English, in any document.
func (v vocabulary) both(key string) string {
	return v.messages.T(locale.ZH, "document."+key, nil) + " " + v.messages.T(locale.EN, "document."+key, nil)
}

// last returns the message in the document's last language only, for texts that mix both scripts.
func (v vocabulary) last(key string) string {
	all := v.each(key, nil)
	return all[len(all)-1]
}

// lines returns the texts of t to print, one per language that has one.
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

// date formats the date in Singapore: 21 Nov 2026, 2026年11月21日. The zero time is one empty line.
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

// dated returns the message with a date in each language's format.
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

// paidOn is a payment method with its date: PayNow on 18 Nov 2026.
func (v vocabulary) paidOn(m string, at time.Time) []string {
	days := v.date(at)
	out := make([]string, 0, 2)
	for i, l := range v.locales {
		name := v.messages.T(l, "document.method."+m, nil)
		out = append(out, v.messages.T(l, "document.paid-on", map[string]any{"method": name, "date": days[i]}))
	}
	return out
}

// status is the label of an invoice's status; an unknown one is printed unchanged.
func (v vocabulary) status(s string) []string {
	if key := "status." + s; v.messages.Has(locale.EN, "document."+key) {
		return v.each(key, nil)
	}
	return []string{s}
}
