-- Months that the treasurer closes, and the journal of each. Written as 00100 says.

-- +goose Up

-- Until when the accounts are closed: 0 for not at all. Who books money shares this row until the booking is committed,
-- who closes or opens a month has it alone.
CREATE TABLE month_turn (
    id           BIGINT PRIMARY KEY,
    closed_until BIGINT NOT NULL                           -- a midnight in Singapore, the first of a month
);
INSERT INTO month_turn (id, closed_until) VALUES (1, 0);

-- Each closing of a month. One that was opened again stays, with who did it and why.
CREATE TABLE closed_months (
    id          TEXT PRIMARY KEY,
    month       TEXT NOT NULL,                             -- 2026-09, in Singapore
    closed_at   BIGINT NOT NULL,
    closed_by   TEXT NOT NULL,
    taken       BIGINT NOT NULL,                           -- the report's totals at that moment, in cents
    back        BIGINT NOT NULL,
    lines       BIGINT NOT NULL,                           -- of its journal
    sha256      TEXT NOT NULL,                             -- of its journal as the general CSV file
    reopened_at BIGINT NOT NULL DEFAULT 0,                 -- 0: it is closed
    reopened_by TEXT NOT NULL DEFAULT '' CHECK (reopened_by <> closed_by),
    reason      TEXT NOT NULL DEFAULT ''                   -- of opening it again
);
CREATE UNIQUE INDEX closed_months_closed ON closed_months (month) WHERE reopened_at = 0;
CREATE INDEX closed_months_of ON closed_months (month, closed_at);
CREATE INDEX closed_months_reasons ON closed_months (reopened_at) WHERE reason <> '';

-- The journal of a closing, as it is downloaded: never changed. It names orders by number and nobody by name.
CREATE TABLE journal_lines (
    closing_id  TEXT NOT NULL REFERENCES closed_months (id),
    position    BIGINT NOT NULL,
    day         TEXT NOT NULL,                             -- 2026-09-21
    entry       TEXT NOT NULL,                             -- lines with the same one add up to zero: the narration
    document    TEXT NOT NULL,                             -- number of an order; '' for a day's total
    account     TEXT NOT NULL,                             -- key of account_codes
    code        TEXT NOT NULL,                             -- its code at that moment
    tax_rate    TEXT NOT NULL,
    description TEXT NOT NULL,
    of_month    TEXT NOT NULL,                             -- the closed month that it belongs to, 2026-08; '' mostly
    debit       BIGINT NOT NULL CHECK (debit >= 0),
    credit      BIGINT NOT NULL CHECK (credit >= 0 AND (debit = 0) <> (credit = 0)),
    PRIMARY KEY (closing_id, position)
);

-- The temple's own account codes; a key without a row has the built-in one.
CREATE TABLE account_codes (
    key  TEXT PRIMARY KEY,                                 -- cash, paynow, category:<id>, …; tax-rate for the name of the rate
    code TEXT NOT NULL
);

-- What changed money of a closed month later: it counts on its own day, and the closed month stays as it was.
CREATE TABLE adjustments (
    id         TEXT PRIMARY KEY,
    kind       TEXT NOT NULL CHECK (kind IN ('undone', 'excess')), -- a payment was undone; its excess was decided
    payment_id TEXT NOT NULL REFERENCES payments (id),
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    method     BIGINT NOT NULL,
    amount     BIGINT NOT NULL CHECK (amount > 0),         -- what had been received; of a decision, the excess
    excess     BIGINT NOT NULL DEFAULT 0,                  -- undone: the part that was undecided excess
    excess_as  TEXT NOT NULL DEFAULT '',                   -- decided: what became of it
    waived     BIGINT NOT NULL DEFAULT 0,                  -- undone: the rest that had been waived
    booked_at  BIGINT NOT NULL,                            -- of the payment, in the closed month
    booked_by  TEXT NOT NULL,
    of_month   TEXT NOT NULL,                              -- that month, 2026-09
    at         BIGINT NOT NULL,
    actor_id   TEXT NOT NULL
);
CREATE INDEX adjustments_time ON adjustments (at, id);
CREATE INDEX adjustments_booked ON adjustments (booked_at, id);
CREATE INDEX adjustments_payment ON adjustments (payment_id);

-- How the money of an undone payment lay on the items of its order.
CREATE TABLE adjustment_items (
    adjustment_id TEXT NOT NULL REFERENCES adjustments (id),
    position      BIGINT NOT NULL,                         -- of the item
    offering_id   TEXT NOT NULL,
    form_key      TEXT NOT NULL,
    fund          TEXT NOT NULL,
    amount        BIGINT NOT NULL,                         -- paid
    waived        BIGINT NOT NULL,
    PRIMARY KEY (adjustment_id, position)
);

-- The closed month that money belongs to although it is booked later: '' for money of its own day.
ALTER TABLE payments ADD COLUMN of_month TEXT NOT NULL DEFAULT '';
ALTER TABLE refunds ADD COLUMN of_month TEXT NOT NULL DEFAULT '';
ALTER TABLE shifts ADD COLUMN of_month TEXT NOT NULL DEFAULT '';
CREATE INDEX shifts_closed ON shifts (closed_at, id) WHERE closed_at > 0 AND counted <> expected;
