-- What the office notes about a member, beside the orders and the family book. Written as 00100 says.

-- +goose Up
CREATE TABLE member_notes (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users (id),
    text       TEXT NOT NULL,
    written_by TEXT NOT NULL,                    -- who of the office
    at         BIGINT NOT NULL
);
CREATE INDEX member_notes_user ON member_notes (user_id, at, id);
