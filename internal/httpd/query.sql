-- name: ClaimIdempotencyKey :one
-- The row stays locked until the transaction ends. A new one has no response yet.
INSERT INTO idempotency_keys (scope, key, body_hash, response, created_at)
VALUES ($1, $2, $3, '', $4)
ON CONFLICT (scope, key) DO UPDATE SET scope = excluded.scope
RETURNING body_hash, response, created_at;

-- name: PutIdempotencyKey :exec
INSERT INTO idempotency_keys (scope, key, body_hash, response, created_at)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (scope, key) DO UPDATE SET body_hash = excluded.body_hash, response = excluded.response, created_at = excluded.created_at;

-- name: ForgetIdempotencyKeys :exec
DELETE FROM idempotency_keys WHERE created_at <= $1;

-- name: CountThrottle :one
-- Adds a hit to the window and returns how many it has.
INSERT INTO throttles (key, window_start, hits, ends_at) VALUES ($1, $2, 1, $3)
ON CONFLICT (key, window_start) DO UPDATE SET hits = throttles.hits + 1
RETURNING hits;

-- name: ThrottleHits :one
SELECT hits FROM throttles WHERE key = $1 AND window_start = $2;

-- name: ForgetThrottles :exec
DELETE FROM throttles WHERE ends_at <= $1;

-- name: ForgetIdempotencyKeysOf :exec
DELETE FROM idempotency_keys WHERE scope = $1;
