package till

import (
	"context"
	"errors"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Look records that the treasurer has reviewed a shift's difference; it is idempotent. Without a difference:
// "no-difference".
func (s *Service) Look(ctx context.Context, in *httpd.ByID) (*ShiftReport, error) {
	v := httpd.VisitorOf(ctx)
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		row, err := tx.ShiftLock(ctx, in.ID)
		switch {
		case errors.Is(err, db.ErrNoRows):
			return nil, fault.NotFound()
		case err != nil:
			return nil, err
		case row.ClosedAt == 0 || row.Counted == row.Expected:
			return nil, fault.Invalid("no-difference")
		}
		now := s.Clock.Now()
		n, err := tx.ShiftLook(ctx, query.ShiftLookParams{LookedAt: clock.MillisOf(now), LookedBy: v.UserID, ID: row.ID})
		if err != nil || n == 0 {
			return nil, err
		}
		return nil, audit.Note(ctx, tx, "shift.look", "shift:"+row.ID, nil, map[string]any{"difference": row.Counted - row.Expected})
	})
	if err != nil {
		return nil, err
	}
	return s.Report(ctx, in)
}
