// Package editing lets the office write content before visitors see it: records with drafts in both languages,
// published versions, schedules, and publishing itself. Pages read the tables of content, event and offering;
// publishing copies a version into them.
//
// Fields are saved while they are typed (save.go), each with the revision that it was based on. publish.go is one
// transaction: lock the record, compare the draft's revision with the previewed one, check (check.go), create the
// version, write the live row through the feature that owns it, write refs and the audit entry. Undoing within half a
// minute writes the previous version again (decision 27). What differs between kinds of records is a field of Kind, and each
// kind has a file, kind_<name>.go. A form is a record too: kind_form.go makes its definition,
// and form.Compare says which changes ask carts again (decision 30). A copy (copy.go) gives every option and question a
// new key, except for the keys that the program reads itself (form.Known).
//
// The history of prices (price_history.go) is computed from the published versions and the audit trail; nothing is
// stored for it. A change of a price sends a mail to every treasurer (price_change.go).
package editing

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/redirect"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Service edits records.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Messages *locale.Messages
	Base     string // base of absolute links, without a trailing slash
	// IsPage returns whether the program has a page at a plain path.
	IsPage func(path string) bool
	// OldAddresses creates redirects from former addresses.
	OldAddresses *redirect.Service
	// BookingChanged is called when an offering or event is published: its closing time or dates may have changed.
	BookingChanged func(ctx context.Context, tx *db.Tx) error
}

// The states of a record in a language, comparing draft and site.
const (
	StateMissing = "missing" // no text
	StateDraft   = "draft"   // written, never published
	StateLive    = "live"    // equal to the published text
	StateChanged = "changed" // published, and the draft has changed since
)

// Rev is the last change of a field in a draft.
type Rev struct {
	Rev int64     `json:"rev" doc:"Base revision of the next change"`
	By  string    `json:"by" doc:"User id of the last editor"`
	At  time.Time `json:"at"`
}

// work is a locked record with its draft.
type work struct {
	kind    *Kind
	record  query.Record
	fields  Fields
	rev     int64
	revs    map[string]Rev
	matches map[string]string
	now     time.Time
	who     string
	touched bool     // the draft has changed
	service *Service // nil during HandOver
}

// open locks a record and reads its draft.
func (s *Service) open(ctx context.Context, tx *db.Tx, id string) (*work, error) {
	row, err := tx.RecordLock(ctx, id)
	if err != nil {
		return nil, db.NotFound(fmt.Errorf("record %s: %w", id, err))
	}
	w, err := read(ctx, tx, row)
	if err != nil {
		return nil, err
	}
	w.service = s
	w.now, w.who = s.Clock.Now(), cmp.Or(httpd.VisitorOf(ctx).UserID, audit.System)
	return w, nil
}

func read(ctx context.Context, r db.Reader, row query.Record) (*work, error) {
	if err := mayOpen(httpd.VisitorOf(ctx).UserID, row); err != nil {
		return nil, err
	}
	return draftOf(ctx, r, row)
}

func draftOf(ctx context.Context, r db.Reader, row query.Record) (*work, error) {
	kind, err := kindOf(row.Kind)
	if err != nil {
		return nil, err
	}
	d, err := r.Draft(ctx, row.ID)
	if err != nil {
		return nil, fmt.Errorf("draft of %s: %w", row.ID, err)
	}
	w := &work{kind: kind, record: row, rev: d.Rev}
	return w, errors.Join(json.Unmarshal([]byte(d.Fields), &w.fields), json.Unmarshal([]byte(d.Revs), &w.revs), json.Unmarshal([]byte(d.Matches), &w.matches))
}

// set changes a field of the draft.
func (w *work) set(name, text string) {
	if w.fields[name] == text {
		return
	}
	w.rev++
	w.revs[name] = Rev{w.rev, w.who, w.now.UTC()}
	if text == "" {
		delete(w.fields, name)
	} else {
		w.fields[name] = text
	}
	w.touched = true
}

// put saves the draft and the record's list row.
func (w *work) put(ctx context.Context, tx *db.Tx) error {
	err := tx.DraftPut(ctx, query.DraftPutParams{
		Fields: asJSON(w.fields), Rev: w.rev, Revs: asJSON(w.revs), Matches: asJSON(w.matches), RecordID: w.record.ID,
	})
	if err != nil {
		return fmt.Errorf("draft: %w", err)
	}
	if err := putRefs(ctx, tx, w.record.ID, slotDraft, w.kind, w.fields); err != nil {
		return err
	}
	return w.putState(ctx, tx)
}

// putState saves the record's list row.
func (w *work) putState(ctx context.Context, tx *db.Tx) error {
	shown, err := w.shown(ctx, tx)
	if err != nil {
		return err
	}
	r := &w.record
	title := textOf(w.fields, w.kind.titleField())
	r.TitleEn, r.TitleZh = title.EN, title.ZH
	r.StateEn, r.StateZh = w.state(shown, English, r.LiveEn), w.state(shown, Chinese, r.LiveZh)
	r.Older = int64(len(w.debt()))
	if w.touched {
		r.ChangedID, r.ChangedAt = w.who, clock.MillisOf(w.now)
	}
	err = tx.RecordState(ctx, query.RecordStateParams{
		TitleEn: r.TitleEn, TitleZh: r.TitleZh, LiveEn: r.LiveEn, LiveZh: r.LiveZh, StateEn: r.StateEn, StateZh: r.StateZh, Older: r.Older,
		TakenAt: r.TakenAt, ChangedID: r.ChangedID, ChangedAt: r.ChangedAt, ID: r.ID,
	})
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

func (w *work) state(shown Fields, language string, live int64) string {
	switch {
	case w.fields[w.kind.body()+"."+language] == "" && shown[w.kind.body()+"."+language] == "":
		return StateMissing
	case live == 0:
		return StateDraft
	case w.fields.same(shown, language) && w.fields.same(shown, ""):
		return StateLive
	}
	return StateChanged
}

// everOnSite tells whether visitors see the record in a language, or did before it was taken away.
func (w *work) everOnSite() bool { return max(w.record.LiveEn, w.record.LiveZh) > 0 }

// live is the published version of a language.
func (w *work) live(language string) int64 {
	if language == Chinese {
		return w.record.LiveZh
	}
	return w.record.LiveEn
}

// shown is what visitors see, or saw before the record was removed: of each language the version published last, and
// fields without language from the newer of the two.
func (w *work) shown(ctx context.Context, r db.Reader) (Fields, error) {
	out := Fields{}
	en, zh := w.record.LiveEn, w.record.LiveZh
	for _, number := range slices.Compact([]int64{en, zh}) {
		if number == 0 {
			continue
		}
		f, err := version(ctx, r, w.record.ID, number)
		if err != nil {
			return nil, err
		}
		if number == en {
			out = out.with(f, English)
		}
		if number == zh {
			out = out.with(f, Chinese)
		}
		if number == max(en, zh) {
			out = out.with(f, "")
		}
	}
	return out, nil
}

func version(ctx context.Context, r db.Reader, id string, number int64) (Fields, error) {
	v, err := r.Version(ctx, query.VersionParams{RecordID: id, Number: number})
	if err != nil {
		return nil, fmt.Errorf("version %d of %s: %w", number, id, db.NotFound(err))
	}
	f := Fields{}
	return f, json.Unmarshal([]byte(v.Fields), &f)
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil { // texts and numbers alone: cannot fail
		return "{}"
	}
	return string(b)
}

// addVersion stores fields as a version, and deletes the oldest versions that were never published.
func (w *work) addVersion(ctx context.Context, tx *db.Tx, v query.VersionAddParams, f Fields) (int64, error) {
	number := int64(1)
	newest, err := tx.VersionNewest(ctx, w.record.ID)
	switch {
	case err == nil:
		number = newest.Number + 1
	case !errors.Is(err, db.ErrNoRows):
		return 0, fmt.Errorf("newest version: %w", err)
	}
	v.RecordID, v.Number, v.Fields, v.Matches = w.record.ID, number, asJSON(f), asJSON(w.matches)
	v.BeforeEn, v.BeforeZh, v.UserID, v.At = w.record.LiveEn, w.record.LiveZh, cmp.Or(v.UserID, w.who), clock.MillisOf(w.now)
	if err := tx.VersionAdd(ctx, v); err != nil {
		return 0, fmt.Errorf("version: %w", err)
	}
	return number, tx.VersionsThin(ctx, query.VersionsThinParams{RecordID: w.record.ID, Until: number - keptVersions})
}

// keptVersions is how many of the newest versions are kept whatever their reason.
const keptVersions = 200

// note writes the audit entry: version numbers, no texts.
func (w *work) note(ctx context.Context, tx *db.Tx, action string, after map[string]any) error {
	if after == nil {
		after = map[string]any{}
	}
	after["kind"], after["key"] = w.kind.Name, w.record.Key
	return audit.Note(ctx, tx, action, "record:"+w.record.ID, nil, after)
}

// Person is a member of staff.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// people caches names by user id.
type people struct {
	r         db.Reader
	names     map[string]string
	schedules map[string][]query.Schedule // by record, filled when a whole list is read
}

func (p *people) of(ctx context.Context, id string) (Person, error) {
	if id == "" || id == audit.System {
		return Person{ID: id}, nil
	}
	if p.names == nil {
		p.names = map[string]string{}
	}
	name, known := p.names[id]
	if !known {
		var err error
		if name, err = account.NameOf(ctx, p.r, id); err != nil {
			return Person{}, err
		}
		p.names[id] = name
	}
	return Person{id, name}, nil
}

// Summary is a record's row in lists.
type Summary struct {
	ID        string        `json:"id"`
	Kind      string        `json:"kind"`
	Key       string        `json:"key"`
	Address   string        `json:"address,omitempty" doc:"Public address, without /zh"`
	Title     locale.Text   `json:"title"`
	Position  int64         `json:"position"`
	EN        LanguageState `json:"en"`
	ZH        LanguageState `json:"zh"`
	Older     int64         `json:"older" doc:"Number of Chinese texts that are outdated compared with the English"`
	Schedules []Schedule    `json:"schedules" doc:"Scheduled publications, including failed ones"`
	Asked     *Asked        `json:"asked,omitempty" doc:"A colleague was asked to write a missing language"`
	TakenAt   *time.Time    `json:"takenAt,omitempty"`
	ChangedAt time.Time     `json:"changedAt"`
	ChangedBy Person        `json:"changedBy"`
	Banner    *BannerLook   `json:"banner,omitempty" doc:"For a banner in lists"`
}

// LanguageState is a record in one language.
type LanguageState struct {
	State  string `json:"state" enum:"missing,draft,live,changed"`
	OnSite bool   `json:"onSite"`
}

func summary(ctx context.Context, p *people, r query.Record) (Summary, error) {
	by, err := p.of(ctx, r.ChangedID)
	if err != nil {
		return Summary{}, err
	}
	kind, err := kindOf(r.Kind)
	if err != nil {
		return Summary{}, err
	}
	rows, known := p.schedules[r.ID]
	if !known && p.schedules == nil {
		if rows, err = p.r.SchedulesOfRecord(ctx, r.ID); err != nil {
			return Summary{}, fmt.Errorf("schedules: %w", err)
		}
	}
	schedules := []Schedule{}
	for _, row := range rows {
		one, err := scheduleOf(row)
		if err != nil {
			return Summary{}, err
		}
		schedules = append(schedules, one)
	}
	asked, err := askedOf(ctx, p, r)
	if err != nil {
		return Summary{}, err
	}
	there := r.TakenAt == 0
	return Summary{
		Schedules: schedules, Asked: asked,
		ID: r.ID, Kind: r.Kind, Key: r.Key, Address: kind.address(r.Key), Title: locale.Text{EN: r.TitleEn, ZH: r.TitleZh}, Position: r.Position,
		EN: LanguageState{r.StateEn, there && r.LiveEn > 0}, ZH: LanguageState{r.StateZh, there && r.LiveZh > 0}, Older: r.Older,
		TakenAt: r.TakenAt.Moment(), ChangedAt: r.ChangedAt.Time(), ChangedBy: by,
	}, nil
}
