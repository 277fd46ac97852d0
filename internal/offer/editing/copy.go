package editing

import (
	"context"
	"fmt"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// copied is what a new record takes from the original.
type copied struct {
	fields Fields
	// named returns the name of a field in the copy; false: the field is not copied.
	named func(name string) (string, bool)
}

type copyIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Key    string            `json:"key,omitempty" maxLength:"100" doc:"Last part of the copy's address, for kinds of records that have one"`
		Fields map[string]string `json:"fields,omitempty" doc:"Fields that differ in the copy, such as title.en; a title not given is marked as a copy"`
	}
}

// Copy creates a record from the draft of an offering or a form. Nothing of it is published, and it shares no sales or
// answers with the original: its options and questions get new keys. History is not copied: versions, sales, taken
// positions, past prices and dates. Faults: "no-copy" for another kind; at the field key those of Add; those of Save.
func (s *Service) Copy(ctx context.Context, in *copyIn) (*Added, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Added, error) {
		from, err := s.open(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		if from.kind.copied == nil {
			return nil, fault.Invalid("no-copy")
		}
		key, err := newKey(from.kind, in.Body.Key)
		if err != nil {
			return nil, err
		}
		c, err := from.kind.copied(ctx, tx, from.record.Key, from.fields, from.now)
		if err != nil {
			return nil, err
		}
		w, err := s.add(ctx, tx, from.kind, key, httpd.VisitorOf(ctx).UserID)
		if err != nil {
			return nil, err
		}
		if _, err := w.save(ctx, tx, s.titled(from, in.Body.Fields)); err != nil {
			return nil, err
		}
		for name, text := range c.fields {
			if _, otherwise := in.Body.Fields[name]; !otherwise && w.revs[name].Rev == 0 {
				w.set(name, text)
			}
		}
		w.takeMatches(from, c)
		if err := w.put(ctx, tx); err != nil {
			return nil, err
		}
		if err := w.note(ctx, tx, "record.copy", map[string]any{"of": from.record.Key}); err != nil {
			return nil, err
		}
		sum, err := summary(ctx, &people{r: tx.Queries}, w.record)
		return &Added{sum}, err
	})
}

// titled returns the fields that differ in the copy, with titles that mark it as a copy.
func (s *Service) titled(from *work, said map[string]string) map[string]Typed {
	out := map[string]Typed{}
	for name, text := range said {
		out[name] = Typed{Value: text}
	}
	for _, l := range locale.All {
		name := from.kind.titleField() + "." + string(l)
		if _, there := out[name]; !there && from.fields[name] != "" {
			out[name] = Typed{Value: s.Messages.T(l, "pages.copy-title-"+string(l), map[string]any{"title": from.fields[name]})}
		}
	}
	return out
}

// takeMatches copies, for each paragraph, which text it was a translation of: outdated translations stay outdated.
func (w *work) takeMatches(from *work, c copied) {
	for _, f := range from.kind.all(from.fields) {
		name, ok := c.named(f.Name)
		if !f.Each || !ok {
			continue
		}
		now := f
		now.Name = name
		en, zh := from.fields[f.Name+"."+English], from.fields[f.Name+"."+Chinese]
		if w.fields[name+"."+English] != en || w.fields[name+"."+Chinese] != zh {
			continue // has another text in the copy
		}
		renamed := map[string]string{"": ""}
		after := paragraphs(now, en)
		for i, p := range paragraphs(f, en) {
			renamed[p.hash] = after[i].hash
			if _, ok := from.matches[known+p.hash]; ok {
				w.matches[known+after[i].hash] = ""
			}
		}
		after = paragraphs(now, zh)
		for i, p := range paragraphs(f, zh) {
			was, there := from.matches[p.hash]
			if !there {
				continue
			}
			w.matches[after[i].hash] = was // translated from a text that is gone: no paragraph has this hash
			if as, still := renamed[was]; still {
				w.matches[after[i].hash] = as
			}
		}
	}
}

// newKeys maps each copied key to a new one, consistently.
type newKeys struct {
	begins string // prefix of new keys
	given  map[string]string
}

func (k *newKeys) of(path string) string {
	if key, ok := k.given[path]; ok {
		return key
	}
	key := k.begins + strings.ToLower(id.Reference())
	k.given[path] = key
	return key
}

// copyOffering copies what an offering sells as of today: a price that has started becomes the price, later ones are
// copied, past dates are not. Whether an option has limited stock follows the published option; the number is its
// original stock.
func copyOffering(ctx context.Context, tx *db.Tx, key string, f Fields, now time.Time) (copied, error) {
	keys := &newKeys{begins: "o-", given: map[string]string{}}
	there := map[string]bool{}
	for _, option := range strings.Fields(f[optionsField]) {
		there[option] = true
	}
	named := func(name string) (string, bool) {
		rest, ok := strings.CutPrefix(name, partName+".")
		if !ok {
			return name, true
		}
		option, attribute, _ := strings.Cut(rest, ".")
		return partName + "." + keys.of(option) + "." + attribute, there[option]
	}
	out := copied{Fields{}, named}
	for name, text := range f {
		if to, ok := named(name); ok {
			out.fields[to] = text
		}
	}
	today := dayText(now)
	for _, name := range []string{"opens", "closes"} {
		if d, ok := bookingDay(f[name]); ok && !d.counted() && d.on.String() < today {
			delete(out.fields, name)
		}
	}
	left, err := placesLeft(ctx, tx, key)
	if err != nil {
		return copied{}, err
	}
	var order []string
	for _, option := range strings.Fields(f[optionsField]) {
		to := keys.of(option)
		order = append(order, to)
		out.fields.priceOf(partName+"."+to+".", f, option, today)
		if n, sold := left[option]; sold {
			at := partName + "." + to + ".places"
			switch {
			case n == nil:
				delete(out.fields, at)
			case out.fields[at] == "":
				out.fields[at] = digits(n)
			}
		}
	}
	out.fields[optionsField] = strings.Join(order, " ")
	return out, nil
}

// priceOf sets an option's price on a day and its later prices.
func (f Fields) priceOf(at string, from Fields, option, today string) {
	later, wrong := laterPrices(f[at+"later"])
	if f[at+"price"] == "" || wrong != "" {
		return
	}
	coming := later[:0:0]
	for _, l := range later {
		if dayText(l.From) > today {
			coming = append(coming, l)
		}
	}
	if is := priceOn(from, option, today); is != nil {
		f[at+"price"] = digits(&is.cents)
	}
	if f[at+"later"] = laterText(coming); f[at+"later"] == "" {
		delete(f, at+"later")
	}
}

// placesLeft maps the published options by key to their remaining stock; nil: unlimited.
func placesLeft(ctx context.Context, tx *db.Tx, key string) (map[string]*int64, error) {
	out := map[string]*int64{}
	all, err := tx.OfferingsAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("offering: %w", err)
	}
	for _, o := range all {
		if o.Key != key {
			continue
		}
		rows, err := tx.OfferingListedOptions(ctx, o.ID)
		if err != nil {
			return nil, fmt.Errorf("options: %w", err)
		}
		for _, row := range rows {
			out[row.Key] = row.Remaining
		}
	}
	return out, nil
}

// copyForm copies the fields of a form.
func copyForm(_ context.Context, _ *db.Tx, _ string, f Fields, _ time.Time) (copied, error) {
	keys := &newKeys{begins: "q", given: map[string]string{}}
	named := func(name string) (string, bool) {
		m := askName.FindStringSubmatch(name)
		if m == nil {
			return name, true
		}
		at, was := "ask.", "ask."
		there := f["ask."+m[1]+".type"] != ""
		step := func(key string, known bool) {
			to := key
			if was += key; !known {
				to = keys.of(was)
			}
			at += to
		}
		step(m[1], form.Known(m[1], true))
		if m[2] != "" {
			there = there && f[was+".each."+m[2]+".type"] != ""
			at, was = at+".each.", was+".each."
			step(m[2], form.Known(m[2], false))
		}
		if m[3] != "" {
			there = there && f[was+".choice."+m[3]+".place"] != ""
			at, was = at+".choice.", was+".choice."
			step(m[3], false)
		}
		return at + name[len(was):], there
	}
	out := copied{Fields{}, named}
	for name, text := range f {
		if to, ok := named(name); ok {
			out.fields[to] = text
		}
	}
	return out, nil
}

type questionsIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		From string `json:"from" maxLength:"64" doc:"Record id of the form whose questions are copied"`
		Rev  int64  `json:"rev" doc:"Revision of the draft that was checked"`
	}
}

// TakeQuestions replaces the questions of this form's draft by those of another form's draft. The previous draft is
// kept as a version; visitors see no change. Faults: at the field from "not-a-choice" for what is no other form,
// "form-asks-nothing"; "draft-changed"; "taken-away".
func (s *Service) TakeQuestions(ctx context.Context, in *questionsIn) (*Added, error) {
	return s.change(ctx, in.ID, func(ctx context.Context, tx *db.Tx, w *work) error {
		refused := func(code string) error { return fault.At("from", code) }
		if w.kind.Name != KindForm {
			return fault.Invalid("no-copy")
		}
		if err := w.seen(in.Body.Rev); err != nil {
			return err
		}
		row, err := tx.Record(ctx, in.Body.From) // not locked: two forms that copy from each other would deadlock
		if err = db.NotFound(err); err != nil {
			return err
		}
		if row.Kind != KindForm || row.ID == w.record.ID {
			return refused("not-a-choice")
		}
		from, err := read(ctx, tx, row)
		if err != nil {
			return err
		}
		if asked, _ := questions(from.fields, "ask.", true); len(asked) == 0 {
			return refused("form-asks-nothing")
		}
		c, err := copyForm(ctx, tx, "", from.fields, w.now)
		if err != nil {
			return err
		}
		version := int64(0)
		if asked, _ := questions(w.fields, "ask.", true); len(asked) > 0 {
			if version, err = w.addVersion(ctx, tx, query.VersionAddParams{Why: whyQuestions}, w.fields); err != nil {
				return err
			}
		}
		for name := range w.fields {
			if _, comes := c.fields[name]; strings.HasPrefix(name, "ask.") && !comes {
				w.set(name, "")
			}
		}
		for name, text := range c.fields {
			if strings.HasPrefix(name, "ask.") {
				w.set(name, text)
			}
		}
		w.takeMatches(from, c)
		if err := w.put(ctx, tx); err != nil {
			return err
		}
		return w.note(ctx, tx, "record.questions", map[string]any{"of": row.Key, "version": version})
	})
}
