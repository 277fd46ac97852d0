-- What the temple shows and sells. Written as 00100 says.

-- +goose Up
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
