-- Names go from an order without an account after some time. The hourly job passes an order once, and not again when its
-- names are gone. Triggers notice names that come back (577). The indexes begin with user_id, because SQLite otherwise
-- prefers the one of all orders by their account. Written as 00100 says.

-- +goose Up
ALTER TABLE invoices ADD COLUMN names_gone BIGINT NOT NULL DEFAULT 0; -- 1: retention has taken all names from its items
CREATE INDEX invoices_guest_named ON invoices (user_id, created_at) WHERE user_id IS NULL AND names_gone = 0;
DROP INDEX invoices_guest;
DROP INDEX invoices_guest_payer;
CREATE INDEX invoices_guest_payer ON invoices (user_id, created_at) WHERE user_id IS NULL AND payer_name <> '';
