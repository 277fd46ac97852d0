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
	KindPlace    = "place" // name, address and opening hours; a single record
	KindEvent    = "event"
	KindMessage  = "message" // a saved reply
	// KindPractice is a page on which a new colleague tries the editor: one each, never visible to visitors.
	KindPractice = "practice"
)

// The two languages in field names and calls.
const (
	English = "en"
	Chinese = "zh"
)

var languages = []string{English, Chinese}

// The types of fields.
const (
	line     = "line"     // a single line
	lines    = "lines"    // several lines
	markUp   = "html"     // sanitised HTML
	path     = "path"     // a link target: a plain path of the site, or https
	choice   = "choice"   // one of the Choices
	yes      = "yes"      // "yes" or empty
	number   = "number"   // a whole number from 1 to Most
	cents    = "cents"    // an amount in cents, at most Most
	several  = "several"  // several amounts in cents, separated by spaces
	choices  = "choices"  // some of the Choices, separated by spaces
	names    = "names"    // ordered keys of parts, separated by spaces
	prices   = "prices"   // later prices, in the format of laterPrices
	day      = "day"      // a date, in the format of bookingDay
	mailbox  = "mailbox"  // an e-mail address
	phone    = "phone"    // a telephone number with a label
	whatsapp = "whatsapp" // a number with its country code: WhatsApp links use its digits
	// opening are the lines of opening hours, in the format of content.ParseOpening.
	opening = "opening"
	// photo is the id of a picture of the library.
	photo = "photo"
	// offered is the key of an offering.
	offered = "offering"
	// dates is a recurrence rule, in the format of rule.Read: it may be incomplete.
	dates = "dates"
)

// Field is one field of a record.
type Field struct {
	Name     string
	Each     bool // per language: title.en and title.zh
	Type     string
	Most     int // maximum: characters; of HTML, including tags; of numbers the value; of names how many
	Required bool
	Choices  []string
}

// names are the field's keys in Fields: one, or one per language.
func (f Field) names() []string {
	if !f.Each {
		return []string{f.Name}
	}
	return []string{f.Name + "." + English, f.Name + "." + Chinese}
}

// Shown is what visitors are to see of a record.
type Shown struct {
	Key      string
	Position int64
	Fields   Fields
	Hidden   bool
	Now      time.Time
}

// Live is a published row.
type Live struct {
	Key      string
	Position int64
	Fields   Fields
	Hidden   bool
}

// Kind is what the records of one kind have in common: their fields, and the tables from which visitors see them.
type Kind struct {
	Name   string
	Fields []Field
	// Parts are the fields of each item listed in the field Parted: option.family.title.en.
	Parts  []Field
	Parted string
	Both   bool   // always published in both languages
	Fixed  bool   // a fixed set that the program expects: none is added or removed
	Keyed  bool   // the office chooses the address
	Base   string // path before the key in the address; "": no address of its own

	// live reads the published rows.
	live func(ctx context.Context, r db.Reader) ([]Live, error)
	// show writes the published row, and names the affected pages (content.Changed).
	show func(ctx context.Context, tx *db.Tx, s Shown) error
	// limits are further reasons not to publish; nil: none.
	limits func(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) ([]Finding, error)
	// open finds a field whose name is not among Fields; nil: there are none.
	open func(name string) (Field, bool)
	// used are further reasons why a record cannot be removed, besides links; nil: none.
	used func(ctx context.Context, tx *db.Tx, key string) ([]fault.Field, error)
	// copied returns what a copy takes from a draft; nil: the kind cannot be copied.
	copied func(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) (copied, error)
	// warns are further warnings; nil: none.
	warns func(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) ([]Finding, error)
}

// Fields are the values of a record: title.en, html.zh, href. An empty value is absent.
type Fields map[string]string

// field finds the field of a name.
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

// partName is the start of the names of a part's fields: option.family.title.en.
const partName = "option"

// longestPartKey is the maximum length of a part's key.
const longestPartKey = 40

// partsOf lists the fields of one part.
func (k *Kind) partsOf(key string) []Field {
	out := make([]Field, len(k.Parts))
	for i, f := range k.Parts {
		f.Name = partName + "." + key + "." + f.Name
		out[i] = f
	}
	return out
}

// all lists the kind's fields, including those of the given parts.
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

// opened lists the kind's fields and the further ones among the given.
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

// languageOf is the language of a field name, or "".
func languageOf(name string) string {
	if l := name[strings.LastIndexByte(name, '.')+1:]; l != name && slices.Contains(languages, l) {
		return l
	}
	return ""
}

// titleField is the field that lists show as title.
func (k *Kind) titleField() string { return k.Fields[0].Name }

// body is the field that makes a language readable.
func (k *Kind) body() string {
	if k.Parted != "" { // its text is only one of many fields
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

// in returns the fields of one language; "" those without language.
func (f Fields) in(language string) Fields {
	out := Fields{}
	for name, text := range f {
		if languageOf(name) == language && text != "" {
			out[name] = text
		}
	}
	return out
}

// with replaces all fields of the given languages ("": those without language).
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

// same returns whether two records are equal in a language ("": in fields without language).
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
