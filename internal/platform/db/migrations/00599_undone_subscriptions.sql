-- The undo of a first payment removes its subscription, also a cancelled one; the item remembers who cancelled it. Before, a
-- cancelled one was kept and gave its place back, although its order could still be paid. Such an order has no place now; in a
-- hall it is listed among the lamps without a position. Uses of positions no longer name a subscription that was removed.
-- Written as 00100 says.

-- +goose Up
ALTER TABLE invoice_items ADD COLUMN cancelled_by TEXT NOT NULL DEFAULT ''; -- member, office, system: of the subscription that it began, before the undo
CREATE TABLE undone AS
    SELECT t.subscription_id, t.invoice_id, t.item_id, s.ended_by, s.limited, v.status
    FROM subscriptions s JOIN subscription_terms t ON t.subscription_id = s.id JOIN invoices v ON v.id = t.invoice_id
    WHERE s.status = 3 AND s.renewed_id = '' AND t.period = 1 AND t.paid_at = 0 AND v.status <> 'refunded';
UPDATE invoice_items SET limited = 0
WHERE invoice_id IN (SELECT n.invoice_id FROM undone n WHERE n.limited = 0 AND n.status IN ('awaiting-payment', 'under-verification', 'rejected'))
    AND id IN (SELECT n.item_id FROM undone n WHERE n.limited = 0);
UPDATE invoice_items SET cancelled_by = (SELECT n.ended_by FROM undone n WHERE n.item_id = invoice_items.id)
WHERE invoice_id IN (SELECT n.invoice_id FROM undone n) AND id IN (SELECT n.item_id FROM undone n);
UPDATE position_uses SET ended_why = 'returned' WHERE ended_why = 'over' AND item_id IN (SELECT n.item_id FROM undone n);
DELETE FROM subscriptions WHERE id IN (SELECT n.subscription_id FROM undone n);
DROP TABLE undone;
UPDATE position_uses SET state = 'booked', from_at = 0, until_at = 0
WHERE subscription_id <> '' AND imported_id = '' AND ended_at = 0 AND state IN ('taken', 'kept')
    AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = position_uses.subscription_id);
UPDATE invoice_items SET limited = 1 -- the office had assigned the position
WHERE limited = 0 AND invoice_id IN (SELECT u.invoice_id FROM position_uses u JOIN invoices v ON v.id = u.invoice_id
        WHERE u.state = 'booked' AND u.ended_at = 0 AND v.status IN ('awaiting-payment', 'under-verification', 'rejected'))
    AND id IN (SELECT u.item_id FROM position_uses u WHERE u.state = 'booked' AND u.ended_at = 0);
UPDATE position_uses SET subscription_id = ''
WHERE subscription_id <> '' AND imported_id = '' AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = position_uses.subscription_id);
