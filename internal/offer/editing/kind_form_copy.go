package editing

import (
	"context"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// copyForm takes what a form asks.
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
		From string `json:"from" maxLength:"64" doc:"The record of the form whose questions come in"`
		Rev  int64  `json:"rev" doc:"Of the draft that was looked at"`
	}
}

// TakeQuestions puts what the draft of another form asks in the place of what this draft asks. The draft as it was stays
// as a version; visitors see nothing of it. Faults: at the field from "not-a-choice" for what is no other form,
// "form-asks-nothing"; "draft-changed"; "taken-away".
func (s *Service) TakeQuestions(ctx context.Context, in *questionsIn) (*Added, error) {
	return s.change(ctx, in.ID, func(ctx context.Context, tx *db.Tx, w *work) error {
		refused := func(code string) error { return fault.At("from", code) }
		if w.kind != formKind {
			return fault.Invalid("no-copy")
		}
		if err := w.seen(in.Body.Rev); err != nil {
			return err
		}
		row, err := tx.Record(ctx, in.Body.From) // not locked: two forms that take from each other would wait for ever
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
