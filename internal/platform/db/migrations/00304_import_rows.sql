-- What a row of a list is known by, beside the row: one answer asks for the rows that it touches, not for all. Written as
-- 00100 says.

-- +goose Up
ALTER TABLE imports ADD COLUMN facts TEXT NOT NULL DEFAULT '';         -- JSON: what its rows have in common; '': not looked at by this version
ALTER TABLE imports ADD COLUMN day_numbers TEXT NOT NULL DEFAULT '[]'; -- JSON: the fields whose bare numbers are Excel's days
ALTER TABLE import_rows ADD COLUMN row_key TEXT NOT NULL DEFAULT '';   -- as in import_keys
ALTER TABLE import_rows ADD COLUMN place TEXT NOT NULL DEFAULT '';     -- of a lamp whose days are read
ALTER TABLE import_rows ADD COLUMN from_at BIGINT NOT NULL DEFAULT 0;  -- midnights of Singapore
ALTER TABLE import_rows ADD COLUMN until_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX import_rows_key ON import_rows (import_id, row_key, row_no);
CREATE INDEX import_rows_place ON import_rows (import_id, place, row_no) WHERE place <> '';
