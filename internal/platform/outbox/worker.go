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

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/job"
)

// Handler runs one kind of job. It may run more than once for the same job, each time with the same id. Its error
// decides what follows: Permanent, Refused, Closed, or any other, after which the job is retried with growing pauses.
type Handler func(ctx context.Context, id string, args json.RawMessage) error

// Permanent marks an error that a retry cannot fix: the job is dead at once.
func Permanent(err error) error { return permanentError{err} }

// Refused marks an error by which the server refuses this one letter. It is retried a few times, because a mailbox may
// recover.
func Refused(err error) error { return refusedError{err} }

// Closed marks an error by which the server refuses all our letters: a wrong password, an unpaid bill, an unknown
// sender. The lane is paused, and no letter is given up for it.
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
	lease     = time.Minute // how long a claimed job is reserved for this worker; handlers must be faster
	pollEvery = time.Second // polling interval for jobs of other replicas or that become due
	batch     = 4

	refusedTries = 3 // tries of a refused letter, half an hour apart
	refusedPause = 30 * time.Minute
	refusedInRow = 5 // different letters refused in a row: then the server is at fault

	shortestPause = time.Minute // of a closed lane; each further pause is twice as long
	longestPause  = 15 * time.Minute
)

// Worker claims jobs and runs them.
type Worker struct {
	DB       *db.DB
	Clock    clock.Clock
	Log      *slog.Logger
	handlers map[string]Handler
	state    [lanes]laneState
}

// laneState is what the worker knows about a lane's server.
type laneState struct {
	mu       sync.Mutex
	until    time.Time // end of its pause
	pause    time.Duration
	refusals int // in a row
}

// open returns how many jobs may be claimed: after a pause only one, as a test.
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

// passed records a success.
func (l *laneState) passed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pause, l.refusals = 0, 0
}

// refused records a refusal, and returns whether there are so many that the server refuses everything.
func (l *laneState) refused() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refusals++
	return l.refusals >= refusedInRow
}

// close pauses the lane and returns the end of the pause.
func (l *laneState) close(now time.Time) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !now.Before(l.until) { // otherwise another job of the same round has paused it
		l.pause = min(max(shortestPause, 2*l.pause), longestPause)
		l.until = now.Add(l.pause)
	}
	return l.until
}

// PausedUntil returns until when the mail and SMS lanes are paused because the server refuses everything; zero if not
// paused. A pause stays until the first letter after it has been accepted.
func (w *Worker) PausedUntil() (mails, texts time.Time) {
	return w.state[laneMails].paused(), w.state[laneTexts].paused()
}

func (l *laneState) paused() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pause == 0 {
		return time.Time{}
	}
	return l.until
}

// Handle registers the handler of a kind, before its lane runs.
func (w *Worker) Handle(kind string, h Handler) {
	if w.handlers == nil {
		w.handlers = map[string]Handler{}
	}
	w.handlers[kind] = h
}

// Mail and SMS have separate lanes: a code is valid for ten minutes and must not queue behind mails to an unresponsive
// server, and a failing mail server must not stop the other jobs. The SQL statement ClaimJobs has the same numbers.
const (
	laneOthers = iota
	laneTexts
	laneMails
	lanes
)

// topic is notified by transactions that enqueue a job.
const topic = "outbox"

// Jobs returns the lanes as periodic jobs; claimed jobs are finished when the program stops.
func (w *Worker) Jobs() []job.Job {
	names := [lanes]string{laneOthers: "outbox-work", laneTexts: "outbox-texts", laneMails: "outbox-mails"}
	out := make([]job.Job, lanes)
	for lane, name := range names {
		out[lane] = job.Job{
			Name: name, Every: pollEvery, AtOnce: true,
			Wake: func() (<-chan struct{}, func()) { return w.DB.Listen(topic) },
			Do: func(ctx context.Context) error {
				n, err := w.round(ctx, lane)
				if n == batch && err == nil {
					err = job.ErrMore
				}
				return err
			},
		}
	}
	return out
}

// Drain runs everything that is due and returns the number of jobs. Tests use it instead of Jobs.
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
	for _, j := range claimed {
		wg.Go(func() { w.finish(ctx, lane, j, w.do(ctx, j)) })
	}
	wg.Wait()
	return len(claimed), nil
}

func (w *Worker) claim(ctx context.Context, lane int) ([]query.ClaimJobsRow, error) {
	now := w.Clock.Now()
	most := w.state[lane].open(now)
	if most == 0 {
		return nil, nil
	}
	return db.WriteValue(ctx, w.DB, func(ctx context.Context, tx *db.Tx) ([]query.ClaimJobsRow, error) {
		return tx.ClaimJobs(ctx, query.ClaimJobsParams{Now: clock.MillisOf(now), Lane: int64(lane), Most: most, LeaseUntil: clock.MillisOf(now.Add(lease))})
	})
}

func (w *Worker) do(ctx context.Context, j query.ClaimJobsRow) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if j.Kind == KindNothing {
		return nil
	}
	if j.UselessAt > 0 && j.UselessAt <= clock.MillisOf(w.Clock.Now()) {
		return errUseless
	}
	h, ok := w.handlers[j.Kind]
	if !ok {
		return Permanent(fmt.Errorf("nobody does %q", j.Kind))
	}
	ctx, cancel := context.WithTimeout(ctx, lease*9/10)
	defer cancel()
	if err := w.admit(ctx, j); errors.Is(err, errHeldBack) {
		return errUseless
	} else if err != nil {
		return err
	}
	return h(ctx, j.ID, json.RawMessage(j.Args))
}

var errUseless = errors.New("nobody needs it any more")

func (w *Worker) finish(ctx context.Context, lane int, j query.ClaimJobsRow, failed error) {
	v := w.judge(lane, j, failed)
	err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		switch v.as {
		case verdictDone:
			return tx.FinishJob(ctx, query.FinishJobParams{DoneAt: clock.MillisOf(w.Clock.Now()), ID: j.ID, Attempts: j.Attempts})
		case verdictUseless:
			return tx.DropJob(ctx, query.DropJobParams{ID: j.ID, Attempts: j.Attempts})
		case verdictDead:
			return tx.BuryJob(ctx, query.BuryJobParams{LastError: failed.Error(), Why: v.why, ID: j.ID, Attempts: j.Attempts})
		}
		return tx.RetryJob(ctx, query.RetryJobParams{RunAt: clock.MillisOf(v.again), Refusals: j.Refusals + v.refusals, LastError: failed.Error(), Why: v.why, ID: j.ID, Attempts: j.Attempts})
	})
	if err != nil {
		w.Log.Error("job not recorded", "kind", j.Kind, "id", j.ID, "error", err)
	}
}

// verdict is the result of a job's try.
type verdict struct {
	as    int
	again time.Time // time of the next attempt, with verdictAgain
	why   string    // reason of a failure, one of Why…

	refusals int64 // 1 for a refusal of this letter
}

// Why a job failed, as a code for people.
const (
	WhyRefused    = "refused"    // the server refuses this letter
	WhyClosed     = "closed"     // the server refuses all our letters
	WhyLimit      = "limit"      // the daily limit is reached
	WhyUnwritable = "unwritable" // it cannot be written, such as with an invalid address
	WhyAway       = "away"       // the server did not answer or had an error
)

const (
	verdictAgain = iota
	verdictDone
	verdictUseless
	verdictDead
)

// judge decides what happens to a job, and records what its result says about the lane.
func (w *Worker) judge(lane int, j query.ClaimJobsRow, failed error) verdict {
	now, state := w.Clock.Now(), &w.state[lane]
	var (
		permanent permanentError
		refused   refusedError
		closed    closedError
		put       postponedError
	)
	switch {
	case failed == nil:
		state.passed()
		return verdict{as: verdictDone}
	case errors.Is(failed, errUseless):
		return verdict{as: verdictUseless}
	case errors.As(failed, &put):
		return verdict{again: put.until, why: WhyLimit}
	case errors.As(failed, &permanent):
		w.Log.Error("job given up", "kind", j.Kind, "id", j.ID, "error", failed)
		return verdict{as: verdictDead, why: WhyUnwritable}
	case errors.As(failed, &closed), errors.As(failed, &refused) && state.refused():
		until := state.close(now)
		w.Log.Error("nothing of ours is taken: paused", "kind", j.Kind, "until", until, "error", failed)
		return verdict{again: until, why: WhyClosed}
	case errors.As(failed, &refused) && j.Refusals+1 >= refusedTries, j.Attempts >= j.MaxAttempts && clock.MillisOf(now) >= j.GiveUpAt:
		w.Log.Error("job given up", "kind", j.Kind, "id", j.ID, "error", failed)
		if refused.error != nil {
			return verdict{as: verdictDead, why: WhyRefused}
		}
		return verdict{as: verdictDead, why: WhyAway}
	case errors.As(failed, &refused):
		return verdict{again: now.Add(refusedPause), why: WhyRefused, refusals: 1}
	}
	pause := time.Duration(1<<min(j.Attempts, 11)) * time.Second // 2 s … 34 min
	pause += rand.N(pause / 4)
	w.Log.Warn("job will be tried again", "kind", j.Kind, "id", j.ID, "attempt", j.Attempts, "in", pause, "error", failed)
	return verdict{again: now.Add(pause), why: WhyAway}
}
