package app

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// foldAfter equal warnings within foldTime are logged; further ones are only counted. A full disk fails each call
	// with the same message, and the log is often on that disk.
	foldAfter = 5
	foldTime  = time.Minute
)

// folding is a slog handler that limits repeated warnings and errors.
type folding struct {
	slog.Handler
	said *saying
}

func newFolding(h slog.Handler) folding { return folding{h, &saying{times: map[string]int{}}} }

// saying counts equal messages since a time.
type saying struct {
	mu    sync.Mutex
	since time.Time
	times map[string]int
}

// Handle implements slog.Handler. The number of omitted messages is logged before the next record, whatever it says.
func (f folding) Handle(ctx context.Context, r slog.Record) error {
	again, left := f.said.again(r)
	for what, n := range left {
		note := slog.NewRecord(r.Time, slog.LevelWarn, "lines that said the same were left out", 0)
		note.AddAttrs(slog.Int("lines", n), slog.String("line", what))
		if err := f.Handler.Handle(ctx, note); err != nil {
			return err
		}
	}
	if again {
		return nil
	}
	return f.Handler.Handle(ctx, r)
}

// again returns whether a record repeats a message beyond the limit, and the counts of omitted messages whose time has
// passed.
func (s *saying) again(r slog.Record) (again bool, left map[string]int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := r.Time.Sub(s.since); d >= foldTime || d < 0 {
		for what, n := range s.times {
			if n > foldAfter {
				if left == nil {
					left = map[string]int{}
				}
				left[what] = n - foldAfter
			}
		}
		s.since = r.Time
		clear(s.times)
	}
	if r.Level < slog.LevelWarn {
		return false, left
	}
	what := r.Message
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "error" {
			what += ": " + a.Value.String()
		}
		return true
	})
	s.times[what]++
	return s.times[what] > foldAfter, left
}

// WithAttrs implements slog.Handler.
func (f folding) WithAttrs(attrs []slog.Attr) slog.Handler {
	return folding{f.Handler.WithAttrs(attrs), f.said}
}

// WithGroup implements slog.Handler.
func (f folding) WithGroup(name string) slog.Handler {
	return folding{f.Handler.WithGroup(name), f.said}
}
