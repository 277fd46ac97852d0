-- Which signs meet Tai Sui in a year, where the office says otherwise than the almanac. Written as 00100 says.

-- +goose Up
CREATE TABLE tai_sui_years (
    year       BIGINT NOT NULL PRIMARY KEY,
    rev        BIGINT NOT NULL,             -- how often it was changed
    meets      TEXT   NOT NULL,             -- the ways by the sign: {"rat":["clash"]}; {}: none
    changed_by TEXT   NOT NULL,
    changed_at BIGINT NOT NULL
);
