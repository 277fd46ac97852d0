-- Lists of a Tai Sui rite are looked at sign by sign. Written as 00100 says.

-- +goose Up
-- The zodiac signs of the living whom an entry's form names: one row a sign, by each of the days from which a year of
-- signs may be counted, so that the setting may change. What names nobody with a day of birth stands under 12.
CREATE TABLE entry_signs (
    ceremony_id TEXT   NOT NULL REFERENCES ceremonies (id),
    boundary    TEXT   NOT NULL CHECK (boundary IN ('new-year', 'lichun')),
    sign        BIGINT NOT NULL CHECK (sign BETWEEN 0 AND 12), -- 0: rat
    no          BIGINT NOT NULL,                               -- of the entry
    entry_id    TEXT   NOT NULL REFERENCES ceremony_entries (id),
    PRIMARY KEY (ceremony_id, boundary, sign, no)
);
CREATE INDEX entry_signs_entry ON entry_signs (entry_id);

-- Up to which number the signs of a list are known; -1: all. Lists that were there before are read once.
ALTER TABLE ceremonies ADD COLUMN signs_upto BIGINT NOT NULL DEFAULT 0;
CREATE INDEX ceremonies_signs ON ceremonies (id) WHERE signs_upto >= 0;

-- A name list that is grouped by sign; its sort is by number.
ALTER TABLE print_runs ADD COLUMN by_sign BIGINT NOT NULL DEFAULT 0;
