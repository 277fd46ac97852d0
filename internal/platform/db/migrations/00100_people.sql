-- The tables of 0.1.0 begin at 100: databases of the programs before it have numbers below, and are refused.
-- One text for SQLite and PostgreSQL. Ids are UUIDv7 text, times are Unix milliseconds in UTC,
-- money is cents, flags are 0 or 1. "_en"/"_zh" pairs are the two languages of one text.

-- +goose Up
CREATE TABLE settings (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- When the temple was registered for goods and services tax, or an IPC: papers are printed again as they were issued.
CREATE TABLE tax_spans (
    key    TEXT NOT NULL,                                  -- gst, ipc
    since  BIGINT NOT NULL,
    until  BIGINT NOT NULL,                                -- 0: it holds
    number TEXT NOT NULL,                                  -- of the registration
    PRIMARY KEY (key, since)
);

-- Which database this is, for good: it is compared with what stands beside the files. One row at most.
CREATE TABLE database_identity (
    only_one BIGINT PRIMARY KEY CHECK (only_one = 1),
    id       TEXT NOT NULL
);

-- Where the files of the temple are kept, said again and again by every replica that serves. One row at most.
CREATE TABLE file_store (
    only_one BIGINT PRIMARY KEY CHECK (only_one = 1),
    store    TEXT NOT NULL,                                -- id of a folder, or host and bucket of S3
    place    TEXT NOT NULL,                                -- the same for people: machine and folder, or the bucket
    seen_at  BIGINT NOT NULL                               -- when a replica said so last
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
    factor       BIGINT NOT NULL DEFAULT 0,                -- 1: opened with a second factor
    origin       TEXT NOT NULL DEFAULT ''                  -- network address of a guest, as limits count it
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX sessions_idle ON sessions ((last_used_at + idle_ms)) WHERE idle_ms > 0;
-- Guests of one network address are counted, and those who have left nothing are forgotten.
CREATE INDEX sessions_guests ON sessions (origin, last_used_at, id) WHERE user_id IS NULL;
CREATE INDEX sessions_idle_guests ON sessions (last_used_at) WHERE user_id IS NULL;

-- Browsers that an account has logged in from. They open nothing: they have limits of their own, so that nobody's
-- guesses keep an owner out.
CREATE TABLE known_devices (
    token_hash    TEXT NOT NULL,                           -- of the browser's cookie
    user_id       TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    last_login_at BIGINT NOT NULL,
    expires_at    BIGINT NOT NULL,
    PRIMARY KEY (token_hash, user_id)
);
CREATE INDEX known_devices_user ON known_devices (user_id);
CREATE INDEX known_devices_end ON known_devices (expires_at);

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
    subject    TEXT NOT NULL DEFAULT '',                   -- what its purpose is about: an e-mail address, an invoice's id
    expires_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL
);
CREATE INDEX tickets_user ON tickets (user_id, purpose);
CREATE INDEX tickets_renewal ON tickets (subject) WHERE purpose = 'renewal'; -- ended by every invoice that is paid
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
-- The newest keys of a scope are kept, so that nobody fills the disk with them.
CREATE INDEX idempotency_keys_newest ON idempotency_keys (scope, created_at);
