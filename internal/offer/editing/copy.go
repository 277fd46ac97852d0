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

// copied is what a new record takes of another one.
type copied struct {
	fields Fields
	// named is the name that a field has in the copy; false: the copy has no such field.
	named func(name string) (string, bool)
}

type copyIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Key    string            `json:"key,omitempty" maxLength:"100" doc:"The last part of the copy's address, of kinds that have one"`
		Fields map[string]string `json:"fields,omitempty" doc:"What the copy says otherwise: title.en. A title that is not here says that it is a copy"`
	}
}

// Copy makes a record of what the draft of an offering or a form says. Nothing of it is on the site, and it shares
// nothing with its original that is sold or answered: its options and questions have keys that nobody ever had. What
// belongs to the past of the original stays there: versions, sales, places that were taken, prices and days that are over.
// Faults: "no-copy" for another kind; at the field key those of Add; those of Save.
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

// titled is what a copy says otherwise, with titles that say that it is one.
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

// takeMatches remembers of each copied paragraph what its original was written beside: what is older stays older.
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
			continue // said otherwise
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
			w.matches[after[i].hash] = was // of an English that is gone: no paragraph of the copy has this hash
			if as, still := renamed[was]; still {
				w.matches[after[i].hash] = as
			}
		}
	}
}

// newKeys gives each key that is copied another one, always the same.
type newKeys struct {
	begins string // a key begins with it
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
