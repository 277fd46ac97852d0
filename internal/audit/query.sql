-- name: AddAuditEntry :exec
INSERT INTO audit_entries (id, at, actor_id, action, subject, before, after, request_id, ip)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: AuditEntriesOf :many
SELECT * FROM audit_entries WHERE subject = $1 ORDER BY at, id;
