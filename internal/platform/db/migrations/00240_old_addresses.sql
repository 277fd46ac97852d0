-- Why an old address is sent elsewhere, and how often addresses are asked for. Written as 00100 says.

-- +goose Up
ALTER TABLE redirects ADD COLUMN why TEXT NOT NULL DEFAULT '';

-- How often an address was asked for on a day: one that is not there, or one that leads elsewhere. Nothing of who asked.
CREATE TABLE address_days (
    day   BIGINT NOT NULL,                                 -- its first moment in Singapore
    moved BIGINT NOT NULL,                                 -- 0: nothing is there; 1: it leads elsewhere
    path  TEXT NOT NULL,                                   -- as in redirects
    times BIGINT NOT NULL,
    PRIMARY KEY (day, moved, path)
);
