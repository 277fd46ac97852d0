-- Every change to a cart, its items or its hold locks the cart's row first. The lock writes a column without an index;
-- writing status would change three indexes.

-- name: CartOfUser :one
SELECT * FROM carts WHERE user_id = $1 AND status = 'open';

-- name: CartOfSession :one
SELECT * FROM carts WHERE session_id = $1 AND user_id IS NULL AND status = 'open';

-- name: CartLockOfUser :one
UPDATE carts SET method = method WHERE user_id = $1 AND status = 'open' RETURNING *;

-- name: CartLockOfSession :one
UPDATE carts SET method = method WHERE session_id = $1 AND user_id IS NULL AND status = 'open' RETURNING *;

-- name: CartLock :one
UPDATE carts SET method = method WHERE id = $1 RETURNING *;

-- name: CartAdd :execrows
-- No row: the owner already has an open cart, or the reference was used before.
INSERT INTO carts (id, session_id, user_id, payment_reference, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $5)
ON CONFLICT DO NOTHING;

-- name: CartEnd :exec
UPDATE carts SET status = $1, updated_at = $2 WHERE id = $3;

-- name: CartForget :execrows
-- Also deletes the items. A cart whose code was shown, or that has pictures, is kept, as a late transfer may pay for
-- it.
DELETE FROM carts WHERE id = $1 AND qr_shown_total IS NULL AND upload_id = '';

-- name: CartForgetOld :exec
DELETE FROM carts WHERE status = 'open' AND updated_at <= $1 AND qr_shown_total IS NULL AND upload_id = '';

-- name: CartTouch :exec
UPDATE carts SET updated_at = $1 WHERE id = $2;

-- name: CartGiveToUser :exec
UPDATE carts SET user_id = $1, session_id = NULL, updated_at = $2 WHERE id = $3;

-- name: CartPutMethod :exec
UPDATE carts SET method = $1, declared_amount = $2, declared_at = $3, declared_payer = $4 WHERE id = $5;

-- name: CartPutUpload :exec
UPDATE carts SET upload_id = $1 WHERE id = $2;

-- name: CartExpireOld :execrows
-- A cart with a hold waits until the hold has released its stock.
UPDATE carts SET status = 'expired' WHERE status = 'open' AND updated_at <= $1
    AND NOT EXISTS (SELECT 1 FROM holds h WHERE h.cart_id = carts.id);

-- name: CartCount :one
SELECT count(*) FROM cart_items WHERE cart_id = $1;

-- name: CartLines :many
-- Items with present prices and stock in one statement, so that all come from one snapshot.
SELECT i.*,
    o.key AS offering_key, o.title_en, o.title_zh, o.art, o.picture, o.published, o.enquiry_only, o.opens_at, o.closes_at,
    p.key AS option_key, p.title_en AS option_title_en, p.title_zh AS option_title_zh,
    p.price, p.min_amount, p.max_amount, p.name_capacity, p.remaining, p.terms, p.active, p.listed, p.per_order, p.channels, p.position_by,
    CAST(COALESCE((SELECT q.price FROM option_prices q WHERE q.option_id = p.id AND q.from_at <= CAST(sqlc.arg(now) AS BIGINT)
        ORDER BY q.from_at DESC LIMIT 1), 0) AS BIGINT) AS price_now,
    o.form_key AS form_asked, CAST(COALESCE((SELECT MAX(f.version) FROM forms f WHERE f.key = o.form_key), 0) AS BIGINT) AS form_newest
FROM cart_items i
JOIN offerings o ON o.id = i.offering_id
JOIN offering_options p ON p.id = i.option_id
WHERE i.cart_id = sqlc.arg(cart_id)
ORDER BY i.created_at, i.id;

-- name: CartItemAdd :exec
INSERT INTO cart_items (id, cart_id, offering_id, option_id, quantity, unit_price, amount_given, term, form_key, form_version, form, wishes, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- name: CartItemChange :exec
UPDATE cart_items SET offering_id = $1, option_id = $2, quantity = $3, unit_price = $4, price_before = NULL, amount_given = $5,
    term = $6, form_key = $7, form_version = $8, form = $9, wishes = $10
WHERE id = $11;

-- name: CartItemReprice :exec
UPDATE cart_items SET price_before = COALESCE(price_before, unit_price), unit_price = $1 WHERE id = $2;

-- name: CartItemRemove :execrows
DELETE FROM cart_items WHERE id = $1 AND cart_id = $2;

-- name: CartItemsMove :execrows
UPDATE cart_items SET cart_id = sqlc.arg(to_cart) WHERE cart_id = sqlc.arg(from_cart);

-- name: HoldOfCart :one
SELECT * FROM holds WHERE cart_id = $1;

-- name: HoldItems :many
SELECT * FROM hold_items WHERE hold_id = $1 ORDER BY option_id, cart_item_id;

-- name: HoldRemove :exec
DELETE FROM holds WHERE id = $1;

-- name: HoldItemsRemove :exec
DELETE FROM hold_items WHERE hold_id = $1;

-- name: HoldsExpired :many
SELECT cart_id FROM holds WHERE expires_at <= $1 ORDER BY expires_at LIMIT 200;

-- name: CartFiles :many
-- Pictures uploaded for a cart: none once a payment has them.
SELECT m.* FROM upload_images m
JOIN uploads u ON u.id = m.upload_id
WHERE u.id = $1 AND u.user_id = $2 AND u.payment_id = ''
ORDER BY m.position;

-- name: CartReceived :one
-- The result of the cart that a session paid for last.
SELECT v.id, v.number FROM sessions s
JOIN invoices v ON v.origin = 'cart' AND v.origin_id = s.paid_cart_id
WHERE s.id = sqlc.arg(session_id) AND s.paid_at > sqlc.arg(since) AND v.user_id = sqlc.arg(user_id);

-- name: CartKept :one
-- A member's undecided transfer without an order, for a cart that no longer exists.
SELECT t.reference, t.created_at FROM unclaimed_transfers t
WHERE t.user_id = $1 AND t.resolved_at = 0 AND t.upload_id <> '' AND NOT EXISTS (SELECT 1 FROM invoices v WHERE v.origin_id = t.origin_id)
ORDER BY t.created_at DESC LIMIT 1;

-- name: CartsOfUser :many
SELECT * FROM carts WHERE user_id = $1 ORDER BY created_at, id;

-- name: CartsErase :exec
-- Also deletes its items and hold.
DELETE FROM carts WHERE user_id = $1;

-- name: TransferOfCart :one
SELECT * FROM unclaimed_transfers WHERE origin_id = $1 AND resolved_at = 0;
