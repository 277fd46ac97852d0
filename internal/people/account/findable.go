package account

import (
	"context"
	"fmt"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/lookup"
)

// indexForSearch updates the search words of an account from its row. Call it in the transaction that changes a name,
// number, address or state. Inactive accounts are not searchable.
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
