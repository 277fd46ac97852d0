// Package job runs background jobs at intervals, and counts their runs and failures.
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

// Job is work that is done again and again.
type Job struct {
	Name  string        // in metrics and in the log
	Every time.Duration // between the end of a run and the next one
	Do    func(ctx context.Context) error

	// Within names the job that does this one as a part of its own work; "": it runs by itself.
	Within string
	// Wake gives a channel that brings the next run forward; nil: nothing does.
	Wake func() (heard <-chan struct{}, stop func())
	// Before is done once, before the first wait, and After once, when the program stops.
	Before, After func(ctx context.Context)
	AtOnce        bool // the first run does not wait
	Quiet         bool // its failures are counted; the log tells of them elsewhere
}

// ErrMore is what Do returns when it has done a share of its work and has more at once. It is no failure.
var ErrMore = errors.New("there is more to do")

// Figures tell how the runs of a job went since the program started.
type Figures struct {
	Name           string
	Every          time.Duration
	Runs, Failures uint64
	Took, Last     time.Duration // all runs together, and the last one
	Succeeded      time.Time     // the last time, or when the job was first known
}

// Board runs jobs and has their figures. It is safe for concurrent use.
type Board struct {
	clock clock.Clock
	log   *slog.Logger
	mu    sync.Mutex
	of    map[string]*Figures
}

// NewBoard is a board without jobs.
func NewBoard(c clock.Clock, log *slog.Logger) *Board {
	return &Board{clock: c, log: log, of: map[string]*Figures{}}
}

// Run runs the jobs beside each other until ctx ends and what is in hand is done.
func (b *Board) Run(ctx context.Context, jobs ...Job) {
	for _, j := range jobs { // all are known from the start: one that never runs is seen
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
		for b.run(ctx, j) && ctx.Err() == nil { // as long as there is more
		}
		timer.Reset(j.Every)
	}
}

// run does a job, and tells whether it has more to do at once.
func (b *Board) run(ctx context.Context, j Job) (more bool) {
	err := b.Do(ctx, j)
	if err != nil && !errors.Is(err, ErrMore) && ctx.Err() == nil && !j.Quiet {
		b.log.Error("job failed", "job", j.Name, "error", err)
	}
	return errors.Is(err, ErrMore)
}

// Do does a job once and counts it. A panic is an error. What fails because ctx has ended counts as no failure.
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

// Figures are those of all jobs that are known, by name.
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
