-- name: PositionEarlyOfGuest :many
-- Imported lamps without account and position, by the number in their list.
SELECT l.* FROM imported_lamps l
WHERE l.user_id IS NULL AND l.mobile = sqlc.arg(mobile) AND l.mobile <> '' AND l.place <> '' AND l.until_at > sqlc.arg(now)
    AND NOT EXISTS (SELECT 1 FROM position_uses o WHERE o.imported_id = l.id AND o.imported_id <> '' AND o.ended_at = 0 AND o.state <> 'clearing')
ORDER BY l.until_at DESC, l.id LIMIT 100;

-- name: PositionOwnersOfMobile :one
-- Number of lamps and tablets that can be found by a number: of the account that verified it, and of orders and lists
-- without an account.
SELECT COUNT(*) FROM (
    SELECT u.id FROM users a JOIN invoices v ON v.user_id = a.id JOIN position_uses u ON u.invoice_id = v.id AND u.invoice_id <> ''
        WHERE a.mobile = sqlc.arg(mobile) AND a.mobile_verified = 1 AND a.status = 'active' AND u.state IN ('taken', 'kept')
    UNION ALL SELECT u.id FROM invoices v JOIN position_uses u ON u.invoice_id = v.id AND u.invoice_id <> ''
        WHERE v.user_id IS NULL AND v.payer_mobile = sqlc.arg(mobile) AND v.payer_mobile <> '' AND u.state IN ('taken', 'kept')
    UNION ALL SELECT l.id FROM imported_lamps l
        WHERE l.user_id IS NULL AND l.mobile = sqlc.arg(mobile) AND l.mobile <> '' AND l.place <> '' AND l.until_at > CAST(sqlc.arg(now) AS BIGINT)
    UNION ALL SELECT l.id FROM users a JOIN imported_lamps l ON l.user_id = a.id LEFT JOIN subscriptions b ON b.id = l.subscription_id
        WHERE a.mobile = sqlc.arg(mobile) AND a.mobile_verified = 1 AND a.status = 'active' AND l.place <> '' AND COALESCE(b.ends_at, l.until_at) > CAST(sqlc.arg(now) AS BIGINT)
) found;
