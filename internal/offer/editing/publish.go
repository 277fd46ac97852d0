package editing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/redirect"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// The reasons why a version was created.
const (
	whyPublish  = "publish"
	whySchedule = "schedule"
	whyRestore  = "restore"   // the draft before an older version was restored
	whySetAside = "set-aside" // a conflicting edit
	whyHandOver = "hand-over" // content of an older version of the program
	// whyQuestions is the draft before the questions of another form were copied.
	whyQuestions = "questions"
)

// TakeBackFor is how long a publishing can be undone.
const TakeBackFor = content.TakeBackFor

// languagesOf formats languages as versions and schedules store them.
func languagesOf(chosen []string) string {
	if len(chosen) == len(languages) {
		return "both"
	}
	return strings.Join(chosen, "")
}

func languagesIn(kept string) []string {
	switch kept {
	case "both":
		return slices.Clone(languages)
	case "":
		return []string{}
	}
	return []string{kept}
}

type publishIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Languages []string `json:"languages" maxItems:"2" doc:"en, zh"`
		Rev       int64    `json:"rev" doc:"Revision of the draft that was checked"`
		Again     bool     `json:"again,omitempty" doc:"Ask members to agree to this policy again; administrators only"`
		Confirmed bool     `json:"confirmed,omitempty" doc:"The prices that look like typing errors are intended"`
	}
}

// Published is a record that was just published.
type Published struct {
	Record  Summary   `json:"record"`
	Version int64     `json:"version"`
	Until   time.Time `json:"until" doc:"It can be undone until then"`
}

// Publish publishes the draft in the requested languages.
func (s *Service) Publish(ctx context.Context, in *publishIn) (*Published, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx, w *work) (*Published, error) {
		chosen, err := w.chosen(in.Body.Languages)
		if err != nil {
			return nil, err
		}
		if err := w.seen(in.Body.Rev); err != nil {
			return nil, err
		}
		if err := w.mayAskAgain(ctx, in.Body.Again); err != nil {
			return nil, err
		}
		shown, err := w.shown(ctx, tx)
		if err != nil {
			return nil, err
		}
		if len(w.changed(shown, chosen)) == 0 && !w.firstOf(chosen) {
			return nil, fault.Invalid("nothing-to-publish")
		}
		seen := shown.with(w.fields, append(chosen, "")...)
		if err := w.keepBefore(ctx, tx, shown); err != nil {
			return nil, err
		}
		number, err := s.goOut(ctx, tx, w, query.VersionAddParams{Why: whyPublish, Languages: languagesOf(chosen)}, seen, w.fields)
		if err != nil {
			return nil, err
		}
		if err := w.meant(ctx, shown, seen, w.now, in.Body.Confirmed); err != nil { // errors are reported before doubtful prices
			return nil, err
		}
		if in.Body.Again {
			if err := w.askAgain(ctx, tx, number); err != nil {
				return nil, err
			}
		}
		sum, err := summary(ctx, &people{r: tx.Queries}, w.record)
		return &Published{sum, number, w.now.Add(TakeBackFor).UTC()}, err
	})
}

// act is an action on a record that a request may repeat.
func (s *Service) act(ctx context.Context, id string, do func(ctx context.Context, tx *db.Tx, w *work) (*Published, error)) (*Published, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Published, error) {
		w, err := s.open(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		return do(ctx, tx, w)
	})
}

// seen refuses to act on a draft that has changed since it was viewed.
func (w *work) seen(rev int64) error {
	if w.record.TakenAt > 0 {
		return fault.Invalid("taken-away")
	}
	if rev != w.rev {
		return fault.Invalid("draft-changed")
	}
	return nil
}

// firstOf returns whether one of the languages is published for the first time.
func (w *work) firstOf(chosen []string) bool {
	return slices.ContainsFunc(chosen, func(l string) bool { return w.live(l) == 0 })
}

// goOut checks the new content, creates the version and publishes it. kept is what the version stores.
func (s *Service) goOut(ctx context.Context, tx *db.Tx, w *work, v query.VersionAddParams, seen, kept Fields) (int64, error) {
	chosen := languagesIn(v.Languages)
	blocks, err := s.blocks(ctx, tx, w, seen, chosen)
	if err != nil {
		return 0, err
	}
	if len(blocks) > 0 {
		return 0, refusal(blocks)
	}
	was, err := w.shown(ctx, tx)
	if err != nil {
		return 0, err
	}
	number, err := w.addVersion(ctx, tx, v, kept)
	if err != nil {
		return 0, err
	}
	if !w.everOnSite() {
		if err := s.freeAddress(ctx, tx, w); err != nil {
			return 0, err
		}
	}
	for _, l := range chosen {
		if l == English {
			w.record.LiveEn = number
		} else {
			w.record.LiveZh = number
		}
	}
	if err := w.show(ctx, tx); err != nil {
		return 0, err
	}
	if err := s.tellPrices(ctx, tx, w, was, seen, "price-changed", number); err != nil {
		return 0, err
	}
	action := "record.publish"
	if v.Why == whySchedule {
		action = "record.go-out"
	}
	return number, w.note(ctx, tx, action, map[string]any{"version": number, "languages": v.Languages})
}

// freeAddress removes a redirect from the address that is about to be published.
func (s *Service) freeAddress(ctx context.Context, tx *db.Tx, w *work) error {
	at := w.kind.address(w.record.Key)
	if at == "" || strings.Contains(at, "#") {
		return nil
	}
	away, err := redirect.Away(ctx, tx, at)
	if err != nil || away == "" {
		return err
	}
	return s.OldAddresses.Free(ctx, tx, at)
}

// refusal converts blocks to a fault, each at its field.
func refusal(blocks []Finding) error {
	return fault.Invalid("not-publishable", refusedFields(blocks)...)
}

func refusedFields(found []Finding) []fault.Field {
	fields := make([]fault.Field, len(found))
	for i, f := range found {
		fields[i] = fault.Field{Path: f.Field, Code: f.Code, Params: f.Params}
	}
	return fields
}

// show updates the published row and the record's state.
func (w *work) show(ctx context.Context, tx *db.Tx) error {
	shown, err := w.shown(ctx, tx)
	if err != nil {
		return err
	}
	r := w.record
	there := r.TakenAt == 0 && max(r.LiveEn, r.LiveZh) > 0
	if err := w.kind.show(ctx, tx, Shown{Key: r.Key, Position: r.Position, Fields: shown, Hidden: !there, Now: w.now}); err != nil {
		return err
	}
	if !there {
		shown = nil
	}
	if w.kind.ends && w.service != nil {
		if err := w.service.BookingChanged(ctx, tx); err != nil {
			return err
		}
	}
	if err := putRefs(ctx, tx, r.ID, slotLive, w.kind, shown); err != nil {
		return err
	}
	return w.putState(ctx, tx)
}

type takeBackIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Version int64 `json:"version" doc:"The version that was just published"`
	}
}

// TakeBack restores what was published before a publishing. The draft does not change. It is refused if other pages
// link to a page that would disappear, or if the restored content links to a page that has been removed since.
func (s *Service) TakeBack(ctx context.Context, in *takeBackIn) (*Added, error) {
	return s.change(ctx, in.ID, func(ctx context.Context, tx *db.Tx, w *work) error {
		number := in.Body.Version
		v, err := tx.Version(ctx, query.VersionParams{RecordID: w.record.ID, Number: number})
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return fmt.Errorf("version: %w", err)
		}
		late := err != nil || v.Why != whyPublish || w.now.After(v.At.Time().Add(TakeBackFor))
		if late || number != max(w.record.LiveEn, w.record.LiveZh) || w.record.TakenAt > 0 {
			return fault.Invalid("too-late-to-take-back")
		}
		if max(v.BeforeEn, v.BeforeZh) == 0 {
			if err := w.unnamed(ctx, tx); err != nil {
				return err
			}
		}
		published, err := w.shown(ctx, tx)
		if err != nil {
			return err
		}
		w.record.LiveEn, w.record.LiveZh = v.BeforeEn, v.BeforeZh
		if err := s.showAgain(ctx, tx, w); err != nil {
			return err
		}
		stands, err := w.shown(ctx, tx)
		if err != nil {
			return err
		}
		if max(v.BeforeEn, v.BeforeZh) > 0 {
			if err := s.tellPrices(ctx, tx, w, published, stands, "price-taken-back", number); err != nil {
				return err
			}
		}
		if err := w.askNoMore(ctx, tx, number); err != nil {
			return err
		}
		return w.note(ctx, tx, "record.take-back", map[string]any{"version": number})
	})
}

// change is an action on a record that answers with the record's new state.
func (s *Service) change(ctx context.Context, id string, do func(ctx context.Context, tx *db.Tx, w *work) error) (*Added, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Added, error) {
		w, err := s.open(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if err := do(ctx, tx, w); err != nil {
			return nil, err
		}
		sum, err := summary(ctx, &people{r: tx.Queries}, w.record)
		return &Added{sum}, err
	})
}

// KeptAway is how long a removed record can be restored.
const KeptAway = 90 * 24 * time.Hour

// TakeAway takes a record off the site; for 90 days it can be restored. It is refused while published or scheduled
// content links to it.
func (s *Service) TakeAway(ctx context.Context, in *httpd.ByID) (*Added, error) {
	return s.change(ctx, in.ID, func(ctx context.Context, tx *db.Tx, w *work) error {
		if w.kind.Fixed {
			return fault.Invalid("record-fixed")
		}
		if w.record.TakenAt > 0 {
			return nil // idempotent
		}
		if err := w.unnamed(ctx, tx); err != nil {
			return err
		}
		w.record.TakenAt = clock.MillisOf(w.now)
		if err := tx.SchedulesWithdraw(ctx, query.SchedulesWithdrawParams{DoneAt: clock.MillisOf(w.now), RecordID: w.record.ID}); err != nil {
			return fmt.Errorf("schedules: %w", err)
		}
		if err := w.putScheduledRefs(ctx, tx); err != nil {
			return err
		}
		if !w.everOnSite() { // was never published
			if err := w.putState(ctx, tx); err != nil {
				return err
			}
		} else if err := w.show(ctx, tx); err != nil {
			return err
		}
		return w.note(ctx, tx, "record.take-away", nil)
	})
}

// unnamed refuses while other content links to the record.
func (w *work) unnamed(ctx context.Context, tx *db.Tx) error {
	if w.kind.used != nil {
		fields, err := w.kind.used(ctx, tx, w.record.Key)
		if err != nil {
			return err
		}
		if len(fields) > 0 {
			return fault.Invalid("still-named", fields...)
		}
	}
	target := w.kind.target(w.record.Key)
	if target == "" {
		return nil
	}
	// Concurrent publishing of a link to it waits for this lock, or has already written its reference (onSite).
	if _, err := w.kind.lock(ctx, tx, w.record.Key); err != nil {
		return err
	}
	refs, err := tx.RefsOn(ctx, target)
	if err != nil {
		return fmt.Errorf("refs on %s: %w", target, err)
	}
	var fields []fault.Field
	for _, r := range refs {
		if r.ID != w.record.ID {
			fields = append(fields, fault.Field{Path: "record:" + r.ID, Code: "named-by", Params: map[string]any{"kind": r.Kind, "title": r.TitleEn, "titleZh": r.TitleZh}})
		}
	}
	if len(fields) > 0 {
		return fault.Invalid("still-named", fields...)
	}
	return nil
}

// BringBack restores a removed record, including its schedules.
func (s *Service) BringBack(ctx context.Context, in *httpd.ByID) (*Added, error) {
	return s.change(ctx, in.ID, func(ctx context.Context, tx *db.Tx, w *work) error {
		if w.record.TakenAt == 0 {
			return nil
		}
		err := tx.SchedulesBack(ctx, query.SchedulesBackParams{
			RecordID: w.record.ID, TakenAt: w.record.TakenAt, Now: clock.MillisOf(w.now), Passed: asJSON([]Finding{{Code: "schedule-passed"}}),
		})
		if err != nil {
			return fmt.Errorf("schedules: %w", err)
		}
		if err := w.putScheduledRefs(ctx, tx); err != nil {
			return err
		}
		w.record.TakenAt = 0
		if !w.everOnSite() {
			if err := w.putState(ctx, tx); err != nil {
				return err
			}
		} else {
			if err := s.freeAddress(ctx, tx, w); err != nil {
				return err
			}
			if err := s.showAgain(ctx, tx, w); err != nil {
				return err
			}
		}
		return w.note(ctx, tx, "record.bring-back", nil)
	})
}

// showAgain publishes earlier versions again if they still pass the checks: what they link to may be gone.
func (s *Service) showAgain(ctx context.Context, tx *db.Tx, w *work) error {
	shown, err := w.shown(ctx, tx)
	if err != nil {
		return err
	}
	var on []string
	for _, l := range languages {
		if w.live(l) > 0 {
			on = append(on, l)
		}
	}
	if len(on) > 0 {
		blocks, err := s.blocks(ctx, tx, w, shown, on)
		if err != nil {
			return err
		}
		if len(blocks) > 0 {
			return refusal(blocks)
		}
	}
	return w.show(ctx, tx)
}
