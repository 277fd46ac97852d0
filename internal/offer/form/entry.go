package form

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
)

// Names lists the names of an entry in form order, for documents, queues and name lists: each person's Chinese name,
// then the other, as typed. An entry that does not match its definition gives what it has.
func Names(d Definition, values json.RawMessage) []string {
	all := decode(values)
	var out []string
	if n := nameOf(d.Fields, all); n != "" {
		out = append(out, n)
	}
	for _, f := range d.Fields {
		for _, p := range persons(f, all) {
			if n := nameOf(f.Fields, p); n != "" {
				out = append(out, n)
			}
		}
	}
	return out
}

// Line is one answer for display. Person is 0 for the form's own fields, otherwise the person's position in the list,
// from 1.
type Line struct {
	Field  string `json:"field"` // path, as in a refusal
	Group  string `json:"group,omitempty"`
	Person int    `json:"person,omitempty"`
	Label  string `json:"label"`
	Value  string `json:"value"`
}

// Lines lists the answers with labels in the language, without empty ones, for office, mails and documents. Names are
// as typed.
func Lines(d Definition, values json.RawMessage, l locale.Locale) []Line {
	all := decode(values)
	var out []Line
	for _, f := range d.Fields {
		for i, p := range persons(f, all) {
			path := f.Key + "[" + strconv.Itoa(i) + "]"
			for _, sub := range f.Fields {
				if v := show(sub, p[sub.Key], l); v != "" {
					out = append(out, Line{path + "." + sub.Key, f.Label.In(l), i + 1, sub.Label.In(l), v})
				}
			}
		}
		if f.Type != People {
			if v := show(f, all[f.Key], l); v != "" {
				out = append(out, Line{Field: f.Key, Label: f.Label.In(l), Value: v})
			}
		}
	}
	return out
}

func persons(f Field, all map[string]json.RawMessage) []map[string]json.RawMessage {
	if f.Type != People {
		return nil
	}
	var list []json.RawMessage
	_ = json.Unmarshal(orNull(all[f.Key]), &list)
	out := make([]map[string]json.RawMessage, len(list))
	for i, p := range list {
		out[i] = decode(p)
	}
	return out
}

func nameOf(fields []Field, values map[string]json.RawMessage) string {
	var parts []string
	for _, kind := range []string{ChineseName, Name} {
		for _, f := range fields {
			if s := word(values[f.Key]); f.Type == kind && s != "" {
				parts = append(parts, s)
			}
		}
	}
	return strings.Join(parts, " ")
}

func show(f Field, raw json.RawMessage, l locale.Locale) string {
	switch f.Type {
	case Choice:
		for _, o := range f.Options {
			if o.Key == word(raw) {
				return o.Label.In(l)
			}
		}
		return word(raw)
	case Consent:
		if string(raw) == "true" {
			return "✓"
		}
		return ""
	case BirthDate:
		return showDate(raw, l)
	}
	return word(raw)
}

// showDate formats a date in its own calendar: 1956-03-02, or 农历一九…: the year in digits and the Chinese day, because
// lists are read aloud in Chinese.
func showDate(raw json.RawMessage, l locale.Locale) string {
	parts := decode(raw)
	y, okY := whole(parts["year"])
	m, okM := whole(parts["month"])
	d, okD := whole(parts["day"])
	if !okY || !okM || !okD {
		return ""
	}
	if word(parts["calendar"]) != "lunar" {
		return showSolar(y, m, d, l)
	}
	date := lunar.Date{Year: y, Month: m, Day: d, Leap: string(parts["leap"]) == "true"}
	if l == locale.ZH {
		return fmt.Sprintf("农历%d年%s", y, date.ChineseDay())
	}
	return fmt.Sprintf("%d lunar %s", y, date.ChineseDay())
}

func showSolar(y, m, d int, l locale.Locale) string {
	if l == locale.ZH {
		return fmt.Sprintf("%d年%d月%d日", y, m, d)
	}
	return fmt.Sprintf("%d %s %d", d, month(m), y)
}

func month(m int) string {
	if m < 1 || m > 12 {
		return strconv.Itoa(m)
	}
	return []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}[m-1]
}

func decode(raw json.RawMessage) map[string]json.RawMessage {
	var out map[string]json.RawMessage
	_ = json.Unmarshal(orNull(raw), &out)
	return out
}

func word(raw json.RawMessage) string {
	var s string
	_ = json.Unmarshal(orNull(raw), &s)
	return s
}
