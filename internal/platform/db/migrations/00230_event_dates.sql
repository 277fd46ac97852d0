-- The rules of events, and the dates that follow from them. An event's own beginning and end become its first date, named by
-- the UID that calendars know. Written as 00100 says.

-- +goose Up
CREATE TABLE event_rules (
    event_id TEXT PRIMARY KEY REFERENCES events (id),
    rule     TEXT NOT NULL,                                -- JSON, as internal/event/rule reads it
    rev      BIGINT NOT NULL,                              -- counts the saves
    renewed  BIGINT NOT NULL                               -- the day, since 1970 in Singapore, on which the dates were written
);
CREATE INDEX event_rules_renewed ON event_rules (renewed);

-- The dates of an event: what is over, and 24 months ahead.
CREATE TABLE event_dates (
    event_id   TEXT NOT NULL REFERENCES events (id),
    day        BIGINT NOT NULL,                            -- since 1970 in Singapore, as the rule has it: also of a date that was moved
    uid        TEXT NOT NULL,                              -- in calendars, for ever
    starts_at  BIGINT NOT NULL,                            -- the first session's
    ends_at    BIGINT NOT NULL,                            -- the last session's
    sessions   TEXT NOT NULL,                              -- JSON; '' is one, at the event's place
    cancelled  BIGINT NOT NULL DEFAULT 0,
    note_en    TEXT NOT NULL DEFAULT '',                   -- why it is moved or cancelled
    note_zh    TEXT NOT NULL DEFAULT '',
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (event_id, day)
);
CREATE INDEX event_dates_start ON event_dates (starts_at);
CREATE INDEX event_dates_end ON event_dates (ends_at);

INSERT INTO event_dates (event_id, day, uid, starts_at, ends_at, sessions, updated_at)
SELECT id, (starts_at + 28800000) / 86400000, id, starts_at, ends_at, '', updated_at FROM events;

DROP INDEX events_start;
DROP INDEX events_offering;
ALTER TABLE events DROP COLUMN starts_at;
ALTER TABLE events DROP COLUMN ends_at;
CREATE INDEX events_offering ON events (offering);
