package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// The machine's clock may be wrong: an empty battery, a virtual machine that slept, a mistyped date. What expires
// because a clock is ten days ahead cannot be restored, so after a jump nothing expires until a person has confirmed
// the clock.

// clockSeen is the setting that stores when the program last worked, in milliseconds; housekeeping updates it.
const clockSeen = "clock-seen"

// longestGap is how far the clock may be ahead of that time. A program that was off for longer, such as overnight,
// cannot tell this from a jump, so it asks too.
const longestGap = time.Hour

// ClockState says whether the clock waits for confirmation.
type ClockState struct {
	Held bool      `json:"held" doc:"The clock has jumped more than an hour ahead: nothing expires until an administrator confirms the time"`
	Now  time.Time `json:"now"`
	Seen time.Time `json:"seen" doc:"When the program last ran; zero at its first start"`
}

func (a *App) clockState(ctx context.Context, r db.Reader) (ClockState, error) {
	out := ClockState{Now: a.Clock.Now()}
	text, err := r.Setting(ctx, clockSeen)
	if errors.Is(err, db.ErrNoRows) {
		return out, nil
	}
	if err != nil {
		return out, fmt.Errorf("last moment of work: %w", err)
	}
	ms, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return out, fmt.Errorf("last moment of work: %w", err)
	}
	out.Seen = clock.Millis(ms).Time()
	out.Held = out.Now.After(out.Seen.Add(longestGap))
	return out, nil
}

// acceptClock returns whether housekeeping may run, and if so stores the current time, unless there is a later one. A
// clock that went back is harmless: things only expire later.
func (a *App) acceptClock(ctx context.Context) (bool, error) {
	s, err := a.clockState(ctx, a.DB.Read())
	switch {
	case err != nil:
		return false, err
	case s.Held:
		a.Log.Error("the clock is far past the last time that the program worked: nothing expires until somebody confirms it in the office, or by \"shanmen clock accept\"",
			"clock", s.Now.In(clock.Singapore).Format(time.DateTime), "last", s.Seen.In(clock.Singapore).Format(time.DateTime))
		return false, nil
	}
	return true, a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.PutLaterTime(ctx, query.PutLaterTimeParams{Key: clockSeen, Value: millisText(s.Now)})
	})
}

func noteClock(ctx context.Context, tx *db.Tx, now time.Time) error {
	return tx.PutSetting(ctx, query.PutSettingParams{Key: clockSeen, Value: millisText(now)})
}

func millisText(at time.Time) string { return strconv.FormatInt(at.UnixMilli(), 10) }

// AcceptClock confirms the clock; whatever has expired by it is processed within a minute.
func (a *App) AcceptClock(ctx context.Context) error {
	return a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		s, err := a.clockState(ctx, tx.Queries)
		if err != nil {
			return err
		}
		if err := noteClock(ctx, tx, s.Now); err != nil || !s.Held {
			return err
		}
		return audit.Note(ctx, tx, "clock.accept", "clock:machine", map[string]any{"at": s.Seen}, map[string]any{"at": s.Now})
	})
}

// checkClock is the call that returns whether the clock waits for confirmation.
func (a *App) checkClock(ctx context.Context, _ *struct{}) (*ClockState, error) {
	s, err := a.clockState(ctx, a.DB.Read())
	return &s, err
}

// confirmClock is the call by which the office confirms the clock.
func (a *App) confirmClock(ctx context.Context, _ *struct{}) (*ClockState, error) {
	if err := a.AcceptClock(ctx); err != nil {
		return nil, err
	}
	return a.checkClock(ctx, nil)
}

// showClock is "shanmen clock", which prints the state, and "shanmen clock accept", which confirms the clock.
func (a *App) showClock(ctx context.Context, accept bool, stdout io.Writer) error {
	if accept {
		if err := a.AcceptClock(ctx); err != nil {
			return err
		}
	}
	s, err := a.clockState(ctx, a.DB.Read())
	if err != nil {
		return err
	}
	word := "It is believed."
	if s.Held {
		word = `Nothing expires until "shanmen clock accept".`
	}
	last := "never"
	if !s.Seen.IsZero() {
		last = s.Seen.In(clock.Singapore).Format(time.DateTime)
	}
	_, err = fmt.Fprintf(stdout, "The clock says %s; the program last worked at %s. %s\n", s.Now.In(clock.Singapore).Format(time.DateTime), last, word)
	return err
}
