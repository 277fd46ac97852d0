package editing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/lunar"
	"shanmen/internal/platform/db"
)

// bookingTimes are from when to when an offering can be booked, or a banner is shown: from midnight of its first day to the
// midnight after its last. A day that is counted from the calendar's is the next one, and what opens is the last before the
// end. unknown is the field whose day the calendar does not know, or "".
func bookingTimes(f Fields, now time.Time) (opens, closes time.Time, unknown string) {
	today := lunar.DayOf(now)
	var end lunar.Day
	if f["closes"] != "" {
		last, ok := bookingDay(f["closes"])
		if ok {
			end, ok = last.next(today)
		}
		if !ok {
			return opens, closes, "closes"
		}
		closes = end.Add(1).Time(0, 0)
	}
	if f["opens"] != "" {
		first, ok := bookingDay(f["opens"])
		var d lunar.Day
		switch {
		case ok && closes.IsZero():
			d, ok = first.next(today)
		case ok:
			d, ok = first.before(end)
		}
		if !ok {
			return opens, closes, "opens"
		}
		opens = d.Time(0, 0)
	}
	return opens, closes, ""
}

// seasonLimits are the reasons why a season cannot begin or end: it would last for ever, or never be.
func seasonLimits(f Fields, now time.Time) []Finding {
	opens, closes, unknown := bookingTimes(f, now)
	switch {
	case unknown != "":
		return []Finding{{Field: unknown, Code: "season-unknown"}}
	case !opens.IsZero() && !closes.IsZero() && !opens.Before(closes):
		return []Finding{{Field: "closes", Code: "closes-before-opens"}}
	}
	return nil
}

// RenewSeasons reckons anew the days of offerings and banners whose season is over. A season that is counted from the
// almanac at both ends comes back every year; with one end alone it would begin again on the day it ended, so it stays
// over until the office publishes.
func (s *Service) RenewSeasons(ctx context.Context) error {
	r := s.DB.Read()
	over, err := r.SeasonsOver(ctx, clock.MillisOf(s.Clock.Now()))
	if err != nil {
		return fmt.Errorf("seasons: %w", err)
	}
	var failed error
	for _, o := range over {
		f, err := version(ctx, r, o.ID, o.LiveEn)
		if err == nil && everyYear(f) { // most are over for good, and nobody waits for them
			err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.renewSeason(ctx, tx, o.ID) })
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

func (s *Service) renewSeason(ctx context.Context, tx *db.Tx, id string) error {
	w, err := s.open(ctx, tx, id)
	if err != nil {
		return err
	}
	shown, err := w.shown(ctx, tx)
	if err != nil || !everyYear(shown) {
		return err
	}
	return w.show(ctx, tx)
}

// everyYear tells whether both ends of a season are counted from the almanac.
func everyYear(f Fields) bool {
	opens, from := bookingDay(f["opens"])
	closes, until := bookingDay(f["closes"])
	return from && until && opens.counted() && closes.counted()
}
