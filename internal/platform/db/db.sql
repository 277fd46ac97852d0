-- Settings of the office, and data shared by all features.

-- name: Setting :one
SELECT value FROM settings WHERE key = $1;

-- name: Settings :many
SELECT key, value FROM settings ORDER BY key;

-- name: PutSetting :exec
INSERT INTO settings (key, value) VALUES ($1, $2)
ON CONFLICT (key) DO UPDATE SET value = excluded.value;

-- name: NameDatabase :exec
-- Several replicas may start together: the first one's id is kept.
INSERT INTO database_identity (only_one, id) VALUES (1, $1) ON CONFLICT (only_one) DO NOTHING;

-- name: DatabaseID :one
SELECT id FROM database_identity WHERE only_one = 1;
