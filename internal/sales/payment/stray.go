package payment

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/media"
)

// A stray is a stored picture that no row names: the program or storage stopped between writing the picture and its
// row, or between deleting the row and the picture.

// StrayFor is how long a stray is kept: longer than any operation that still needs it, and long enough to notice that
// an old database was restored.
const StrayFor = 7 * 24 * time.Hour

const (
	strayEvery   = 24 * time.Hour
	strayTime    = 30 * time.Minute // per sweep
	strayMost    = 1000             // deleted per sweep; the next one continues
	strayHandful = 10               // may be deleted whatever their share is
	// After so long without a sweep the program was off, or an old database was restored: StrayFor starts over.
	strayGap = 3 * 24 * time.Hour
)

// SweepStrays deletes stored pictures that no row names, at most once a day over all replicas. If they are more than
// half of all pictures, the database does not belong to them: nothing is deleted.
func (s *Service) SweepStrays(ctx context.Context) error {
	due, err := s.straysDue(ctx)
	if err != nil || !due {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, strayTime)
	defer cancel()
	found, looked, strays, err := s.findStrays(ctx)
	if err != nil {
		return fmt.Errorf("pictures without a row: %w", err)
	}
	if strays > strayHandful && strays > looked/2 {
		s.Log.Warn("no row names most of the stored pictures: none is deleted. Is this the database that they belong to?", "pictures", looked, "without", strays, "first", found[0])
		return nil
	}
	for _, key := range found {
		if err := s.Files.Delete(ctx, key); err != nil {
			return fmt.Errorf("pictures without a row: %w", err)
		}
	}
	if len(found) > 0 {
		s.Log.Info("pictures without a row were deleted", "pictures", looked, "deleted", len(found), "left", strays-len(found))
	}
	return nil
}

// straysDue returns whether this replica should sweep now, and schedules the next sweep.
func (s *Service) straysDue(ctx context.Context) (bool, error) {
	now := s.Clock.Now()
	was, err := s.DB.Read().Setting(ctx, "stray-sweep")
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return false, fmt.Errorf("plan of the sweep: %w", err)
	}
	ms, _ := strconv.ParseInt(was, 10, 64) // without one: long ago
	planned := clock.Millis(ms).Time()
	next, due := now.Add(strayEvery), true
	switch {
	case planned.After(now.Add(StrayFor)) || now.After(planned.Add(strayGap)):
		next, due = now.Add(StrayFor), false
	case planned.After(now):
		return false, nil
	}
	won, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int64, error) {
		return tx.PlanStraySweep(ctx, query.PlanStraySweepParams{Next: strconv.FormatInt(next.UnixMilli(), 10), Was: was})
	})
	if err != nil {
		return false, fmt.Errorf("plan of the sweep: %w", err)
	}
	return due && won == 1, nil
}

// findStrays lists pictures old enough by the store's own clock, up to the limit of a sweep.
func (s *Service) findStrays(ctx context.Context) (found []string, looked, strays int, err error) {
	now, err := media.Now(ctx, s.Files)
	if err != nil {
		return nil, 0, 0, err
	}
	for _, kind := range []string{"receipt/", "picture/", "print/"} { // of transfers, of the library, and of print runs
		err = s.Files.Each(ctx, kind, func(f media.Stored) error {
			if now.Sub(f.Modified) < StrayFor {
				return nil
			}
			looked++
			named, err := s.DB.Read().PictureNamed(ctx, f.Key)
			if err != nil || named == 1 {
				return err
			}
			if strays++; len(found) < strayMost {
				found = append(found, f.Key)
			}
			return nil
		})
		if err != nil {
			return nil, 0, 0, err
		}
	}
	return found, looked, strays, nil
}
