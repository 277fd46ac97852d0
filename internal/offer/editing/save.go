package editing

import (
	"context"
	"maps"
	"slices"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Typed is an edited field with the revision that it was based on.
type Typed struct {
	Value string `json:"value"`
	Base  int64  `json:"base" minimum:"0" doc:"The field's revision when editing began; 0: never written"`
}

type saveIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Fields map[string]Typed `json:"fields"`
	}
}

// Saved is the result of a save.
type Saved struct {
	Record    Summary           `json:"record"`
	Rev       int64             `json:"rev"`
	Revs      map[string]Rev    `json:"revs" doc:"New revisions of the saved fields; a field without one was never written"`
	Values    map[string]string `json:"values" doc:"Stored values, for fields whose stored value differs from the one sent"`
	Removed   []Removed         `json:"removed"`
	Conflicts []Conflict        `json:"conflicts"`
	Debt      []Debt            `json:"debt"`
}

// Removed lists what was removed from a pasted text.
type Removed struct {
	Field string   `json:"field"`
	What  []string `json:"what" enum:"scripts,frames,forms,pictures,links,formatting,bidi"`
}

// Conflict is a field that a colleague has saved meanwhile. Theirs is in the draft; what was sent is stored as a
// version.
type Conflict struct {
	Field   string    `json:"field"`
	Theirs  string    `json:"theirs"`
	Rev     int64     `json:"rev" doc:"Base revision for the next save"`
	By      Person    `json:"by"`
	At      time.Time `json:"at"`
	Version int64     `json:"version" doc:"Id of the version that has the refused text"`
}

// outcome is the stored result of a save for a repeated request: without texts, which may be long.
type outcome struct {
	Revs      map[string]Rev `json:"revs"`   // a colleague's later ones would let the next save overwrite their text
	Stored    []string       `json:"stored"` // differently from what was sent
	Removed   []Removed      `json:"removed"`
	Conflicts []string       `json:"conflicts"`
	Version   int64          `json:"version"` // of the conflicts
	answer    *Saved         // of the request that has just saved; not remembered
}

// Save saves fields into the draft. A field that a colleague has changed since its base keeps their value, and what was
// sent is stored as a version, so that nothing typed is lost. The two languages are independent.
func (s *Service) Save(ctx context.Context, in *saveIn) (*Saved, error) {
	done, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*outcome, error) {
		w, err := s.open(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		done, err := w.save(ctx, tx, in.Body.Fields)
		if err != nil {
			return nil, err
		}
		done.answer, err = w.saved(ctx, tx, done)
		return done, err
	})
	if err != nil {
		return nil, err
	}
	if done.answer != nil {
		return done.answer, nil
	}
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Saved, error) {
		w, err := s.open(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		if done.Revs == nil { // remembered by version 0.2.0, before an upgrade
			done.Revs = maps.Clone(w.revs)
			maps.DeleteFunc(done.Revs, func(_ string, r Rev) bool { return r.By != w.who })
		}
		return w.saved(ctx, tx, done)
	})
}

func (w *work) save(ctx context.Context, tx *db.Tx, typed map[string]Typed) (*outcome, error) {
	fields := slices.Sorted(maps.Keys(typed))
	done := &outcome{Revs: map[string]Rev{}, Removed: []Removed{}}
	if len(typed) == 0 {
		return nil, fault.At("fields", "required")
	}
	clean := map[string]string{}
	var wrong []fault.Field
	for _, name := range fields {
		f, ok := w.kind.field(name)
		if !ok {
			wrong = append(wrong, fault.Field{Path: name, Code: "unknown-field"})
			continue
		}
		text, removed, no := f.clean(typed[name].Value, w.home())
		if no != nil {
			no.Path = name
			wrong = append(wrong, *no)
			continue
		}
		clean[name] = text
		if len(removed) > 0 {
			done.Removed = append(done.Removed, Removed{name, removed})
		}
		if text != typed[name].Value {
			done.Stored = append(done.Stored, name)
		}
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	mine := Fields{}
	for _, name := range fields {
		switch {
		case w.fields[name] == clean[name]: // equal text is no conflict
		case typed[name].Base != w.revs[name].Rev:
			mine[name] = clean[name]
			done.Conflicts = append(done.Conflicts, name)
			continue
		default:
			w.write(name, clean[name])
		}
		if r, ok := w.revs[name]; ok {
			done.Revs[name] = r
		}
	}
	if len(w.fields) > mostFields {
		return nil, fault.At(fields[0], "too-large")
	}
	if len(mine) > 0 {
		var err error
		if done.Version, err = w.setAside(ctx, tx, mine, w.revs[done.Conflicts[0]].By); err != nil {
			return nil, err
		}
	}
	w.forget()
	return done, w.put(ctx, tx)
}

// home is the address of the site; "" during HandOver.
func (w *work) home() string {
	if w.service == nil {
		return ""
	}
	return w.service.Base
}

// write sets a field, and for Chinese stores which English it translates.
func (w *work) write(name, text string) {
	before := w.fields[name]
	w.set(name, text)
	if f, _ := w.kind.field(name); languageOf(name) == Chinese {
		confirm(w.matches, f, w.fields[f.Name+"."+English], text, before)
	}
}

// setAside stores conflicting fields as a version. The draft becomes one before it, because the editor may resolve the
// conflict by overwriting the colleague's text, which may be in no version yet.
func (w *work) setAside(ctx context.Context, tx *db.Tx, mine Fields, colleague string) (int64, error) {
	fields := maps.Clone(w.fields)
	maps.Copy(fields, mine)
	fields = fields.with(nil)
	newest, err := tx.VersionNewest(ctx, w.record.ID)
	if err == nil && newest.Why == whySetAside && newest.UserID == w.who && newest.Fields == asJSON(fields) {
		return newest.Number, nil // a repeated request
	}
	if err != nil || newest.Fields != asJSON(w.fields) {
		if _, err := w.addVersion(ctx, tx, query.VersionAddParams{Why: whySetAside, UserID: colleague}, w.fields); err != nil {
			return 0, err
		}
	}
	return w.addVersion(ctx, tx, query.VersionAddParams{Why: whySetAside}, fields)
}

func (w *work) saved(ctx context.Context, tx *db.Tx, done *outcome) (*Saved, error) {
	p := &people{r: tx.Queries}
	sum, err := summary(ctx, p, w.record)
	if err != nil {
		return nil, err
	}
	out := &Saved{Record: sum, Rev: w.rev, Revs: done.Revs, Values: map[string]string{}, Removed: done.Removed, Conflicts: []Conflict{}, Debt: w.debt()}
	for _, name := range done.Stored {
		if !slices.Contains(done.Conflicts, name) {
			out.Values[name] = w.fields[name]
		}
	}
	for _, name := range done.Conflicts {
		r := w.revs[name]
		by, err := p.of(ctx, r.By)
		if err != nil {
			return nil, err
		}
		out.Conflicts = append(out.Conflicts, Conflict{name, w.fields[name], r.Rev, by, r.At, done.Version})
	}
	return out, nil
}
