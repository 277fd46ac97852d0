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

// Handler does one kind of duty. id is the duty's, the same at each try. It may run more than once for the same duty. What
// kind of error it returns decides what follows: Permanent, Refused, Closed, or any other, which is tried again with
// growing pauses.
type Handler func(ctx context.Context, id string, args json.RawMessage) error

// Permanent marks an error that trying again cannot mend: the duty is buried at once.
func Permanent(err error) error { return permanentError{err} }

// Refused marks an error by which the other side does not take this one letter: it is tried a few times more, for a
// mailbox may be back in an hour.
func Refused(err error) error { return refusedError{err} }

// Closed marks an error by which the other side takes nothing from us at all: a wrong password, a bill, a sender that it
// does not know. The lane is paused, and no letter is given up for it.
func Closed(err error) error { return closedError{err} }

type (
	permanentError struct{ error }
	refusedError   struct{ error }
	closedError    struct{ error }
)

func (p permanentError) Unwrap() error { return p.error }
func (r refusedError) Unwrap() error   { return r.error }
func (c closedError) Unwrap() error    { return c.error }

const (
	lease     = time.Minute // longer than any handler may take
	pollEvery = time.Second // how soon a duty of another replica, or one whose time has come, is seen
	batch     = 4

	refusedTries = 3 // of a letter that is refused, half an hour apart
	refusedPause = 30 * time.Minute
	refusedInRow = 5 // different letters: then it is not the letters

	shortestPause = time.Minute // of a lane that is closed to us; twice as long each time
	longestPause  = 15 * time.Minute
)

// Worker claims duties and carries them out.
type Worker struct {
	DB       *db.DB
	Clock    clock.Clock
	Log      *slog.Logger
	handlers map[string]Handler
	state    [lanes]laneState
}

// laneState is what the worker has learnt of the other side of a lane.
type laneState struct {
	mu       sync.Mutex
	until    time.Time // paused
	pause    time.Duration
	refusals int // in a row
}

// open tells how many duties may be claimed: after a pause one, to see.
func (l *laneState) open(now time.Time) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case now.Before(l.until):
		return 0
	case l.pause > 0:
		return 1
	}
	return batch
}

// passed notes that a duty was taken.
func (l *laneState) passed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pause, l.refusals = 0, 0
}

// refused notes a refusal, and tells whether there were so many that all will be.
func (l *laneState) refused() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refusals++
	return l.refusals >= refusedInRow
}

// close pauses the lane and tells until when.
func (l *laneState) close(now time.Time) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !now.Before(l.until) { // else a neighbour of the same round has done it
		l.pause = min(max(shortestPause, 2*l.pause), longestPause)
		l.until = now.Add(l.pause)
	}
	return l.until
}

// Handle registers the handler of a kind. Register before Run.
func (w *Worker) Handle(kind string, h Handler) {
	if w.handlers == nil {
		w.handlers = map[string]Handler{}
	}
	w.handlers[kind] = h
}

// Text messages and mails have lanes of their own: a code lives ten minutes and must not queue behind mails to a server
// that does not answer, and a mail server that takes nothing must not stop the jobs. ClaimDuties knows the numbers.
const (
	laneJobs = iota
	laneTexts
	laneMails
	lanes
)

// topic is what a transaction notifies that has made a duty.
const topic = "outbox"

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
	added, stop := w.DB.Listen(topic)
	defer stop()
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
		case <-added:
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
		wg.Go(func() { w.finish(ctx, lane, d, w.do(ctx, d)) })
	}
	wg.Wait()
	return len(claimed), nil
}

func (w *Worker) claim(ctx context.Context, lane int) ([]query.ClaimDutiesRow, error) {
	now := w.Clock.Now()
	most := w.state[lane].open(now)
	if most == 0 {
		return nil, nil
	}
	return db.WriteValue(ctx, w.DB, func(ctx context.Context, tx *db.Tx) ([]query.ClaimDutiesRow, error) {
		return tx.ClaimDuties(ctx, query.ClaimDutiesParams{Now: now.UnixMilli(), Lane: int64(lane), Most: most, LeaseUntil: now.Add(lease).UnixMilli()})
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
	if d.UselessAt > 0 && d.UselessAt <= w.Clock.Now().UnixMilli() {
		return errUseless
	}
	h, ok := w.handlers[d.Kind]
	if !ok {
		return Permanent(fmt.Errorf("nobody does %q", d.Kind))
	}
	ctx, cancel := context.WithTimeout(ctx, lease*9/10)
	defer cancel()
	if err := w.admit(ctx, d); errors.Is(err, errHeldBack) {
		return errUseless
	} else if err != nil {
		return err
	}
	return h(ctx, d.ID, json.RawMessage(d.Args))
}

var errUseless = errors.New("nobody needs it any more")

func (w *Worker) finish(ctx context.Context, lane int, d query.ClaimDutiesRow, failed error) {
	v := w.judge(lane, d, failed)
	err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		switch v.as {
		case verdictDone:
			return tx.FinishDuty(ctx, query.FinishDutyParams{DoneAt: w.Clock.Now().UnixMilli(), ID: d.ID, Attempts: d.Attempts})
		case verdictUseless:
			return tx.DropDuty(ctx, query.DropDutyParams{ID: d.ID, Attempts: d.Attempts})
		case verdictDead:
			return tx.BuryDuty(ctx, query.BuryDutyParams{LastError: failed.Error(), ID: d.ID, Attempts: d.Attempts})
		}
		return tx.RetryDuty(ctx, query.RetryDutyParams{RunAt: v.again.UnixMilli(), LastError: failed.Error(), ID: d.ID, Attempts: d.Attempts})
	})
	if err != nil {
		w.Log.Error("duty not recorded", "kind", d.Kind, "id", d.ID, "error", err)
	}
}

// verdict is what becomes of a duty that was tried.
type verdict struct {
	as    int
	again time.Time // of one that is tried again
}

const (
	verdictAgain = iota
	verdictDone
	verdictUseless
	verdictDead
)

// judge says what becomes of a duty, and what is learnt about its lane.
func (w *Worker) judge(lane int, d query.ClaimDutiesRow, failed error) verdict {
	now, state := w.Clock.Now(), &w.state[lane]
	var (
		permanent permanentError
		refused   refusedError
		closed    closedError
		put       later
	)
	switch {
	case failed == nil:
		state.passed()
		return verdict{as: verdictDone}
	case errors.Is(failed, errUseless):
		return verdict{as: verdictUseless}
	case errors.As(failed, &put):
		return verdict{again: put.until}
	case errors.As(failed, &permanent):
		w.Log.Error("duty given up", "kind", d.Kind, "id", d.ID, "error", failed)
		return verdict{as: verdictDead}
	case errors.As(failed, &closed), errors.As(failed, &refused) && state.refused():
		until := state.close(now)
		w.Log.Error("nothing of ours is taken: paused", "kind", d.Kind, "until", until, "error", failed)
		return verdict{again: until}
	case errors.As(failed, &refused) && d.Attempts >= refusedTries, d.Attempts >= d.MaxAttempts && now.UnixMilli() >= d.GiveUpAt:
		w.Log.Error("duty given up", "kind", d.Kind, "id", d.ID, "error", failed)
		return verdict{as: verdictDead}
	case errors.As(failed, &refused):
		return verdict{again: now.Add(refusedPause)}
	}
	pause := time.Duration(1<<min(d.Attempts, 11)) * time.Second // 2 s … 34 min
	pause += rand.N(pause / 4)
	w.Log.Warn("duty will be tried again", "kind", d.Kind, "id", d.ID, "attempt", d.Attempts, "in", pause, "error", failed)
	return verdict{again: now.Add(pause)}
}
