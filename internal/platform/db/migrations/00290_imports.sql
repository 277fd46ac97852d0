-- Lists that a temple kept before, and what was made of them. Written as 00100 says.

-- +goose Up
CREATE TABLE imports (
    id          TEXT PRIMARY KEY,
    kind        TEXT NOT NULL CHECK (kind IN ('members', 'lamps', 'orders')),
    name        TEXT NOT NULL,                             -- of the file
    sha256      TEXT NOT NULL,                             -- of the file
    file_key    TEXT NOT NULL,                             -- where the file lies; '': it is erased
    state       TEXT NOT NULL,                             -- columns, reading, ready, importing, done, undoing, undone, failed, gone
    problem     TEXT NOT NULL DEFAULT '',                  -- fault code of a failed one
    header_key  TEXT NOT NULL DEFAULT '',                  -- hash of its header: the same columns next time
    header      TEXT NOT NULL DEFAULT '',                  -- JSON: the header and its first rows
    columns     TEXT NOT NULL DEFAULT '{}',                -- JSON: field → column, from 0
    remembered  BIGINT NOT NULL DEFAULT 0,                 -- 1: the columns are those of an earlier file
    total       BIGINT NOT NULL DEFAULT 0,                 -- rows of the work in hand, and how many are done
    done        BIGINT NOT NULL DEFAULT 0,
    created_by  TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    imported_at BIGINT NOT NULL DEFAULT 0,
    undone_by   TEXT NOT NULL DEFAULT '',
    undone_at   BIGINT NOT NULL DEFAULT 0,
    job_id      TEXT NOT NULL DEFAULT ''                   -- of outbox: the job that has it in hand
);
CREATE INDEX imports_time ON imports (created_at, id);
CREATE INDEX imports_file ON imports (sha256, kind);

-- A row of a sheet, as it came. class: ready, decide, unreadable, known, out, made, kept.
CREATE TABLE import_rows (
    import_id TEXT NOT NULL REFERENCES imports (id),
    row_no    BIGINT NOT NULL,                             -- of the sheet, from 1
    class     TEXT NOT NULL,
    cells     TEXT NOT NULL,                               -- JSON: field → text
    answers   TEXT NOT NULL DEFAULT '{}',                  -- JSON: field → what somebody decided
    problems  TEXT NOT NULL DEFAULT '[]',                  -- JSON
    made_id   TEXT NOT NULL DEFAULT '',
    kept_why  TEXT NOT NULL DEFAULT '',                    -- why it stayed when the import was taken back
    PRIMARY KEY (import_id, row_no)
);
CREATE INDEX import_rows_class ON import_rows (import_id, class, row_no);

-- What is here already: a second file that has the same row makes nothing.
CREATE TABLE import_keys (
    kind      TEXT NOT NULL,
    row_key   TEXT NOT NULL,                               -- hash of the row's own number, or of what tells it from others
    import_id TEXT NOT NULL REFERENCES imports (id),
    row_no    BIGINT NOT NULL,
    PRIMARY KEY (kind, row_key)
);
CREATE INDEX import_keys_import ON import_keys (import_id, row_no);

CREATE TABLE import_layouts (
    kind       TEXT NOT NULL,
    header_key TEXT NOT NULL,
    columns    TEXT NOT NULL,
    PRIMARY KEY (kind, header_key)
);

-- Somebody on the temple's list who has no account. user_id: the account that proved the number later.
CREATE TABLE imported_people (
    id           TEXT PRIMARY KEY,
    import_id    TEXT NOT NULL REFERENCES imports (id),
    name         TEXT NOT NULL,
    chinese_name TEXT NOT NULL DEFAULT '',
    mobile       TEXT NOT NULL DEFAULT '',                 -- E.164
    email        TEXT NOT NULL DEFAULT '',
    birth_date   TEXT NOT NULL DEFAULT '',                 -- as the list has it
    address      TEXT NOT NULL DEFAULT '',
    remark       TEXT NOT NULL DEFAULT '',
    user_id      TEXT REFERENCES users (id),
    claimed_at   BIGINT NOT NULL DEFAULT 0,                -- when that account proved the number; 0: it was known at the import
    created_at   BIGINT NOT NULL
);
CREATE INDEX imported_people_mobile ON imported_people (mobile) WHERE mobile <> '';
CREATE INDEX imported_people_user ON imported_people (user_id);

-- A lamp that was lit before this site: where it stands and until when. Its payment is a note, not the accounts'.
CREATE TABLE imported_lamps (
    id              TEXT PRIMARY KEY,
    import_id       TEXT NOT NULL REFERENCES imports (id),
    name            TEXT NOT NULL,
    chinese_name    TEXT NOT NULL DEFAULT '',
    mobile          TEXT NOT NULL DEFAULT '',
    option_id       TEXT NOT NULL,
    title_en        TEXT NOT NULL,                         -- of the offering and its option, on the day of the import
    title_zh        TEXT NOT NULL,
    option_title_en TEXT NOT NULL,
    option_title_zh TEXT NOT NULL,
    place           TEXT NOT NULL DEFAULT '',
    from_at         BIGINT NOT NULL,                       -- midnights of Singapore
    until_at        BIGINT NOT NULL,
    amount          BIGINT NOT NULL DEFAULT 0,             -- cents
    remark          TEXT NOT NULL DEFAULT '',
    user_id         TEXT REFERENCES users (id),
    claimed_at      BIGINT NOT NULL DEFAULT 0,
    subscription_id TEXT NOT NULL DEFAULT '',              -- that goes on from it; '': nobody is known who could renew
    created_at      BIGINT NOT NULL
);
CREATE INDEX imported_lamps_mobile ON imported_lamps (mobile) WHERE mobile <> '';
CREATE INDEX imported_lamps_place ON imported_lamps (place, until_at);
CREATE INDEX imported_lamps_user ON imported_lamps (user_id);
CREATE UNIQUE INDEX imported_lamps_subscription ON imported_lamps (subscription_id) WHERE subscription_id <> '';

-- What was given before this site, to look up. It has no number of ours and is in no report.
CREATE TABLE past_orders (
    id         TEXT PRIMARY KEY,
    import_id  TEXT NOT NULL REFERENCES imports (id),
    number     TEXT NOT NULL DEFAULT '',                   -- of the old list
    day_at     BIGINT NOT NULL,
    name       TEXT NOT NULL,
    mobile     TEXT NOT NULL DEFAULT '',
    item       TEXT NOT NULL,
    amount     BIGINT NOT NULL DEFAULT 0,                  -- cents
    remark     TEXT NOT NULL DEFAULT '',
    user_id    TEXT REFERENCES users (id),
    created_at BIGINT NOT NULL
);
CREATE INDEX past_orders_mobile ON past_orders (mobile) WHERE mobile <> '';
CREATE INDEX past_orders_user ON past_orders (user_id, day_at);

-- Whoever imports and whoever proves a number wait here for each other: else neither sees what the other writes.
CREATE TABLE import_turn (id BIGINT PRIMARY KEY);
INSERT INTO import_turn (id) VALUES (1);
