package httpd

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

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

// maxAnswer limits the size of a stored answer. Data that a visitor can make longer belongs in an unexported field of
// Out, which is not stored: on a repeated call the caller reads it again.
const maxAnswer = 32 << 10

// known is by what WriteOnce identifies the caller.
type known int

// ForAnyone is for calls without a session. A guest is identified by the key alone, which therefore counts only if it
// cannot be guessed: from 16 characters on.
const ForAnyone known = 1

// WriteOnce is db.WriteValue, unless this session already succeeded with the request's Idempotency-Key: then the stored
// answer is returned. It is stored in the transaction of the effect, so there is never one without the other. Refusals are
// not stored. The same key with another body is refused, and the same request sent twice at once waits for the first. Keys
// are kept for 24 hours, and only the newest of each session and user. An act whose answer is read afterwards has *struct{}
// as Out.
func WriteOnce[Out any](ctx context.Context, d *db.DB, fn func(ctx context.Context, tx *db.Tx) (*Out, error), by ...known) (*Out, error) {
	x := exchangeOf(ctx)
	scope := cmp.Or(x.visitor.UserID, x.visitor.SessionID) // a user's survives the new session of a login
	if scope == "" && x.r != nil && slices.Contains(by, ForAnyone) && len(x.r.Header.Get("Idempotency-Key")) >= 16 {
		scope = "guest " + x.r.URL.Path
	}
	return db.WriteValue(ctx, d, func(ctx context.Context, tx *db.Tx) (*Out, error) {
		return once(ctx, tx, scope, func() (*Out, error) { return fn(ctx, tx) })
	})
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
