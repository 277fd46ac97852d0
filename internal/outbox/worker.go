package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
)

// Handler does one kind of duty. It may run more than once for the same duty. A Permanent error
// buries it at once; any other is tried again with growing pauses.
type Handler func(ctx context.Context, args json.RawMessage) error

// Permanent marks an error that trying again cannot mend.
func Permanent(err error) error { return permanentError{err} }

type permanentError struct{ error }

func (p permanentError) Unwrap() error { return p.error }

const (
	lease     = time.Minute // longer than any handler may take
	pollEvery = time.Second // how soon a duty of another replica, or one whose time has come, is seen
	batch     = 4
)

// Worker claims duties and carries them out.
type Worker struct {
	DB       *db.DB
	Clock    clock.Clock
	Log      *slog.Logger
	handlers map[string]Handler
}

// Handle registers the handler of a kind. Register before Run.
func (w *Worker) Handle(kind string, h Handler) {
	if w.handlers == nil {
		w.handlers = map[string]Handler{}
	}
	w.handlers[kind] = h
}

// Text messages have a lane of their own: a code lives ten minutes, and must not queue behind mails
// to a server that does not answer.
const (
	laneOthers = iota
	laneTexts
	lanes
)

var wakeUp = [lanes]chan struct{}{make(chan struct{}, 1), make(chan struct{}, 1)}

func wake() {
	for _, c := range wakeUp {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// Run works until ctx ends, then finishes what it has claimed.
func (w *Worker) Run(ctx context.Context) {
	var wg sync.WaitGroup
	for lane := range lanes {
		wg.Go(func() { w.run(ctx, lane) })
	}
	wg.Wait()
}

func (w *Worker) run(ctx context.Context, lane int) {
	t := time.NewTicker(pollEvery)
	defer t.Stop()
	for {
		n, err := w.round(ctx, lane)
		if err != nil && ctx.Err() == nil {
			w.Log.Error("outbox", "error", err)
		}
		if n == batch && ctx.Err() == nil {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		case <-wakeUp[lane]:
		}
	}
}

// Drain carries out everything that is due and returns how many duties ran. Tests use it in place
// of Run.
func (w *Worker) Drain(ctx context.Context) (int, error) {
	for total := 0; ; {
		before := total
		for lane := range lanes {
			n, err := w.round(ctx, lane)
			if total += n; err != nil {
				return total, err
			}
		}
		if total == before {
			return total, nil
		}
	}
}

func (w *Worker) round(ctx context.Context, lane int) (int, error) {
	claimed, err := w.claim(ctx, lane)
	if err != nil {
		return 0, fmt.Errorf("claim: %w", err)
	}
	ctx = context.WithoutCancel(ctx)
	var wg sync.WaitGroup
	for _, d := range claimed {
		wg.Go(func() { w.finish(ctx, d, w.do(ctx, d)) })
	}
	wg.Wait()
	return len(claimed), nil
}

func (w *Worker) claim(ctx context.Context, lane int) ([]query.ClaimDutiesRow, error) {
	now := w.Clock.Now()
	return db.WriteValue(ctx, w.DB, func(ctx context.Context, tx *db.Tx) ([]query.ClaimDutiesRow, error) {
		return tx.ClaimDuties(ctx, query.ClaimDutiesParams{Now: now.UnixMilli(), Lane: int64(lane), Most: batch, LeaseUntil: now.Add(lease).UnixMilli()})
	})
}

func (w *Worker) do(ctx context.Context, d query.ClaimDutiesRow) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if d.Kind == KindNothing {
		return nil
	}
	h, ok := w.handlers[d.Kind]
	if !ok {
		return Permanent(fmt.Errorf("nobody does %q", d.Kind))
	}
	ctx, cancel := context.WithTimeout(ctx, lease*9/10)
	defer cancel()
	return h(ctx, json.RawMessage(d.Args))
}

func (w *Worker) finish(ctx context.Context, d query.ClaimDutiesRow, failed error) {
	err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := w.Clock.Now()
		var p permanentError
		switch {
		case failed == nil:
			return tx.FinishDuty(ctx, query.FinishDutyParams{DoneAt: now.UnixMilli(), ID: d.ID, Attempts: d.Attempts})
		case errors.As(failed, &p) || d.Attempts >= d.MaxAttempts:
			w.Log.Error("duty given up", "kind", d.Kind, "id", d.ID, "error", failed)
			return tx.BuryDuty(ctx, query.BuryDutyParams{LastError: failed.Error(), ID: d.ID, Attempts: d.Attempts})
		}
		pause := time.Duration(1<<min(d.Attempts, 11)) * time.Second // 2 s … 34 min
		pause += rand.N(pause / 4)
		w.Log.Warn("duty will be tried again", "kind", d.Kind, "id", d.ID, "attempt", d.Attempts, "in", pause, "error", failed)
		return tx.RetryDuty(ctx, query.RetryDutyParams{RunAt: now.Add(pause).UnixMilli(), LastError: failed.Error(), ID: d.ID, Attempts: d.Attempts})
	})
	if err != nil {
		w.Log.Error("duty not recorded", "kind", d.Kind, "id", d.ID, "error", err)
	}
}
