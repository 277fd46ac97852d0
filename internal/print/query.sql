-- name: Layouts :many
-- The newest version of each.
SELECT l.* FROM layouts l WHERE l.version = (SELECT MAX(n.version) FROM layouts n WHERE n.key = l.key) ORDER BY l.created_at, l.key;

-- name: LayoutVersions :many
SELECT * FROM layouts WHERE key = $1 ORDER BY version DESC;

-- name: LayoutLock :one
-- Whoever saves a layout waits here for whoever saves it too; the lock is on its first version.
UPDATE layouts SET kind = kind WHERE key = $1 AND version = 1 RETURNING kind;

-- name: LayoutNewest :one
SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) AS version FROM layouts WHERE key = $1;

-- name: LayoutAdd :exec
INSERT INTO layouts (key, version, kind, name, sheet, params, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: LayoutCount :one
SELECT COUNT(DISTINCT key) FROM layouts;
