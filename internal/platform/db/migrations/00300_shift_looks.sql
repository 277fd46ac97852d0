-- Who keeps the accounts looks at a shift whose box had more or less than it should. Written as 00100 says.

-- +goose Up
ALTER TABLE shifts ADD COLUMN looked_at BIGINT NOT NULL DEFAULT 0; -- when somebody looked at the difference; 0: it waits
ALTER TABLE shifts ADD COLUMN looked_by TEXT NOT NULL DEFAULT '';  -- who; '' for those that were closed before this was asked
UPDATE shifts SET looked_at = closed_at WHERE closed_at > 0;
CREATE INDEX shifts_differ ON shifts (closed_at, id) WHERE closed_at > 0 AND counted <> expected AND looked_at = 0;
