-- name: OrderSubscriptions :many
-- Subscriptions from the items of an order.
SELECT s.*, t.item_id AS term_item, t.period AS term_period FROM subscription_terms t JOIN subscriptions s ON s.id = t.subscription_id
WHERE t.invoice_id = $1 ORDER BY s.id;
