-- How an order is paid stands on the order too, so that orders in cash are found by their amount without passing all others.
-- Triggers keep it (577), and so an older program that still runs beside this one does as well. Written as 00100 says.

-- +goose Up
ALTER TABLE invoices ADD COLUMN methods BIGINT NOT NULL DEFAULT 0; -- of its payments that are not voided: 1 cash, 2 PayNow, 3 both
UPDATE invoices SET methods = methods + 1 WHERE id IN (SELECT p.invoice_id FROM payments p WHERE p.method = 1 AND p.status <> 'voided');
UPDATE invoices SET methods = methods + 2 WHERE id IN (SELECT p.invoice_id FROM payments p WHERE p.method = 2001 AND p.status <> 'voided');
CREATE INDEX invoices_method_amount ON invoices (status, methods, sub_total, id);
DROP INDEX invoices_chosen;
CREATE INDEX invoices_chosen ON invoices (created_at, id, status, methods);
