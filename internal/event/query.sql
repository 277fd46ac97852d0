-- Days at the temple.

-- name: EventsUpcoming :many
SELECT * FROM events WHERE published = 1 AND ends_at > $1 ORDER BY starts_at, key LIMIT $2;

-- name: EventAdd :exec
INSERT INTO events (id, key, title_en, title_zh, summary_en, summary_zh, place_en, place_zh, starts_at, ends_at, published)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
