-- name: Redirects :many
SELECT * FROM redirects ORDER BY path;

-- name: PutRedirect :exec
INSERT INTO redirects (path, target, status, active, created_at, updated_at)
VALUES (sqlc.arg(path), sqlc.arg(target), sqlc.arg(status), sqlc.arg(active), sqlc.arg(now), sqlc.arg(now))
ON CONFLICT (path) DO UPDATE SET target = excluded.target, status = excluded.status, active = excluded.active,
    updated_at = excluded.updated_at;
