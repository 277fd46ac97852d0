//go:build unguarded

package account

import (
	"context"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
)

// This file is the program without the guards of factor_guard.go, for proving that the tests named
// TestRace… would notice: what is good for one login is looked up first, and written off afterwards
// without asking whether it was still there.

type seenFactor struct{ step, recovery int64 }

func (s *Service) seeFactor(ctx context.Context, u User, code string) (e seenFactor, err error) {
	r := s.DB.Read()
	if row, err := r.TOTPSecret(ctx, u.ID); err == nil {
		e.step = row.LastStep
	}
	e.recovery, err = r.RecoveryCode(ctx, query.RecoveryCodeParams{UserID: u.ID, CodeHash: recoveryHash(code)})
	return e, err
}

func spendStep(ctx context.Context, tx *db.Tx, e seenFactor, p query.SpendTOTPStepParams) (int64, error) {
	if e.step >= p.Step {
		return 0, nil
	}
	_, err := tx.SpendTOTPStep(ctx, p)
	return 1, err
}

func spendRecovery(ctx context.Context, tx *db.Tx, e seenFactor, p query.SpendRecoveryCodeParams) (int64, error) {
	_, err := tx.SpendRecoveryCode(ctx, p)
	return e.recovery, err
}

func (s *Service) spendCeremony(ctx context.Context, tokenHash string) (query.PasskeyCeremony, error) {
	row, err := s.DB.Read().Ceremony(ctx, tokenHash)
	if err != nil {
		return row, err
	}
	return row, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, _ = tx.SpendCeremony(ctx, tokenHash)
		return nil
	})
}
