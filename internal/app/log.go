package app

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// foldAfter warnings that say the same within foldTime are written; the others are counted. A disk that is full
	// fails each call with the same words, and the log often lies on it.
	foldAfter = 5
	foldTime  = time.Minute
)

// folding is a log's handler that writes no flood of equal warnings and errors.
type folding struct {
	slog.Handler
	said *saying
}

func newFolding(h slog.Handler) folding { return folding{h, &saying{times: map[string]int{}}} }

// saying counts what was said since a moment.
type saying struct {
	mu    sync.Mutex
	since time.Time
	times map[string]int
}

// Handle implements slog.Handler. What was left out is told with the next line of the log, whatever that says.
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

// again tells whether a record says what was said often enough, and what was left out of a time that is over.
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
