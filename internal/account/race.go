//go:build !unguarded

package account

import (
	"context"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/id"
)

// The guards of accounts against races. Built with the tag "unguarded" the program lacks them, and the
// tests named TestRace… must fail: see unguarded.go.

// countGuess is the first: a guess is counted by one conditional statement, and committed before anybody
// looks whether it is right. ErrNoRows: none is left.
func (s *Service) countGuess(ctx context.Context, sessionID string, now int64) (query.OtpState, error) {
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (query.OtpState, error) {
		return tx.CountOTPGuess(ctx, query.CountOTPGuessParams{SessionID: sessionID, Most: codeGuesses, Now: now})
	})
}

// ownerAtProof is the second: who has proven a number is looked up in the transaction that would make the
// account. Of two that do so at once, one meets the UNIQUE index and looks again.
func (s *Service) ownerAtProof(_ context.Context, who identifier) (func(context.Context, *db.Tx) (User, bool, error), error) {
	return func(ctx context.Context, tx *db.Tx) (User, bool, error) { return findBy(ctx, tx.Queries, who) }, nil
}

// sessionOf is the third: what a session is worth is asked anew for every request, of the database that
// all replicas share.
func (s *Service) sessionOf(ctx context.Context, token string) (query.SessionByTokenRow, error) {
	return s.DB.Read().SessionByToken(ctx, id.Hash(token))
}
