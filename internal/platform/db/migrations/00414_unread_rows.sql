-- A row of a bank's file that was not read is shown to the treasurer. A line that is written differently in two statements
-- is pointed out. Written as 00100 says.

-- +goose Up
ALTER TABLE bank_statements ADD COLUMN unread TEXT NOT NULL DEFAULT '';  -- JSON, the first rows that were not read: row, why, text; skipped counts all
ALTER TABLE bank_lines ADD COLUMN like_id TEXT NOT NULL DEFAULT '';      -- the line of another statement that it seems to be
CREATE INDEX bank_lines_like ON bank_lines (like_id) WHERE like_id <> '';
