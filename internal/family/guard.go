//go:build !unguarded

package family

import (
	"context"
	"fmt"

	"shanmen/internal/db"
)

// early is nothing: people are counted under the lock.
type early struct{}

func (s *Service) countEarly(context.Context, string) (early, error) { return early{}, nil }

// count tells how many people a book has, and keeps others from adding to it meanwhile.
func count(ctx context.Context, tx *db.Tx, _ early, userID string) (int64, error) {
	if _, err := tx.FamilyLock(ctx, userID); err != nil {
		return 0, fmt.Errorf("lock family book: %w", err)
	}
	return tx.FamilyCount(ctx, userID)
}
