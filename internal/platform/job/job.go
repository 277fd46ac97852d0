// Package job runs periodic jobs, which each replica repeats at intervals, and counts their runs and failures. A job that
// runs once is a row of the outbox.
package job

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"shanmen/internal/base/clock"
)

// Job is a periodic job.
type Job struct {
	Name  string        // in metrics and in the log
	Every time.Duration // from the end of a run to the next one
	Do    func(ctx context.Context) error

	// Within is the job that runs this one as a part of its work; "": it has its own loop.
	Within string
	// Wake returns a channel that triggers the next run early; nil: none.
	Wake func() (heard <-chan struct{}, stop func())
	// Before runs once before the first wait, and After once when the program stops.
	Before, After func(ctx context.Context)
	AtOnce        bool // the first run is immediate
	Quiet         bool // failures are counted, and logged elsewhere
}

// ErrMore is returned by Do if there is more work to do immediately. It is not a failure.
var ErrMore = errors.New("there is more to do")

// Figures are a job's statistics since the program started.
type Figures struct {
	Name           string
	Every          time.Duration
	Runs, Failures uint64
	Took, Last     time.Duration // total and last duration
	Succeeded      time.Time     // last success, or when the job was registered
}

// Board runs jobs and has their statistics. It is safe for concurrent use.
type Board struct {
	clock clock.Clock
	log   *slog.Logger
	mu    sync.Mutex
	of    map[string]*Figures
}

// NewBoard returns an empty board.
func NewBoard(c clock.Clock, log *slog.Logger) *Board {
	return &Board{clock: c, log: log, of: map[string]*Figures{}}
}

// Run runs the jobs in parallel until ctx ends and running work is finished.
func (b *Board) Run(ctx context.Context, jobs ...Job) {
	for _, j := range jobs { // register all first, so that one that never runs is visible
		b.mu.Lock()
		b.figures(j)
		b.mu.Unlock()
	}
	var wg sync.WaitGroup
	for _, j := range jobs {
		if j.Within == "" {
			wg.Go(func() { b.loop(ctx, j) })
		}
	}
	wg.Wait()
}

func (b *Board) loop(ctx context.Context, j Job) {
	var heard <-chan struct{}
	if j.Wake != nil {
		woken, stop := j.Wake()
		defer stop()
		heard = woken
	}
	if j.Before != nil {
		j.Before(ctx)
	}
	if j.After != nil {
		defer j.After(ctx)
	}
	timer := time.NewTimer(j.Every)
	defer timer.Stop()
	for now := j.AtOnce; ; now = false {
		if !now {
			select {
			case <-ctx.Done():
				return
			case <-heard:
			case <-timer.C:
			}
		}
		for b.run(ctx, j) && ctx.Err() == nil { // as long as there is more work
		}
		timer.Reset(j.Every)
	}
}

// run runs a job, and returns whether it has more work.
func (b *Board) run(ctx context.Context, j Job) (more bool) {
	err := b.Do(ctx, j)
	if err != nil && !errors.Is(err, ErrMore) && ctx.Err() == nil && !j.Quiet {
		b.log.Error("job failed", "job", j.Name, "error", err)
	}
	return errors.Is(err, ErrMore)
}

// Do runs a job once and counts it. A panic is an error. A failure because ctx has ended does not count.
func (b *Board) Do(ctx context.Context, j Job) (err error) {
	began := time.Now()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
		b.count(ctx, j, time.Since(began), err)
	}()
	return j.Do(ctx)
}

func (b *Board) count(ctx context.Context, j Job, took time.Duration, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f := b.figures(j)
	f.Runs++
	f.Took += took
	f.Last = took
	switch {
	case err == nil, errors.Is(err, ErrMore):
		f.Succeeded = b.clock.Now()
	case ctx.Err() == nil:
		f.Failures++
	}
}

func (b *Board) figures(j Job) *Figures {
	f := b.of[j.Name]
	if f == nil {
		f = &Figures{Name: j.Name, Every: j.Every, Succeeded: b.clock.Now()}
		b.of[j.Name] = f
	}
	return f
}

// Figures returns the statistics of all jobs by name.
func (b *Board) Figures() []Figures {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := make([]Figures, 0, len(b.of))
	for _, f := range b.of {
		out = append(out, *f)
	}
	slices.SortFunc(out, func(a, b Figures) int { return strings.Compare(a.Name, b.Name) })
	return out
}
