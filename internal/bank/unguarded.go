//go:build unguarded

package bank

import (
	"context"
	"errors"
	"os"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
)

// This file is the program without its guard, for proving that the tests named TestRace… would notice.
// With SHANMEN_UNGUARD=bank nobody waits for a turn: a line is read, and something is decided about it
// while others do the same. On SQLite, which has one writer, it is read before the transaction.

const gap = 15 * time.Millisecond

func missing() bool { return os.Getenv("SHANMEN_UNGUARD") == "bank" }

type early struct {
	there bool // SQLite
	line  query.BankLine
}

func (s *Service) lookEarly(ctx context.Context, lineID string) (early, error) {
	if !missing() || s.DB.Engine() != "sqlite" {
		return early{}, nil
	}
	l, err := s.DB.Read().BankLine(ctx, lineID)
	if errors.Is(err, db.ErrNoRows) {
		return early{}, nil
	}
	time.Sleep(gap)
	return early{true, l}, err
}

func (s *Service) lookAt(ctx context.Context, tx *db.Tx, e early, lineID string) (query.BankLine, error) {
	if missing() && e.there {
		return e.line, nil
	}
	if !missing() {
		if _, err := tx.BankTurn(ctx); err != nil {
			return query.BankLine{}, err
		}
	}
	l, err := tx.BankLine(ctx, lineID)
	if errors.Is(err, db.ErrNoRows) {
		err = fault.NotFound()
	}
	if missing() {
		time.Sleep(gap)
	}
	return l, err
}
