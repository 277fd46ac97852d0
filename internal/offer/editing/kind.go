package editing

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
)

// The two languages in field names and calls.
const (
	English = "en"
	Chinese = "zh"
)

var languages = []string{English, Chinese}

// FieldType is how the text of a field is written.
type FieldType string

// The types of fields.
const (
	FieldLine        FieldType = "line"     // a single line
	FieldLines       FieldType = "lines"    // several lines
	FieldHTML        FieldType = "html"     // sanitised HTML
	FieldPath        FieldType = "path"     // a link target: a plain path of the site, or https
	FieldChoice      FieldType = "choice"   // one of Choices
	FieldYes         FieldType = "yes"      // ticked, or nothing
	FieldNumber      FieldType = "number"   // a whole number from 1 to Most
	FieldCents       FieldType = "cents"    // an amount in cents, at most Most
	FieldAmounts     FieldType = "amounts"  // several of these, apart by a space
	FieldChoices     FieldType = "choices"  // some of Choices, apart by a space
	FieldKeys        FieldType = "keys"     // of parts in their order, apart by a space
	FieldLaterPrices FieldType = "prices"   // as laterPrices reads them
	FieldDay         FieldType = "day"      // as bookingDay reads it
	FieldEmail       FieldType = "email"    // an e-mail address
	FieldPhone       FieldType = "phone"    // a telephone number with a label
	FieldWhatsApp    FieldType = "whatsapp" // a number with its country code: WhatsApp links use its digits
	FieldOpening     FieldType = "opening"  // the lines of the opening hours, as content.ParseOpening reads them
	FieldPicture     FieldType = "picture"  // the id of a picture of the library
	FieldOffering    FieldType = "offering" // the key of an offering
	FieldForm        FieldType = "form"     // the key of a form
	FieldRule        FieldType = "rule"     // a rule of dates, as rule.Read reads it: it may be half written
)

// ticked is what a field of type FieldYes holds, if anything.
const ticked = "yes"

// How long what the office writes may be, in characters.
const (
	longestTitle   = 200
	longestSummary = 300
	longestHTML    = 60_000
	longestPath    = 500

	longestPictureID = 64
)

// Field is one field of a record.
type Field struct {
	Name     string
	Each     bool // per language: title.en and title.zh
	Type     FieldType
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

// Kind is what records of one kind have in common: their fields, the tables in which visitors see them, and what differs
// from other kinds. Each has a file of its own, kind_<name>.go, which registers it; nothing else asks for its name.
type Kind struct {
	Name   string
	Rank   int // among the kinds: the order in which they are handed over and found
	Fields []Field
	// Parts are the fields of each item listed in the field Parted: option.family.title.en.
	Parts  []Field
	Parted string
	Both   bool   // always published in both languages
	Fixed  bool   // a fixed set that the program expects: none is added or removed
	Keyed  bool   // the office chooses the address
	Base   string // path before the key in the address; "": no address of its own

	space   string   // kinds of one space share their keys, and links name them by it; "": the kind's name
	prefix  string   // of keys that the program gives; "": they are ids
	seenAt  string   // the plain address at which a record without an address is seen first; "": the front page
	private bool     // its owner alone opens it, and it never goes on the site
	priced  bool     // treasurers are told of its prices, and those that look like a slip are asked about
	ends    bool     // it can be over: a banner may end with it, and BookingChanged follows each publishing
	agreed  []string // keys of those that members agree to

	// live reads the published rows.
	live func(ctx context.Context, r db.Reader) ([]Live, error)
	// show writes the published row, and names the affected pages (content.Changed).
	show func(ctx context.Context, tx *db.Tx, s Shown) error
	// draft lays a draft over what pages read; nil: the office draws it where it is written.
	draft func(ctx context.Context, s Shown) context.Context

	// Each of these may be nil: the kind has none.

	// limits are blocks of a kind of its own.
	limits func(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) ([]Finding, error)
	// warns are warnings of a kind of its own.
	warns func(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) ([]Finding, error)
	// concerns are the plain addresses that publishing marks, beside the one where the record is seen.
	concerns func(ctx context.Context, tx *db.Tx, w *work, changed []string) ([]string, error)
	// effect is what publishing the draft does to what is under way.
	effect func(ctx context.Context, tx *db.Tx, w *work) (*FormEffect, error)
	// open finds the field of a name that is not among Fields.
	open func(name string) (Field, bool)
	// lock keeps a record that others may name on the site until the transaction ends, and tells whether it is there.
	lock func(ctx context.Context, tx *db.Tx, key string) (bool, error)
	// used are the reasons why it cannot be taken away, beside links.
	used func(ctx context.Context, tx *db.Tx, key string) ([]fault.Field, error)
	// drop deletes the published copy, which the next start would otherwise publish again.
	drop func(ctx context.Context, tx *db.Tx, key string) error
	// rename gives what visitors see another key.
	rename func(ctx context.Context, tx *db.Tx, was, key string) error
	// copied is what a new record takes of a draft.
	copied func(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) (copied, error)
	// begins are fields of a new record that were not typed.
	begins func(ctx context.Context, tx *db.Tx) (Fields, error)
	// model are drafts that a new temple begins with, beside the records that are there.
	model func(ctx context.Context, r db.Reader, there []Live) ([]Live, error)
	// listed adds to the lines of a list what it shows of this kind alone, and may put them in another order.
	listed func(ctx context.Context, r db.Reader, items []Summary, now time.Time) error
}

// kinds are all kinds of records, by rank.
var kinds []*Kind

// register adds a kind, when the program starts. A list of kinds would be a cycle of initialisation: what a kind does asks
// for other kinds.
func register(k *Kind) {
	k.space = cmp.Or(k.space, k.Name)
	kinds = append(kinds, k)
	slices.SortFunc(kinds, func(a, b *Kind) int { return cmp.Compare(a.Rank, b.Rank) })
}

func kindOf(name string) (*Kind, error) {
	for _, k := range kinds {
		if k.Name == name {
			return k, nil
		}
	}
	return nil, fault.NotFound()
}

// kindsIn are the kinds whose records share their keys.
func kindsIn(space string) (out []*Kind) {
	for _, k := range kinds {
		if k.space == space {
			out = append(out, k)
		}
	}
	return out
}

// target is how refs name a record: as the address names it, and what has no address by its key. "": nothing names it.
func (k *Kind) target(key string) string {
	switch {
	case k.lock == nil:
		return ""
	case k.Base == "":
		return k.space + ":" + key
	}
	return targetOf(k.address(key))
}

// listedKinds are the kinds whose records the office lists, and addedKinds those that it adds records to.
type (
	listedKinds struct{}
	addedKinds  struct{}
)

// Words implements httpd.Words.
func (listedKinds) Words() []string { return namesOf(func(k *Kind) bool { return !k.private }) }

// Words implements httpd.Words.
func (addedKinds) Words() []string { return namesOf(func(k *Kind) bool { return !k.Fixed }) }

func namesOf(keep func(*Kind) bool) (out []string) {
	for _, k := range kinds {
		if keep(k) {
			out = append(out, k.Name)
		}
	}
	return out
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
		if f.Type == FieldHTML && f.Required {
			return f.Name
		}
	}
	return k.titleField()
}

func (k *Kind) address(key string) string {
	if k.Base == "" {
		return ""
	}
	return k.Base + key
}

func textOf(f Fields, name string) locale.Text {
	return locale.Text{EN: f[name+"."+English], ZH: f[name+"."+Chinese]}
}

// Put sets a field in both languages.
func (f Fields) Put(name string, t locale.Text) {
	f[name+"."+English], f[name+"."+Chinese] = t.EN, t.ZH
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
