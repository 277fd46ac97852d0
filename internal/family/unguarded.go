//go:build unguarded

package family

import (
	"context"
	"time"

	"shanmen/internal/db"
)

// This file is the program without its guard, for proving that the tests named TestRace… would notice:
// people are counted before the transaction, so that several who come at once all see the last place. Who
// has counted waits a moment, as a busy machine would let them.

type early struct{ n int64 }

func (s *Service) countEarly(ctx context.Context, userID string) (early, error) {
	n, err := s.DB.Read().FamilyCount(ctx, userID)
	time.Sleep(300 * time.Millisecond)
	return early{n}, err
}

func count(_ context.Context, _ *db.Tx, e early, _ string) (int64, error) { return e.n, nil }
