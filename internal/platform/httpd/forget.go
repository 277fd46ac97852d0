package httpd

import (
	"context"

	"shanmen/internal/platform/db"
)

// ForgetAnswers forgets what Once remembers for a user: the answers hold names.
func ForgetAnswers(ctx context.Context, tx *db.Tx, userID string) error {
	return tx.ForgetIdempotencyKeysOf(ctx, userID)
}
