-- Two lists may number their people from 1 on. A number that an earlier list had for another name is a question, and no row
-- that is here already. Written as 00100 says.

-- +goose Up
ALTER TABLE import_keys ADD COLUMN who TEXT NOT NULL DEFAULT ''; -- hash of the name; empty: of a row without a number, or before this
