//go:build !unguarded

package bank

import (
	"context"
	"errors"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
)

// The guard against races for a line. Built with the tag "unguarded" the program lacks it, and the tests
// named TestRace… must fail: see unguarded.go.

// early is what the unguarded program reads before its transaction. The real one reads nothing.
type early struct{}

func (s *Service) lookEarly(context.Context, string) (early, error) { return early{}, nil }

// lookAt takes the turn and reads a line: until the transaction ends nobody else changes it.
func (s *Service) lookAt(ctx context.Context, tx *db.Tx, _ early, lineID string) (query.BankLine, error) {
	if _, err := tx.BankTurn(ctx); err != nil {
		return query.BankLine{}, err
	}
	l, err := tx.BankLineLock(ctx, lineID)
	if errors.Is(err, db.ErrNoRows) {
		err = fault.NotFound()
	}
	return l, err
}
