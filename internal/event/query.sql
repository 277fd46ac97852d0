-- Days at the temple.

-- name: EventsUpcoming :many
SELECT * FROM events WHERE published = 1 AND ends_at > $1 ORDER BY starts_at, key LIMIT $2;

-- name: EventsBetween :many
-- What touches the time between two moments.
SELECT * FROM events WHERE published = 1 AND ends_at > sqlc.arg(since) AND starts_at < sqlc.arg(before)
ORDER BY starts_at, key LIMIT sqlc.arg(most);

-- name: EventsPast :many
SELECT * FROM events WHERE published = 1 AND ends_at <= sqlc.arg(now) AND ends_at > sqlc.arg(since)
ORDER BY starts_at DESC, key LIMIT sqlc.arg(most);

-- name: EventByKey :one
SELECT * FROM events WHERE key = $1 AND published = 1;

-- name: EventAdd :exec
INSERT INTO events (id, key, kind, title_en, title_zh, summary_en, summary_zh, html_en, html_zh, place_en, place_zh,
    starts_at, ends_at, offering, published, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

-- name: EventPublish :execrows
UPDATE events SET published = sqlc.arg(published), updated_at = sqlc.arg(updated_at) WHERE key = sqlc.arg(key);

-- name: EventAddresses :many
-- Every published event, for the sitemap.
SELECT key, updated_at FROM events WHERE published = 1 ORDER BY starts_at DESC, key LIMIT 10000;
