-- name: CheckoutPayer :one
-- An unverified address may belong to somebody else: no mail and no document names it.
SELECT name, chinese_name, mobile, CAST(CASE WHEN email_confirmed = 1 THEN email ELSE '' END AS TEXT) AS email
FROM users WHERE id = $1;

-- name: CheckoutRemember :exec
UPDATE sessions SET paid_cart_id = $1, paid_at = $2 WHERE id = $3;

-- name: CheckoutRemembered :one
SELECT v.id FROM sessions s
JOIN invoices v ON v.origin = 'cart' AND v.origin_id = s.paid_cart_id
WHERE s.id = sqlc.arg(session_id) AND s.paid_at > sqlc.arg(since) AND v.user_id = sqlc.arg(user_id);

-- name: CheckoutLeftCart :one
-- The cart for which a member's last QR code was shown.
SELECT * FROM carts WHERE user_id = $1 AND qr_shown_total IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 1;

-- name: CheckoutUnpaidOrders :one
-- How many of a member's own orders are unpaid, and how many since a time ended without any payment. Renewals and
-- counter orders are made by others.
SELECT CAST(COALESCE(SUM(CASE WHEN status IN ('awaiting-payment', 'rejected') THEN 1 ELSE 0 END), 0) AS BIGINT) AS open,
    CAST(COALESCE(SUM(CASE WHEN status IN ('cancelled', 'expired') THEN 1 ELSE 0 END), 0) AS BIGINT) AS let_go
FROM invoices
WHERE user_id = sqlc.arg(user_id) AND paid = 0 AND origin NOT IN ('renewal', 'walk-in')
    AND (status IN ('awaiting-payment', 'rejected') OR status IN ('cancelled', 'expired') AND created_at > sqlc.arg(since));

-- name: CheckoutUnpaidPlaces :many
-- Stock that a member has taken, or took and released since a time, without payment.
SELECT i.option_id, CAST(SUM(i.quantity) AS BIGINT) AS places
FROM invoices v
JOIN invoice_items i ON i.invoice_id = v.id
WHERE v.user_id = sqlc.arg(user_id) AND v.paid = 0
    AND (v.status IN ('awaiting-payment', 'under-verification', 'rejected')
        OR v.status IN ('cancelled', 'expired') AND v.created_at > sqlc.arg(since))
    AND v.origin NOT IN ('renewal', 'walk-in')
GROUP BY i.option_id;

-- name: CartPutQR :exec
-- Extends a cart's life when its code is shown: its hold, and a transfer that may be under way, must not outlive it.
UPDATE carts SET method = $1, qr_shown_total = $2, updated_at = $3 WHERE id = $4;

-- name: HoldAdd :exec
INSERT INTO holds (id, cart_id, user_id, total, qr_payload, image_token, created_at, qr_expires_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: HoldItemAdd :exec
INSERT INTO hold_items (hold_id, cart_item_id, option_id, quantity, unit_price, limited)
VALUES ($1, $2, $3, $4, $5, $6);

-- name: HoldOfImage :one
SELECT * FROM holds WHERE image_token = $1 AND user_id = $2;

-- name: ForgetThrottle :exec
DELETE FROM throttles WHERE key = $1;
