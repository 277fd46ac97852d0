package editing

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// historyPage is the page size of the version list.
const historyPage = 50

type historyIn struct {
	ID     string `path:"id" maxLength:"64"`
	Before int64  `query:"before" minimum:"0" doc:"Cursor: next from the previous page"`
}

// History is a page of versions, newest first.
type History struct {
	Items []VersionLine `json:"items"`
	Next  int64         `json:"next,omitempty"`
	Total int64         `json:"total" doc:"Number of stored versions"`
	Since *time.Time    `json:"since,omitempty" doc:"When the oldest version was made"`
}

// VersionLine is a version without texts.
type VersionLine struct {
	Number    int64     `json:"number"`
	Why       string    `json:"why" enum:"publish,schedule,restore,set-aside,hand-over,questions"`
	Languages []string  `json:"languages" doc:"Languages that this version published"`
	Source    int64     `json:"source,omitempty" doc:"The version that was restored"`
	At        time.Time `json:"at"`
	By        Person    `json:"by"`
	OnSite    []string  `json:"onSite" doc:"Languages in which this version is public now"`
}

// History answers GET /api/admin/record/{id}/version.
func (s *Service) History(ctx context.Context, in *historyIn) (*History, error) {
	r := s.DB.Read()
	record, err := recordOf(ctx, r, in.ID)
	if err != nil {
		return nil, err
	}
	before := in.Before
	if before == 0 {
		before = math.MaxInt64
	}
	rows, err := r.VersionsBefore(ctx, query.VersionsBeforeParams{RecordID: in.ID, Before: before, Most: historyPage + 1})
	if err != nil {
		return nil, fmt.Errorf("versions: %w", err)
	}
	all, err := r.VersionsAll(ctx, in.ID)
	if err != nil {
		return nil, fmt.Errorf("versions: %w", err)
	}
	out := &History{Items: []VersionLine{}, Total: all.Total}
	if all.Total > 0 {
		since := clock.Millis(all.Since).Time()
		out.Since = &since
	}
	p := &people{r: r}
	for _, v := range rows {
		if len(out.Items) == historyPage {
			out.Next = out.Items[historyPage-1].Number
			break
		}
		l, err := lineOf(ctx, p, record, query.Version{Number: v.Number, Why: v.Why, Languages: v.Languages, Source: v.Source, UserID: v.UserID, At: v.At})
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, l)
	}
	return out, nil
}

func lineOf(ctx context.Context, p *people, r query.Record, v query.Version) (VersionLine, error) {
	by, err := p.of(ctx, v.UserID)
	if err != nil {
		return VersionLine{}, err
	}
	l := VersionLine{Number: v.Number, Why: v.Why, Languages: languagesIn(v.Languages), Source: v.Source, At: v.At.Time(), By: by, OnSite: []string{}}
	if r.TakenAt == 0 && r.LiveEn == v.Number {
		l.OnSite = append(l.OnSite, English)
	}
	if r.TakenAt == 0 && r.LiveZh == v.Number {
		l.OnSite = append(l.OnSite, Chinese)
	}
	return l, nil
}

type versionIn struct {
	ID     string `path:"id" maxLength:"64"`
	Number int64  `path:"number" minimum:"1"`
}

// VersionState is a version with texts.
type VersionState struct {
	VersionLine
	Fields map[string]string `json:"fields"`
}

// Version answers GET /api/admin/record/{id}/version/{number}.
func (s *Service) Version(ctx context.Context, in *versionIn) (*VersionState, error) {
	r := s.DB.Read()
	record, err := recordOf(ctx, r, in.ID)
	if err != nil {
		return nil, err
	}
	v, err := r.Version(ctx, query.VersionParams{RecordID: in.ID, Number: in.Number})
	if err != nil {
		return nil, db.NotFound(err)
	}
	out := &VersionState{Fields: map[string]string{}}
	if out.VersionLine, err = lineOf(ctx, &people{r: r}, record, v); err != nil {
		return nil, err
	}
	return out, json.Unmarshal([]byte(v.Fields), &out.Fields)
}

type restoreIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Version   int64    `json:"version" minimum:"1"`
		Languages []string `json:"languages" maxItems:"2" doc:"en, zh; both together also restore fields without a language"`
	}
}

// Restore loads an older version into the draft, completely or in one language. The previous draft is kept as a
// version; visitors see no change.
func (s *Service) Restore(ctx context.Context, in *restoreIn) (*Added, error) {
	return s.change(ctx, in.ID, func(ctx context.Context, tx *db.Tx, w *work) error {
		var chosen []string
		for _, l := range languages {
			for _, asked := range in.Body.Languages {
				if asked == l {
					chosen = append(chosen, l)
				}
			}
		}
		if len(chosen) == 0 {
			return fault.At("languages", "required")
		}
		v, err := tx.Version(ctx, query.VersionParams{RecordID: w.record.ID, Number: in.Body.Version})
		if err != nil {
			return db.NotFound(err)
		}
		older, matches := Fields{}, map[string]string{}
		if err := json.Unmarshal([]byte(v.Fields), &older); err != nil {
			return fmt.Errorf("version: %w", err)
		}
		if err := json.Unmarshal([]byte(v.Matches), &matches); err != nil {
			return fmt.Errorf("version: %w", err)
		}
		if _, err := w.addVersion(ctx, tx, query.VersionAddParams{Why: whyRestore, Source: in.Body.Version}, w.fields); err != nil {
			return err
		}
		if len(chosen) == len(languages) {
			chosen = append(chosen, "")
		}
		for hash, was := range matches {
			if _, newer := w.matches[hash]; !newer {
				w.matches[hash] = was
			}
		}
		for _, f := range w.kind.all(w.fields, older) {
			for _, name := range f.names() {
				for _, l := range chosen {
					if languageOf(name) == l {
						w.set(name, older[name])
					}
				}
			}
		}
		if err := w.put(ctx, tx); err != nil {
			return err
		}
		return w.note(ctx, tx, "record.restore", map[string]any{"version": in.Body.Version, "languages": languagesOf(in.Body.Languages)})
	})
}

// Fine marks all Chinese texts of the draft as up to date with the English.
func (s *Service) Fine(ctx context.Context, in *httpd.ByID) (*Saved, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Saved, error) {
		w, err := s.open(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		confirmAll(w.matches, w.kind, w.fields)
		if err := w.put(ctx, tx); err != nil {
			return nil, err
		}
		return w.saved(ctx, tx, &outcome{Revs: map[string]Rev{}, Removed: []Removed{}})
	})
}

type moveIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		After string `json:"after" maxLength:"64" doc:"Id of the record before it; empty: first"`
	}
}

// Move changes a record's position among those of its kind, for visitors at once, because the order has no draft.
func (s *Service) Move(ctx context.Context, in *moveIn) (*List, error) {
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		moved, err := s.open(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		if moved.kind.private {
			return nil, fault.Invalid("practice-page")
		}
		rows, err := tx.RecordsOf(ctx, moved.record.Kind)
		if err != nil {
			return nil, fmt.Errorf("records: %w", err)
		}
		var order []query.Record
		found := in.Body.After == ""
		if found {
			order = append(order, moved.record)
		}
		for _, r := range rows {
			if r.ID == in.ID {
				continue
			}
			order = append(order, r)
			if r.ID == in.Body.After {
				order, found = append(order, moved.record), true
			}
		}
		if !found {
			return nil, fault.NotFound()
		}
		for i, r := range order {
			if err := s.place(ctx, tx, r, int64(i)); err != nil {
				return nil, err
			}
		}
		return nil, moved.note(ctx, tx, "record.move", nil)
	})
	if err != nil {
		return nil, err
	}
	row, err := s.DB.Read().Record(ctx, in.ID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	kind, err := kindOf(row.Kind)
	if err != nil {
		return nil, err
	}
	return s.records(ctx, kind)
}

// place sets a record's position and updates the published row.
func (s *Service) place(ctx context.Context, tx *db.Tx, r query.Record, position int64) error {
	if r.Position == position {
		return nil
	}
	if err := tx.RecordPlace(ctx, query.RecordPlaceParams{Position: position, ID: r.ID}); err != nil {
		return fmt.Errorf("place of a record: %w", err)
	}
	w, err := s.open(ctx, tx, r.ID)
	if err != nil || !w.everOnSite() || w.record.TakenAt > 0 {
		return err
	}
	return w.show(ctx, tx)
}
