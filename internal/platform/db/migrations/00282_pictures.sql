-- The pictures of the site: what the office has put in, and the files that are made of it. Written as 00100 says.

-- +goose Up
CREATE TABLE pictures (
    id         TEXT PRIMARY KEY,
    rev        BIGINT NOT NULL DEFAULT 1,                  -- counts the files that it had: replacing one makes the next
    edits      BIGINT NOT NULL DEFAULT 0,                  -- counts the changes of its words
    name       TEXT NOT NULL,                              -- of the file that was put in
    sha256     TEXT NOT NULL,                              -- of that file
    dhash      BIGINT NOT NULL,                            -- of what it shows
    width      BIGINT NOT NULL,                            -- pixels, of what is kept
    height     BIGINT NOT NULL,
    focus_x    BIGINT NOT NULL DEFAULT 50 CHECK (focus_x BETWEEN 0 AND 100), -- percent from the left: what must not be cut
    focus_y    BIGINT NOT NULL DEFAULT 50 CHECK (focus_y BETWEEN 0 AND 100), -- percent from the top
    alt_en     TEXT NOT NULL DEFAULT '',                   -- what it shows
    alt_zh     TEXT NOT NULL DEFAULT '',
    decorative BIGINT NOT NULL DEFAULT 0,                  -- it needs no words
    bytes      BIGINT NOT NULL,                            -- of all its files
    ready      BIGINT NOT NULL DEFAULT 0,                  -- the widths of this rev are made
    added_by   TEXT NOT NULL,
    added_at   BIGINT NOT NULL,
    gone_at    BIGINT NOT NULL DEFAULT 0                   -- when it was deleted; it can come back for a day
);
CREATE INDEX pictures_gone ON pictures (gone_at);

CREATE TABLE picture_files (
    storage_key TEXT PRIMARY KEY,
    picture_id  TEXT NOT NULL REFERENCES pictures (id),
    rev         BIGINT NOT NULL,
    width       BIGINT NOT NULL,                           -- pixels; 0: the whole that the others are made from
    height      BIGINT NOT NULL,
    format      TEXT NOT NULL CHECK (format IN ('jpg', 'webp')),
    bytes       BIGINT NOT NULL,
    UNIQUE (picture_id, rev, width, format)
);

-- Whoever puts a picture in holds the one row: the room of all is counted by one at a time.
CREATE TABLE picture_turn (
    id   BIGINT PRIMARY KEY CHECK (id = 1),
    turn BIGINT NOT NULL
);
INSERT INTO picture_turn (id, turn) VALUES (1, 0);

-- The photograph that stands in place of the drawing; '': the drawing.
ALTER TABLE banners ADD COLUMN picture TEXT NOT NULL DEFAULT '';
ALTER TABLE offerings ADD COLUMN picture TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN picture TEXT NOT NULL DEFAULT '';
