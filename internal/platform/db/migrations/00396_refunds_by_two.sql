-- Large refunds need a second person, and those by transfer are a list that somebody works off. Written as 00100 says.

-- +goose Up
CREATE TABLE refund_approvals (
    id         TEXT PRIMARY KEY,
    subject    TEXT NOT NULL,                    -- what the money came for: invoice:, transfer: or line: and its id
    method     BIGINT NOT NULL,                  -- 1 cash, 2001 transfer
    amount     BIGINT NOT NULL CHECK (amount > 0),
    reason     TEXT NOT NULL,                    -- a code of refund.reason.*
    asked_by   TEXT NOT NULL,
    asked_at   BIGINT NOT NULL,
    decided_by TEXT NOT NULL DEFAULT '' CHECK (decided_by <> asked_by),
    decided_at BIGINT NOT NULL DEFAULT 0,        -- 0: it waits
    approved   BIGINT NOT NULL DEFAULT 0,
    refund_id  TEXT NOT NULL DEFAULT ''          -- what was given back by it: once
);
CREATE UNIQUE INDEX refund_approvals_live ON refund_approvals (subject) WHERE refund_id = '' AND (decided_at = 0 OR approved = 1);

CREATE TABLE refund_transfers (
    refund_id TEXT PRIMARY KEY REFERENCES refunds (id),
    at        BIGINT NOT NULL,                   -- of the refund: the oldest is done first
    done_at   BIGINT NOT NULL DEFAULT 0,         -- 0: it is still to be transferred
    done_by   TEXT NOT NULL DEFAULT '',
    reference TEXT NOT NULL DEFAULT ''           -- of the bank
);
INSERT INTO refund_transfers (refund_id, at, done_at) SELECT id, at, at FROM refunds WHERE method = 2001;
CREATE INDEX refund_transfers_open ON refund_transfers (at, refund_id) WHERE done_at = 0;
CREATE INDEX refund_transfers_done ON refund_transfers (done_at, refund_id) WHERE done_at > 0;
