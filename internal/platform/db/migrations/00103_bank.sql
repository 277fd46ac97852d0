-- What the bank says. Written as 00100 says.

-- +goose Up
-- A bank statement that was uploaded.
CREATE TABLE bank_statements (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL,                             -- of the file
    sha256      TEXT NOT NULL,                             -- of the file
    file_key    TEXT NOT NULL DEFAULT '',                  -- where the file lies until it is read, then ''
    state       TEXT NOT NULL,                             -- unmapped, reading, ready, failed, approving, undoing, undone
    problem     TEXT NOT NULL DEFAULT '',                  -- fault code of a failed one
    bank        TEXT NOT NULL DEFAULT '',
    account     TEXT NOT NULL DEFAULT '',
    header      TEXT NOT NULL DEFAULT '',                  -- of an unmapped one: its first rows as JSON
    from_at     BIGINT NOT NULL DEFAULT 0,                 -- first and last moment that it tells about
    through_at  BIGINT NOT NULL DEFAULT 0,
    total       BIGINT NOT NULL DEFAULT 0,                 -- lines of the work in hand, and how many are done
    done        BIGINT NOT NULL DEFAULT 0,
    skipped     BIGINT NOT NULL DEFAULT 0,                 -- rows of the file that are no lines
    known       BIGINT NOT NULL DEFAULT 0,                 -- lines that an earlier statement had told
    left_out    BIGINT NOT NULL DEFAULT 0,                 -- certain ones of the last approval that somebody else had decided
    uploaded_by TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    matched_at  BIGINT NOT NULL DEFAULT 0,                 -- when its lines were last compared with the invoices
    undone_by   TEXT NOT NULL DEFAULT '',
    undone_at   BIGINT NOT NULL DEFAULT 0,
    job_id      TEXT NOT NULL DEFAULT ''                   -- of outbox: the job that has it in hand
);
CREATE INDEX bank_statements_time ON bank_statements (created_at, id);
CREATE UNIQUE INDEX bank_statements_file ON bank_statements (sha256) WHERE state <> 'undone' AND state <> 'failed';

-- A line of a statement. state:
--   debit     money that went out: kept, never matched
--   known     another statement told it before: that line counts; this one stands in when that statement is undone
--   open      money that came in and waits; class says how sure we are, bank_matches has what is proposed
--   matched   bank_matches has the payments
--   ignored   somebody said why (reason)
--   resolved  decided among the late money: refunded, a donation, an order made or opened again
-- late, of an open line whose reference leads to nothing that waits for money: 'cart' (late_id is the cart's id),
-- 'expired', 'cancelled', 'paid', 'refunded' (late_id is the invoice's). The list of late money is
-- state = 'open' AND late <> ''.
CREATE TABLE bank_lines (
    id           TEXT PRIMARY KEY,
    statement_id TEXT NOT NULL REFERENCES bank_statements (id),
    position     BIGINT NOT NULL,                          -- row of the file
    hash         TEXT NOT NULL,                            -- of account, day, amount and words, and which of equal ones it is
    state        TEXT NOT NULL,
    class        TEXT NOT NULL DEFAULT '',                 -- certain, likely, several, none; '' unless it came in
    why          TEXT NOT NULL DEFAULT '',                 -- codes of what agrees and what does not, with spaces between
    booked_at    BIGINT NOT NULL,
    has_time     BIGINT NOT NULL,                          -- 1: booked_at is a moment, else a day
    amount       BIGINT NOT NULL,                          -- cents; below 0 it went out
    description  TEXT NOT NULL,
    payer        TEXT NOT NULL,
    reference    TEXT NOT NULL,
    code         TEXT NOT NULL,
    raw          TEXT NOT NULL,                            -- as it stands in the file
    currency     TEXT NOT NULL DEFAULT '',                 -- '' is Singapore's; money of another settles nothing
    reversal     BIGINT NOT NULL DEFAULT 0,                -- 1: it takes an earlier transaction back
    problem      TEXT NOT NULL DEFAULT '',                 -- fault code: why its last settlement, or taking back, failed
    late         TEXT NOT NULL DEFAULT '',
    late_id      TEXT NOT NULL DEFAULT '',
    reason       TEXT NOT NULL DEFAULT '',
    note         TEXT NOT NULL DEFAULT '',
    decided_by   TEXT NOT NULL DEFAULT '',
    decided_at   BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX bank_lines_hash ON bank_lines (hash) WHERE state <> 'known';
CREATE INDEX bank_lines_known ON bank_lines (hash) WHERE state = 'known';
CREATE INDEX bank_lines_list ON bank_lines (statement_id, state, class, position, id);
CREATE INDEX bank_lines_open ON bank_lines (booked_at, id) WHERE state = 'open';
CREATE INDEX bank_lines_late ON bank_lines (booked_at, id) WHERE state = 'open' AND late <> '';
CREATE INDEX bank_lines_booked ON bank_lines (booked_at);
-- Money of an order, or of a cart, whatever was decided about it: a picture of it may come later.
CREATE INDEX bank_lines_late_id ON bank_lines (late_id) WHERE late_id <> '';

-- What a line is, or may be, the money of.
CREATE TABLE bank_matches (
    line_id    TEXT NOT NULL REFERENCES bank_lines (id) ON DELETE CASCADE,
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    position   BIGINT NOT NULL,
    state      TEXT NOT NULL,                              -- proposed; settled: it made the payment; seen: the payment was there
    amount     BIGINT NOT NULL,                            -- cents of the line that are for this invoice
    payment_id TEXT NOT NULL DEFAULT '',
    was        TEXT NOT NULL DEFAULT '',                   -- status of the invoice before it was settled
    made       BIGINT NOT NULL DEFAULT 0,                  -- 1: the payment is new, nobody had told of it
    PRIMARY KEY (line_id, invoice_id)
);
CREATE INDEX bank_matches_invoice ON bank_matches (invoice_id, state);
CREATE UNIQUE INDEX bank_matches_payment ON bank_matches (payment_id) WHERE payment_id <> '';
CREATE INDEX bank_matches_proposed ON bank_matches (line_id, position) WHERE state = 'proposed';

-- How a bank that we do not know lays its columns out, as somebody of the office has shown it.
CREATE TABLE bank_layouts (
    header_key TEXT PRIMARY KEY,                           -- hash of the header's words
    bank       TEXT NOT NULL,
    layout     TEXT NOT NULL,                              -- JSON
    made_by    TEXT NOT NULL,
    made_at    BIGINT NOT NULL
);

-- One row: whoever changes what the bank says waits here for whoever does already.
CREATE TABLE bank_turn (
    id   BIGINT PRIMARY KEY,
    turn BIGINT NOT NULL
);
INSERT INTO bank_turn (id, turn) VALUES (1, 0);

-- Orders that wait for just so much, and carts whose reference somebody may have paid with.
CREATE INDEX invoices_due ON invoices ((sub_total - paid), created_at) WHERE status IN ('awaiting-payment', 'under-verification', 'rejected');
CREATE INDEX carts_shown ON carts (updated_at) WHERE status <> 'open' AND status <> 'paid' AND qr_shown_total IS NOT NULL;
