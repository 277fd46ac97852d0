package editing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
)

// ForgetTaken deletes records removed before a time, with drafts and versions.
func ForgetTaken(ctx context.Context, tx *db.Tx, before time.Time) error {
	rows, err := tx.RecordsTakenBefore(ctx, clock.MillisOf(before))
	if err != nil {
		return fmt.Errorf("records taken away: %w", err)
	}
	for _, r := range rows {
		row, err := tx.RecordLock(ctx, r.ID)
		if errors.Is(err, db.ErrNoRows) || err == nil && row.TakenAt == 0 { // restored, or deleted by another replica
			continue
		}
		if err != nil {
			return fmt.Errorf("record %s: %w", r.ID, err)
		}
		for _, drop := range []func(context.Context, string) error{
			tx.RecordDropRefs, tx.RecordDropLooks, tx.RecordDropPresence, tx.RecordDropSchedules, tx.RecordDropVersions, tx.RecordDropDraft, tx.RecordDrop,
		} {
			if err := drop(ctx, r.ID); err != nil {
				return fmt.Errorf("forget record %s: %w", r.ID, err)
			}
		}
		kind, err := kindOf(r.Kind)
		if err != nil {
			return err
		}
		if kind.drop == nil {
			continue
		}
		if err := kind.drop(ctx, tx, r.Key); err != nil {
			return err
		}
	}
	return nil
}
