-- Form definitions. A version never changes.

-- name: FormVersion :one
SELECT definition FROM forms WHERE key = $1 AND version = $2;

-- name: FormLatest :one
SELECT definition FROM forms WHERE key = $1 ORDER BY version DESC LIMIT 1;

-- name: FormLatestVersion :one
SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) FROM forms WHERE key = $1;

-- name: FormPut :exec
INSERT INTO forms (key, version, definition, created_at) VALUES ($1, $2, $3, $4);
