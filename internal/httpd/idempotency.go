package httpd

import (
	"context"
	"encoding/json"
	"fmt"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
)

// Once runs fn inside tx, unless this session has already had a success under the request's
// Idempotency-Key: then that answer is given again. The memory is written in the same transaction
// as the effect, so there is never one without the other. A refusal is not remembered. The same
// key with another body is refused, and the same request sent twice at once waits for the first.
// Keys are kept for 24 hours.
func Once[Out any](ctx context.Context, tx *db.Tx, fn func() (*Out, error)) (*Out, error) {
	x := exchangeOf(ctx)
	if x.visitor.UserID != "" {
		return once(ctx, tx, x.visitor.UserID, fn) // survives the new session of a login
	}
	return once(ctx, tx, x.visitor.SessionID, fn)
}

// OnceForAnyone is Once for calls that need no session. A guest without one is known by the key
// alone, which therefore counts only when nobody else can have the same: from 16 characters on.
func OnceForAnyone[Out any](ctx context.Context, tx *db.Tx, fn func() (*Out, error)) (*Out, error) {
	x := exchangeOf(ctx)
	if x.r != nil && x.visitor.SessionID == "" && len(x.r.Header.Get("Idempotency-Key")) >= 16 {
		return once(ctx, tx, "guest "+x.r.URL.Path, fn)
	}
	return Once(ctx, tx, fn)
}

func once[Out any](ctx context.Context, tx *db.Tx, scope string, fn func() (*Out, error)) (*Out, error) {
	x := exchangeOf(ctx)
	if x.r == nil || scope == "" {
		return fn()
	}
	key := x.r.Header.Get("Idempotency-Key")
	if key == "" {
		return fn()
	}
	now := x.server.cfg.Clock.Now().UnixMilli()
	row, err := tx.ClaimIdempotencyKey(ctx, query.ClaimIdempotencyKeyParams{Scope: scope, Key: key, BodyHash: x.bodyHash, CreatedAt: now})
	if err != nil {
		return nil, fmt.Errorf("idempotency key: %w", err)
	}
	if remembered := row.Response != "" && row.CreatedAt > now-24*60*60*1000; remembered {
		if row.BodyHash != x.bodyHash {
			return nil, fault.Invalid("idempotency-key-reused")
		}
		out := new(Out)
		return out, json.Unmarshal([]byte(row.Response), out)
	}
	out, err := fn()
	if err != nil {
		return nil, err
	}
	b, err := json.Marshal(out)
	if err != nil {
		return nil, err
	}
	return out, tx.PutIdempotencyKey(ctx, query.PutIdempotencyKeyParams{
		Scope: scope, Key: key, BodyHash: x.bodyHash, Response: string(b), CreatedAt: now,
	})
}
