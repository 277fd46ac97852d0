package editing

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/clock"
	"shanmen/internal/db"
)

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
