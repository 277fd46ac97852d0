package httpd

import (
	"context"
	"encoding/json"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// The number of keys kept per scope. People retry within minutes; a clerk makes up to a thousand calls on a busy day.
const (
	keysOfAGuest  = 50
	keysOfAMember = 200
	keysOfStaff   = 3000
)

// maxAnswer limits the size of a stored answer. For answers of visitor-controlled length see OnceAs.
const maxAnswer = 32 << 10

// Once runs fn inside tx, unless this session has already succeeded with the request's Idempotency-Key: then it returns
// the stored answer. The answer is stored in the same transaction as the effect, so there is never one without the
// other. Refusals are not stored. The same key with another body is refused, and of two concurrent requests the second
// waits for the first. Keys are kept for 24 hours, and only the newest per session and user.
func Once[Out any](ctx context.Context, tx *db.Tx, fn func() (*Out, error)) (*Out, error) {
	x := exchangeOf(ctx)
	if x.visitor.UserID != "" {
		return once(ctx, tx, x.visitor.UserID, fn) // survives the new session of a login
	}
	return once(ctx, tx, x.visitor.SessionID, fn)
}

// WriteOnce is Once in a transaction of its own.
func WriteOnce[Out any](ctx context.Context, d *db.DB, fn func(ctx context.Context, tx *db.Tx) (*Out, error)) (*Out, error) {
	return db.WriteValue(ctx, d, func(ctx context.Context, tx *db.Tx) (*Out, error) {
		return Once(ctx, tx, func() (*Out, error) { return fn(ctx, tx) })
	})
}

// ActOnce is WriteOnce for an action whose answer is read afterwards.
func ActOnce(ctx context.Context, d *db.DB, fn func(ctx context.Context, tx *db.Tx) error) error {
	_, err := WriteOnce(ctx, d, func(ctx context.Context, tx *db.Tx) (*struct{}, error) { return &struct{}{}, fn(ctx, tx) })
	return err
}

// OnceForAnyone is Once for calls without a session. A guest without one is identified by the key alone, which
// therefore counts only if it is unguessable: from 16 characters.
func OnceForAnyone[Out any](ctx context.Context, tx *db.Tx, fn func() (*Out, error)) (*Out, error) {
	x := exchangeOf(ctx)
	if x.r != nil && x.visitor.SessionID == "" && len(x.r.Header.Get("Idempotency-Key")) >= 16 {
		return once(ctx, tx, "guest "+x.r.URL.Path, fn)
	}
	return Once(ctx, tx, fn)
}

// OnceAs is Once for an answer of visitor-controlled length, such as a cart: only the key returned by fn is stored, and
// again builds the answer from it.
func OnceAs[Key, Out any](ctx context.Context, tx *db.Tx, fn func() (*Key, *Out, error), again func(*Key) (*Out, error)) (*Out, error) {
	var out *Out
	key, err := Once(ctx, tx, func() (key *Key, err error) {
		key, out, err = fn()
		return key, err
	})
	if err != nil || out != nil {
		return out, err
	}
	return again(key)
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
	now := clock.MillisOf(x.server.cfg.Clock.Now())
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
	if len(b) > maxAnswer {
		return nil, fmt.Errorf("idempotency key: an answer of %d bytes is too long to be kept", len(b))
	}
	most := int32(keysOfAGuest)
	switch {
	case x.visitor.Staff():
		most = keysOfStaff
	case x.visitor.LoggedIn():
		most = keysOfAMember
	}
	if scope == x.visitor.UserID || scope == x.visitor.SessionID { // guests are limited by address
		if err := tx.TrimIdempotencyKeys(ctx, query.TrimIdempotencyKeysParams{Scope: scope, Most: most}); err != nil {
			return nil, fmt.Errorf("idempotency keys: %w", err)
		}
	}
	return out, tx.PutIdempotencyKey(ctx, query.PutIdempotencyKeyParams{
		Scope: scope, Key: key, BodyHash: x.bodyHash, Response: string(b), CreatedAt: now,
	})
}
