-- Written as 00001 says.

-- +goose Up
-- The newest keys of a scope are kept, so that nobody fills the disk with them.
CREATE INDEX idempotency_keys_newest ON idempotency_keys (scope, created_at);

-- Guests of one network address are counted, and those who have left nothing are forgotten.
ALTER TABLE sessions ADD COLUMN origin TEXT NOT NULL DEFAULT ''; -- network address of a guest, as limits count it
UPDATE sessions SET origin = ip WHERE user_id IS NULL;
CREATE INDEX sessions_guests ON sessions (origin, last_used_at, id) WHERE user_id IS NULL;
CREATE INDEX sessions_idle_guests ON sessions (last_used_at) WHERE user_id IS NULL;

-- +goose Down
DROP INDEX sessions_idle_guests;
DROP INDEX sessions_guests;
ALTER TABLE sessions DROP COLUMN origin;
DROP INDEX idempotency_keys_newest;
