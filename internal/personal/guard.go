//go:build !unguarded

package personal

import (
	"context"

	"shanmen/internal/account"
	"shanmen/internal/db"
)

// early is nothing: an account is looked at under its lock.
type early struct{}

func (s *Service) lookEarly(context.Context, string) (early, error) { return early{}, nil }

// over locks an account and tells whether its days of grace are over.
func (s *Service) over(ctx context.Context, tx *db.Tx, _ early, userID string) (account.User, bool, error) {
	return s.Accounts.ClosingOver(ctx, tx, userID)
}
