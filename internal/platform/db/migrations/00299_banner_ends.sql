-- A banner may end with what it leads to. Written as 00100 says.

-- +goose Up
ALTER TABLE banners ADD COLUMN ends_with TEXT NOT NULL DEFAULT ''; -- the record of that offering or event; '': it does not
