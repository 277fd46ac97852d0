-- A payment provider makes PayNow codes and says whether they were paid. Written as 00100 says.

-- +goose Up
-- A code that the provider made for an order. An order has one that is shown.
CREATE TABLE pay_requests (
    id         TEXT PRIMARY KEY,
    provider   TEXT NOT NULL,                      -- its name: hitpay
    request_id TEXT NOT NULL,                      -- of the provider
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    amount     BIGINT NOT NULL CHECK (amount > 0),
    qr         TEXT NOT NULL,                      -- what its code says
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    state      TEXT NOT NULL,                      -- open: its code is shown; past: it may still have been paid; paid; over: nobody asks again
    looked_at  BIGINT NOT NULL DEFAULT 0,          -- when the provider was asked last
    look_at    BIGINT NOT NULL                     -- when it is asked next, 0: never
);
CREATE UNIQUE INDEX pay_requests_provider ON pay_requests (provider, request_id);
CREATE UNIQUE INDEX pay_requests_open ON pay_requests (invoice_id) WHERE state = 'open';
CREATE INDEX pay_requests_invoice ON pay_requests (invoice_id, created_at);
CREATE INDEX pay_requests_due ON pay_requests (look_at, id) WHERE look_at > 0;

-- Money that the provider has, once however often it says so: it paid an order, or is late money.
CREATE TABLE provider_payments (
    id             TEXT PRIMARY KEY,
    provider       TEXT NOT NULL,
    payment_id     TEXT NOT NULL,                  -- of the provider
    pay_request_id TEXT NOT NULL REFERENCES pay_requests (id),
    amount         BIGINT NOT NULL CHECK (amount > 0),
    currency       TEXT NOT NULL,
    fee            BIGINT NOT NULL DEFAULT 0,      -- what the provider keeps of it
    paid_at        BIGINT NOT NULL,
    seen_at        BIGINT NOT NULL,                -- when the provider said so first
    booked_as      TEXT NOT NULL DEFAULT '',       -- of payments
    transfer_id    TEXT NOT NULL DEFAULT '',       -- of unclaimed_transfers: it was late money first
    line_id        TEXT NOT NULL DEFAULT ''        -- of bank_lines: the payout in which it reached the temple's account
);
CREATE UNIQUE INDEX provider_payments_once ON provider_payments (provider, payment_id);
CREATE UNIQUE INDEX provider_payments_booked ON provider_payments (booked_as) WHERE booked_as <> '';
CREATE UNIQUE INDEX provider_payments_transfer ON provider_payments (transfer_id) WHERE transfer_id <> '';
CREATE INDEX provider_payments_request ON provider_payments (pay_request_id);
CREATE INDEX provider_payments_line ON provider_payments (line_id) WHERE line_id <> '';
CREATE INDEX provider_payments_fees ON provider_payments (seen_at, currency, fee) WHERE fee > 0;
CREATE INDEX provider_payments_unsettled ON provider_payments (paid_at, id) WHERE line_id = '';

-- A refund that the provider makes, and what it answered.
CREATE TABLE provider_refunds (
    refund_id           TEXT PRIMARY KEY REFERENCES refunds (id),
    provider_payment_id TEXT NOT NULL REFERENCES provider_payments (id),
    amount              BIGINT NOT NULL CHECK (amount > 0),
    state               TEXT NOT NULL,             -- asked: the job is on its way; done; refused: nothing went back; unsure: a person looks
    returned            BIGINT NOT NULL DEFAULT -1, -- what the provider had given back of the payment before it was asked; -1: it was not asked yet
    answer              TEXT NOT NULL DEFAULT '',  -- in the provider's words
    asked_by            TEXT NOT NULL,
    asked_at            BIGINT NOT NULL,
    answered_at         BIGINT NOT NULL DEFAULT 0,
    line_id             TEXT NOT NULL DEFAULT ''   -- of bank_lines: the payout from which it was taken
);
CREATE INDEX provider_refunds_payment ON provider_refunds (provider_payment_id);
-- What the provider has given back of a payment tells whether a refund was made: one at a time.
CREATE UNIQUE INDEX provider_refunds_open ON provider_refunds (provider_payment_id) WHERE state IN ('asked', 'unsure');
CREATE INDEX provider_refunds_line ON provider_refunds (line_id) WHERE line_id <> '';
CREATE INDEX provider_refunds_unsettled ON provider_refunds (answered_at, refund_id) WHERE line_id = '' AND state = 'done';
