-- name: AddAuditEntry :exec
INSERT INTO audit_entries (id, at, actor_id, action, subject, before, after, request_id, ip)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- The audit trail, newest first, from one row on. Each main filter has its index; further filters are checked row by
-- row. An empty text and a zero time match everything.

-- name: AuditTrailOfSubject :many
SELECT * FROM audit_entries
WHERE subject = sqlc.arg(subject) AND (CAST(sqlc.arg(action) AS TEXT) = '' OR action = CAST(sqlc.arg(action) AS TEXT))
    AND (CAST(sqlc.arg(actor_id) AS TEXT) = '' OR actor_id = CAST(sqlc.arg(actor_id) AS TEXT))
    AND (at, id) < (CAST(sqlc.arg(before_at) AS BIGINT), CAST(sqlc.arg(before_id) AS TEXT)) AND at >= CAST(sqlc.arg(since) AS BIGINT)
ORDER BY at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: AuditLastOf :one
SELECT * FROM audit_entries WHERE subject = sqlc.arg(subject) AND action = sqlc.arg(action) ORDER BY at DESC, id DESC LIMIT 1;
