-- A picture that comes when an order has ended is a declared transfer as well; that of a walk-in's order is nobody's.

-- +goose Up
CREATE TABLE transfers_of_all (
    id              TEXT PRIMARY KEY,
    user_id         TEXT REFERENCES users (id),            -- NULL: of a walk-in's order
    cart_id         TEXT NOT NULL,                         -- of the cart, or of the order that it became
    reference       TEXT NOT NULL,
    amount          BIGINT NOT NULL,                       -- of the QR that was shown, or what the order asked for
    declared_amount BIGINT,
    transaction_at  BIGINT,
    upload_id       TEXT NOT NULL DEFAULT '',
    resolved_at     BIGINT NOT NULL DEFAULT 0,
    created_at      BIGINT NOT NULL,
    resolution      TEXT NOT NULL DEFAULT '',              -- invoice, reopen, refund, donation, not-arrived; '': undecided, or its order was settled with it
    resolved_by     TEXT NOT NULL DEFAULT '',
    invoice_id      TEXT NOT NULL DEFAULT ''               -- what has the money now
);
INSERT INTO transfers_of_all (id, user_id, cart_id, reference, amount, declared_amount, transaction_at, upload_id, resolved_at, created_at, resolution, resolved_by, invoice_id)
SELECT id, user_id, cart_id, reference, amount, declared_amount, transaction_at, upload_id, resolved_at, created_at, resolution, resolved_by, invoice_id FROM unclaimed_transfers;
DROP TABLE unclaimed_transfers;
ALTER TABLE transfers_of_all RENAME TO unclaimed_transfers;
CREATE UNIQUE INDEX unclaimed_transfers_cart_open ON unclaimed_transfers (cart_id) WHERE resolved_at = 0;
CREATE INDEX unclaimed_transfers_cart ON unclaimed_transfers (cart_id);
CREATE INDEX unclaimed_transfers_upload ON unclaimed_transfers (upload_id);
CREATE INDEX unclaimed_transfers_reference ON unclaimed_transfers (reference);
CREATE INDEX unclaimed_transfers_time ON unclaimed_transfers (transaction_at);
CREATE INDEX unclaimed_transfers_open ON unclaimed_transfers (created_at, id) WHERE resolved_at = 0;
CREATE INDEX unclaimed_transfers_user ON unclaimed_transfers (user_id, created_at);
CREATE INDEX unclaimed_transfers_made ON unclaimed_transfers (created_at);

-- +goose Down
DELETE FROM unclaimed_transfers WHERE user_id IS NULL;
