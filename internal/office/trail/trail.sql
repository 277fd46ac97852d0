-- name: AuditCount :one
SELECT count(*) FROM (SELECT 1 FROM audit_entries
    WHERE at < CAST(sqlc.arg(before_at) AS BIGINT) AND at >= CAST(sqlc.arg(since) AS BIGINT) LIMIT 10001) AS found;

-- name: AuditCountOfAction :one
SELECT count(*) FROM (SELECT 1 FROM audit_entries
    WHERE action = sqlc.arg(action) AND at < CAST(sqlc.arg(before_at) AS BIGINT) AND at >= CAST(sqlc.arg(since) AS BIGINT) LIMIT 10001) AS found;

-- name: AuditCountOfActor :one
SELECT count(*) FROM (SELECT 1 FROM audit_entries
    WHERE actor_id = sqlc.arg(actor_id) AND (CAST(sqlc.arg(action) AS TEXT) = '' OR action = CAST(sqlc.arg(action) AS TEXT))
        AND at < CAST(sqlc.arg(before_at) AS BIGINT) AND at >= CAST(sqlc.arg(since) AS BIGINT) LIMIT 10001) AS found;

-- name: AuditCountOfSubject :one
SELECT count(*) FROM (SELECT 1 FROM audit_entries
    WHERE subject = sqlc.arg(subject) AND (CAST(sqlc.arg(action) AS TEXT) = '' OR action = CAST(sqlc.arg(action) AS TEXT))
        AND (CAST(sqlc.arg(actor_id) AS TEXT) = '' OR actor_id = CAST(sqlc.arg(actor_id) AS TEXT))
        AND at < CAST(sqlc.arg(before_at) AS BIGINT) AND at >= CAST(sqlc.arg(since) AS BIGINT) LIMIT 10001) AS found;

-- name: AuditTrail :many
SELECT * FROM audit_entries
WHERE (at, id) < (CAST(sqlc.arg(before_at) AS BIGINT), CAST(sqlc.arg(before_id) AS TEXT)) AND at >= CAST(sqlc.arg(since) AS BIGINT)
ORDER BY at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: AuditTrailOfAction :many
SELECT * FROM audit_entries
WHERE action = sqlc.arg(action)
    AND (at, id) < (CAST(sqlc.arg(before_at) AS BIGINT), CAST(sqlc.arg(before_id) AS TEXT)) AND at >= CAST(sqlc.arg(since) AS BIGINT)
ORDER BY at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: AuditTrailOfActor :many
SELECT * FROM audit_entries
WHERE actor_id = sqlc.arg(actor_id) AND (CAST(sqlc.arg(action) AS TEXT) = '' OR action = CAST(sqlc.arg(action) AS TEXT))
    AND (at, id) < (CAST(sqlc.arg(before_at) AS BIGINT), CAST(sqlc.arg(before_id) AS TEXT)) AND at >= CAST(sqlc.arg(since) AS BIGINT)
ORDER BY at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: BankLinesOfInvoice :many
-- Statement lines booked on an invoice, by a person or automatically.
SELECT l.id, l.statement_id, l.decided_at, m.state FROM bank_matches m JOIN bank_lines l ON l.id = m.line_id
WHERE m.invoice_id = $1 AND m.state <> 'proposed' ORDER BY l.booked_at, l.id;

-- name: OfferingByID :one
SELECT * FROM offerings WHERE id = $1;
