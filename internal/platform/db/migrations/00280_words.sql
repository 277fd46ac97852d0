-- The site's words as the office writes them before visitors read them. Written as 00100 says.

-- +goose Up
ALTER TABLE message_edits ADD COLUMN over TEXT NOT NULL DEFAULT '';            -- the program's own sentence, when ours was written over it; '' nobody knows

-- One a sentence and language, which stays: rev only grows.
CREATE TABLE message_drafts (
    locale  TEXT NOT NULL CHECK (locale IN ('en', 'zh')),
    key     TEXT NOT NULL,
    text    TEXT NOT NULL,                                 -- '' is the program's own
    rev     BIGINT NOT NULL,
    waiting BIGINT NOT NULL,                               -- 1: not on the site yet
    by_id   TEXT NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (locale, key)
);

-- What became of sentences. A batch went on the site, or back, together.
CREATE TABLE message_versions (
    batch       TEXT NOT NULL,
    locale      TEXT NOT NULL CHECK (locale IN ('en', 'zh')),
    key         TEXT NOT NULL,
    why         TEXT NOT NULL CHECK (why IN ('publish', 'take-back', 'set-aside')),
    before_text TEXT NOT NULL,                             -- '' is the program's own
    text        TEXT NOT NULL,
    by_id       TEXT NOT NULL,
    at          BIGINT NOT NULL,
    PRIMARY KEY (batch, locale, key)
);
CREATE INDEX message_versions_key ON message_versions (key, at);
