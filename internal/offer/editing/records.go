package editing

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

type listIn struct {
	Kind httpd.Word[listedKinds] `query:"kind" required:"true"`
}

// List lists the records of a kind in order.
type List struct {
	Items []Summary `json:"items"`
	Taken []Summary `json:"taken" doc:"Removed records, stored for 90 days"`
}

// Records answers GET /api/admin/record.
func (s *Service) Records(ctx context.Context, in *listIn) (*List, error) {
	kind, err := kindOf(string(in.Kind))
	if err != nil {
		return nil, err
	}
	return s.records(ctx, kind)
}

func (s *Service) records(ctx context.Context, kind *Kind) (*List, error) {
	r := s.DB.Read()
	rows, err := r.RecordsOf(ctx, kind.Name)
	if err != nil {
		return nil, fmt.Errorf("records: %w", err)
	}
	out := &List{Items: []Summary{}, Taken: []Summary{}}
	waiting, err := r.SchedulesOfKind(ctx, kind.Name)
	if err != nil {
		return nil, fmt.Errorf("schedules: %w", err)
	}
	p := &people{r: r, schedules: map[string][]query.Schedule{}}
	for _, row := range waiting {
		p.schedules[row.RecordID] = append(p.schedules[row.RecordID], row)
	}
	for _, row := range rows {
		sum, err := summary(ctx, p, row)
		if err != nil {
			return nil, err
		}
		if row.TakenAt > 0 {
			out.Taken = append(out.Taken, sum)
		} else {
			out.Items = append(out.Items, sum)
		}
	}
	if kind.listed != nil {
		return out, kind.listed(ctx, r, out.Items, s.Clock.Now())
	}
	return out, nil
}

// Opened is a record with everything that its screen needs.
type Opened struct {
	Record Summary           `json:"record"`
	Fields map[string]string `json:"fields" doc:"Fields of the draft; empty ones are left out"`
	Rev    int64             `json:"rev"`
	Revs   map[string]Rev    `json:"revs"`
	Debt   []Debt            `json:"debt"`
	Live   map[string]string `json:"live" doc:"The published fields, or those published before the record was removed"`
	Others []Somebody        `json:"others" doc:"Other users who have it open"`
	Limits map[string]int    `json:"limits" doc:"Maximum number of characters of each field"`
}

// Open answers GET /api/admin/record/{id}.
func (s *Service) Open(ctx context.Context, in *httpd.ByID) (*Opened, error) {
	r := s.DB.Read()
	row, err := r.Record(ctx, in.ID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	w, err := read(ctx, r, row)
	if err != nil {
		return nil, err
	}
	return w.opened(ctx, r, httpd.VisitorOf(ctx).UserID, s.Clock.Now())
}

func (w *work) opened(ctx context.Context, r db.Reader, me string, now time.Time) (*Opened, error) {
	sum, err := summary(ctx, &people{r: r}, w.record)
	if err != nil {
		return nil, err
	}
	shown, err := w.shown(ctx, r)
	if err != nil {
		return nil, err
	}
	others, err := here(ctx, r, w.record.ID, me, clock.MillisOf(now))
	if err != nil {
		return nil, err
	}
	limits := map[string]int{}
	for _, f := range w.kind.all(w.fields, shown) {
		for _, name := range f.names() {
			if f.Most > 0 {
				limits[name] = f.Most
			}
		}
	}
	return &Opened{Record: sum, Fields: w.fields, Rev: w.rev, Revs: w.revs, Debt: w.debt(), Live: shown, Others: others, Limits: limits}, nil
}

type addIn struct {
	Body struct {
		Kind   httpd.Word[addedKinds] `json:"kind"`
		Key    string                 `json:"key,omitempty" maxLength:"100" doc:"The last part of the address, of kinds that have one: small letters, digits and hyphens"`
		Fields map[string]string      `json:"fields,omitempty"`
	}
}

// Added is a record that was just created.
type Added struct {
	Record Summary `json:"record"`
}

var keyShape = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Add creates a record that only the office sees.
func (s *Service) Add(ctx context.Context, in *addIn) (*Added, error) {
	kind, err := kindOf(string(in.Body.Kind))
	if err != nil || kind.Fixed {
		return nil, fault.At("kind", "not-a-choice")
	}
	key, err := newKey(kind, in.Body.Key)
	if err != nil {
		return nil, err
	}
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Added, error) {
		w, err := s.add(ctx, tx, kind, key, httpd.VisitorOf(ctx).UserID)
		if err != nil {
			return nil, err
		}
		typed := map[string]Typed{}
		if kind.begins != nil {
			begins, err := kind.begins(ctx, tx)
			if err != nil {
				return nil, err
			}
			for name, text := range begins {
				typed[name] = Typed{Value: text}
			}
		}
		for name, text := range in.Body.Fields {
			typed[name] = Typed{Value: text}
		}
		if len(typed) > 0 {
			if _, err := w.save(ctx, tx, typed); err != nil {
				return nil, err
			}
		}
		if err := w.note(ctx, tx, "record.add", nil); err != nil {
			return nil, err
		}
		sum, err := summary(ctx, &people{r: tx.Queries}, w.record)
		return &Added{sum}, err
	})
}

// newKey is the key of a new record: the requested one if the office chooses it.
func newKey(kind *Kind, asked string) (string, error) {
	key := strings.ToLower(strings.TrimSpace(asked))
	switch {
	case kind.prefix != "":
		return kind.prefix + strings.ToLower(id.Reference()), nil
	case !kind.Keyed:
		return id.New(), nil
	case key == "":
		return "", fault.At("key", "required")
	case !keyShape.MatchString(key):
		return "", fault.At("key", "key-shape")
	}
	return key, nil
}

// add creates an empty record at the end of its kind.
func (s *Service) add(ctx context.Context, tx *db.Tx, kind *Kind, key, who string) (*work, error) {
	refused := fault.At("key", "key-taken")
	if taken, err := keyTaken(ctx, tx, kind, key); err != nil || taken {
		return nil, errors.Join(err, refusedIf(taken, refused))
	}
	all, err := tx.RecordsOf(ctx, kind.Name)
	if err != nil {
		return nil, fmt.Errorf("records: %w", err)
	}
	position := int64(0)
	for _, r := range all {
		position = max(position, r.Position+1)
	}
	w, err := start(ctx, tx, kind, key, position, who, s.Clock.Now())
	if err == nil && w == nil {
		return nil, refused
	}
	if w != nil {
		w.service = s
	}
	return w, err
}

// start creates a record with an empty draft; nil: its key exists.
func start(ctx context.Context, tx *db.Tx, kind *Kind, key string, position int64, who string, now time.Time) (*work, error) {
	recordID := id.New()
	n, err := tx.RecordAdd(ctx, query.RecordAddParams{
		ID: recordID, Kind: kind.Name, Key: key, Position: position, ChangedID: who, ChangedAt: clock.MillisOf(now), CreatedAt: clock.MillisOf(now),
	})
	if err != nil {
		return nil, fmt.Errorf("add record: %w", err)
	}
	if n == 0 {
		return nil, nil
	}
	if err := tx.DraftAdd(ctx, query.DraftAddParams{RecordID: recordID, Fields: "{}", Revs: "{}", Matches: "{}"}); err != nil {
		return nil, fmt.Errorf("add draft: %w", err)
	}
	row, err := tx.RecordLock(ctx, recordID)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	w, err := read(ctx, tx, row)
	if err != nil {
		return nil, err
	}
	w.now, w.who = now, who
	return w, nil
}

// HandOver creates records for published content without one, written by an older version of the program. It is
// idempotent and safe on several replicas at once.
func HandOver(ctx context.Context, d *db.DB, c clock.Clock) error {
	missing, err := withoutRecord(ctx, d.Read())
	if err != nil || len(missing) == 0 {
		return err
	}
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		missing, err := withoutRecord(ctx, tx)
		if err != nil {
			return err
		}
		for _, m := range missing {
			if _, err := handOver(ctx, tx, m.kind, m.live, c.Now()); err != nil {
				return fmt.Errorf("hand over %s %s: %w", m.kind.Name, m.live.Key, err)
			}
		}
		return nil
	})
}

type unrecorded struct {
	kind *Kind
	live Live
}

func withoutRecord(ctx context.Context, r db.Reader) ([]unrecorded, error) {
	var out []unrecorded
	for _, k := range kinds {
		there, err := k.live(ctx, r)
		if err != nil {
			return nil, err
		}
		rows, err := r.RecordsOf(ctx, k.Name)
		if err != nil {
			return nil, fmt.Errorf("records: %w", err)
		}
		if k.model != nil {
			model, err := k.model(ctx, r, there)
			if err != nil {
				return nil, err
			}
			there = append(there, model...)
		}
		has := map[string]bool{}
		for _, row := range rows {
			has[row.Key] = true
		}
		for _, l := range there {
			if !has[l.Key] {
				out = append(out, unrecorded{k, l})
			}
		}
	}
	return out, nil
}

// Seed creates a published record for the demonstration.
func Seed(ctx context.Context, tx *db.Tx, kind string, l Live, now time.Time) error {
	k, err := kindOf(kind)
	if err != nil {
		return err
	}
	for name, text := range l.Fields {
		f, ok := k.field(name)
		if !ok {
			return fmt.Errorf("%s %s: there is no field %s", kind, l.Key, name)
		}
		clean, _, wrong := f.clean(text, "")
		if wrong != nil {
			return fmt.Errorf("%s %s: %s: %s", kind, l.Key, name, wrong.Code)
		}
		l.Fields[name] = clean
	}
	w, err := handOver(ctx, tx, k, l, now)
	if err != nil {
		return err
	}
	if w == nil {
		return fmt.Errorf("%s %s: there is one already", kind, l.Key)
	}
	return w.show(ctx, tx)
}

func handOver(ctx context.Context, tx *db.Tx, k *Kind, l Live, now time.Time) (*work, error) {
	w, err := start(ctx, tx, k, l.Key, l.Position, audit.System, now)
	if err != nil || w == nil {
		return w, err
	}
	for name, text := range l.Fields {
		w.set(name, text)
	}
	confirmAll(w.matches, k, w.fields)
	if !l.Hidden {
		n, err := w.addVersion(ctx, tx, query.VersionAddParams{Why: whyHandOver, Languages: languagesOf(languages)}, w.fields)
		if err != nil {
			return nil, err
		}
		if w.hasAny(English) {
			w.record.LiveEn = n
		}
		if w.hasAny(Chinese) {
			w.record.LiveZh = n
		}
		if err := putRefs(ctx, tx, w.record.ID, slotLive, k, w.fields); err != nil {
			return nil, err
		}
	}
	return w, w.put(ctx, tx)
}

func (w *work) hasAny(language string) bool { return len(w.fields.in(language)) > 0 }
