-- How the office greets whoever works in it. Written as 00100 says.

-- +goose Up
ALTER TABLE users ADD COLUMN called TEXT NOT NULL DEFAULT ''; -- as its owner wrote it; '': by name
