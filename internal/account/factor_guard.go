//go:build !unguarded

package account

import (
	"context"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
)

// The guards that make a code, a recovery code and a passkey's question good for one login. Built with
// the tag "unguarded" the program lacks them, and the tests named TestRace… must fail: see
// factor_unguarded.go.

// seenFactor is what the unguarded program reads before its transaction. The real one reads nothing.
type seenFactor struct{}

func (s *Service) seeFactor(context.Context, User, string) (seenFactor, error) {
	return seenFactor{}, nil
}

// spendStep moves the account past a code's step, unless another request has.
func spendStep(ctx context.Context, tx *db.Tx, _ seenFactor, p query.SpendTOTPStepParams) (int64, error) {
	return tx.SpendTOTPStep(ctx, p)
}

// spendRecovery deletes a recovery code, unless another request has.
func spendRecovery(ctx context.Context, tx *db.Tx, _ seenFactor, p query.SpendRecoveryCodeParams) (int64, error) {
	return tx.SpendRecoveryCode(ctx, p)
}

// spendCeremony takes a question away and returns it; db.ErrNoRows when another request has.
func (s *Service) spendCeremony(ctx context.Context, tokenHash string) (query.PasskeyCeremony, error) {
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (query.PasskeyCeremony, error) {
		return tx.SpendCeremony(ctx, tokenHash)
	})
}
