-- Whose place was given to somebody else before their money came is told which one it was. Written as 00100 says.

-- +goose Up
ALTER TABLE position_uses ADD COLUMN instead TEXT NOT NULL DEFAULT ''; -- the code of the place that it had before
