package job

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/base/clock"
)

func board() (*Board, *clock.Fake, *bytes.Buffer) {
	var said bytes.Buffer
	c := clock.NewFake(time.Date(2026, 11, 28, 4, 0, 0, 0, time.UTC))
	return NewBoard(c, slog.New(slog.NewTextHandler(&said, nil))), c, &said
}

// A job that panics counts as failed: the program continues, and the other jobs run.
func TestAPanickingJobCountsAsAFailure(t *testing.T) {
	t.Parallel()
	b, c, said := board()
	began := c.Now()
	ends := Job{Name: "ends", Every: time.Minute, Do: func(context.Context) error { panic("a name") }}
	if err := b.Do(t.Context(), ends); err == nil || !strings.Contains(err.Error(), "panic: a name") {
		t.Errorf("%v", err)
	}
	c.Advance(time.Minute)
	_ = b.Do(t.Context(), Job{Name: "works", Every: time.Second, Do: func(context.Context) error { return nil }})
	gone, stop := context.WithCancel(t.Context())
	stop()
	_ = b.Do(gone, Job{Name: "works", Do: context.Cause})
	got := b.Figures()
	if len(got) != 2 || got[0].Name != "ends" || got[0].Runs != 1 || got[0].Failures != 1 || !got[0].Succeeded.Equal(began) || got[0].Every != time.Minute {
		t.Errorf("%+v", got)
	}
	if works := got[1]; works.Runs != 2 || works.Failures != 0 || !works.Succeeded.Equal(c.Now()) || works.Took < works.Last {
		t.Errorf("%+v", works)
	}
	if said.Len() != 0 {
		t.Errorf("whoever calls Do tells of the failure: %s", said)
	}
}

// Each job runs on its own schedule, at once where so configured, and again when it is woken; a sub-job is only
// registered.
func TestEachJobRunsIndependently(t *testing.T) {
	t.Parallel()
	b, _, said := board()
	ctx, stop := context.WithCancel(t.Context())
	wake := make(chan struct{}, 1)
	var ran, quiet atomic.Int64
	var order []string
	b.Run(ctx,
		Job{Name: "woken", Every: time.Hour, Wake: func() (<-chan struct{}, func()) { return wake, func() { order = append(order, "unheard") } },
			Before: func(context.Context) { order = append(order, "before"); wake <- struct{}{} },
			After:  func(context.Context) { order = append(order, "after") },
			Do: func(context.Context) error {
				switch ran.Add(1) {
				case 1:
					return ErrMore
				case 2:
					wake <- struct{}{}
					return errors.New("the disk is full")
				}
				stop()
				return nil
			}},
		Job{Name: "quiet", Every: time.Hour, AtOnce: true, Quiet: true, Do: func(context.Context) error { quiet.Add(1); return errors.New("told elsewhere") }},
		Job{Name: "part", Within: "woken", Every: time.Nanosecond, Do: func(context.Context) error { t.Error("it has no loop"); return nil }},
	)
	if ran.Load() != 3 || quiet.Load() != 1 || strings.Join(order, " ") != "before after unheard" {
		t.Errorf("%d and %d runs, %v", ran.Load(), quiet.Load(), order)
	}
	if s := said.String(); strings.Count(s, "\n") != 1 || !strings.Contains(s, `job=woken error="the disk is full"`) {
		t.Errorf("said: %s", s)
	}
	got := b.Figures()
	if len(got) != 3 || got[0].Name != "part" || got[0].Runs != 0 || got[2].Runs != 3 || got[2].Failures != 1 {
		t.Errorf("%+v", got)
	}
}
