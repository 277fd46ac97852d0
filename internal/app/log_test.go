package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// A full disk makes thousands of calls fail with the same message: a few lines are written, the others counted. Other
// messages, and lines below warning level, are written each time.
func TestOneRepeatedFailureDoesNotFloodTheLog(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	h := newFolding(slog.NewTextHandler(&out, nil))
	now := time.Date(2026, 11, 23, 9, 0, 0, 0, singapore)
	say := func(level slog.Level, message string, attrs ...slog.Attr) {
		t.Helper()
		r := slog.NewRecord(now, level, message, 0)
		r.AddAttrs(attrs...)
		if err := h.WithAttrs(nil).Handle(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	full := slog.Any("error", errors.New("database or disk is full"))
	for i := range 4187 {
		say(slog.LevelError, "database unavailable", slog.Int("request", i), full)
		now = now.Add(5 * time.Millisecond)
	}
	for i := range 20 {
		say(slog.LevelError, "database unavailable", slog.Any("error", fmt.Errorf("another cause, %d", i)))
		say(slog.LevelInfo, "letter sent")
	}
	if n := strings.Count(out.String(), "disk is full"); n != foldAfter {
		t.Errorf("%d lines of a full disk", n)
	}
	if a, b := strings.Count(out.String(), "another cause"), strings.Count(out.String(), "letter sent"); a != 20 || b != 20 {
		t.Errorf("%d lines of other causes, %d of what is none", a, b)
	}
	now = now.Add(time.Minute)
	say(slog.LevelInfo, "much later")
	if !strings.Contains(out.String(), fmt.Sprintf("lines=%d", 4187-foldAfter)) {
		t.Errorf("what was left out is not told: %s", out.String())
	}
	say(slog.LevelError, "database unavailable", full)
	if n := strings.Count(out.String(), "level=ERROR msg=\"database unavailable\" error=\"database or disk is full\""); n != 1 {
		t.Errorf("once the time is over it is said again: %d", n)
	}
}
