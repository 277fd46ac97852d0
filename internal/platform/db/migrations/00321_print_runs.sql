-- Print runs and the pieces of each. Written as 00100 says.

-- +goose Up
-- One PDF of a ceremony's list, or of the labels of a hall.
CREATE TABLE print_runs (
    id             TEXT PRIMARY KEY,
    source         TEXT NOT NULL CHECK (source IN ('ceremony', 'hall')),
    source_id      TEXT NOT NULL,
    no             BIGINT NOT NULL,                        -- within its source
    kind           TEXT NOT NULL CHECK (kind IN ('tablet', 'label', 'petition', 'list')),
    which          TEXT NOT NULL CHECK (which IN ('ready', 'late', 'chosen')), -- of its source's
    sitting        BIGINT NOT NULL DEFAULT 0,              -- 0: all
    layout_key     TEXT NOT NULL,                          -- '': of a name list
    layout_version BIGINT NOT NULL,
    sort           TEXT NOT NULL CHECK (sort IN ('number', 'place', 'sponsor', 'sitting')),
    why            TEXT NOT NULL DEFAULT '' CHECK (why IN ('', 'spoiled', 'corrected', 'damaged', 'lost')), -- of a reprint
    boxes          BIGINT NOT NULL DEFAULT 0,              -- 1: a character that no font has is an empty box
    first_slot     BIGINT NOT NULL DEFAULT 1,              -- first free label of the first sheet
    offset_x       BIGINT NOT NULL DEFAULT 0,              -- of the printer, beside the layout's; tenths of a millimetre
    offset_y       BIGINT NOT NULL DEFAULT 0,
    state          TEXT NOT NULL CHECK (state IN ('queued', 'running', 'ready', 'accepted', 'cancelled', 'failed')),
    problem        TEXT NOT NULL DEFAULT '',               -- of failed: a fault's code
    attempt        BIGINT NOT NULL DEFAULT 0,              -- whoever draws has its number; an older one counts no more
    total          BIGINT NOT NULL,                        -- pieces
    sheets         BIGINT NOT NULL,
    drawn          BIGINT NOT NULL DEFAULT 0,              -- sheets; written once a second
    left_out       TEXT NOT NULL DEFAULT '[]',             -- JSON: what was not taken, and why
    storage_key    TEXT NOT NULL DEFAULT '',               -- '': no file, or no file any more
    sha256         TEXT NOT NULL DEFAULT '',
    bytes          BIGINT NOT NULL DEFAULT 0,
    by_id          TEXT NOT NULL,
    created_at     BIGINT NOT NULL,
    beat_at        BIGINT NOT NULL DEFAULT 0,              -- of whoever draws it
    ready_at       BIGINT NOT NULL DEFAULT 0,
    ended_at       BIGINT NOT NULL DEFAULT 0,              -- accepted or cancelled
    ended_by       TEXT NOT NULL DEFAULT '',
    UNIQUE (source_id, no)
);
CREATE INDEX print_runs_newest ON print_runs (created_at, id);
CREATE INDEX print_runs_of ON print_runs (source_id, created_at, id);
CREATE INDEX print_runs_file ON print_runs (ready_at) WHERE storage_key <> '';
CREATE INDEX print_runs_key ON print_runs (storage_key) WHERE storage_key <> '';

-- A tablet, a label or a petition of a run. Its number and place never change.
CREATE TABLE print_pieces (
    run_id   TEXT NOT NULL REFERENCES print_runs (id),
    seq      BIGINT NOT NULL,                              -- from 1, in the order of the sheets
    entry_id TEXT NOT NULL DEFAULT '',                     -- of ceremony_entries
    use_id   TEXT NOT NULL DEFAULT '',                     -- of position_uses: a label of a hall
    revision BIGINT NOT NULL DEFAULT 0,                    -- of the entry's text
    label    TEXT NOT NULL DEFAULT '',                     -- JSON: of a use, what stands on it; goes with the run's file
    no       BIGINT NOT NULL DEFAULT 0,                    -- the entry's
    place    TEXT NOT NULL DEFAULT '',
    sheet    BIGINT NOT NULL,
    slot     BIGINT NOT NULL,
    outcome  TEXT NOT NULL DEFAULT '' CHECK (outcome IN
        ('', 'good', 'spoiled', 'stale', 'withdrawn', 'replaced', 'blank', 'dropped')),
    PRIMARY KEY (run_id, seq)
);
-- A revision counts as printed once; an entry waits in one run.
CREATE UNIQUE INDEX print_pieces_good ON print_pieces (entry_id) WHERE outcome = 'good' AND entry_id <> '';
CREATE UNIQUE INDEX print_pieces_open ON print_pieces (entry_id) WHERE outcome = '' AND entry_id <> '';
CREATE UNIQUE INDEX print_pieces_use ON print_pieces (use_id) WHERE outcome = '' AND use_id <> '';
CREATE INDEX print_pieces_entry ON print_pieces (entry_id, run_id) WHERE entry_id <> '';
CREATE INDEX print_pieces_outcome ON print_pieces (run_id, outcome, seq);
