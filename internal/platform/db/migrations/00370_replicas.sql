-- What became of a letter is said in plain words, and programs that serve one database say what they show. Written as 00100 says.

-- +goose Up
ALTER TABLE outbox ADD COLUMN why TEXT NOT NULL DEFAULT ''; -- the last error: refused, closed, limit, unwritable, away; '': before this was asked, or none

-- Each program that serves this database says again and again what it is. Of one that has ended the row goes after a day.
CREATE TABLE replicas (
    id      TEXT PRIMARY KEY,                              -- of one run of a program
    version TEXT NOT NULL,                                 -- of the program
    content BIGINT NOT NULL,                               -- the version of the content that its pages show
    late    BIGINT NOT NULL,                               -- since when it has shown an older one than there is; 0: it does not
    seen_at BIGINT NOT NULL
);
