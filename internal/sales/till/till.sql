-- Cash boxes. A shift's row is locked before cash movements, and before it is closed.

-- name: ShiftOpen :exec
INSERT INTO shifts (id, user_id, opened_at, opening_float, opening_count) VALUES ($1, $2, $3, $4, $5);

-- name: ShiftCurrentLock :one
UPDATE shifts SET user_id = user_id WHERE user_id = $1 AND closed_at = 0 RETURNING *;

-- name: ShiftCurrent :one
SELECT * FROM shifts WHERE user_id = $1 AND closed_at = 0;

-- name: ShiftLock :one
UPDATE shifts SET user_id = user_id WHERE id = $1 RETURNING *;

-- name: Shift :one
SELECT * FROM shifts WHERE id = $1;

-- name: ShiftClose :exec
UPDATE shifts SET closed_at = $1, closed_by = $2, expected = $3, counted = $4, closing_count = $5, explanation = $6, of_month = $7 WHERE id = $8;

-- name: ShiftFloat :exec
-- Deletes the counted pieces of the opening as well; the first float is kept.
UPDATE shifts SET float_first = CASE WHEN float_first < 0 THEN opening_float ELSE float_first END, opening_float = sqlc.arg(opening_float), opening_count = ''
WHERE id = sqlc.arg(id) AND closed_at = 0;

-- name: ShiftTaken :one
-- Cash received in the box and not undone.
SELECT CAST(COALESCE(sum(received), 0) AS BIGINT) FROM payments WHERE shift_id = $1 AND shift_id <> '' AND status = 'approved';

-- name: ShiftPaidOut :one
-- Cash paid out of the box.
SELECT CAST(COALESCE(sum(amount), 0) AS BIGINT) FROM refunds WHERE shift_id = $1 AND shift_id <> '' AND method = 1;

-- name: Shifts :many
SELECT * FROM shifts
WHERE CAST(sqlc.arg(id) AS TEXT) = '' OR opened_at < sqlc.arg(at) OR opened_at = sqlc.arg(at) AND id < CAST(sqlc.arg(id) AS TEXT)
ORDER BY opened_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ShiftsCount :one
SELECT count(*) FROM (SELECT 1 FROM shifts LIMIT 10001) t;

-- name: ShiftsOfUser :many
SELECT * FROM shifts
WHERE user_id = sqlc.arg(user_id)
    AND (CAST(sqlc.arg(id) AS TEXT) = '' OR opened_at < sqlc.arg(at) OR opened_at = sqlc.arg(at) AND id < CAST(sqlc.arg(id) AS TEXT))
ORDER BY opened_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ShiftsOfUserCount :one
SELECT count(*) FROM (SELECT 1 FROM shifts WHERE user_id = $1 LIMIT 10001) t;

-- name: ShiftMovements :many
-- Cash movements of the box in order, including payments that were undone.
SELECT p.decided_at AS at, p.status AS kind, v.number, v.payer_name, v.payer_chinese,
    CAST(COALESCE((SELECT o.number FROM official_receipts o WHERE o.payment_id = p.id), '') AS TEXT) AS receipt,
    CAST(COALESCE(p.received, 0) AS BIGINT) AS amount, p.id AS row_id
FROM payments p JOIN invoices v ON v.id = p.invoice_id
WHERE p.shift_id = $1 AND p.shift_id <> '' AND p.status IN ('approved', 'voided')
UNION ALL
SELECT r.at, 'refund' AS kind, COALESCE(v.number, '') AS number, COALESCE(v.payer_name, '') AS payer_name, COALESCE(v.payer_chinese, '') AS payer_chinese,
    '' AS receipt, r.amount, r.id AS row_id
FROM refunds r LEFT JOIN invoices v ON v.id = r.invoice_id
WHERE r.shift_id = $1 AND r.shift_id <> '' AND r.method = 1
ORDER BY at, row_id;

-- name: ShiftItems :many
-- Counted cash by offering, and the quantity sold: an item counts for the shift that received its first cent.
WITH parts AS MATERIALIZED (
    SELECT t.invoice_id, t.low, t.low + t.amount AS high FROM payment_levels t WHERE t.shift_id = $1 AND t.shift_id <> ''
), lines AS MATERIALIZED (
    SELECT t.low AS part_low, t.high AS part_high, i.low, i.low + i.amount AS high, i.invoice_id, i.position
    FROM parts t JOIN item_levels i ON i.invoice_id = t.invoice_id
)
SELECT CAST(sum(CASE WHEN l.part_high < l.high THEN l.part_high ELSE l.high END
        - CASE WHEN l.part_low > l.low THEN l.part_low ELSE l.low END) AS BIGINT) AS amount,
    CAST(sum(CASE WHEN l.part_low <= l.low THEN i.quantity ELSE 0 END) AS BIGINT) AS quantity, i.offering_id,
    CAST(CASE i.fund WHEN '' THEN '' ELSE i.form_key END AS TEXT) AS form_key, i.fund,
    CAST(max(i.title_en) AS TEXT) AS title_en, CAST(max(i.title_zh) AS TEXT) AS title_zh,
    CAST(COALESCE(c.position, 9999) AS BIGINT) AS category_position, CAST(COALESCE(c.key, '') AS TEXT) AS category,
    CAST(COALESCE(c.title_en, '') AS TEXT) AS category_en, CAST(COALESCE(c.title_zh, '') AS TEXT) AS category_zh
FROM lines l JOIN invoice_items i ON i.invoice_id = l.invoice_id AND i.position = l.position
    LEFT JOIN offerings o ON o.id = i.offering_id LEFT JOIN categories c ON c.id = o.category_id
WHERE l.part_low < l.high AND l.part_high > l.low
GROUP BY i.offering_id, 4, i.fund, c.position, c.key, c.title_en, c.title_zh
ORDER BY 8, 9, 1 DESC, 3, 5;

-- name: ShiftLook :execrows
UPDATE shifts SET looked_at = sqlc.arg(looked_at), looked_by = sqlc.arg(looked_by)
WHERE id = sqlc.arg(id) AND closed_at > 0 AND counted <> expected AND looked_at = 0;

-- name: ShiftPayNow :one
-- PayNow money received, or awaited, for the walk-ins that a clerk entered in a period.
SELECT CAST(COALESCE(sum(CASE WHEN p.status = 'approved' THEN p.received ELSE 0 END), 0) AS BIGINT) AS received,
    CAST(COALESCE(sum(CASE WHEN p.status = 'approved' THEN 1 ELSE 0 END), 0) AS BIGINT) AS payments,
    CAST(COALESCE(sum(CASE WHEN p.status = 'pending' THEN p.amount ELSE 0 END), 0) AS BIGINT) AS waits
FROM invoices v JOIN payments p ON p.invoice_id = v.id
WHERE v.created_at >= CAST(sqlc.arg(opened) AS BIGINT) AND v.created_at < CAST(sqlc.arg(ended) AS BIGINT) AND v.origin = 'walk-in' AND p.method = 2001
    AND EXISTS (SELECT 1 FROM invoice_events e WHERE e.invoice_id = v.id AND e.by_whom = 'office' AND e.actor_id = sqlc.arg(actor_id) AND e.at = v.created_at);
