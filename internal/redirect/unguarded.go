//go:build unguarded

package redirect

import (
	"context"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
)

// This file is the program without its guard: the list is read before the transaction, so that each of
// two sees none of the other. Who has read waits a moment, as a busy machine would let them.

type early struct {
	rows []query.Redirect
	read bool
}

func (s *Service) look(ctx context.Context) (early, error) {
	rows, err := s.DB.Read().Redirects(ctx)
	time.Sleep(300 * time.Millisecond)
	return early{rows, true}, err
}

func others(ctx context.Context, tx *db.Tx, e early) ([]query.Redirect, error) {
	if err := tx.ContentBump(ctx); err != nil || e.read {
		return e.rows, err
	}
	return tx.Redirects(ctx)
}
