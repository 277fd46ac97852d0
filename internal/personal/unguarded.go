//go:build unguarded

package personal

import (
	"context"
	"time"

	"shanmen/internal/account"
	"shanmen/internal/db"
)

// This file is the program without its guard, for proving that the tests named TestRace… would notice: an account
// is looked at before the transaction and erased by what was seen then. Who has looked waits a moment, as a busy
// machine would let them.

type early struct {
	user account.User
	over bool
}

func (s *Service) lookEarly(ctx context.Context, userID string) (early, error) {
	u, err := account.Find(ctx, s.DB.Read(), userID)
	time.Sleep(300 * time.Millisecond)
	return early{u, u.Closing()}, err
}

func (s *Service) over(_ context.Context, _ *db.Tx, e early, _ string) (account.User, bool, error) {
	return e.user, e.over, nil
}
