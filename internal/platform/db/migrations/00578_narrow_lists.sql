-- Transfers that no statement showed are counted along their index alone, members in a language along that of languages, and
-- free positions without those in use. Written as 00100 says.

-- +goose Up
DROP INDEX payments_unseen;
CREATE INDEX payments_unseen ON payments (status, decided_at, id, received, amount, transaction_at, created_at) WHERE unseen = 1 AND method = 2001 AND upload_id <> '';
CREATE INDEX users_language ON users (locale, created_at, id, status, email_confirmed, mobile_verified);
CREATE INDEX positions_free_of ON positions (option_id, tower_id, row_no, fill) WHERE use_id = '' AND usable = 1;
