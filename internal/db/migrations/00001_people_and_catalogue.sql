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

-- +goose Down
DROP TABLE offering_options;
DROP TABLE offerings;
DROP TABLE form_entries;
DROP TABLE forms;
DROP TABLE categories;
DROP TABLE banners;
DROP TABLE events;
DROP TABLE redirects;
DROP TABLE message_edits;
DROP TABLE content_pages;
DROP TABLE idempotency_keys;
DROP TABLE throttles;
DROP TABLE recovery_codes;
DROP TABLE totp_secrets;
DROP TABLE passkey_ceremonies;
DROP TABLE passkeys;
DROP TABLE tickets;
DROP TABLE otp_states;
DROP TABLE sessions;
DROP TABLE family_people;
DROP TABLE members;
DROP TABLE consents;
DROP TABLE user_roles;
DROP TABLE users;
DROP TABLE settings;
