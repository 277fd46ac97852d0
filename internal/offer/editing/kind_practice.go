package editing

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// KindPractice is a page on which somebody new tries the editor: each has one, and no visitor sees it.
const KindPractice = "practice"

// practiceKind has the fields of a page, so that the editor is the real one. Its key is the id of who practises.
var practiceKind = &Kind{
	Name: KindPractice, Rank: 11, Fields: pageFields, Fixed: true, Base: "/about-us/practice-", private: true,
	live: func(context.Context, db.Reader) ([]Live, error) { return nil, nil },
	show: func(context.Context, *db.Tx, Shown) error { return fault.Invalid("practice-page") },
	draft: func(ctx context.Context, s Shown) context.Context {
		s.Key = practiceKey(s.Key)
		return draftPage(content.KindAboutUs)(ctx, s)
	},
}

func init() { register(practiceKind) }

// practiceKey is the key under which a preview shows a practice page; no address of the site begins so.
func practiceKey(userID string) string { return "practice-" + userID }

// practised tells whether a record is somebody's own practice page, thrown away or not.
func practised(row query.Record, userID string) bool {
	return row.Kind == KindPractice && row.Key == userID
}

// mayOpen hides a practice page from everybody but its owner, and from all once it was thrown away.
func mayOpen(userID string, row query.Record) error {
	if row.Kind == KindPractice && (row.Key != userID || row.TakenAt > 0) {
		return fault.NotFound()
	}
	return nil
}

// recordOf reads a record that the visitor may open.
func recordOf(ctx context.Context, r db.Reader, recordID string) (query.Record, error) {
	row, err := r.Record(ctx, recordID)
	if err != nil {
		return row, db.NotFound(err)
	}
	return row, mayOpen(httpd.VisitorOf(ctx).UserID, row)
}

// Practice is the progress of a colleague's practice page.
type Practice struct {
	Record string `json:"record" doc:"Record id of the practice page; empty: none was created"`
	Over   bool   `json:"over" doc:"The practice page was deleted for good"`
}

// PracticeOf returns that progress.
func PracticeOf(ctx context.Context, r db.Reader, userID string) (Practice, error) {
	row, err := r.RecordByKey(ctx, query.RecordByKeyParams{Kind: KindPractice, Key: userID})
	if errors.Is(err, db.ErrNoRows) {
		return Practice{}, nil
	}
	if err != nil {
		return Practice{}, fmt.Errorf("practice page: %w", err)
	}
	if row.TakenAt > 0 {
		return Practice{Over: true}, nil
	}
	return Practice{Record: row.ID}, nil
}

// BeginPractice opens the visitor's practice page, creating it the first time. A deleted one is refused.
func (s *Service) BeginPractice(ctx context.Context, _ *struct{}) (*Practice, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Practice, error) {
		w, err := s.practice(ctx, tx)
		if err != nil {
			return nil, err
		}
		if w.record.TakenAt > 0 {
			return nil, fault.Invalid("practice-over")
		}
		if w.rev > 0 { // opened before
			return &Practice{Record: w.record.ID}, nil
		}
		for _, l := range locale.All {
			w.set("title."+string(l), s.Messages.T(l, "records.practice-title", nil))
			w.set("html."+string(l), "<p>"+s.Messages.T(l, "records.practice-text", nil)+"</p>")
		}
		confirmAll(w.matches, w.kind, w.fields)
		return &Practice{Record: w.record.ID}, w.put(ctx, tx)
	})
}

// EndPractice deletes the visitor's practice page with its content, but remembers that they had one.
func (s *Service) EndPractice(ctx context.Context, _ *struct{}) (*Practice, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Practice, error) {
		w, err := s.practice(ctx, tx)
		if err != nil {
			return nil, err
		}
		for _, drop := range []func(context.Context, string) error{tx.RecordDropRefs, tx.RecordDropPresence, tx.RecordDropVersions} {
			if err := drop(ctx, w.record.ID); err != nil {
				return nil, fmt.Errorf("practice page: %w", err)
			}
		}
		w.fields, w.revs, w.matches = Fields{}, map[string]Rev{}, map[string]string{}
		if w.record.TakenAt == 0 {
			w.record.TakenAt = clock.MillisOf(w.now)
		}
		return &Practice{Over: true}, w.put(ctx, tx)
	})
}

// practice locks the visitor's practice page, creating an empty one if needed.
func (s *Service) practice(ctx context.Context, tx *db.Tx) (*work, error) {
	me, now := httpd.VisitorOf(ctx).UserID, s.Clock.Now()
	w, err := start(ctx, tx, practiceKind, me, 0, me, now)
	if err != nil || w != nil {
		return w, err
	}
	row, err := tx.RecordByKey(ctx, query.RecordByKeyParams{Kind: KindPractice, Key: me})
	if err != nil {
		return nil, fmt.Errorf("practice page: %w", err)
	}
	if row, err = tx.RecordLock(ctx, row.ID); err != nil {
		return nil, fmt.Errorf("practice page: %w", err)
	}
	if w, err = draftOf(ctx, tx.Queries, row); err != nil {
		return nil, err
	}
	w.now, w.who = now, me
	return w, nil
}
