//go:build !unguarded

package till

import (
	"context"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
)

// The guard against races for a cash box. Built with the tag "unguarded" the program lacks it, and the
// tests named TestRace… must fail: see unguarded.go.

// early is what the unguarded program reads before its transaction. The real one reads nothing.
type early struct{}

func (s *Service) lookEarly(context.Context, string) (early, error) { return early{}, nil }

// lookAt locks the shift, and then adds up what should be in its box.
func (s *Service) lookAt(ctx context.Context, tx *db.Tx, _ early, shiftID string) (query.Shift, int64, error) {
	row, err := tx.ShiftLock(ctx, shiftID)
	if err != nil {
		return row, 0, err
	}
	should, err := expected(ctx, tx.Queries, row)
	return row, should, err
}
