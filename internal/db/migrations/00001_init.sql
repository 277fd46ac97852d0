-- One text for SQLite and PostgreSQL. Ids are UUIDv7 text, times are Unix milliseconds in UTC,
-- money is cents, flags are 0 or 1. "_en"/"_zh" pairs are the two languages of one text.

-- +goose Up
CREATE TABLE settings (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- People -----------------------------------------------------------------------------------

CREATE TABLE users (
    id                TEXT PRIMARY KEY,
    name              TEXT NOT NULL,
    chinese_name      TEXT NOT NULL DEFAULT '',
    mobile            TEXT NOT NULL DEFAULT '',            -- E.164
    mobile_verified   BIGINT NOT NULL DEFAULT 0,
    email             TEXT NOT NULL DEFAULT '',            -- as typed
    email_key         TEXT NOT NULL DEFAULT '',            -- lower case, for comparing
    email_confirmed   BIGINT NOT NULL DEFAULT 0,
    password_hash     TEXT NOT NULL,
    locale            TEXT NOT NULL,
    status            TEXT NOT NULL DEFAULT 'active',      -- active, disabled, closed (erased: only the id is left)
    closes_at         BIGINT NOT NULL DEFAULT 0,           -- 0, or when the account that its owner closed is erased
    accepted_policies TEXT NOT NULL DEFAULT '',
    accepted_at       BIGINT NOT NULL DEFAULT 0,
    reminders         TEXT NOT NULL DEFAULT 'both',        -- both, mail, sms, none: how reminders of renewals go
    news              BIGINT NOT NULL DEFAULT 0,           -- letters about events; receipts and codes always go
    text_size         BIGINT NOT NULL DEFAULT 0,           -- 1, 2, 3; 0: each device keeps its own
    created_at        BIGINT NOT NULL,
    updated_at        BIGINT NOT NULL
);
-- An address or number belongs to somebody only once it is proven.
CREATE UNIQUE INDEX users_mobile ON users (mobile) WHERE mobile_verified = 1;
CREATE UNIQUE INDEX users_email ON users (email_key) WHERE email_confirmed = 1;
CREATE INDEX users_closing ON users (closes_at, id) WHERE closes_at > 0;

CREATE TABLE user_roles (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role    TEXT NOT NULL,                                 -- counter, treasurer, editor, ritual, admin
    PRIMARY KEY (user_id, role)
);

-- Which policies a person has agreed to, and how. A row is never changed.
CREATE TABLE consents (
    id      TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    policy  TEXT NOT NULL,                                 -- key of the page that was read
    version TEXT NOT NULL,
    locale  TEXT NOT NULL,                                 -- in which it was read
    at      BIGINT NOT NULL,
    ip      TEXT NOT NULL DEFAULT ''
);
CREATE INDEX consents_user ON consents (user_id, at);

-- A devotee's record. Staff may lack one. Singapore's addresses are in parts, others in one text.
CREATE TABLE members (
    id          TEXT PRIMARY KEY,
    user_id     TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    country     TEXT NOT NULL DEFAULT '',                  -- ISO 3166-1, two letters; '': none given
    postal_code TEXT NOT NULL DEFAULT '',
    block       TEXT NOT NULL DEFAULT '',
    street      TEXT NOT NULL DEFAULT '',
    unit        TEXT NOT NULL DEFAULT '',
    address     TEXT NOT NULL DEFAULT '',                  -- outside Singapore
    created_at  BIGINT NOT NULL
);

-- The family book: whom a member makes offerings for. Dates are as the family knows them, in the JSON
-- of a form's birth date; '': not known.
CREATE TABLE family_people (
    id           TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind         TEXT NOT NULL CHECK (kind IN ('living', 'departed')),
    name         TEXT NOT NULL DEFAULT '',
    chinese_name TEXT NOT NULL DEFAULT '',
    relation     TEXT NOT NULL DEFAULT '',
    birth_date   TEXT NOT NULL DEFAULT '',
    passed_on    TEXT NOT NULL DEFAULT '',
    address      TEXT NOT NULL DEFAULT '',
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    CHECK (name <> '' OR chinese_name <> ''),
    CHECK (kind = 'departed' OR passed_on = '')
);
CREATE INDEX family_people_user ON family_people (user_id, created_at);

CREATE TABLE sessions (
    id           TEXT PRIMARY KEY,
    token_hash   TEXT NOT NULL UNIQUE,
    user_id      TEXT REFERENCES users (id) ON DELETE CASCADE,
    remember     BIGINT NOT NULL DEFAULT 0,
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,                          -- absolute end
    idle_ms      BIGINT NOT NULL,                          -- 0: no idle end
    export_until BIGINT NOT NULL DEFAULT 0,                -- till when it may fetch what is kept about its user
    paid_cart_id TEXT NOT NULL DEFAULT '',                 -- the cart that this session paid last
    paid_at      BIGINT NOT NULL DEFAULT 0,
    user_agent   TEXT NOT NULL DEFAULT '',
    ip           TEXT NOT NULL DEFAULT '',
    factor       BIGINT NOT NULL DEFAULT 0                 -- 1: opened with a second factor
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX sessions_idle ON sessions ((last_used_at + idle_ms)) WHERE idle_ms > 0;

-- A one-time password that a session waits for. One live state for each session.
CREATE TABLE otp_states (
    id          TEXT PRIMARY KEY,
    session_id  TEXT NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
    purpose     TEXT NOT NULL,                             -- registration, password, mobile, email
    user_id     TEXT REFERENCES users (id) ON DELETE CASCADE,
    mobile      TEXT NOT NULL DEFAULT '',
    email       TEXT NOT NULL DEFAULT '',
    channel     TEXT NOT NULL DEFAULT 'sms',               -- sms, mail
    code_hash   TEXT NOT NULL DEFAULT '',
    payload     TEXT NOT NULL DEFAULT '{}',
    attempts    BIGINT NOT NULL DEFAULT 0,
    sent_count  BIGINT NOT NULL DEFAULT 0,
    sent_at     BIGINT NOT NULL DEFAULT 0,
    expires_at  BIGINT NOT NULL,
    created_at  BIGINT NOT NULL
);
CREATE INDEX otp_states_user ON otp_states (user_id);
CREATE INDEX otp_states_expiry ON otp_states (expires_at);

CREATE TABLE tickets (
    id         TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    purpose    TEXT NOT NULL,
    user_id    TEXT REFERENCES users (id) ON DELETE CASCADE,
    payload    TEXT NOT NULL DEFAULT '{}',
    expires_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL
);
CREATE INDEX tickets_user ON tickets (user_id, purpose);
CREATE INDEX tickets_renewal ON tickets (payload) WHERE purpose = 'renewal'; -- ended by every invoice that is paid
CREATE INDEX tickets_expiry ON tickets (expires_at);

-- Ways of logging in that need no password. Binary values are base64url without padding.
CREATE TABLE passkeys (
    id              TEXT PRIMARY KEY,
    user_id         TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    credential_id   TEXT NOT NULL UNIQUE,
    user_handle     TEXT NOT NULL,                         -- 64 random bytes: what the device calls the account
    public_key      TEXT NOT NULL,                         -- COSE
    sign_count      BIGINT NOT NULL,
    backup_eligible BIGINT NOT NULL,
    backed_up       BIGINT NOT NULL,
    transports      TEXT NOT NULL DEFAULT '',              -- comma-separated
    aaguid          TEXT NOT NULL DEFAULT '',              -- the model of the device, hex
    name            TEXT NOT NULL DEFAULT '',
    created_at      BIGINT NOT NULL,
    last_used_at    BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- A passkey that is being added or used: what the device was asked, until it has answered once.
CREATE TABLE passkey_ceremonies (
    token_hash TEXT PRIMARY KEY,
    purpose    TEXT NOT NULL,                              -- login, add
    session_id TEXT NOT NULL DEFAULT '',                   -- that it began in; '' for a guest without one
    user_id    TEXT REFERENCES users (id) ON DELETE CASCADE,
    data       TEXT NOT NULL,                              -- JSON
    expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_ceremonies_expiry ON passkey_ceremonies (expires_at);
CREATE INDEX passkey_ceremonies_user ON passkey_ceremonies (user_id);

-- The second factor of staff (RFC 6238). Secrets are base32.
CREATE TABLE totp_secrets (
    user_id         TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret          TEXT NOT NULL DEFAULT '',              -- '' until its first code was given
    last_step       BIGINT NOT NULL DEFAULT 0,             -- of the newest code that was taken
    offered         TEXT NOT NULL DEFAULT '',              -- shown as a QR code, not proven yet
    offered_session TEXT NOT NULL DEFAULT '',
    offered_until   BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash  TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, code_hash)
);

-- Counters of limits that must hold on every replica. A window begins with a key's first hit.
CREATE TABLE throttles (
    key          TEXT PRIMARY KEY,
    window_start BIGINT NOT NULL,
    hits         BIGINT NOT NULL,
    ends_at      BIGINT NOT NULL
);
CREATE INDEX throttles_end ON throttles (ends_at);

CREATE TABLE idempotency_keys (
    scope      TEXT NOT NULL,                              -- session or user
    key        TEXT NOT NULL,
    body_hash  TEXT NOT NULL,
    response   TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Content and catalogue --------------------------------------------------------------------

CREATE TABLE content_pages (
    key        TEXT PRIMARY KEY,
    kind       TEXT NOT NULL,                              -- about-us, policy, faq
    position   BIGINT NOT NULL DEFAULT 0,
    title_en   TEXT NOT NULL DEFAULT '',
    title_zh   TEXT NOT NULL DEFAULT '',
    html_en    TEXT NOT NULL DEFAULT '',
    html_zh    TEXT NOT NULL DEFAULT '',
    published  BIGINT NOT NULL DEFAULT 1,
    updated_at BIGINT NOT NULL
);

-- Sentences of the program as the office words them, over the built-in ones.
CREATE TABLE message_edits (
    locale     TEXT NOT NULL CHECK (locale IN ('en', 'zh')),
    key        TEXT NOT NULL,
    text       TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (locale, key)
);

-- Where the office sends old addresses: paths without /zh, for both languages.
CREATE TABLE redirects (
    path       TEXT PRIMARY KEY,                           -- decoded, no slash at its end
    target     TEXT NOT NULL,                              -- a path without /zh, or https://…
    status     BIGINT NOT NULL CHECK (status IN (301, 302)),
    active     BIGINT NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE events (
    id         TEXT PRIMARY KEY,
    key        TEXT NOT NULL UNIQUE,
    title_en   TEXT NOT NULL DEFAULT '',
    title_zh   TEXT NOT NULL DEFAULT '',
    summary_en TEXT NOT NULL DEFAULT '',
    summary_zh TEXT NOT NULL DEFAULT '',
    place_en   TEXT NOT NULL DEFAULT '',
    place_zh   TEXT NOT NULL DEFAULT '',
    starts_at  BIGINT NOT NULL,
    ends_at    BIGINT NOT NULL,
    published  BIGINT NOT NULL DEFAULT 1,
    kind       TEXT NOT NULL DEFAULT 'chanting',           -- chanting, festival, memorial, talk
    html_en    TEXT NOT NULL DEFAULT '',
    html_zh    TEXT NOT NULL DEFAULT '',
    offering   TEXT NOT NULL DEFAULT '',                   -- key of the offering that belongs to the day
    updated_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX events_start ON events (starts_at);
CREATE INDEX events_offering ON events (offering, starts_at);

CREATE TABLE banners (
    id        TEXT PRIMARY KEY,
    type      BIGINT NOT NULL,                             -- 101 card, 102 service
    position  BIGINT NOT NULL DEFAULT 0,
    title_en  TEXT NOT NULL DEFAULT '',
    title_zh  TEXT NOT NULL DEFAULT '',
    text_en   TEXT NOT NULL DEFAULT '',
    text_zh   TEXT NOT NULL DEFAULT '',
    href      TEXT NOT NULL DEFAULT '',
    art       TEXT NOT NULL DEFAULT '',
    published BIGINT NOT NULL DEFAULT 1
);

CREATE TABLE categories (
    id       TEXT PRIMARY KEY,
    key      TEXT NOT NULL UNIQUE,
    position BIGINT NOT NULL DEFAULT 0,
    title_en TEXT NOT NULL,
    title_zh TEXT NOT NULL
);

-- A form definition never changes under its version; a new text is a new version.
CREATE TABLE forms (
    key        TEXT NOT NULL,
    version    BIGINT NOT NULL,
    definition TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (key, version)
);

-- What was sent to the office by itself: the contact form, and enquiries. Forms of what is sold are
-- in cart_items and invoice_items.
CREATE TABLE form_entries (
    id           TEXT PRIMARY KEY,
    reference    TEXT NOT NULL UNIQUE,
    form_key     TEXT NOT NULL,
    form_version BIGINT NOT NULL,
    form         TEXT NOT NULL,                            -- JSON values, as they were sent
    status       TEXT NOT NULL,                            -- awaiting
    locale       TEXT NOT NULL,                            -- of the sender
    user_id      TEXT REFERENCES users (id),               -- NULL: a guest
    search       TEXT NOT NULL,                            -- reference and answers in small letters
    created_at   BIGINT NOT NULL,
    FOREIGN KEY (form_key, form_version) REFERENCES forms (key, version)
);
CREATE INDEX form_entries_by_time ON form_entries (created_at);
CREATE INDEX form_entries_user ON form_entries (user_id, created_at);

CREATE TABLE offerings (
    id            TEXT PRIMARY KEY,
    key           TEXT NOT NULL UNIQUE,
    category_id   TEXT NOT NULL REFERENCES categories (id),
    position      BIGINT NOT NULL DEFAULT 0,
    title_en      TEXT NOT NULL,
    title_zh      TEXT NOT NULL,
    summary_en    TEXT NOT NULL DEFAULT '',
    summary_zh    TEXT NOT NULL DEFAULT '',
    html_en       TEXT NOT NULL DEFAULT '',
    html_zh       TEXT NOT NULL DEFAULT '',
    art           TEXT NOT NULL DEFAULT 'lamp',
    form_key      TEXT NOT NULL DEFAULT '',                -- '' asks for nothing
    enquiry_only  BIGINT NOT NULL DEFAULT 0,               -- not sold: its form goes to the office
    opens_at      BIGINT NOT NULL DEFAULT 0,               -- 0: always
    closes_at     BIGINT NOT NULL DEFAULT 0,               -- 0: never
    published     BIGINT NOT NULL DEFAULT 1,
    featured      BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE offering_options (
    id             TEXT PRIMARY KEY,
    offering_id    TEXT NOT NULL REFERENCES offerings (id),
    key            TEXT NOT NULL,
    position       BIGINT NOT NULL DEFAULT 0,
    title_en       TEXT NOT NULL,
    title_zh       TEXT NOT NULL,
    description_en TEXT NOT NULL DEFAULT '',
    description_zh TEXT NOT NULL DEFAULT '',
    price          BIGINT CHECK (price > 0),               -- NULL: open amount
    min_amount     BIGINT CHECK (min_amount > 0),          -- of an open amount
    max_amount     BIGINT,
    name_capacity  BIGINT,
    remaining      BIGINT CHECK (remaining >= 0),          -- NULL: unlimited; already less holds and invoices
    terms          TEXT NOT NULL DEFAULT '["once"]',
    active         BIGINT NOT NULL DEFAULT 1,
    UNIQUE (offering_id, key)
);

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
    cart_id           TEXT NOT NULL UNIQUE,                -- at most one invoice for each cart
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
    stands_until      BIGINT NOT NULL DEFAULT 0            -- of a renewal: it never expires before
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
    by_whom    TEXT NOT NULL,                              -- member, office, system
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

-- A transfer whose cart never became an invoice. Kept until someone decides.
CREATE TABLE unclaimed_transfers (
    id              TEXT PRIMARY KEY,
    user_id         TEXT NOT NULL REFERENCES users (id),
    cart_id         TEXT NOT NULL UNIQUE,
    reference       TEXT NOT NULL,
    amount          BIGINT NOT NULL,                       -- of the QR that was shown
    declared_amount BIGINT,
    transaction_at  BIGINT,
    upload_id       TEXT NOT NULL DEFAULT '',
    resolved_at     BIGINT NOT NULL DEFAULT 0,
    created_at      BIGINT NOT NULL,
    resolution      TEXT NOT NULL DEFAULT '',              -- invoice, refund, donation, not-arrived; '': undecided, or its cart was paid after all
    resolved_by     TEXT NOT NULL DEFAULT '',
    invoice_id      TEXT NOT NULL DEFAULT ''               -- what the office made of it
);
CREATE INDEX unclaimed_transfers_upload ON unclaimed_transfers (upload_id);
CREATE INDEX unclaimed_transfers_reference ON unclaimed_transfers (reference);
CREATE INDEX unclaimed_transfers_time ON unclaimed_transfers (transaction_at);
CREATE INDEX unclaimed_transfers_open ON unclaimed_transfers (created_at, id) WHERE resolved_at = 0;
CREATE INDEX unclaimed_transfers_user ON unclaimed_transfers (user_id, created_at);
CREATE INDEX unclaimed_transfers_made ON unclaimed_transfers (created_at);

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

-- Duties that leave the database -------------------------------------------------------------

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
    done_at      BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX outbox_due ON outbox (run_at) WHERE state = 'ready';
CREATE INDEX outbox_dead ON outbox (created_at) WHERE state = 'dead';
CREATE INDEX outbox_ended ON outbox (created_at) WHERE state <> 'ready';

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

-- +goose Down
DROP TABLE subscription_terms;
DROP TABLE subscriptions;
DROP TABLE audit_entries;
DROP TABLE outbox;
DROP TABLE unclaimed_transfers;
DROP TABLE official_receipts;
DROP TABLE payments;
DROP TABLE upload_images;
DROP TABLE uploads;
DROP TABLE invoice_events;
DROP TABLE invoice_items;
DROP TABLE invoices;
DROP TABLE number_series;
DROP TABLE hold_items;
DROP TABLE holds;
DROP TABLE cart_items;
DROP TABLE carts;
DROP TABLE offering_options;
DROP TABLE offerings;
DROP TABLE form_entries;
DROP TABLE forms;
DROP TABLE categories;
DROP TABLE banners;
DROP TABLE events;
DROP TABLE redirects;
DROP TABLE content_pages;
DROP TABLE idempotency_keys;
DROP TABLE throttles;
DROP TABLE tickets;
DROP TABLE otp_states;
DROP TABLE sessions;
DROP TABLE family_people;
DROP TABLE members;
DROP TABLE consents;
DROP TABLE user_roles;
DROP TABLE users;
DROP TABLE settings;
