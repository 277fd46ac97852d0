-- Lists of orders with filters, and their counts, ask of each order how it was paid and what is in it: the indexes answer
-- that without the rows. Written as 00100 says.

-- +goose Up
CREATE INDEX payments_of ON payments (invoice_id, method, status);
DROP INDEX payments_invoice;
CREATE INDEX invoice_items_of ON invoice_items (invoice_id, offering_id);
CREATE INDEX invoices_chosen ON invoices (created_at, id, status);
DROP INDEX invoices_made;
