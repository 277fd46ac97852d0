package form

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/platform/db"
)

// The groups of people in an entry.
const (
	InDeparted   = "departed"   // 往生者
	InDedicators = "dedicators" // 阳上: the living in an entry that names the departed
	InBlessing   = "blessing"   // 祈福者: the living in any other entry
)

// Answers about a person for which the sheet has shorter labels than the form.
const (
	AboutRelation = "relation"
	AboutBirth    = "born"
	AboutPassing  = "died"
)

// passedOn is the key of the day of passing; the family book fills it too.
const passedOn = "passedOn"

// listed is the key of the consent to the merit wall.
const listed = "listed"

var yes = locale.Text{EN: "Yes", ZH: "是"}

// dedicators is the key of the living in older forms for the departed, whose name fields did not yet have Takes.
const dedicators = "dedicators"

// Sheet is an entry as it is displayed everywhere: whom it is for, one person at a time, and all other answers. Texts
// are in both languages, for bilingual documents.
type Sheet struct {
	Groups  []Group  `json:"groups,omitempty" doc:"Groups of people, departed first, without empty ones"`
	Answers []Answer `json:"answers,omitempty" doc:"Answers that do not belong to a person, in form order"`
}

// Group is people under one heading.
type Group struct {
	Kind   string   `json:"kind" enum:"departed,dedicators,blessing"`
	People []Person `json:"people"`
}

// Person is a person in an entry. Names are as typed.
type Person struct {
	ChineseName string   `json:"chineseName,omitempty"`
	Name        string   `json:"name,omitempty"`
	Answers     []Answer `json:"answers,omitempty"`

	// Born is the solar birth date; the zero day if unknown.
	Born lunar.Day `json:"-"`
}

// Answer is one answer with the form's label.
type Answer struct {
	Field string      `json:"field" doc:"Field key; an unknown one is displayed by its key"`
	Type  string      `json:"type,omitempty" doc:"Field type; absent for an unknown field"`
	About string      `json:"about,omitempty" enum:"relation,born,died"`
	Label locale.Text `json:"label"`
	Value locale.Text `json:"value"`
	Day   lunar.Day   `json:"-"` // the date of a date answer; zero if there is none
}

// Read converts an entry. No answer is omitted: one unknown to the definition, such as from an older version, appears
// under its key. An entry that does not match gives what it has.
func Read(d Definition, values json.RawMessage) Sheet {
	all := decode(values)
	var s Sheet
	own := peopleOf(d)
	if p, kind := ownName(d, all); p.named() {
		s.add(kind, p)
	}
	known := map[string]bool{}
	for _, f := range d.Fields {
		known[f.Key] = true
		switch {
		case f.Type == Name || f.Type == ChineseName:
		case f.Type == People:
			for _, values := range persons(f, all) {
				s.add(own.kind(f), personOf(f.Fields, values))
			}
		default:
			s.Answers = append(s.Answers, answerOf(f, all[f.Key])...)
		}
	}
	s.Answers = append(s.Answers, unknownAnswers(all, known)...)
	slices.SortStableFunc(s.Groups, func(a, b Group) int { return rank(a.Kind) - rank(b.Kind) })
	return s
}

// Names lists the full names, the departed first.
func (s Sheet) Names() (out []string) {
	for _, g := range s.Groups {
		for _, p := range g.People {
			if n := p.FullName(); n != "" {
				out = append(out, n)
			}
		}
	}
	return out
}

// Unlisted removes the answer about the merit wall from values: a new order asks again.
func Unlisted(values json.RawMessage) json.RawMessage {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(values, &all); err != nil || all[listed] == nil {
		return values
	}
	delete(all, listed)
	out, _ := json.Marshal(all) // of values that were parsed
	return out
}

// Listed returns whether the names may be on the merit wall; asked is false if the form does not ask.
func (s *Sheet) Listed() (given, asked bool) {
	if s == nil {
		return false, false
	}
	for _, a := range s.Answers {
		if a.Field == listed && a.Type == Consent {
			return a.Value.EN == yes.EN, true
		}
	}
	return false, false
}

// OpenAPI is the API's description, generated from the Go types of the registered calls.
func (s *Sheet) Givers() (out []string) {
	if s == nil {
		return nil
	}
	for _, g := range s.Groups {
		for _, p := range g.People {
			if n := p.FullName(); n != "" && g.Kind != InDeparted {
				out = append(out, n)
			}
		}
	}
	return out
}

// OnlyNames is what a link holder may see: names without further data.
func (s *Sheet) OnlyNames() *Sheet {
	if s == nil {
		return nil
	}
	out := &Sheet{}
	for _, g := range s.Groups {
		for _, p := range g.People {
			out.add(g.Kind, Person{ChineseName: p.ChineseName, Name: p.Name})
		}
	}
	return out
}

// FullName is a person's names on one line: the Chinese name, then the other.
func (p Person) FullName() string {
	return strings.TrimSpace(p.ChineseName + " " + p.Name)
}

// Details formats everything known about a person besides the name on one line: "Father · died 3 Mar 2019, 正月廿七". say
// formats a date by its meaning, AboutBirth or AboutPassing.
func (p Person) Details(l locale.Locale, say func(about, date string) string) string {
	parts := make([]string, 0, len(p.Answers))
	for _, a := range p.Answers {
		switch v := a.Value.In(l); a.About {
		case AboutRelation:
			parts = append(parts, v)
		case AboutBirth, AboutPassing:
			parts = append(parts, say(a.About, v))
		default:
			parts = append(parts, a.In(l))
		}
	}
	return strings.Join(parts, " · ")
}

// In formats an answer with its label.
func (a Answer) In(l locale.Locale) string {
	if l == locale.ZH {
		return a.Label.In(l) + "：" + a.Value.In(l)
	}
	return a.Label.In(l) + ": " + a.Value.In(l)
}

func (p Person) named() bool { return p.ChineseName != "" || p.Name != "" || len(p.Answers) > 0 }

func (s *Sheet) add(kind string, p Person) {
	if !p.named() {
		return
	}
	for i := range s.Groups {
		if s.Groups[i].Kind == kind {
			s.Groups[i].People = append(s.Groups[i].People, p)
			return
		}
	}
	s.Groups = append(s.Groups, Group{Kind: kind, People: []Person{p}})
}

func rank(kind string) int { return slices.Index([]string{InDeparted, InDedicators, InBlessing}, kind) }

// parts maps the people fields of a form to groups.
type parts struct{ departed, old bool }

func peopleOf(d Definition) (of parts) {
	for _, f := range d.Fields {
		of.departed = of.departed || f.Takes == Departed || f.Type == People && f.Key == dedicators
		of.old = of.old || f.Type == People && f.Key == dedicators
	}
	if slices.ContainsFunc(d.Fields, func(f Field) bool { return f.Takes == Departed }) {
		of.old = false
	}
	return of
}

func (of parts) kind(f Field) string {
	switch {
	case f.Takes == Departed:
		return InDeparted
	case of.departed:
		return InDedicators
	}
	return InBlessing
}

// ownName collects names asked for outside people lists: of a giver, or a family's ancestors to whom the living in the
// list dedicate.
func ownName(d Definition, all map[string]json.RawMessage) (Person, string) {
	p, of, kind := Person{}, peopleOf(d), InBlessing
	if of.departed {
		kind = InDedicators
	}
	for _, f := range d.Fields {
		v := word(all[f.Key])
		if f.asksBirth() {
			p.Born, _ = solarDay(decode(all[f.Key]))
		}
		if f.Type != Name && f.Type != ChineseName || strings.TrimSpace(v) == "" {
			continue
		}
		p.name(f, v)
		if f.Takes == Departed || of.old {
			kind = InDeparted
			p.Answers = append(p.Answers, Answer{Field: f.Key, Type: f.Type, About: AboutRelation, Label: f.Label, Value: f.Label})
		}
	}
	return p, kind
}

// asksBirth returns whether a date field asks for a birth, not for a day of passing or a future date.
func (f Field) asksBirth() bool { return f.Type == BirthDate && !f.Ahead && f.Key != passedOn }

// AsksBirths returns whether the form asks living people for their birth date.
func (d Definition) AsksBirths() bool {
	return slices.ContainsFunc(d.Fields, func(f Field) bool {
		return f.asksBirth() || f.Type == People && f.Takes != Departed && slices.ContainsFunc(f.Fields, Field.asksBirth)
	})
}

// AsksListed returns whether the form asks for the consent to the merit wall.
func (d Definition) AsksListed() bool {
	return slices.ContainsFunc(d.Fields, func(f Field) bool { return f.Type == Consent && f.Key == listed })
}

// name adds a name. If a form has several names of one kind, all are kept.
func (p *Person) name(f Field, v string) {
	to := &p.Name
	if f.Type == ChineseName {
		to = &p.ChineseName
	}
	if *to != "" {
		v = *to + " " + v
	}
	*to = v
}

func personOf(fields []Field, values map[string]json.RawMessage) (p Person) {
	known := map[string]bool{}
	for _, f := range fields {
		known[f.Key] = true
		if f.asksBirth() {
			p.Born, _ = solarDay(decode(values[f.Key]))
		}
		if f.Type != Name && f.Type != ChineseName {
			p.Answers = append(p.Answers, answerOf(f, values[f.Key])...)
		} else if v := word(values[f.Key]); strings.TrimSpace(v) != "" {
			p.name(f, v)
		}
	}
	p.Answers = append(p.Answers, unknownAnswers(values, known)...)
	// The relation is first, wherever the form asks for it.
	slices.SortStableFunc(p.Answers, func(a, b Answer) int { return order(a) - order(b) })
	return p
}

func order(a Answer) int {
	if a.About == AboutRelation {
		return 0
	}
	return 1
}

// answerOf returns at most one answer. A refused consent is an answer too, because the office must know.
func answerOf(f Field, raw json.RawMessage) []Answer {
	a := Answer{Field: f.Key, Type: f.Type, Label: f.Label}
	switch f.Type {
	case Consent:
		a.Value = locale.Text{EN: "No", ZH: "否"}
		if string(raw) == "true" {
			a.Value = yes
		}
		return []Answer{a}
	case Choice, Relation:
		a.Value = chosen(f, word(raw))
	case BirthDate:
		a.Day, _ = solarDay(decode(raw))
		a.Value = locale.Text{EN: bothCalendars(raw, locale.EN), ZH: bothCalendars(raw, locale.ZH)}
		switch {
		case f.Key == passedOn:
			a.About = AboutPassing
		case !f.Ahead:
			a.About = AboutBirth
		}
	default:
		a.Value = inBothLanguages(strings.TrimSpace(word(raw)))
	}
	if f.Type == Relation {
		a.About = AboutRelation
	}
	if a.Value.EN == "" && !blank(raw) {
		a.Value = inBothLanguages(plainly(raw)) // has a type that the definition does not expect
	}
	if a.Value.EN == "" {
		return nil
	}
	return []Answer{a}
}

// chosen is an option's label. A known relation is in both languages, another one as written.
func chosen(f Field, v string) locale.Text {
	v = strings.TrimSpace(v)
	if f.Type == Relation {
		if known, ok := readRelation(f.Options, v); ok {
			return known
		}
	}
	for _, o := range f.Options {
		if f.Type == Choice && v == o.Key {
			return o.Label
		}
	}
	return inBothLanguages(v)
}

func inBothLanguages(v string) locale.Text { return locale.Text{EN: v, ZH: v} }

// unknownAnswers returns the answers to questions that the definition does not have.
func unknownAnswers(values map[string]json.RawMessage, known map[string]bool) (out []Answer) {
	for _, k := range slices.Sorted(maps.Keys(values)) {
		if v := plainly(values[k]); !known[k] && v != "" {
			out = append(out, Answer{Field: k, Label: inBothLanguages(k), Value: inBothLanguages(v)})
		}
	}
	return out
}

// plainly formats any JSON readably.
func plainly(raw json.RawMessage) string {
	raw = bytes.TrimSpace(orNull(raw))
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	var list []json.RawMessage
	switch raw[0] {
	case '"':
		return strings.TrimSpace(word(raw))
	case '{':
		all := decode(raw)
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(all)) {
			if v := plainly(all[k]); v != "" {
				parts = append(parts, k+" "+v)
			}
		}
		return strings.Join(parts, ", ")
	case '[':
		_ = json.Unmarshal(raw, &list)
		var parts []string
		for _, v := range list {
			if v := plainly(v); v != "" {
				parts = append(parts, v)
			}
		}
		return strings.Join(parts, "; ")
	}
	return string(raw)
}

// bothCalendars formats a date as given, followed by the same day in the other calendar.
func bothCalendars(raw json.RawMessage, l locale.Locale) string {
	parts := decode(raw)
	given := showDate(raw, l)
	day, ok := solarDay(parts)
	if given == "" || !ok {
		return given
	}
	if word(parts["calendar"]) == "lunar" {
		solar := showSolar(day.Year, day.Month, day.Day, l)
		if l == locale.ZH {
			return given + "（" + solar + "）"
		}
		return given + " (" + solar + ")"
	}
	date, ok := lunar.FromSolar(day)
	if !ok {
		return given
	}
	other := date.ChineseDay()
	if date.Year != day.Year {
		other = strconv.Itoa(date.Year) + "年" + other
	}
	if l == locale.ZH {
		return given + "（" + other + "）"
	}
	return given + ", " + other
}

// Reader reads entries and caches definitions.
type Reader struct {
	r        db.Reader
	known    map[string]Definition
	versions map[string][]Definition
}

// NewReader returns a reader for one request.
func NewReader(r db.Reader) *Reader {
	return &Reader{r, map[string]Definition{}, map[string][]Definition{}}
}

// Sheet reads an entry with its definition version; nil if nothing was asked or the answers were deleted. Without the
// definition, answers appear under their keys.
func (rd *Reader) Sheet(ctx context.Context, key string, version int64, values string) (*Sheet, error) {
	if key == "" || values == "" {
		return nil, nil
	}
	d, err := rd.definition(ctx, key, version)
	if err != nil {
		return nil, err
	}
	s := Read(d, json.RawMessage(values))
	return &s, nil
}

// definition is empty if the version is gone.
func (rd *Reader) definition(ctx context.Context, key string, version int64) (Definition, error) {
	id := fmt.Sprintf("%s %d", key, version)
	d, known := rd.known[id]
	if !known {
		var err error
		if d, err = Load(ctx, rd.r, key, version); err != nil && !errors.Is(err, fault.NotFound()) {
			return Definition{}, err
		}
		rd.known[id] = d
	}
	return d, nil
}
