package account

import (
	"context"
	"fmt"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/lookup"
)

// indexForSearch writes the words by which the counter finds an account, as its row now stands. Whoever changes a
// name, a number, an address or the state calls it in the same transaction. An account that is not in use
// cannot be found.
func indexForSearch(ctx context.Context, tx *db.Tx, userID string) error {
	row, err := tx.Account(ctx, userID)
	if err != nil {
		return fmt.Errorf("words of account: %w", err)
	}
	u := row.User
	if u.Status != StatusActive {
		return lookup.Remove(ctx, tx, lookup.Member, userID)
	}
	return lookup.Put(ctx, tx, lookup.Member, userID, u.CreatedAt, lookup.Words{
		Names: []string{u.Name, u.ChineseName, u.Reading}, Mobiles: []string{u.Mobile}, Others: []string{u.EmailKey},
	})
}
