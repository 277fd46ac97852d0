-- Totals of members look at their index alone; lamps without a position, and positions of a hall that are not simply taken,
-- have an index without all others. Of an option's positions only free ones are looked for: SQLite preferred the index of
-- all. Totals of decided payments look at their index alone too: a search asks for the order. Written as 00100 says.

-- +goose Up
DROP INDEX users_listed;
CREATE INDEX users_listed ON users (created_at, id, member, status, locale, email_confirmed, mobile_verified);
DROP INDEX users_language;
CREATE INDEX users_language ON users (locale, created_at, id, member, status, email_confirmed, mobile_verified);
CREATE INDEX invoice_items_unplaced ON invoice_items (option_id) WHERE placed < quantity;
DROP INDEX positions_option;
CREATE INDEX positions_unused ON positions (tower_id, row_no, unit_no, usable, option_id) WHERE use_id = '';
CREATE INDEX position_uses_unusual ON position_uses (state, id) WHERE state IN ('held', 'booked', 'kept', 'clearing');
DROP INDEX payments_decided;
CREATE INDEX payments_decided ON payments (status, decided_at, id, received, amount, invoice_id) WHERE method = 2001 AND upload_id <> '';
DROP INDEX payments_unseen;
CREATE INDEX payments_unseen ON payments (status, decided_at, id, received, amount, transaction_at, created_at, invoice_id) WHERE unseen = 1 AND method = 2001 AND upload_id <> '';
