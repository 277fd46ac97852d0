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

// bookingTimes returns when an offering can be booked, or a banner is shown: from midnight of the first day to the
// midnight after the last. A day defined by the almanac is its next occurrence; the opening is the last one before the
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

// seasonLimits lists the reasons why a season is invalid: it would never end or never exist.
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

// RenewSeasons recalculates the dates of offerings and banners whose season has ended. A season with both ends in the
// almanac recurs every year; one with a single such end would restart on the day it ended, so it stays ended until the
// office publishes again.
func (s *Service) RenewSeasons(ctx context.Context) error {
	r := s.DB.Read()
	over, err := r.SeasonsOver(ctx, clock.MillisOf(s.Clock.Now()))
	if err != nil {
		return fmt.Errorf("seasons: %w", err)
	}
	var failed error
	for _, o := range over {
		f, err := version(ctx, r, o.ID, o.LiveEn)
		if err == nil && everyYear(f) { // most have ended for good
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

// everyYear returns whether both ends of a season are defined by the almanac.
func everyYear(f Fields) bool {
	opens, from := bookingDay(f["opens"])
	closes, until := bookingDay(f["closes"])
	return from && until && opens.counted() && closes.counted()
}
