-- Ceremonies, what they gather, and what became of it. Written as 00100 says.

-- +goose Up
CREATE TABLE ceremonies (
    id         TEXT PRIMARY KEY,
    key        TEXT NOT NULL UNIQUE,
    title_en   TEXT NOT NULL,
    title_zh   TEXT NOT NULL,
    gathers    TEXT NOT NULL CHECK (gathers IN ('bought', 'running')),
    script     TEXT NOT NULL CHECK (script IN ('hans', 'hant')), -- of the fixed words
    paper      BIGINT NOT NULL DEFAULT 1,                  -- 0: its names are read, nothing is printed for each
    starts_at  BIGINT NOT NULL,                            -- of the first sitting
    closes_at  BIGINT NOT NULL,                            -- cut-off; 0: never
    closed_at  BIGINT NOT NULL DEFAULT 0,
    closed_by  TEXT NOT NULL DEFAULT '',                   -- 'system' at the cut-off
    done_at    BIGINT NOT NULL DEFAULT 0,                  -- when all of it was marked as done
    last_no    BIGINT NOT NULL DEFAULT 0,                  -- the row is locked by whoever gives a number
    fill_state TEXT NOT NULL DEFAULT '' CHECK (fill_state IN ('', 'filling')),
    fill_after TEXT NOT NULL DEFAULT '',                   -- JSON: how far the job has come
    fill_done  BIGINT NOT NULL DEFAULT 0,
    fill_total BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL
);
CREATE INDEX ceremonies_closing ON ceremonies (closes_at, id) WHERE closed_at = 0 AND closes_at > 0;
CREATE INDEX ceremonies_start ON ceremonies (starts_at, id);

CREATE TABLE ceremony_sittings (
    ceremony_id TEXT NOT NULL REFERENCES ceremonies (id),
    seq         BIGINT NOT NULL,
    hall_id     TEXT NOT NULL DEFAULT '',                  -- '': its words say where
    place_en    TEXT NOT NULL DEFAULT '',
    place_zh    TEXT NOT NULL DEFAULT '',
    starts_at   BIGINT NOT NULL,
    ends_at     BIGINT NOT NULL,
    PRIMARY KEY (ceremony_id, seq)
);

CREATE TABLE ceremony_sources (
    ceremony_id     TEXT NOT NULL REFERENCES ceremonies (id),
    offering_id     TEXT NOT NULL REFERENCES offerings (id),
    option_id       TEXT NOT NULL DEFAULT '',              -- '': all of the offering
    kind            TEXT NOT NULL CHECK (kind IN ('departed', 'ancestors', 'creditors', 'infant', 'living', 'lamp', 'petition')),
    ordered_from_at BIGINT NOT NULL DEFAULT 0,             -- of bought: which orders
    ordered_until   BIGINT NOT NULL DEFAULT 0,             -- 0: no end
    PRIMARY KEY (ceremony_id, offering_id, option_id)
);
CREATE INDEX ceremony_sources_offering ON ceremony_sources (offering_id, ceremony_id);

CREATE TABLE ceremony_entries (
    id               TEXT PRIMARY KEY,
    ceremony_id      TEXT NOT NULL REFERENCES ceremonies (id),
    no               BIGINT NOT NULL,                      -- stands on its paper
    invoice_id       TEXT NOT NULL DEFAULT '',             -- '': of a lamp that was lit before this site
    item_id          TEXT NOT NULL,                        -- of invoice_items, or the subscription of such a lamp
    copy             BIGINT NOT NULL DEFAULT 1,
    sitting          BIGINT NOT NULL DEFAULT 1,
    kind             TEXT NOT NULL,
    state            TEXT NOT NULL CHECK (state IN ('collected', 'checked', 'printed', 'done', 'withdrawn')),
    original         TEXT NOT NULL,                        -- JSON print text as the form gave it; never changed
    text             TEXT NOT NULL,                        -- JSON print text of the revision
    text_hash        TEXT NOT NULL DEFAULT '',             -- equal texts are a hint
    revision         BIGINT NOT NULL DEFAULT 1,
    checked_revision BIGINT NOT NULL DEFAULT 0,
    printed_revision BIGINT NOT NULL DEFAULT 0,            -- of the paper that is in use; 0: none
    late             BIGINT NOT NULL DEFAULT 0,            -- 1: paid after closing, ordered before; 2: waits for a decision; 3: decided that it cannot be
    asked_at         BIGINT NOT NULL DEFAULT 0,            -- the family was asked
    marks            TEXT NOT NULL DEFAULT '[]',           -- JSON, from checking the text
    position_id      TEXT NOT NULL DEFAULT '',
    place            TEXT NOT NULL DEFAULT '',             -- hall and code, for sorting and for the paper
    sponsor          TEXT NOT NULL DEFAULT '',             -- payer, for sorting
    withdrawn_why    TEXT NOT NULL DEFAULT '',             -- unpaid, refunded, moved, office, cannot
    out_at           BIGINT NOT NULL DEFAULT 0,            -- withdrawn after printing: when its paper was taken out
    done_id          TEXT NOT NULL DEFAULT '',             -- of done_marks
    names_gone_at    BIGINT NOT NULL DEFAULT 0,            -- when its names were erased
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    UNIQUE (ceremony_id, no),
    UNIQUE (ceremony_id, item_id, copy),
    CHECK (printed_revision <= revision AND checked_revision <= revision)
);
CREATE INDEX ceremony_entries_state ON ceremony_entries (ceremony_id, state, no) WHERE late < 2;
CREATE INDEX ceremony_entries_look ON ceremony_entries (ceremony_id, no) WHERE late < 2 AND state = 'collected' AND marks <> '[]';
CREATE INDEX ceremony_entries_again ON ceremony_entries (ceremony_id, no) WHERE state IN ('collected', 'checked') AND printed_revision > 0;
CREATE INDEX ceremony_entries_late ON ceremony_entries (ceremony_id, no) WHERE late = 2 AND state = 'collected';
CREATE INDEX ceremony_entries_out ON ceremony_entries (ceremony_id, no) WHERE state = 'withdrawn' AND printed_revision > 0 AND out_at = 0;
CREATE INDEX ceremony_entries_sponsor ON ceremony_entries (ceremony_id, sponsor, no);
CREATE INDEX ceremony_entries_place ON ceremony_entries (ceremony_id, place, no);
CREATE INDEX ceremony_entries_text ON ceremony_entries (ceremony_id, text_hash, no) WHERE text_hash <> '';
CREATE INDEX ceremony_entries_item ON ceremony_entries (item_id);
CREATE INDEX ceremony_entries_invoice ON ceremony_entries (invoice_id) WHERE invoice_id <> '';
CREATE INDEX ceremony_entries_done ON ceremony_entries (done_id, no) WHERE done_id <> '';
CREATE INDEX ceremony_entries_cannot ON ceremony_entries (updated_at, id) WHERE late = 3;
CREATE INDEX ceremony_entries_kept ON ceremony_entries (updated_at) WHERE names_gone_at = 0;

-- What was changed of an entry's text. A row is never changed; its names go with the entry's.
CREATE TABLE entry_corrections (
    entry_id TEXT NOT NULL REFERENCES ceremony_entries (id),
    revision BIGINT NOT NULL,                              -- that it made
    before   TEXT NOT NULL,
    after    TEXT NOT NULL,
    reason   TEXT NOT NULL,                                -- typed-wrong, house-format, family-asked, rare-character, too-long, devotee
    by_id    TEXT NOT NULL,                                -- '': the devotee
    at       BIGINT NOT NULL,
    PRIMARY KEY (entry_id, revision)
);

CREATE TABLE done_marks (
    id          TEXT PRIMARY KEY,
    ceremony_id TEXT NOT NULL REFERENCES ceremonies (id),
    sitting     BIGINT NOT NULL,
    entry_id    TEXT NOT NULL DEFAULT '',                  -- '': of the sitting; else the first of those that were chosen
    photo_id    TEXT NOT NULL DEFAULT '',
    words_en    TEXT NOT NULL DEFAULT '',
    words_zh    TEXT NOT NULL DEFAULT '',
    entries     BIGINT NOT NULL,
    by_id       TEXT NOT NULL,
    at          BIGINT NOT NULL,
    told_at     BIGINT NOT NULL DEFAULT 0,                 -- when its letters began to leave
    undone_at   BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX done_marks_one ON done_marks (ceremony_id, sitting, entry_id) WHERE undone_at = 0;

-- Whose list an item is on is looked for by what was bought.
CREATE INDEX invoice_items_offering ON invoice_items (offering_id, invoice_id, position);
-- A running list asks for every subscription of an offering whose term covers a day.
CREATE INDEX subscriptions_offering ON subscriptions (offering_id, id);
