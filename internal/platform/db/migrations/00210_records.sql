-- What the office writes beside what visitors see. Publishing copies a version into the tables of 00101, which stay what
-- pages are made of. Written as 00100 says; migration 211 keeps versions from being changed.

-- +goose Up
-- One thing of the site: a page, a question, a policy, a banner, a category, the place itself.
CREATE TABLE records (
    id         TEXT PRIMARY KEY,
    kind       TEXT NOT NULL,                              -- page, policy, question, banner, category, place, event, offering, message
    key        TEXT NOT NULL,                              -- as its address or its row has it
    title_en   TEXT NOT NULL DEFAULT '',                   -- of the draft, for lists
    title_zh   TEXT NOT NULL DEFAULT '',
    position   BIGINT NOT NULL DEFAULT 0,                  -- among its kind, from the top
    live_en    BIGINT NOT NULL DEFAULT 0,                  -- the version whose English is on the site; 0: none
    live_zh    BIGINT NOT NULL DEFAULT 0,
    state_en   TEXT NOT NULL DEFAULT 'missing',            -- of the draft: missing, draft, live, changed
    state_zh   TEXT NOT NULL DEFAULT 'missing',
    older      BIGINT NOT NULL DEFAULT 0,                  -- how many Chinese paragraphs of the draft are older than the English
    asked_id   TEXT NOT NULL DEFAULT '',                   -- who was asked to write what is missing
    asked_at   BIGINT NOT NULL DEFAULT 0,
    taken_at   BIGINT NOT NULL DEFAULT 0,                  -- when it was taken away; 0: it was not
    changed_id TEXT NOT NULL,                              -- who changed the draft last
    changed_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX records_key ON records (kind, key);
CREATE INDEX records_order ON records (kind, position, id);
CREATE INDEX records_taken ON records (taken_at) WHERE taken_at > 0;

-- What is written and not yet on the site; one for each record.
CREATE TABLE drafts (
    record_id TEXT PRIMARY KEY REFERENCES records (id),
    fields    TEXT NOT NULL,                               -- JSON: field → text; title.en, html.zh, href
    rev       BIGINT NOT NULL,                             -- counts the saves
    revs      TEXT NOT NULL,                               -- JSON: field → rev of its last change
    matches   TEXT NOT NULL                                -- JSON: hash of a Chinese paragraph → hash of the English that it was confirmed against
);

-- What was on the site, or is kept from being lost. Nothing changes a version.
CREATE TABLE versions (
    record_id TEXT NOT NULL REFERENCES records (id),
    number    BIGINT NOT NULL,                             -- from 1 on
    fields    TEXT NOT NULL,
    matches   TEXT NOT NULL,
    why       TEXT NOT NULL,                               -- publish, schedule, restore, set-aside, hand-over
    languages TEXT NOT NULL,                               -- that it was made to bring on the site: en, zh, both; '' for none
    before_en BIGINT NOT NULL DEFAULT 0,                   -- what was on the site before, for taking it back
    before_zh BIGINT NOT NULL DEFAULT 0,
    source    BIGINT NOT NULL DEFAULT 0,                   -- the version that was brought back; 0: none
    user_id   TEXT NOT NULL,
    at        BIGINT NOT NULL,
    PRIMARY KEY (record_id, number)
);

-- Versions that go on the site by themselves.
CREATE TABLE schedules (
    id         TEXT PRIMARY KEY,
    record_id  TEXT NOT NULL REFERENCES records (id),
    version    BIGINT NOT NULL,
    languages  TEXT NOT NULL,                              -- en, zh, both
    at         BIGINT NOT NULL,
    state      TEXT NOT NULL DEFAULT 'waiting',            -- waiting, done, late (done, after a stop), problem, withdrawn
    problem    TEXT NOT NULL DEFAULT '',                   -- JSON: why it did not go out
    user_id    TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    done_at    BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX schedules_due ON schedules (at) WHERE state = 'waiting';
CREATE INDEX schedules_problem ON schedules (at) WHERE state = 'problem';
CREATE INDEX schedules_record ON schedules (record_id, at);

-- Who has a record open, and in which field. It locks nothing.
CREATE TABLE presence (
    record_id TEXT NOT NULL REFERENCES records (id),
    user_id   TEXT NOT NULL,
    field     TEXT NOT NULL,
    ends_at   BIGINT NOT NULL,                             -- 45 seconds after it was last said
    PRIMARY KEY (record_id, user_id)
);
CREATE INDEX presence_end ON presence (ends_at);

-- What a record names: pictures, and other things of the site. Taking away something that is named is refused.
CREATE TABLE refs (
    owner  TEXT NOT NULL,                                  -- id of a record
    slot   TEXT NOT NULL,                                  -- draft, live, scheduled
    target TEXT NOT NULL,                                  -- media:ID, page:history, offering:light-lamp, event:vesak
    PRIMARY KEY (owner, slot, target)
);
CREATE INDEX refs_target ON refs (target, slot);

-- Links that show one draft on its real page to whoever holds them.
CREATE TABLE looks (
    id         TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    record_id  TEXT NOT NULL REFERENCES records (id),
    user_id    TEXT NOT NULL,                              -- who made it
    created_at BIGINT NOT NULL,
    ends_at    BIGINT NOT NULL
);
CREATE INDEX looks_record ON looks (record_id, created_at);
CREATE INDEX looks_end ON looks (ends_at);
