-- An invoice's items are never updated; its status changes only through Move.

-- name: InvoiceAdd :exec
INSERT INTO invoices (id, number, origin, origin_id, user_id, status, locale, sub_total, paid, payment_reference,
    payer_name, payer_chinese, payer_mobile, payer_email, created_at, expires_at, updated_at, stands_until, methods, names_gone)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20);

-- name: InvoiceItemAdd :exec
INSERT INTO invoice_items (id, invoice_id, position, offering_id, option_id, title_en, title_zh, option_title_en, option_title_zh,
    quantity, unit_price, amount, term, form_key, form_version, form, limited, fund, placed, cancelled_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20);

-- name: InvoiceEventAdd :exec
INSERT INTO invoice_events (id, invoice_id, at, status, by_whom, actor_id, reason) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: Invoice :one
SELECT * FROM invoices WHERE id = $1;

-- name: InvoiceLock :one
UPDATE invoices SET paid = paid WHERE id = $1 RETURNING *;

-- name: InvoiceMove :exec
UPDATE invoices SET status = $1, expires_at = $2, updated_at = $3 WHERE id = $4;

-- name: InvoiceOfUser :one
SELECT id FROM invoices WHERE id = $1 AND user_id = $2;

-- name: InvoiceLatest :one
SELECT id FROM invoices WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1;

-- name: InvoiceItems :many
SELECT * FROM invoice_items WHERE invoice_id = $1 ORDER BY position;

-- name: InvoiceEvents :many
SELECT * FROM invoice_events WHERE invoice_id = $1 ORDER BY at, id;

-- name: InvoicePayments :many
SELECT * FROM payments WHERE invoice_id = $1 ORDER BY created_at, id;

-- name: InvoiceImages :many
SELECT m.*, p.id AS payment_id FROM upload_images m
JOIN payments p ON p.upload_id = m.upload_id
WHERE p.invoice_id = $1
ORDER BY p.created_at, m.position;

-- name: InvoiceReceipt :one
SELECT * FROM official_receipts WHERE invoice_id = $1 AND voided_at = 0;

-- name: InvoiceList :many
-- Orders waiting for the member's payment first, then newest first.
SELECT v.*, CAST(COALESCE(r.number, '') AS TEXT) AS receipt_number, i.title_en, i.title_zh,
    (SELECT count(*) FROM invoice_items n WHERE n.invoice_id = v.id) AS items
FROM invoices v
JOIN invoice_items i ON i.invoice_id = v.id AND i.position = 1
LEFT JOIN official_receipts r ON r.invoice_id = v.id AND r.voided_at = 0
WHERE v.user_id = sqlc.arg(user_id)
    AND (CAST(sqlc.arg(status) AS TEXT) = '' OR v.status = CAST(sqlc.arg(status) AS TEXT))
    AND v.created_at >= sqlc.arg(since) AND v.created_at < sqlc.arg(before)
ORDER BY CASE WHEN v.status IN ('awaiting-payment', 'rejected') THEN 0 ELSE 1 END, v.created_at DESC, v.id DESC
LIMIT CAST(sqlc.arg(most) AS BIGINT) OFFSET CAST(sqlc.arg(skip) AS BIGINT);

-- name: InvoiceListCount :one
SELECT count(*) FROM invoices v
WHERE v.user_id = sqlc.arg(user_id)
    AND (CAST(sqlc.arg(status) AS TEXT) = '' OR v.status = CAST(sqlc.arg(status) AS TEXT))
    AND v.created_at >= sqlc.arg(since) AND v.created_at < sqlc.arg(before);

-- name: InvoiceYears :many
-- The year in a number is that of its issue in Singapore. It comes before the last six digits, whatever prefix the
-- office uses.
SELECT DISTINCT CAST(substr(number, length(number) - 10, 4) AS BIGINT) AS year FROM invoices WHERE user_id = $1 ORDER BY year DESC;

-- name: InvoicesToPay :one
SELECT count(*), CAST(COALESCE(sum(sub_total - paid), 0) AS BIGINT) AS amount FROM invoices
WHERE user_id = $1 AND status IN ('awaiting-payment', 'rejected');

-- name: InvoicesOfUser :many
SELECT id, locale FROM invoices WHERE user_id = $1 ORDER BY created_at, id;

-- name: ReceiptNumbers :one
-- The last number of a series of receipts, and how many receipts of its year come after a number: from one snapshot.
-- Counted along the index of numbers alone.
SELECT s.last, CAST((SELECT count(*) FROM official_receipts o WHERE o.number > CAST(sqlc.arg(after) AS TEXT) AND o.number <= CAST(sqlc.arg(start) AS TEXT) || '999999'
    AND substr(o.number, 1, CAST(length(CAST(sqlc.arg(start) AS TEXT)) AS INTEGER)) = CAST(sqlc.arg(start) AS TEXT)) AS BIGINT) AS papers
FROM number_series s WHERE s.series = sqlc.arg(series) AND s.year = sqlc.arg(year);

-- name: LastNumber :one
SELECT last FROM number_series WHERE series = $1 AND year = $2;

-- name: NextNumber :one
-- The row stays locked until the transaction ends, so numbers have no gaps.
INSERT INTO number_series (series, year, last) VALUES ($1, $2, 1)
ON CONFLICT (series, year) DO UPDATE SET last = number_series.last + 1
RETURNING last;

-- name: PositionCodesOfInvoice :many
-- Positions of an order's items, those of one item together.
SELECT u.item_id, p.code, u.instead FROM position_uses u JOIN positions p ON p.id = u.position_id
WHERE u.invoice_id = $1 AND u.invoice_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing' ORDER BY u.item_id, u.copy;

-- name: RefundsOfInvoice :many
SELECT * FROM refunds WHERE invoice_id = $1 ORDER BY at, id;

-- name: LateAtProvider :one
-- Money for an invoice that a payment provider has, and that the office has not decided about.
SELECT t.* FROM pay_requests r JOIN provider_payments c ON c.pay_request_id = r.id JOIN unclaimed_transfers t ON t.id = c.transfer_id
WHERE r.invoice_id = $1 AND c.transfer_id <> '' AND t.resolved_at = 0 ORDER BY t.created_at, t.id LIMIT 1;

-- name: ReceiptsOfInvoice :many
SELECT * FROM official_receipts WHERE invoice_id = $1 ORDER BY issued_at, number;

-- name: InvoiceSettledAt :one
-- When an order was settled: the time of its receipt.
SELECT issued_at FROM official_receipts WHERE invoice_id = $1 AND voided_at = 0;

-- name: PastOrdersOfUser :many
SELECT * FROM past_orders WHERE user_id = $1 ORDER BY day_at DESC, id LIMIT 500;
