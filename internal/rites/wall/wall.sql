-- The merit wall. Changing an item's names requires its invoice's lock.

-- name: WallsOn :many
SELECT w.offering_id, w.until_at, o.key, o.title_en, o.title_zh FROM merit_walls w JOIN offerings o ON o.id = w.offering_id
WHERE w.until_at > sqlc.arg(now) ORDER BY o.position, o.key;

-- name: WallSetting :one
-- Gifts of an offering, on the wall or not.
SELECT o.id, o.form_key, COALESCE(w.until_at, 0) AS until_at FROM offerings o LEFT JOIN merit_walls w ON w.offering_id = o.id WHERE o.key = $1;

-- name: WallUntil :one
-- When an offering stops being shown; 0: it never was shown.
SELECT CAST(COALESCE(MAX(until_at), 0) AS BIGINT) AS until_at FROM merit_walls WHERE offering_id = $1;

-- name: WallPut :exec
INSERT INTO merit_walls (offering_id, until_at, changed_by, changed_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (offering_id) DO UPDATE SET until_at = excluded.until_at, changed_by = excluded.changed_by, changed_at = excluded.changed_at;

-- name: WallNames :many
-- The newest first.
SELECT item_id, seq, name, at FROM wall_names
WHERE offering_id = sqlc.arg(offering_id) AND listed = 1 AND live = 1
    AND (at, item_id, seq) < (CAST(sqlc.arg(at) AS BIGINT), CAST(sqlc.arg(item) AS TEXT), CAST(sqlc.arg(seq) AS BIGINT))
ORDER BY at DESC, item_id DESC, seq DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: WallCounts :one
-- Names, and items without one, each counted up to 10,001.
SELECT
    (SELECT count(*) FROM (SELECT 1 FROM wall_names n WHERE n.offering_id = sqlc.arg(offering_id) AND n.listed = 1 AND n.live = 1 LIMIT 10001) a) AS named,
    (SELECT count(*) FROM (SELECT 1 FROM wall_names n WHERE n.offering_id = sqlc.arg(offering_id) AND n.listed = 0 AND n.live = 1 LIMIT 10001) a) AS unnamed;

-- name: WallOfInvoice :many
SELECT * FROM wall_names WHERE invoice_id = $1 ORDER BY item_id, seq;

-- name: WallOfTermBefore :one
-- What was decided last for the earlier terms of an item's subscription, or of the one that it continues.
SELECT w.listed FROM subscription_terms t JOIN subscriptions s ON s.id = t.subscription_id
JOIN subscription_terms e ON e.subscription_id IN (s.id, s.renewed_id) AND e.starts_at < t.starts_at
JOIN wall_names w ON w.item_id = e.item_id
WHERE t.item_id = $1 ORDER BY e.starts_at DESC, w.seq LIMIT 1;

-- name: WallAdd :exec
INSERT INTO wall_names (item_id, seq, invoice_id, offering_id, name, listed, live, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: WallDropItem :exec
DELETE FROM wall_names WHERE item_id = $1;

-- name: WallLive :exec
UPDATE wall_names SET live = sqlc.arg(live) WHERE invoice_id = sqlc.arg(invoice_id);

-- name: WallOfUser :many
-- Names of a user's orders that are on the wall, or will be.
SELECT w.*, i.title_en, i.title_zh FROM invoices v JOIN wall_names w ON w.invoice_id = v.id JOIN invoice_items i ON i.invoice_id = w.invoice_id AND i.id = w.item_id
WHERE v.user_id = $1 ORDER BY w.at, w.item_id, w.seq;

-- name: WallForget :execrows
-- Names given long ago for a wall that is no longer shown.
DELETE FROM wall_names WHERE (item_id, seq) IN (SELECT n.item_id, n.seq FROM wall_names n
    LEFT JOIN merit_walls w ON w.offering_id = n.offering_id
    WHERE n.at < sqlc.arg(before) AND COALESCE(w.until_at, 0) < sqlc.arg(before) ORDER BY n.at LIMIT 1000);

-- name: WallErase :execrows
DELETE FROM wall_names WHERE invoice_id IN (SELECT v.id FROM invoices v WHERE v.user_id = $1);
