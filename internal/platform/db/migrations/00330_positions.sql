-- Where lamps and tablets stand: halls, towers, positions, and who has which. Written as 00100 says.

-- +goose Up
CREATE TABLE halls (
    id         TEXT PRIMARY KEY,
    key        TEXT NOT NULL UNIQUE,
    seq        BIGINT NOT NULL DEFAULT 0,
    title_en   TEXT NOT NULL,
    title_zh   TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- A lamp tower, a wall of lamps or a rack of tablets.
CREATE TABLE towers (
    id       TEXT PRIMARY KEY,
    hall_id  TEXT NOT NULL REFERENCES halls (id),
    code     TEXT NOT NULL,                                -- A
    seq      BIGINT NOT NULL DEFAULT 0,
    title_en TEXT NOT NULL,
    title_zh TEXT NOT NULL,
    x        BIGINT NOT NULL DEFAULT 50,                   -- on the hall's plan, hundredths of its width and depth
    y        BIGINT NOT NULL DEFAULT 50,
    upwards  BIGINT NOT NULL DEFAULT 1,                    -- 1: row 1 is the lowest
    row_count  BIGINT NOT NULL,
    unit_count BIGINT NOT NULL,                            -- of each row
    way_en   TEXT NOT NULL DEFAULT '',                     -- "first tower at the left of the main door"
    way_zh   TEXT NOT NULL DEFAULT '',
    UNIQUE (hall_id, code)
);

CREATE TABLE positions (
    id        TEXT PRIMARY KEY,
    tower_id  TEXT NOT NULL REFERENCES towers (id),
    row_no    BIGINT NOT NULL,
    unit_no   BIGINT NOT NULL,
    code      TEXT NOT NULL,                               -- A-12-07: what stands on the plate; never changes
    option_id TEXT REFERENCES offering_options (id),       -- NULL: sold for nothing yet
    fill      BIGINT NOT NULL,                             -- the order in which free ones are given
    usable    BIGINT NOT NULL DEFAULT 1,                   -- 0: out of use
    use_id    TEXT NOT NULL DEFAULT '',                    -- '': free
    UNIQUE (tower_id, row_no, unit_no),
    UNIQUE (tower_id, code)
);
CREATE INDEX positions_free ON positions (option_id, fill, id) WHERE use_id = '' AND usable = 1;
CREATE INDEX positions_option ON positions (option_id, fill, id);
CREATE INDEX positions_code ON positions (code);

-- Who has a position, and who had it. Ended ones stay as its history.
CREATE TABLE position_uses (
    id              TEXT PRIMARY KEY,
    position_id     TEXT NOT NULL REFERENCES positions (id),
    state           TEXT NOT NULL CHECK (state IN ('held', 'booked', 'taken', 'kept', 'clearing', 'ended')),
    hold_id         TEXT NOT NULL DEFAULT '',              -- while held
    cart_item_id    TEXT NOT NULL DEFAULT '',              -- while held: of that hold
    invoice_id      TEXT NOT NULL DEFAULT '',              -- from booked on
    item_id         TEXT NOT NULL DEFAULT '',              -- of that invoice
    copy            BIGINT NOT NULL DEFAULT 1,             -- of an item with a quantity
    subscription_id TEXT NOT NULL DEFAULT '',
    from_at         BIGINT NOT NULL DEFAULT 0,
    until_at        BIGINT NOT NULL DEFAULT 0,             -- 0: not known yet, or without end
    labelled        BIGINT NOT NULL DEFAULT 0,             -- 1: a label hangs there
    ended_at        BIGINT NOT NULL DEFAULT 0,
    ended_why       TEXT NOT NULL DEFAULT '',              -- expired, cancelled, refunded, over, moved, unpaid
    created_at      BIGINT NOT NULL
);
CREATE UNIQUE INDEX position_uses_live ON position_uses (position_id) WHERE ended_at = 0;
CREATE UNIQUE INDEX position_uses_copy ON position_uses (item_id, copy) WHERE ended_at = 0 AND item_id <> '' AND state <> 'clearing';
CREATE INDEX position_uses_item ON position_uses (item_id, copy) WHERE item_id <> '';
CREATE INDEX position_uses_invoice ON position_uses (invoice_id) WHERE invoice_id <> '';
CREATE INDEX position_uses_position ON position_uses (position_id, created_at, id);
CREATE INDEX position_uses_hold ON position_uses (hold_id) WHERE hold_id <> '';
CREATE INDEX position_uses_subscription ON position_uses (subscription_id, copy) WHERE subscription_id <> '';
CREATE INDEX position_uses_over ON position_uses (until_at, id) WHERE ended_at = 0 AND until_at > 0 AND state = 'taken';
CREATE INDEX position_uses_clearing ON position_uses (position_id) WHERE state = 'clearing';

ALTER TABLE cart_items ADD COLUMN wishes TEXT NOT NULL DEFAULT '[]';            -- ids of positions; nothing is kept by them
ALTER TABLE offering_options ADD COLUMN position_by TEXT NOT NULL DEFAULT '';   -- '': has none; temple, devotee: who chooses it
ALTER TABLE offering_options ADD COLUMN lasts_months BIGINT NOT NULL DEFAULT 0; -- of what is paid once: 0 without end
