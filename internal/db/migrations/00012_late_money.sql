-- Late money is looked at again before it is decided, and a cart may have a transfer declared more than once.

-- +goose Up

-- A cart has one transfer that nobody has decided about; those that were decided stay beside it.
CREATE TABLE transfers_kept (
    id              TEXT PRIMARY KEY,
    user_id         TEXT NOT NULL REFERENCES users (id),
    cart_id         TEXT NOT NULL,
    reference       TEXT NOT NULL,
    amount          BIGINT NOT NULL,                       -- of the QR that was shown
    declared_amount BIGINT,
    transaction_at  BIGINT,
    upload_id       TEXT NOT NULL DEFAULT '',
    resolved_at     BIGINT NOT NULL DEFAULT 0,
    created_at      BIGINT NOT NULL,
    resolution      TEXT NOT NULL DEFAULT '',              -- invoice, reopen, refund, donation, not-arrived; '': undecided, or its order was settled with it
    resolved_by     TEXT NOT NULL DEFAULT '',
    invoice_id      TEXT NOT NULL DEFAULT ''               -- what has the money now
);
INSERT INTO transfers_kept (id, user_id, cart_id, reference, amount, declared_amount, transaction_at, upload_id, resolved_at, created_at, resolution, resolved_by, invoice_id)
SELECT id, user_id, cart_id, reference, amount, declared_amount, transaction_at, upload_id, resolved_at, created_at, resolution, resolved_by, invoice_id FROM unclaimed_transfers;
DROP TABLE unclaimed_transfers;
ALTER TABLE transfers_kept RENAME TO unclaimed_transfers;
CREATE UNIQUE INDEX unclaimed_transfers_cart_open ON unclaimed_transfers (cart_id) WHERE resolved_at = 0;
CREATE INDEX unclaimed_transfers_cart ON unclaimed_transfers (cart_id);
CREATE INDEX unclaimed_transfers_upload ON unclaimed_transfers (upload_id);
CREATE INDEX unclaimed_transfers_reference ON unclaimed_transfers (reference);
CREATE INDEX unclaimed_transfers_time ON unclaimed_transfers (transaction_at);
CREATE INDEX unclaimed_transfers_open ON unclaimed_transfers (created_at, id) WHERE resolved_at = 0;
CREATE INDEX unclaimed_transfers_user ON unclaimed_transfers (user_id, created_at);
CREATE INDEX unclaimed_transfers_made ON unclaimed_transfers (created_at);

-- Of carts that became orders which a transfer has settled since.
UPDATE unclaimed_transfers SET
    invoice_id = (SELECT v.id FROM invoices v WHERE v.cart_id = unclaimed_transfers.cart_id),
    resolved_at = (SELECT max(p.decided_at) FROM invoices v JOIN payments p ON p.invoice_id = v.id WHERE v.cart_id = unclaimed_transfers.cart_id AND p.status = 'approved' AND p.method = 2001)
WHERE resolved_at = 0 AND EXISTS (
    SELECT 1 FROM invoices v JOIN payments p ON p.invoice_id = v.id
    WHERE v.cart_id = unclaimed_transfers.cart_id AND p.status = 'approved' AND p.method = 2001 AND p.decided_at >= unclaimed_transfers.created_at);

-- What was set aside as a donation without an order is in no report: it waits for a decision once more, which makes
-- the order and the receipt.
UPDATE bank_lines SET state = 'open', late = 'gift', late_id = '', reason = '', decided_by = '', decided_at = 0
WHERE state = 'ignored' AND reason = 'donation';

-- +goose Down
DELETE FROM unclaimed_transfers WHERE resolved_at > 0 AND EXISTS (SELECT 1 FROM unclaimed_transfers o WHERE o.cart_id = unclaimed_transfers.cart_id AND o.id > unclaimed_transfers.id);
DROP INDEX unclaimed_transfers_cart;
DROP INDEX unclaimed_transfers_cart_open;
