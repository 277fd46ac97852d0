package position

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// A kiosk is a tablet that stands in a hall and shows where a lamp is. Somebody of the office makes it one, and is logged out
// there by it: the tablet keeps a token that opens nothing else.

// kioskLife is how long a tablet keeps its token; the office closes it before.
const kioskLife = 400 * 24 * time.Hour

const mostKiosks = 50

// KioskView is a tablet as the office sees it.
type KioskView struct {
	ID     string      `json:"id"`
	Key    string      `json:"key" doc:"Of its hall"`
	Hall   locale.Text `json:"hall"`
	Opened time.Time   `json:"opened"`
	Seen   time.Time   `json:"seen" doc:"When it was last used, within ten minutes"`
}

// Kiosks is the answer of ListKiosks.
type Kiosks struct {
	Items []KioskView `json:"items"`
}

// ListKiosks are the tablets that are open, the oldest first.
func (s *Service) ListKiosks(ctx context.Context, _ *struct{}) (*Kiosks, error) {
	return kiosksOf(ctx, s.DB.Read())
}

func kiosksOf(ctx context.Context, r db.Reader) (*Kiosks, error) {
	rows, err := r.Kiosks(ctx)
	if err != nil {
		return nil, fmt.Errorf("kiosks: %w", err)
	}
	out := &Kiosks{Items: []KioskView{}}
	for _, k := range rows {
		out.Items = append(out.Items, KioskView{k.ID, k.Key, locale.Text{EN: k.TitleEn, ZH: k.TitleZh}, k.CreatedAt.Time().UTC(), k.SeenAt.Time().UTC()})
	}
	return out, nil
}

type kioskIn struct {
	Body struct {
		Hall string `json:"hall" maxLength:"40" doc:"Key of the hall in which it stands"`
	}
}

// OpenedKiosk is the answer of OpenKiosk.
type OpenedKiosk struct {
	Opened bool `json:"opened"`
}

// OpenKiosk makes the browser that asks a kiosk, and logs its visitor out of it in the same step: whoever stands before it
// afterwards is nobody of the office. Refusals: "too-many-parts".
func (s *Service) OpenKiosk(ctx context.Context, in *kioskIn) (*OpenedKiosk, error) {
	v, now := httpd.VisitorOf(ctx), s.Clock.Now()
	token, kioskID := id.Token(), id.New()
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		h, err := tx.HallLock(ctx, in.Body.Hall)
		if err != nil {
			return db.NotFound(fmt.Errorf("hall: %w", err))
		}
		open, err := tx.Kiosks(ctx)
		if err != nil {
			return fmt.Errorf("kiosks: %w", err)
		}
		if len(open) >= mostKiosks {
			return fault.Invalid("too-many-parts").With("max", mostKiosks)
		}
		err = tx.KioskAdd(ctx, query.KioskAddParams{ID: kioskID, HallID: h.ID, TokenHash: id.Hash(token), CreatedAt: clock.MillisOf(now)})
		if err != nil {
			return fmt.Errorf("kiosk: %w", err)
		}
		err = audit.Note(ctx, tx, "kiosk.open", "kiosk:"+kioskID, nil, map[string]any{"hall": in.Body.Hall})
		if err != nil {
			return err
		}
		if err := tx.EndSession(ctx, v.SessionID); err != nil {
			return fmt.Errorf("end session: %w", err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	httpd.ClearSession(ctx)
	httpd.SetKiosk(ctx, token, kioskLife)
	return &OpenedKiosk{true}, nil
}

type kioskIDIn struct {
	ID string `path:"id" maxLength:"64"`
}

// CloseKiosk closes a tablet: it shows nothing any more.
func (s *Service) CloseKiosk(ctx context.Context, in *kioskIDIn) (*Kiosks, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Kiosks, error) {
		n, err := tx.KioskClose(ctx, in.ID)
		if err != nil {
			return nil, fmt.Errorf("close a kiosk: %w", err)
		}
		if n == 0 {
			return nil, fault.NotFound()
		}
		err = audit.Note(ctx, tx, "kiosk.close", "kiosk:"+in.ID, nil, nil)
		if err != nil {
			return nil, err
		}
		return kiosksOf(ctx, tx.Queries)
	})
}

// Kiosk is the tablet that asks.
type Kiosk struct {
	ID   string
	Key  string // of its hall
	Hall locale.Text
}

// KioskHere finds the tablet that asks; ok is false for any other browser, and for one that was closed.
func KioskHere(ctx context.Context, r db.Reader) (k Kiosk, ok bool, err error) {
	token := httpd.KioskToken(ctx)
	if token == "" {
		return k, false, nil
	}
	row, err := r.KioskByToken(ctx, id.Hash(token))
	if errors.Is(err, db.ErrNoRows) {
		return k, false, nil
	}
	if err != nil {
		return k, false, fmt.Errorf("kiosk: %w", err)
	}
	return Kiosk{row.ID, row.Key, locale.Text{EN: row.TitleEn, ZH: row.TitleZh}}, true, nil
}

// What a kiosk may look for: a queue on a festival's morning, and no list of numbers. Wrong numbers of one visitor, or of a
// child who plays, keep the next ones waiting for two minutes at most.
const (
	kioskLooks  = 60 // in ten minutes
	kioskWindow = 10 * time.Minute
	kioskMisses = 10 // in two minutes
	missWindow  = 2 * time.Minute
)

// CountKiosk counts that a kiosk looks for a number. Refusals: "kiosk-busy".
func CountKiosk(ctx context.Context, d *db.DB, now time.Time, k Kiosk) error {
	wait, err := db.WriteValue(ctx, d, func(ctx context.Context, tx *db.Tx) (int, error) {
		if err := tx.KioskSeen(ctx, query.KioskSeenParams{Now: clock.MillisOf(now), ID: k.ID, Before: clock.MillisOf(now.Add(-kioskWindow))}); err != nil {
			return 0, fmt.Errorf("kiosk: %w", err)
		}
		missed, err := tx.ThrottleNow(ctx, query.ThrottleNowParams{Key: missKey(k), Now: clock.MillisOf(now)})
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return 0, fmt.Errorf("misses of a kiosk: %w", err)
		}
		if missed.Hits >= kioskMisses {
			return int(missed.EndsAt.Time().Sub(now)/time.Second) + 1, nil
		}
		return httpd.CountHit(ctx, tx, now, "kiosk "+k.ID, kioskLooks, kioskWindow)
	})
	if err == nil && wait > 0 {
		err = fault.TooMany("kiosk-busy", wait)
	}
	return err
}

// CountMiss counts that a kiosk found nothing under a number: whoever tries numbers misses nearly always.
func CountMiss(ctx context.Context, d *db.DB, now time.Time, k Kiosk) error {
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := httpd.CountHit(ctx, tx, now, missKey(k), kioskMisses, missWindow)
		return err
	})
}

func missKey(k Kiosk) string { return "kiosk misses " + k.ID }
