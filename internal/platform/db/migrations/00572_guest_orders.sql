-- Names and payers go from orders that are shown in no account: the hourly job finds them without reading all orders.
-- Written as 00100 says.

-- +goose Up
CREATE INDEX invoices_guest ON invoices (created_at) WHERE user_id IS NULL;
CREATE INDEX invoices_guest_payer ON invoices (created_at) WHERE user_id IS NULL AND payer_name <> '';
CREATE INDEX users_closed ON users (id) WHERE status = 'closed';
