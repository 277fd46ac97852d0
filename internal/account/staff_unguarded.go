//go:build unguarded

package account

import (
	"context"

	"shanmen/internal/db"
)

// This file is the program without the guard of staff_guard.go: who else administrates is looked up before
// the transaction, and nobody waits for anybody.

type seenAdmins struct{ others int64 }

func (s *Service) seeAdmins(ctx context.Context, userID string) (e seenAdmins, err error) {
	e.others, err = s.DB.Read().CountAdminsBeside(ctx, userID)
	return e, err
}

func lockAdmins(context.Context, *db.Tx) error { return nil }

func adminsBeside(_ context.Context, _ *db.Tx, e seenAdmins, _ string) (int64, error) {
	return e.others, nil
}
