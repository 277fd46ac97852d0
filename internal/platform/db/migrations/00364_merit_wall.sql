-- The merit wall: offerings whose givers are thanked by name, until a day; and of each paid item that was asked, who
-- agreed. Written as 00100 says.

-- +goose Up
CREATE TABLE merit_walls (
    offering_id TEXT   NOT NULL PRIMARY KEY REFERENCES offerings (id),
    until_at    BIGINT NOT NULL,            -- from when on it is no longer shown
    changed_by  TEXT   NOT NULL,
    changed_at  BIGINT NOT NULL
);

-- A row for each name of an item whose giver agreed; one without a name for an item whose giver did not.
CREATE TABLE wall_names (
    item_id     TEXT   NOT NULL,
    seq         BIGINT NOT NULL,            -- from 0
    invoice_id  TEXT   NOT NULL REFERENCES invoices (id),
    offering_id TEXT   NOT NULL,
    name        TEXT   NOT NULL,            -- as it was written
    listed      BIGINT NOT NULL CHECK (listed IN (0, 1)),
    live        BIGINT NOT NULL CHECK (live IN (0, 1)), -- 1: its order is paid, and nothing went back
    at          BIGINT NOT NULL,            -- when the order was paid first
    PRIMARY KEY (item_id, seq)
);
CREATE INDEX wall_names_shown ON wall_names (offering_id, at, item_id, seq) WHERE listed = 1 AND live = 1;
CREATE INDEX wall_names_unnamed ON wall_names (offering_id) WHERE listed = 0 AND live = 1;
CREATE INDEX wall_names_at ON wall_names (at);
CREATE INDEX wall_names_invoice ON wall_names (invoice_id);
