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

-- name: TrimIdempotencyKeys :exec
-- Deletes all but the newest keys of a scope.
DELETE FROM idempotency_keys WHERE idempotency_keys.scope = sqlc.arg(scope) AND idempotency_keys.created_at < (
    SELECT k.created_at FROM idempotency_keys AS k WHERE k.scope = sqlc.arg(scope) ORDER BY k.created_at DESC LIMIT 1 OFFSET sqlc.arg(most));

-- name: CountThrottle :one
-- Adds a hit to the key's window and returns the count, and the window's end. An expired window, or one whose hits were
-- all withdrawn, is replaced.
INSERT INTO throttles (key, window_start, hits, ends_at) VALUES ($1, $2, 1, $3)
ON CONFLICT (key) DO UPDATE SET
    hits = CASE WHEN throttles.ends_at <= excluded.window_start OR throttles.hits = 0 THEN 1 ELSE throttles.hits + 1 END,
    window_start = CASE WHEN throttles.ends_at <= excluded.window_start OR throttles.hits = 0 THEN excluded.window_start ELSE throttles.window_start END,
    ends_at = CASE WHEN throttles.ends_at <= excluded.window_start OR throttles.hits = 0 THEN excluded.ends_at ELSE throttles.ends_at END
RETURNING hits, ends_at;

-- name: UncountThrottle :exec
-- Withdraws a hit counted at a time, unless the window is a later one.
UPDATE throttles SET hits = hits - 1 WHERE key = sqlc.arg(key) AND window_start <= CAST(sqlc.arg(counted_at) AS BIGINT) AND hits > 0;

-- name: ThrottleNow :one
-- The hits of a window that has not expired, and its end.
SELECT hits, ends_at FROM throttles WHERE key = $1 AND ends_at > sqlc.arg(now);

-- name: ForgetIdempotencyKeysOf :exec
DELETE FROM idempotency_keys WHERE scope = $1;
