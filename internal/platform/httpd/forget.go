package httpd

import (
	"context"

	"shanmen/internal/platform/db"
)

// ForgetAnswers deletes the stored answers of a user, because they contain names.
func ForgetAnswers(ctx context.Context, tx *db.Tx, userID string) error {
	return tx.ForgetIdempotencyKeysOf(ctx, userID)
}
