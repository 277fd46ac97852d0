package editing

import (
	"context"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
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
			out[name] = Typed{Value: s.Messages.T(l, "records.copy-title-"+string(l), map[string]any{"title": from.fields[name]})}
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
