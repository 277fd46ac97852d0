-- What long lists ask of each row stands on the row: that a user is a member, and how many copies of an item have a
-- position. Triggers keep both (596), and so an older program that still runs beside this one does as well. Written as 00100
-- says.

-- +goose Up
ALTER TABLE users ADD COLUMN member BIGINT NOT NULL DEFAULT 0; -- 1: is in members
UPDATE users SET member = 1 WHERE id IN (SELECT m.user_id FROM members m);
ALTER TABLE invoice_items ADD COLUMN placed BIGINT NOT NULL DEFAULT 0; -- copies with a position, or whose time in one is over
UPDATE invoice_items SET placed = (SELECT count(*) FROM position_uses u
    WHERE u.invoice_id = invoice_items.invoice_id AND u.item_id = invoice_items.id AND u.item_id <> '' AND (u.ended_at = 0 AND u.state <> 'clearing' OR u.ended_why = 'over'))
WHERE invoice_id IN (SELECT u.invoice_id FROM position_uses u WHERE u.invoice_id <> '');
