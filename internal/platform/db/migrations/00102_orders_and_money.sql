-- Written as 00100 says.

-- +goose Up
-- Cart and checkout ------------------------------------------------------------------------

CREATE TABLE carts (
    id                TEXT PRIMARY KEY,
    session_id        TEXT,                                -- a guest's
    user_id           TEXT REFERENCES users (id) ON DELETE CASCADE,
    status            TEXT NOT NULL DEFAULT 'open',        -- open, paid, merged, cancelled, expired
    payment_reference TEXT NOT NULL UNIQUE,                -- never used twice
    method            BIGINT NOT NULL DEFAULT 0,           -- chosen at checkout: 0, 1, 2001
    upload_id         TEXT NOT NULL DEFAULT '',            -- pictures sent before paying
    declared_amount   BIGINT,
    declared_at       BIGINT,                              -- when the member says the transfer was made
    qr_shown_total    BIGINT,                              -- total of the last QR that was shown
    created_at        BIGINT NOT NULL,
    updated_at        BIGINT NOT NULL
);
CREATE UNIQUE INDEX carts_open_session ON carts (session_id) WHERE status = 'open' AND user_id IS NULL;
CREATE UNIQUE INDEX carts_open_user ON carts (user_id) WHERE status = 'open' AND user_id IS NOT NULL;
CREATE INDEX carts_age ON carts (updated_at) WHERE status = 'open';
CREATE INDEX carts_ended ON carts (updated_at) WHERE status <> 'open';
CREATE INDEX carts_user ON carts (user_id, created_at, id);
CREATE INDEX carts_upload ON carts (upload_id) WHERE upload_id <> '';

CREATE TABLE cart_items (
    id           TEXT PRIMARY KEY,
    cart_id      TEXT NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
    offering_id  TEXT NOT NULL REFERENCES offerings (id),
    option_id    TEXT NOT NULL REFERENCES offering_options (id),
    quantity     BIGINT NOT NULL CHECK (quantity BETWEEN 1 AND 99),
    unit_price   BIGINT NOT NULL CHECK (unit_price > 0),   -- as last shown to the visitor
    price_before BIGINT,                                   -- what it was until a payment found it changed
    amount_given BIGINT,                                   -- the open amount that was typed
    term         TEXT NOT NULL DEFAULT '',
    form_key     TEXT NOT NULL DEFAULT '',
    form_version BIGINT NOT NULL DEFAULT 0,
    form         TEXT NOT NULL DEFAULT '',                 -- JSON values
    created_at   BIGINT NOT NULL
);
CREATE INDEX cart_items_cart ON cart_items (cart_id, created_at, id); -- in the order in which they are shown

-- A hold keeps prices and capacity from the QR on. One for each cart and each member.
CREATE TABLE holds (
    id            TEXT PRIMARY KEY,
    cart_id       TEXT NOT NULL UNIQUE REFERENCES carts (id) ON DELETE CASCADE,
    user_id       TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    total         BIGINT NOT NULL,
    qr_payload    TEXT NOT NULL,
    image_token   TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    qr_expires_at BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL
);
CREATE INDEX holds_expiry ON holds (expires_at);

CREATE TABLE hold_items (
    hold_id      TEXT NOT NULL REFERENCES holds (id) ON DELETE CASCADE,
    cart_item_id TEXT NOT NULL,
    option_id    TEXT NOT NULL,
    quantity     BIGINT NOT NULL,
    unit_price   BIGINT NOT NULL,
    limited      BIGINT NOT NULL,                          -- 1: stock was taken
    PRIMARY KEY (hold_id, cart_item_id)
);

-- Money ------------------------------------------------------------------------------------

-- Gapless numbers: the row is locked by the transaction that uses the number.
CREATE TABLE number_series (
    series TEXT NOT NULL,                                  -- INV, OR
    year   BIGINT NOT NULL,
    last   BIGINT NOT NULL,
    PRIMARY KEY (series, year)
);

CREATE TABLE invoices (
    id                TEXT PRIMARY KEY,
    number            TEXT NOT NULL UNIQUE,
    origin            TEXT NOT NULL CHECK (origin IN ('cart', 'walk-in', 'renewal', 'late')), -- what it was made of
    origin_id         TEXT NOT NULL,                       -- the cart, the period of a subscription, the transfer; unique to a walk-in
    user_id           TEXT REFERENCES users (id),
    status            TEXT NOT NULL,
    locale            TEXT NOT NULL,
    sub_total         BIGINT NOT NULL CHECK (sub_total > 0),
    paid              BIGINT NOT NULL DEFAULT 0,
    payment_reference TEXT NOT NULL UNIQUE,
    payer_name        TEXT NOT NULL,
    payer_chinese     TEXT NOT NULL DEFAULT '',
    payer_mobile      TEXT NOT NULL DEFAULT '',
    payer_email       TEXT NOT NULL DEFAULT '',
    created_at        BIGINT NOT NULL,
    expires_at        BIGINT NOT NULL DEFAULT 0,           -- 0: does not expire
    updated_at        BIGINT NOT NULL,
    stands_until      BIGINT NOT NULL DEFAULT 0,           -- of a renewal: it never expires before
    UNIQUE (origin_id, origin)                             -- at most one invoice is made of anything
);
CREATE INDEX invoices_user ON invoices (user_id, created_at);
CREATE INDEX invoices_status ON invoices (status, created_at, id);
CREATE INDEX invoices_made ON invoices (created_at, id);
CREATE INDEX invoices_expiry ON invoices (expires_at) WHERE expires_at > 0;

CREATE TABLE invoice_items (
    id              TEXT NOT NULL,
    invoice_id      TEXT NOT NULL REFERENCES invoices (id),
    position        BIGINT NOT NULL,
    offering_id     TEXT NOT NULL,
    option_id       TEXT NOT NULL,
    title_en        TEXT NOT NULL,
    title_zh        TEXT NOT NULL,
    option_title_en TEXT NOT NULL,
    option_title_zh TEXT NOT NULL,
    quantity        BIGINT NOT NULL,
    unit_price      BIGINT NOT NULL,
    amount          BIGINT NOT NULL,
    term            TEXT NOT NULL DEFAULT '',
    form_key        TEXT NOT NULL DEFAULT '',
    form_version    BIGINT NOT NULL DEFAULT 0,
    form            TEXT NOT NULL DEFAULT '',
    limited         BIGINT NOT NULL DEFAULT 0,             -- 1: gives stock back when it ends unpaid
    CHECK (amount = unit_price * quantity),
    PRIMARY KEY (invoice_id, position)                     -- items are only ever looked for by invoice
);

CREATE TABLE invoice_events (
    id         TEXT NOT NULL,
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    at         BIGINT NOT NULL,
    status     TEXT NOT NULL,
    by_whom    TEXT NOT NULL,                              -- member, office, system, bank
    actor_id   TEXT NOT NULL DEFAULT '',
    reason     TEXT NOT NULL DEFAULT '',                   -- coded, where the office ended it
    PRIMARY KEY (invoice_id, id)
);
CREATE INDEX invoice_events_ended ON invoice_events (at) WHERE status IN ('expired', 'cancelled');

CREATE TABLE uploads (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users (id),
    payment_id TEXT NOT NULL DEFAULT '',                   -- '' until a payment carries it
    bytes      BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    at_counter BIGINT NOT NULL DEFAULT 0                   -- 1: user_id photographed it for somebody without an account
);
CREATE INDEX uploads_user ON uploads (user_id, created_at);
CREATE INDEX uploads_made ON uploads (created_at);
CREATE INDEX uploads_waiting ON uploads (created_at) WHERE payment_id = '';

CREATE TABLE upload_images (
    id          TEXT PRIMARY KEY,
    upload_id   TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    position    BIGINT NOT NULL,
    name        TEXT NOT NULL,
    mime        TEXT NOT NULL,
    size        BIGINT NOT NULL,
    width       BIGINT NOT NULL,
    height      BIGINT NOT NULL,
    storage_key TEXT NOT NULL,
    sha256      TEXT NOT NULL,
    dhash       BIGINT NOT NULL,
    band_a      BIGINT NOT NULL,                           -- every fourth bit of dhash: of two hashes that differ in
    band_b      BIGINT NOT NULL,                           -- three bits at most, one band is equal
    band_c      BIGINT NOT NULL,
    band_d      BIGINT NOT NULL
);
CREATE INDEX upload_images_upload ON upload_images (upload_id);
CREATE INDEX upload_images_sha ON upload_images (sha256);
-- The sweep asks of each stored picture whether a row names it.
CREATE INDEX upload_images_key ON upload_images (storage_key);
CREATE INDEX upload_images_band_a ON upload_images (band_a);
CREATE INDEX upload_images_band_b ON upload_images (band_b);
CREATE INDEX upload_images_band_c ON upload_images (band_c);
CREATE INDEX upload_images_band_d ON upload_images (band_d);

CREATE TABLE payments (
    id              TEXT PRIMARY KEY,
    invoice_id      TEXT NOT NULL REFERENCES invoices (id),
    method          BIGINT NOT NULL,                       -- 1 cash, 2001 PayNow
    status          TEXT NOT NULL,                         -- pending, approved, rejected, voided
    amount          BIGINT NOT NULL,                       -- due when it was made
    declared_amount BIGINT,
    received        BIGINT,
    transaction_at  BIGINT,
    transaction_raw TEXT NOT NULL DEFAULT '',              -- as sent, with its zone
    upload_id       TEXT NOT NULL DEFAULT '',
    reason          TEXT NOT NULL DEFAULT '',
    note            TEXT NOT NULL DEFAULT '',
    decided_by      TEXT NOT NULL DEFAULT '',
    decided_at      BIGINT NOT NULL DEFAULT 0,
    claimed_by      TEXT NOT NULL DEFAULT '',              -- who of the office has it open
    claimed_until   BIGINT NOT NULL DEFAULT 0,
    unseen          BIGINT NOT NULL DEFAULT 0,             -- 1: approved though no statement showed it
    alike           BIGINT NOT NULL DEFAULT 0,             -- 1: a picture equals or resembles an earlier payment's
    cut_off         BIGINT NOT NULL DEFAULT 9007199254740991, -- when its ceremony closes; the largest number: never
    shift_id        TEXT NOT NULL DEFAULT '',              -- whose cash box it lies in; '' for PayNow
    created_at      BIGINT NOT NULL,
    excess          BIGINT NOT NULL DEFAULT 0,             -- of what was received: more than was due
    excess_as       TEXT NOT NULL DEFAULT ''               -- what became of it: '' undecided, donation, refund
);
CREATE INDEX payments_shift ON payments (shift_id) WHERE shift_id <> '';
CREATE INDEX payments_invoice ON payments (invoice_id);
CREATE INDEX payments_transferred ON payments (created_at) WHERE status = 'approved' AND method = 2001;
CREATE INDEX payments_noted ON payments (created_at) WHERE note <> '';
CREATE INDEX payments_queue ON payments (status, created_at, id) WHERE method = 2001 AND upload_id <> '';
CREATE INDEX payments_decided ON payments (status, decided_at, id, received, amount) WHERE method = 2001 AND upload_id <> '';
CREATE INDEX payments_cut_off ON payments (cut_off, id) WHERE method = 2001 AND upload_id <> '' AND status = 'pending';
CREATE INDEX payments_unseen ON payments (decided_at, id) WHERE unseen = 1;
CREATE INDEX payments_transfer ON payments (transaction_at, method, status, received, amount); -- summed up without their rows
CREATE INDEX payments_taken ON payments (decided_at, id, received) WHERE status = 'approved';
CREATE UNIQUE INDEX payments_pending ON payments (invoice_id) WHERE status = 'pending';
CREATE INDEX payments_excess ON payments (decided_at, id) WHERE excess > 0 AND excess_as = '';

CREATE TABLE official_receipts (
    id          TEXT PRIMARY KEY,
    number      TEXT NOT NULL UNIQUE,
    invoice_id  TEXT NOT NULL REFERENCES invoices (id),
    payment_id  TEXT NOT NULL,
    issued_at   BIGINT NOT NULL,
    issued_by   TEXT NOT NULL,
    voided_at   BIGINT NOT NULL DEFAULT 0,
    void_reason TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX official_receipts_live ON official_receipts (invoice_id) WHERE voided_at = 0;
CREATE INDEX official_receipts_invoice ON official_receipts (invoice_id);
CREATE INDEX official_receipts_payment ON official_receipts (payment_id);
CREATE INDEX official_receipts_issued ON official_receipts (issued_at, id);
CREATE INDEX official_receipts_voided ON official_receipts (voided_at) WHERE voided_at > 0;

-- A declared transfer without an order: its cart never became one, or its picture came when the order had ended. A
-- cart has one that nobody has decided about; those that were decided stay beside it.
CREATE TABLE unclaimed_transfers (
    id              TEXT PRIMARY KEY,
    user_id         TEXT REFERENCES users (id),            -- NULL: of a walk-in's order
    origin_id       TEXT NOT NULL,                         -- the cart, or what its order was made of: invoices.origin_id
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
CREATE UNIQUE INDEX unclaimed_transfers_origin_open ON unclaimed_transfers (origin_id) WHERE resolved_at = 0;
CREATE INDEX unclaimed_transfers_origin ON unclaimed_transfers (origin_id);
CREATE INDEX unclaimed_transfers_upload ON unclaimed_transfers (upload_id);
CREATE INDEX unclaimed_transfers_reference ON unclaimed_transfers (reference);
CREATE INDEX unclaimed_transfers_time ON unclaimed_transfers (transaction_at);
CREATE INDEX unclaimed_transfers_open ON unclaimed_transfers (created_at, id) WHERE resolved_at = 0;
CREATE INDEX unclaimed_transfers_user ON unclaimed_transfers (user_id, created_at);
CREATE INDEX unclaimed_transfers_made ON unclaimed_transfers (created_at);

-- Money that went back. A row is never changed.
CREATE TABLE refunds (
    id          TEXT PRIMARY KEY,
    invoice_id  TEXT REFERENCES invoices (id),             -- NULL: of a transfer that became no order
    transfer_id TEXT NOT NULL DEFAULT '',                  -- of unclaimed_transfers
    line_id     TEXT NOT NULL DEFAULT '',                  -- of bank_lines
    extent      TEXT NOT NULL,                             -- whole: the order is refunded; part; excess: what was more than due; transfer
    method      BIGINT NOT NULL,                           -- 1 cash, 2001 transfer
    amount      BIGINT NOT NULL CHECK (amount > 0),
    reason      TEXT NOT NULL,                             -- a code of refund.reason.*
    note        TEXT NOT NULL DEFAULT '',                  -- own words, for the payer
    shift_id    TEXT NOT NULL DEFAULT '',                  -- of whom paid it out in cash
    actor_id    TEXT NOT NULL,
    at          BIGINT NOT NULL
);
CREATE INDEX refunds_invoice ON refunds (invoice_id);
CREATE INDEX refunds_time ON refunds (at, id);
CREATE INDEX refunds_shift ON refunds (shift_id, at) WHERE shift_id <> '';
CREATE UNIQUE INDEX refunds_transfer ON refunds (transfer_id) WHERE transfer_id <> '';
CREATE UNIQUE INDEX refunds_line ON refunds (line_id) WHERE line_id <> '';
CREATE UNIQUE INDEX refunds_whole ON refunds (invoice_id) WHERE extent = 'whole';

-- How money lies on items -------------------------------------------------------------------

-- The items of an order lie above each other: each from low on. What a payment or a refund and an item have in
-- common is its share.
CREATE VIEW item_levels AS
SELECT b.invoice_id, b.position, b.offering_id, b.amount,
    CAST(COALESCE((SELECT sum(u.amount) FROM invoice_items u WHERE u.invoice_id = b.invoice_id AND u.position < b.position), 0) AS BIGINT) AS low
FROM invoice_items b;

-- A payment lies above what was paid before it, less what had gone back by then. What came in above what was due
-- lies on no item.
CREATE VIEW payment_levels AS
SELECT p.id, p.invoice_id, p.shift_id, p.decided_at, CAST(p.received - p.excess AS BIGINT) AS amount,
    CAST(COALESCE((SELECT sum(e.received - e.excess) FROM payments e WHERE e.invoice_id = p.invoice_id AND e.status = 'approved'
            AND (e.decided_at < p.decided_at OR e.decided_at = p.decided_at AND e.id < p.id)), 0)
        - COALESCE((SELECT sum(b.amount) FROM refunds b WHERE b.invoice_id = p.invoice_id AND b.extent IN ('whole', 'part')
            AND b.at < p.decided_at), 0) AS BIGINT) AS low
FROM payments p WHERE p.status = 'approved';

-- What goes back is taken from the top. Of an order's value are a whole refund and a part.
CREATE VIEW refund_levels AS
SELECT g.id, g.invoice_id, g.at, g.amount,
    CAST(COALESCE((SELECT sum(e.received - e.excess) FROM payments e WHERE e.invoice_id = g.invoice_id AND e.status = 'approved'
            AND e.decided_at <= g.at), 0)
        - COALESCE((SELECT sum(b.amount) FROM refunds b WHERE b.invoice_id = g.invoice_id AND b.extent IN ('whole', 'part')
            AND (b.at < g.at OR b.at = g.at AND b.id < g.id)), 0)
        - g.amount AS BIGINT) AS low
FROM refunds g WHERE g.extent IN ('whole', 'part') AND g.invoice_id IS NOT NULL;

-- Subscriptions -----------------------------------------------------------------------------

-- What goes on from term to term: made when the first invoice with a monthly or yearly item is paid.
CREATE TABLE subscriptions (
    id           TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (id),
    item_id      TEXT NOT NULL UNIQUE,                     -- of the first invoice: one subscription for each item
    status       BIGINT NOT NULL CHECK (status IN (1, 2, 3)), -- active, completed, cancelled
    offering_id  TEXT NOT NULL,
    option_id    TEXT NOT NULL,
    term         TEXT NOT NULL CHECK (term IN ('monthly', 'yearly')),
    quantity     BIGINT NOT NULL,
    unit_price   BIGINT NOT NULL,                          -- of the last invoice
    form_key     TEXT NOT NULL DEFAULT '',
    form_version BIGINT NOT NULL DEFAULT 0,
    form         TEXT NOT NULL DEFAULT '',                 -- JSON values that the next term carries
    limited      BIGINT NOT NULL,                          -- 1: it holds places of limited stock
    starts_at    BIGINT NOT NULL,                          -- Singapore's midnight; terms are counted from it
    period       BIGINT NOT NULL,                          -- the last one paid
    ends_at      BIGINT NOT NULL,                          -- its end, a midnight
    withdrawn_at BIGINT NOT NULL DEFAULT 0,                -- when a renewal first found the offering gone
    ended_at     BIGINT NOT NULL DEFAULT 0,
    ended_by     TEXT NOT NULL DEFAULT '',                 -- member, office, system
    renewed_id   TEXT NOT NULL DEFAULT '',                 -- the subscription that had ended when its renewal began this one
    renewed_period BIGINT NOT NULL DEFAULT 0,              -- the period that the renewal was for
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL
);
CREATE INDEX subscriptions_user ON subscriptions (user_id, created_at);
CREATE INDEX subscriptions_end ON subscriptions (status, ends_at);
CREATE INDEX subscriptions_release ON subscriptions (option_id, id) WHERE limited = 1 AND status <> 1; -- places to give back

-- One row for each period, whoever makes its invoice: the member, or the job of any replica.
CREATE TABLE subscription_terms (
    subscription_id TEXT NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
    period          BIGINT NOT NULL,                       -- from 1
    invoice_id      TEXT NOT NULL REFERENCES invoices (id),
    item_id         TEXT NOT NULL UNIQUE,
    invoices        BIGINT NOT NULL DEFAULT 1,             -- how many the period has had: one that was given up may be asked for again
    form            TEXT NOT NULL DEFAULT '',              -- JSON values: whom it is performed for
    starts_at       BIGINT NOT NULL,
    ends_at         BIGINT NOT NULL,
    paid_at         BIGINT NOT NULL DEFAULT 0,
    remind_at       BIGINT NOT NULL DEFAULT 0,             -- when the next reminder is due, 0: none is left
    PRIMARY KEY (subscription_id, period)
);
CREATE INDEX subscription_terms_invoice ON subscription_terms (invoice_id);
CREATE INDEX subscription_terms_reminder ON subscription_terms (remind_at) WHERE remind_at > 0;
