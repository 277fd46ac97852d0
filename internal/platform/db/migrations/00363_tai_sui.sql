-- Which signs meet Tai Sui in a year, where the office says otherwise than the almanac. Written as 00100 says.

-- +goose Up
CREATE TABLE tai_sui_years (
    year       BIGINT NOT NULL PRIMARY KEY,
    rev        BIGINT NOT NULL,             -- how often it was changed
    meets      TEXT   NOT NULL,             -- the ways by the sign: {"rat":["clash"]}; {}: none
    changed_by TEXT   NOT NULL,
    changed_at BIGINT NOT NULL
);

-- The names of the signs are read in forms too: what the office wrote in their place goes with them.
UPDATE message_edits SET key = 'form.' || SUBSTR(key, 8) WHERE key LIKE 'family.sign-%';
UPDATE message_drafts SET key = 'form.' || SUBSTR(key, 8) WHERE key LIKE 'family.sign-%';
UPDATE message_edits SET key = 'form.sign-is' WHERE key = 'family.zodiac-is';
UPDATE message_drafts SET key = 'form.sign-is' WHERE key = 'family.zodiac-is';
