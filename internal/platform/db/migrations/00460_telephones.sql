-- Telephones of lists that are no mobile phones: they are kept, and nothing is texted to them. Written as 00100 says.

-- +goose Up
ALTER TABLE imported_people ADD COLUMN phone TEXT NOT NULL DEFAULT ''; -- E.164
ALTER TABLE imported_lamps ADD COLUMN phone TEXT NOT NULL DEFAULT '';
ALTER TABLE past_orders ADD COLUMN phone TEXT NOT NULL DEFAULT '';
