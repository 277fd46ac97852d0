-- name: UnpaidOfUser :many
-- A member's unpaid orders, oldest first.
SELECT * FROM invoices WHERE user_id = sqlc.arg(user_id) AND status IN ('awaiting-payment', 'rejected') AND sub_total > paid
ORDER BY created_at, id LIMIT 20;

-- name: UnpaidOfNumber :many
-- Unpaid orders of payers without an account, by the number on the order.
SELECT * FROM invoices WHERE user_id IS NULL AND payer_mobile = sqlc.arg(mobile) AND payer_mobile <> ''
    AND status IN ('awaiting-payment', 'rejected') AND sub_total > paid
ORDER BY created_at, id LIMIT 20;

-- name: OptionHadLast :one
-- When a member last ordered an option.
SELECT v.created_at FROM invoices v
WHERE v.user_id = sqlc.arg(user_id) AND v.status = 'paid'
    AND EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.option_id = sqlc.arg(option_id))
ORDER BY v.created_at DESC LIMIT 1;

-- name: OptionsSoldMost :many
-- Options by number paid since a time, among the newest 2,000 orders: a busy month need not be read.
SELECT i.option_id FROM (SELECT v.id FROM invoices v WHERE v.created_at >= CAST(sqlc.arg(since) AS BIGINT) AND v.status = 'paid' ORDER BY v.created_at DESC, v.id DESC LIMIT 2000) n
JOIN invoice_items i ON i.invoice_id = n.id
GROUP BY i.option_id ORDER BY sum(i.quantity) DESC, i.option_id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: WalkInOrders :many
-- A member's last orders that were paid.
SELECT id FROM invoices
WHERE user_id = sqlc.arg(user_id) AND created_at >= sqlc.arg(since) AND status NOT IN ('cancelled', 'expired')
ORDER BY created_at DESC, id DESC LIMIT 5;

-- name: WalkInsWaiting :many
-- Today's walk-ins with an unconfirmed transfer, newest first.
SELECT * FROM invoices
WHERE status = 'awaiting-payment' AND created_at >= sqlc.arg(since) AND origin = 'walk-in'
    AND (created_at < sqlc.arg(before) OR created_at = sqlc.arg(before) AND id < sqlc.arg(before_id))
ORDER BY created_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: WalkInsWaitingCount :one
SELECT count(*) FROM (SELECT 1 FROM invoices WHERE status = 'awaiting-payment' AND created_at >= $1 AND origin = 'walk-in' LIMIT 10001) n;

-- name: PaymentLastDecided :one
SELECT * FROM payments WHERE invoice_id = $1 AND status = 'approved' ORDER BY decided_at DESC, id DESC LIMIT 1;
