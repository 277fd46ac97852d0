-- What the office and the program keep beside the money. Written as 00100 says.

-- +goose Up
-- Words by which the office finds something, of package lookup: hex of folded UTF-8, which every collation
-- sorts alike.
CREATE TABLE search_terms (
    kind    TEXT NOT NULL,                                 -- invoice, member
    subject TEXT NOT NULL,                                 -- its id
    term    TEXT NOT NULL,
    at      BIGINT NOT NULL,                               -- of the subject: the newest is found first
    PRIMARY KEY (kind, subject, term)
);
CREATE INDEX search_terms_term ON search_terms (kind, term, at, subject);

-- The cash box of somebody of the office, from its opening to its closing. Amounts are cents.
CREATE TABLE shifts (
    id            TEXT PRIMARY KEY,
    user_id       TEXT NOT NULL REFERENCES users (id),
    opened_at     BIGINT NOT NULL,
    opening_float BIGINT NOT NULL,
    opening_count TEXT NOT NULL DEFAULT '',                -- notes and coins as JSON, '' when only a sum was given
    closed_at     BIGINT NOT NULL DEFAULT 0,
    closed_by     TEXT NOT NULL DEFAULT '',
    expected      BIGINT NOT NULL DEFAULT 0,               -- of a closed one: float, and what came and went
    counted       BIGINT NOT NULL DEFAULT 0,
    closing_count TEXT NOT NULL DEFAULT '',
    explanation   TEXT NOT NULL DEFAULT ''                 -- of a difference
);
CREATE UNIQUE INDEX shifts_open ON shifts (user_id) WHERE closed_at = 0;
CREATE INDEX shifts_opened ON shifts (opened_at, id);
CREATE INDEX shifts_user ON shifts (user_id, opened_at, id);

-- Jobs: what leaves the database, and what is done later --------------------------------------

CREATE TABLE outbox (
    id           TEXT PRIMARY KEY,
    kind         TEXT NOT NULL,
    args         TEXT NOT NULL,
    unique_key   TEXT UNIQUE,
    state        TEXT NOT NULL DEFAULT 'ready',            -- ready, done, dead, withdrawn
    run_at       BIGINT NOT NULL,
    attempts     BIGINT NOT NULL DEFAULT 0,
    max_attempts BIGINT NOT NULL DEFAULT 12,
    last_error   TEXT NOT NULL DEFAULT '',
    created_at   BIGINT NOT NULL,
    done_at      BIGINT NOT NULL DEFAULT 0,
    give_up_at   BIGINT NOT NULL DEFAULT 0,                -- tried until then, however often; 0: max_attempts counts alone
    useless_at   BIGINT NOT NULL DEFAULT 0,                -- withdrawn from then on in place of being sent; 0: never
    about        TEXT NOT NULL DEFAULT ''                  -- what a letter is about, such as a payment's id: who undoes that withdraws it
);
CREATE INDEX outbox_due ON outbox (run_at) WHERE state = 'ready';
CREATE INDEX outbox_dead ON outbox (created_at) WHERE state = 'dead';
CREATE INDEX outbox_ended ON outbox (created_at) WHERE state <> 'ready';
CREATE INDEX outbox_trouble ON outbox (created_at, id) WHERE last_error <> '';
CREATE INDEX outbox_about ON outbox (about) WHERE about <> '';

CREATE TABLE audit_entries (
    id         TEXT PRIMARY KEY,
    at         BIGINT NOT NULL,
    actor_id   TEXT NOT NULL,
    action     TEXT NOT NULL,
    subject    TEXT NOT NULL,                              -- kind:id
    before     TEXT NOT NULL DEFAULT '',
    after      TEXT NOT NULL DEFAULT '',
    request_id TEXT NOT NULL DEFAULT '',
    ip         TEXT NOT NULL DEFAULT ''
);
CREATE INDEX audit_entries_at ON audit_entries (at, id);
CREATE INDEX audit_entries_subject ON audit_entries (subject, at, id);
CREATE INDEX audit_entries_actor ON audit_entries (actor_id, at, id);
CREATE INDEX audit_entries_action ON audit_entries (action, at, id);

-- A transfer with its picture, as the lists of the payment desk show it. seen: a line of a statement has its money.
CREATE VIEW desk_payments AS
SELECT p.id, p.invoice_id, p.status, p.amount, p.declared_amount, p.received, p.transaction_at, p.created_at, p.decided_at, p.claimed_by, p.claimed_until,
    p.unseen, p.alike, p.cut_off, v.number, v.payment_reference, v.payer_name, v.payer_chinese, COALESCE(c.name, '') AS claimer,
    EXISTS (SELECT 1 FROM bank_matches m JOIN bank_lines l ON l.id = m.line_id WHERE m.invoice_id = p.invoice_id
        AND (m.payment_id = p.id OR p.status = 'pending' AND m.state = 'proposed' AND m.amount = p.amount AND l.state = 'open' AND l.class IN ('certain', 'likely'))) AS seen
FROM payments p JOIN invoices v ON v.id = p.invoice_id LEFT JOIN users c ON c.id = p.claimed_by
WHERE p.method = 2001 AND p.upload_id <> '';
