-- name: CheckoutPayer :one
-- An address that is not confirmed may be anybody's: no letter and no paper names it.
SELECT name, chinese_name, mobile, CAST(CASE WHEN email_confirmed = 1 THEN email ELSE '' END AS TEXT) AS email
FROM users WHERE id = $1;

-- name: CheckoutRemember :exec
UPDATE sessions SET paid_cart_id = $1, paid_at = $2 WHERE id = $3;

-- name: CheckoutRemembered :one
SELECT v.id FROM sessions s
JOIN invoices v ON v.origin = 'cart' AND v.origin_id = s.paid_cart_id
WHERE s.id = sqlc.arg(session_id) AND s.paid_at > sqlc.arg(since) AND v.user_id = sqlc.arg(user_id);

-- name: CheckoutLeftCart :one
-- The cart that a member's last code was shown for.
SELECT * FROM carts WHERE user_id = $1 AND qr_shown_total IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 1;

-- name: WalkInsWaiting :many
-- Today's walk-ins whose transfer nobody has seen yet, newest first.
SELECT * FROM invoices
WHERE status = 'awaiting-payment' AND created_at >= sqlc.arg(since) AND origin = 'walk-in'
    AND (created_at < sqlc.arg(before) OR created_at = sqlc.arg(before) AND id < sqlc.arg(before_id))
ORDER BY created_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: WalkInsWaitingCount :one
SELECT count(*) FROM (SELECT 1 FROM invoices WHERE status = 'awaiting-payment' AND created_at >= $1 AND origin = 'walk-in' LIMIT 10001) n;

-- name: WalkInOrders :many
-- A member's last orders that came to something.
SELECT id FROM invoices
WHERE user_id = sqlc.arg(user_id) AND created_at >= sqlc.arg(since) AND status NOT IN ('cancelled', 'expired')
ORDER BY created_at DESC, id DESC LIMIT 5;

-- name: OptionsSoldMost :many
-- Options by how many of them were paid for since then.
SELECT i.option_id FROM invoices v JOIN invoice_items i ON i.invoice_id = v.id
WHERE v.created_at >= CAST(sqlc.arg(since) AS BIGINT) AND v.status = 'paid'
GROUP BY i.option_id ORDER BY sum(i.quantity) DESC, i.option_id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OptionHadLast :one
-- When a member last had an option.
SELECT v.created_at FROM invoices v
WHERE v.user_id = sqlc.arg(user_id) AND v.status = 'paid'
    AND EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.option_id = sqlc.arg(option_id))
ORDER BY v.created_at DESC LIMIT 1;

-- name: CheckoutCart :one
SELECT * FROM carts WHERE id = $1;

-- name: CheckoutOpenOrders :one
-- A member's own orders that wait for their money. Those of a renewal and of the counter are not the member's doing.
SELECT count(*) FROM invoices
WHERE user_id = $1 AND status IN ('awaiting-payment', 'rejected') AND paid = 0
    AND origin NOT IN ('renewal', 'walk-in');

-- name: CheckoutOrdersLetGo :one
-- A member's own orders since a time that ended without any money.
SELECT count(*) FROM invoices
WHERE user_id = sqlc.arg(user_id) AND created_at > sqlc.arg(since) AND status IN ('cancelled', 'expired') AND paid = 0
    AND origin NOT IN ('renewal', 'walk-in');

-- name: CheckoutUnpaidPlaces :many
-- Places that a member has taken, or took and let go since a time, and not paid for.
SELECT i.option_id, CAST(SUM(i.quantity) AS BIGINT) AS places
FROM invoices v
JOIN invoice_items i ON i.invoice_id = v.id
WHERE v.user_id = sqlc.arg(user_id) AND v.paid = 0
    AND (v.status IN ('awaiting-payment', 'under-verification', 'rejected')
        OR v.status IN ('cancelled', 'expired') AND v.created_at > sqlc.arg(since))
    AND v.origin NOT IN ('renewal', 'walk-in')
GROUP BY i.option_id;
