-- name: TransferDeclare :exec
-- The last declaration counts, as long as nobody has decided about it. A declaration after a decision is another
-- transfer, except for one whose money was found: repeated with the same picture or the same time, it is the same one. One that
-- was settled with its order has no resolution, and was found only as long as a transfer of the order is checked or approved.
INSERT INTO unclaimed_transfers (id, user_id, origin_id, reference, amount, declared_amount, transaction_at, upload_id, created_at)
SELECT sqlc.arg(id), sqlc.narg(user_id), sqlc.arg(origin_id), sqlc.arg(reference), sqlc.arg(amount), sqlc.narg(declared_amount), sqlc.narg(transaction_at),
    sqlc.arg(upload_id), sqlc.arg(created_at)
WHERE NOT EXISTS (SELECT 1 FROM unclaimed_transfers t WHERE t.origin_id = sqlc.arg(origin_id) AND t.resolved_at > 0 AND t.resolution <> 'not-arrived'
    AND (t.resolution <> '' OR EXISTS (SELECT 1 FROM payments p WHERE p.invoice_id = t.invoice_id AND p.method = 2001 AND p.status IN ('pending', 'approved')))
    AND (t.upload_id = sqlc.arg(upload_id) AND t.upload_id <> '' OR t.transaction_at = sqlc.narg(transaction_at)
        OR EXISTS (SELECT 1 FROM upload_images a JOIN upload_images b ON b.sha256 = a.sha256 WHERE a.upload_id = sqlc.arg(upload_id) AND b.upload_id = t.upload_id)))
ON CONFLICT (origin_id) WHERE resolved_at = 0 DO UPDATE SET amount = excluded.amount, declared_amount = excluded.declared_amount,
    transaction_at = excluded.transaction_at, upload_id = excluded.upload_id;

-- name: TransferLock :one
UPDATE unclaimed_transfers SET resolved_at = resolved_at WHERE id = $1 RETURNING *;

-- name: TransferClose :exec
UPDATE unclaimed_transfers SET resolved_at = $1, resolution = $2, resolved_by = $3, invoice_id = $4 WHERE id = $5;

-- name: TransferSettled :exec
-- A transfer settled the order made from its cart, so no decision is needed any more.
UPDATE unclaimed_transfers SET resolved_at = sqlc.arg(resolved_at), resolved_by = sqlc.arg(resolved_by), invoice_id = sqlc.arg(invoice_id)
WHERE origin_id = sqlc.arg(origin_id) AND resolved_at = 0;

-- name: TransfersOfCart :many
-- Decided ones.
SELECT * FROM unclaimed_transfers WHERE origin_id = $1 AND resolved_at > 0 ORDER BY created_at, id;

-- name: InvoiceOfCart :one
SELECT * FROM invoices WHERE origin_id = $1;

-- name: LateLinesOf :many
-- Undecided money on a bank statement, for an order or for the cart that it was made from.
SELECT * FROM bank_lines WHERE state = 'open' AND late <> '' AND late_id IN (sqlc.arg(invoice_id), sqlc.arg(origin_id)) ORDER BY booked_at, id;

-- name: PaymentsOfPicture :many
-- Approved transfers whose picture is that of a declared one, or the same file. confirmed: a statement line or a payment
-- provider has confirmed it.
SELECT p.id, p.invoice_id, p.received, v.number,
    CAST(EXISTS (SELECT 1 FROM bank_matches m WHERE m.payment_id = p.id AND m.payment_id <> '')
        OR EXISTS (SELECT 1 FROM provider_payments c WHERE c.booked_as = p.id AND c.booked_as <> '') AS BOOLEAN) AS confirmed
FROM uploads u JOIN payments p ON p.id = u.payment_id JOIN invoices v ON v.id = p.invoice_id
WHERE u.id IN (SELECT b.upload_id FROM upload_images a JOIN upload_images b ON b.sha256 = a.sha256 WHERE a.upload_id = $1)
    AND p.status = 'approved' AND p.method = 2001
ORDER BY p.created_at, p.id;

-- name: RefundOfTransfer :one
-- A declared transfer that was refunded before it appeared on a statement.
SELECT * FROM refunds WHERE transfer_id = $1 AND transfer_id <> '' AND line_id = '' AND amount = $2;

-- name: RefundLine :exec
-- The refunded money has appeared on a statement; the refund itself never changes.
UPDATE refunds SET line_id = $1 WHERE id = $2 AND line_id = '';

-- name: LineOfCart :one
-- Undecided money on a bank statement, for a cart or the order made from it.
SELECT * FROM bank_lines WHERE state = 'open' AND late <> '' AND late_id IN (sqlc.arg(origin_id), (SELECT v.id FROM invoices v WHERE v.origin_id = sqlc.arg(origin_id))) ORDER BY booked_at, id LIMIT 1;

-- name: SpentLines :many
-- Money of a cart, or of the order made from it, that was refunded or kept as a donation (spent_as is its order).
-- pictured: a declared transfer was decided together with it.
SELECT sqlc.embed(l), CAST(COALESCE(g.id, '') AS TEXT) AS spent_as,
    CAST(CASE WHEN r.transfer_id <> '' OR EXISTS (SELECT 1 FROM unclaimed_transfers t WHERE t.origin_id = sqlc.arg(origin_id) AND t.invoice_id = g.id) THEN 1 ELSE 0 END AS BIGINT) AS pictured
FROM bank_lines l LEFT JOIN refunds r ON r.line_id = l.id AND r.line_id <> '' LEFT JOIN invoices g ON g.origin = 'late' AND g.origin_id = l.id
WHERE l.state = 'resolved' AND l.late_id <> '' AND l.late_id IN (sqlc.arg(origin_id), (SELECT v.id FROM invoices v WHERE v.origin_id = sqlc.arg(origin_id)))
    AND (r.id IS NOT NULL OR g.id IS NOT NULL)
ORDER BY l.booked_at, l.id;

-- name: RefundTransfer :exec
-- The picture of refunded money has arrived; the refund itself never changes.
UPDATE refunds SET transfer_id = sqlc.arg(transfer_id) WHERE line_id = sqlc.arg(line_id) AND line_id <> '' AND transfer_id = '';

-- name: TransfersAfter :many
-- Declared transfers without an order, oldest first, with the statement lines for their carts.
SELECT t.*, CAST(COALESCE(u.name, v.payer_name, '') AS TEXT) AS name, CAST(COALESCE(u.chinese_name, v.payer_chinese, '') AS TEXT) AS chinese_name, CAST(COALESCE(l.id, '') AS TEXT) AS line_id, CAST(COALESCE(l.amount, 0) AS BIGINT) AS line_amount,
    CAST(COALESCE(l.booked_at, 0) AS BIGINT) AS line_at,
    CAST(COALESCE(v.id, '') AS TEXT) AS order_id, CAST(COALESCE(v.number, '') AS TEXT) AS number, CAST(COALESCE(v.status, '') AS TEXT) AS status,
    CAST(COALESCE(c.provider, '') AS TEXT) AS provider, CAST(COALESCE(c.paid_at, 0) AS BIGINT) AS confirmed_at
FROM unclaimed_transfers t LEFT JOIN users u ON u.id = t.user_id
LEFT JOIN provider_payments c ON c.transfer_id = t.id AND c.transfer_id <> ''
LEFT JOIN pay_requests q ON q.id = c.pay_request_id
LEFT JOIN invoices v ON v.id = COALESCE(q.invoice_id, (SELECT o.id FROM invoices o WHERE o.origin_id = t.origin_id))
LEFT JOIN bank_lines l ON c.id IS NULL AND l.id = (SELECT x.id FROM bank_lines x WHERE x.state = 'open' AND x.late <> '' AND x.late_id IN (t.origin_id, v.id) ORDER BY x.booked_at, x.id LIMIT 1)
WHERE t.resolved_at = 0 AND t.created_at >= sqlc.arg(after_at) AND (t.created_at > sqlc.arg(after_at) OR t.id > sqlc.arg(after_id))
ORDER BY t.created_at, t.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: TransfersCount :one
SELECT count(*) FROM (SELECT 1 FROM unclaimed_transfers WHERE resolved_at = 0 LIMIT 10001) AS t;

-- name: Transfer :one
SELECT * FROM unclaimed_transfers WHERE id = $1;

-- name: LateLinesAfter :many
-- Credits whose reference belongs to nothing that waits for money, oldest first. The line of a cart or order whose
-- owner declared the transfer is listed with the declaration.
SELECT l.*, CAST(COALESCE(v.number, '') AS TEXT) AS number, CAST(COALESCE(v.payer_name, u.name, '') AS TEXT) AS payer_name,
    CAST(COALESCE(v.payer_chinese, u.chinese_name, '') AS TEXT) AS payer_chinese, CAST(COALESCE(v.status, '') AS TEXT) AS status,
    CAST(COALESCE(v.payment_reference, c.payment_reference, '') AS TEXT) AS payment_reference, CAST(COALESCE(v.id, '') AS TEXT) AS order_id
FROM bank_lines l
LEFT JOIN invoices v ON v.id = COALESCE((SELECT o.id FROM invoices o WHERE o.origin_id = l.late_id), l.late_id)
LEFT JOIN carts c ON l.late = 'cart' AND c.id = l.late_id
LEFT JOIN users u ON u.id = c.user_id
WHERE l.state = 'open' AND l.late <> ''
    AND l.booked_at >= sqlc.arg(after_at) AND (l.booked_at > sqlc.arg(after_at) OR l.id > sqlc.arg(after_id))
    AND NOT EXISTS (SELECT 1 FROM unclaimed_transfers t WHERE t.origin_id IN (l.late_id, v.origin_id) AND t.resolved_at = 0)
ORDER BY l.booked_at, l.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: LateLinesCount :one
SELECT count(*) FROM (SELECT 1 FROM bank_lines l WHERE l.state = 'open' AND l.late <> ''
    AND NOT EXISTS (SELECT 1 FROM unclaimed_transfers t WHERE t.resolved_at = 0
        AND t.origin_id IN (l.late_id, (SELECT v.origin_id FROM invoices v WHERE v.id = l.late_id))) LIMIT 10001) AS n;

-- name: ExcessAfter :many
-- Undecided overpayments, oldest first.
SELECT p.*, v.number, v.payment_reference, v.status AS invoice_status, v.payer_name, v.payer_chinese FROM payments p JOIN invoices v ON v.id = p.invoice_id
WHERE p.excess > 0 AND p.excess_as = '' AND p.decided_at >= sqlc.arg(after_at) AND (p.decided_at > sqlc.arg(after_at) OR p.id > sqlc.arg(after_id))
ORDER BY p.decided_at, p.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ExcessCount :one
SELECT count(*) FROM (SELECT 1 FROM payments WHERE excess > 0 AND excess_as = '' LIMIT 10001) AS p;

-- name: CheckoutCart :one
SELECT * FROM carts WHERE id = $1;

-- name: UploadOwner :one
SELECT user_id FROM uploads WHERE id = $1;

-- name: ProviderPaymentOfTransfer :one
-- What a payment provider has received for a late transfer, and its order.
SELECT p.*, r.invoice_id FROM provider_payments p JOIN pay_requests r ON r.id = p.pay_request_id WHERE p.transfer_id = $1 AND p.transfer_id <> '';

-- name: TransferOfProvider :exec
-- Late money that a payment provider has: its origin is the payment itself, so that it never meets another declaration.
INSERT INTO unclaimed_transfers (id, user_id, origin_id, reference, amount, declared_amount, transaction_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);
