-- Who asked a colleague to write a language, and which. Written as 00100 says.

-- +goose Up
ALTER TABLE records ADD COLUMN asked_by TEXT NOT NULL DEFAULT '';  -- who asked; asked_id and asked_at say whom and when
ALTER TABLE records ADD COLUMN asked_for TEXT NOT NULL DEFAULT ''; -- en, zh; '': nobody is asked
CREATE INDEX records_asked ON records (asked_id, asked_at) WHERE asked_id <> '';
