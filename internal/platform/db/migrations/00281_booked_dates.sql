-- A date that was ordered for stays booked, whatever the event offers later. Written as 00100 says.

-- +goose Up
ALTER TABLE event_dates ADD COLUMN booked BIGINT NOT NULL DEFAULT 0; -- never unset

-- Dates that stand cancelled may have been ordered for: what the older program knew of it is gone, so they stay.
UPDATE event_dates SET booked = 1 WHERE cancelled = 1;
