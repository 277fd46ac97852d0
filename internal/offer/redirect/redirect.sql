-- name: Redirects :many
SELECT * FROM redirects ORDER BY path;

-- name: PutRedirect :exec
INSERT INTO redirects (path, target, status, active, why, created_at, updated_at)
VALUES (sqlc.arg(path), sqlc.arg(target), sqlc.arg(status), sqlc.arg(active), sqlc.arg(why), sqlc.arg(now), sqlc.arg(now))
ON CONFLICT (path) DO UPDATE SET target = excluded.target, status = excluded.status, active = excluded.active,
    why = excluded.why, updated_at = excluded.updated_at;

-- name: DropRedirect :exec
DELETE FROM redirects WHERE path = $1;

-- name: AddressAdd :exec
INSERT INTO address_days (day, moved, path, times) VALUES ($1, $2, $3, $4)
ON CONFLICT (day, moved, path) DO UPDATE SET times = address_days.times + excluded.times;

-- name: AddressesPrune :exec
-- For each day only the most requested missing addresses are kept.
DELETE FROM address_days WHERE address_days.day = sqlc.arg(day) AND address_days.moved = 0 AND address_days.path NOT IN (
    SELECT k.path FROM address_days k WHERE k.day = sqlc.arg(day) AND k.moved = 0
    ORDER BY k.times DESC, k.path LIMIT CAST(sqlc.arg(most) AS BIGINT)
);

-- name: AddressesOf :many
SELECT path FROM address_days WHERE day = $1 AND moved = 0;

-- name: AddressTimes :many
-- Requests for each since a day, most first.
SELECT path, CAST(SUM(times) AS BIGINT) AS times FROM address_days
WHERE day >= sqlc.arg(since) AND moved = sqlc.arg(moved)
GROUP BY path ORDER BY 2 DESC, path LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: RedirectOf :one
-- Target of an old address.
SELECT target FROM redirects WHERE path = $1 AND active = 1;
