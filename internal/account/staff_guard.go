//go:build !unguarded

package account

import (
	"context"
	"fmt"

	"shanmen/internal/db"
)

// The guard of the last administrator. Built with the tag "unguarded" the program lacks it, and
// TestRaceTheLastAdministrators must fail: see staff_unguarded.go.

// seenAdmins is what the unguarded program reads before its transaction. The real one reads nothing.
type seenAdmins struct{}

func (s *Service) seeAdmins(context.Context, string) (seenAdmins, error) { return seenAdmins{}, nil }

// lockAdmins makes those who take roles and accounts away wait for each other.
func lockAdmins(ctx context.Context, tx *db.Tx) error {
	if err := tx.LockAdmins(ctx); err != nil {
		return fmt.Errorf("lock administrators: %w", err)
	}
	return nil
}

// adminsBeside counts the administrators who can log in, without one of them.
func adminsBeside(ctx context.Context, tx *db.Tx, _ seenAdmins, userID string) (int64, error) {
	return tx.CountAdminsBeside(ctx, userID)
}
