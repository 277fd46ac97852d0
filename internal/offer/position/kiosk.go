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

// A kiosk is a browser in a hall that shows where a lamp is. A member of staff sets it up and is logged out by it; the
// browser keeps a token that allows nothing else.

// kioskLife is how long the token is valid unless the office closes the kiosk.
const kioskLife = 400 * 24 * time.Hour

const mostKiosks = 50

// KioskView is a kiosk as the office sees it.
type KioskView struct {
	ID     string      `json:"id"`
	Key    string      `json:"key" doc:"Hall key"`
	Hall   locale.Text `json:"hall"`
	Opened time.Time   `json:"opened"`
	Seen   time.Time   `json:"seen" doc:"Time of last use, accurate to ten minutes"`
}

// Kiosks is the answer of ListKiosks.
type Kiosks struct {
	Items []KioskView `json:"items"`
}

// ListKiosks lists open kiosks, oldest first.
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
		Hall string `json:"hall" maxLength:"40" doc:"Key of the hall where the kiosk is"`
	}
}

// OpenedKiosk is the answer of OpenKiosk.
type OpenedKiosk struct {
	Opened bool `json:"opened"`
}

// OpenKiosk turns the requesting browser into a kiosk and logs its visitor out at once, so that later users have no
// office session. Refusals: "too-many-parts".
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

// CloseKiosk closes a kiosk: it stops working.
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

// Kiosk is the requesting kiosk.
type Kiosk struct {
	ID   string
	Key  string // of its hall
	Hall locale.Text
}

// KioskHere finds the requesting kiosk; ok is false for any other browser and for a closed one.
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

// The limits of a kiosk allow a queue on a festival morning but no list of numbers. After many wrong numbers, such as
// from a playing child, others wait for two minutes at most.
const (
	kioskLooks  = 60 // searches in ten minutes
	kioskWindow = 10 * time.Minute
	kioskMisses = 10 // searches without result in two minutes
	missWindow  = 2 * time.Minute
)

// CountKiosk counts a search. Refusals: "kiosk-busy".
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

// CountMiss counts a search without result: somebody who guesses numbers nearly always misses.
func CountMiss(ctx context.Context, d *db.DB, now time.Time, k Kiosk) error {
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := httpd.CountHit(ctx, tx, now, missKey(k), kioskMisses, missWindow)
		return err
	})
}

func missKey(k Kiosk) string { return "kiosk misses " + k.ID }
