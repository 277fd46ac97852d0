// Package member keeps the devotee's record that stands behind carts, invoices and subscriptions.
// An account of the staff may lack one.
package member

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/id"
)

// Ensure returns the id of the user's member record, made now when it is missing. Two that come at
// once get the same record.
func Ensure(ctx context.Context, tx *db.Tx, userID string, now time.Time) (string, error) {
	got, err := tx.EnsureMember(ctx, query.EnsureMemberParams{ID: id.New(), UserID: userID, CreatedAt: now.UnixMilli()})
	if err != nil {
		return "", fmt.Errorf("member record: %w", err)
	}
	return got, nil
}
