//go:build unguarded

package account

import (
	"context"
	"errors"
	"sync"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/id"
)

// This file is accounts without their guards, for proving that the tests named TestRace… would notice:
// guesses are read first and written back one more; the owner of a number is looked up before the
// transaction that makes the account; and each process remembers the sessions that it has seen.

func (s *Service) countGuess(ctx context.Context, sessionID string, now int64) (query.OtpState, error) {
	st, err := s.DB.Read().OTPState(ctx, sessionID)
	if err != nil || st.Attempts >= codeGuesses || st.ExpiresAt <= now {
		return st, errors.Join(err, db.ErrNoRows)
	}
	st.Attempts++
	return st, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return putState(ctx, tx, st) })
}

func (s *Service) ownerAtProof(ctx context.Context, who identifier) (func(context.Context, *db.Tx) (User, bool, error), error) {
	u, known, err := findBy(ctx, s.DB.Read(), who)
	return func(context.Context, *db.Tx) (User, bool, error) { return u, known, nil }, err
}

var remembered sync.Map // of a Service and a token: what the session was

func (s *Service) sessionOf(ctx context.Context, token string) (query.SessionByTokenRow, error) {
	type key struct {
		s     *Service
		token string
	}
	if row, ok := remembered.Load(key{s, token}); ok {
		return row.(query.SessionByTokenRow), nil
	}
	row, err := s.DB.Read().SessionByToken(ctx, id.Hash(token))
	if err == nil {
		remembered.Store(key{s, token}, row)
	}
	return row, err
}
