package editing

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
)

// The kinds of records.
const (
	KindPage     = "page"
	KindPolicy   = "policy"
	KindQuestion = "question"
	KindBanner   = "banner"
	KindCategory = "category"
	KindOffering = "offering"
	KindPlace    = "place" // name, address, hours: how the temple is reached; there is one
	KindEvent    = "event"
	KindMessage  = "message" // a text to begin an answer with
	// KindPractice is a page on which somebody new tries the editor: each has one, and no visitor sees it.
	KindPractice = "practice"
)

// The two languages, as fields and calls name them.
const (
	English = "en"
	Chinese = "zh"
)

var languages = []string{English, Chinese}

// How the text of a field is written.
const (
	line     = "line"     // one line
	lines    = "lines"    // several
	markUp   = "html"     // sanitised
	path     = "path"     // where something leads: a plain path of ours, or https
	choice   = "choice"   // one of some words
	yes      = "yes"      // "yes" or nothing
	number   = "number"   // a whole number from 1 to Most
	cents    = "cents"    // an amount of at most Most cents
	several  = "several"  // cents, apart by a space
	choices  = "choices"  // some of the words, apart by a space
	names    = "names"    // keys of parts in their order, apart by a space
	prices   = "prices"   // later prices, as laterPrices reads them
	day      = "day"      // a day, as bookingDay reads it
	mailbox  = "mailbox"  // an e-mail address
	phone    = "phone"    // a telephone number, with words beside it
	whatsapp = "whatsapp" // a number with its country code: visitors' links are made of its digits
	// opening are the lines of the opening hours, as content.ParseOpening reads them.
	opening = "opening"
	// photo is the id of a picture of the library.
	photo = "photo"
	// offered is the key of an offering.
	offered = "offering"
	// dates is a rule of dates, as rule.Read reads it: it may be half written.
	dates = "dates"
)

// Field is one thing that a record says.
type Field struct {
	Name     string
	Each     bool // in each language: title.en and title.zh
	Type     string
	Most     int // characters; of markup those of the text with its marks; of numbers the largest; of names how many
	Required bool
	Choices  []string
}

// names are the field's keys among a record's fields.
func (f Field) names() []string {
	if !f.Each {
		return []string{f.Name}
	}
	return []string{f.Name + "." + English, f.Name + "." + Chinese}
}

// Shown is what visitors see of a record from now on.
type Shown struct {
	Key      string
	Position int64
	Fields   Fields
	Hidden   bool
	Now      time.Time
}

// Live is a row of what visitors see.
type Live struct {
	Key      string
	Position int64
	Fields   Fields
	Hidden   bool
}

// Kind is what records of one kind have in common: their fields, and the tables in which visitors see them.
type Kind struct {
	Name   string
	Fields []Field
	// Parts are the fields of each thing that the field Parted names: option.family.title.en.
	Parts  []Field
	Parted string
	Both   bool   // always in both languages
	Fixed  bool   // the program has a place for each: none is added or taken away
	Keyed  bool   // the office chooses the address
	Base   string // what stands before the key in the address; "": it has none of its own

	// live reads what visitors see.
	live func(ctx context.Context, r db.Reader) ([]Live, error)
	// show writes what visitors see, and says which pages it concerns (content.Changed).
	show func(ctx context.Context, tx *db.Tx, s Shown) error
	// limits are blocks of a kind of its own; nil: none.
	limits func(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) ([]Finding, error)
	// open finds the field of a name that is not among Fields; nil: there are no others.
	open func(name string) (Field, bool)
	// used are the reasons why it cannot be taken away; nil: nothing else than links.
	used func(ctx context.Context, tx *db.Tx, key string) ([]fault.Field, error)
	// copied is what a new record takes of a draft; nil: none can be made of it.
	copied func(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) (copied, error)
	// warns are warnings of a kind of its own; nil: none.
	warns func(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) ([]Finding, error)
}

// Fields are the texts of a record: title.en, html.zh, href. What is "" is not there.
type Fields map[string]string

// field finds the field that a name belongs to.
func (k *Kind) field(name string) (Field, bool) {
	all := k.Fields
	if rest, ok := strings.CutPrefix(name, partName+"."); ok && k.Parted != "" {
		key, _, _ := strings.Cut(rest, ".")
		if !keyShape.MatchString(key) || len(key) > longestPartKey {
			return Field{}, false
		}
		all = k.partsOf(key)
	}
	for _, f := range all {
		if slices.Contains(f.names(), name) {
			return f, true
		}
	}
	if k.open != nil {
		return k.open(name)
	}
	return Field{}, false
}

// partName begins the names of fields of parts: option.family.title.en.
const partName = "option"

// longestPartKey is how long the key of a part may be.
const longestPartKey = 40

// partsOf are the fields of one part.
func (k *Kind) partsOf(key string) []Field {
	out := make([]Field, len(k.Parts))
	for i, f := range k.Parts {
		f.Name = partName + "." + key + "." + f.Name
		out[i] = f
	}
	return out
}

// all are the kind's fields, with those of the parts that the given fields name.
func (k *Kind) all(given ...Fields) []Field {
	out := k.Fields
	if k.open != nil {
		return k.opened(given)
	}
	if k.Parted == "" {
		return out
	}
	seen := map[string]bool{}
	out = slices.Clone(out)
	for _, f := range given {
		for _, key := range strings.Fields(f[k.Parted]) {
			if !seen[key] {
				seen[key] = true
				out = append(out, k.partsOf(key)...)
			}
		}
	}
	return out
}

// opened are the kind's fields, and those beyond them that the given fields have.
func (k *Kind) opened(given []Fields) []Field {
	extra := map[string]Field{}
	for _, f := range given {
		for name := range f {
			if field, ok := k.open(name); ok {
				extra[field.Name] = field
			}
		}
	}
	out := slices.Clone(k.Fields)
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		out = append(out, extra[name])
	}
	return out
}

// languageOf is the language of a field's name; "" for what has none.
func languageOf(name string) string {
	if l := name[strings.LastIndexByte(name, '.')+1:]; l != name && slices.Contains(languages, l) {
		return l
	}
	return ""
}

// titleField is the field that lists show.
func (k *Kind) titleField() string { return k.Fields[0].Name }

// body is the field without which there is nothing to read in a language.
func (k *Kind) body() string {
	if k.Parted != "" { // its text is one of many things that it says
		return k.titleField()
	}
	for _, f := range k.Fields {
		if f.Type == markUp && f.Required {
			return f.Name
		}
	}
	return k.titleField()
}

func (k *Kind) address(key string) string {
	switch {
	case k.Name == KindPolicy:
		return "/misc/" + key
	case k.Base == "":
		return ""
	}
	return k.Base + key
}

// in are the fields of one language; "" gives those without one.
func (f Fields) in(language string) Fields {
	out := Fields{}
	for name, text := range f {
		if languageOf(name) == language && text != "" {
			out[name] = text
		}
	}
	return out
}

// with lays other fields over these, wholly for the languages that are named ("": those without one).
func (f Fields) with(other Fields, languages ...string) Fields {
	out := Fields{}
	taken := func(name string) bool {
		for _, l := range languages {
			if languageOf(name) == l {
				return true
			}
		}
		return false
	}
	for name, text := range f {
		if !taken(name) && text != "" {
			out[name] = text
		}
	}
	for name, text := range other {
		if taken(name) && text != "" {
			out[name] = text
		}
	}
	return out
}

// same tells whether two records say the same in a language ("": in what has none).
func (f Fields) same(other Fields, language string) bool {
	a, b := f.in(language), other.in(language)
	if len(a) != len(b) {
		return false
	}
	for name, text := range a {
		if b[name] != text {
			return false
		}
	}
	return true
}
