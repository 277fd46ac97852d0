-- Tablets that stand in a hall and show where a lamp is. Written as 00100 says.

-- +goose Up
CREATE TABLE kiosks (
    id         TEXT PRIMARY KEY,
    hall_id    TEXT NOT NULL REFERENCES halls (id),
    token_hash TEXT NOT NULL UNIQUE,                       -- of the cookie that the tablet keeps
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL                             -- when it last looked for a number, within ten minutes
);
