-- +goose Up
-- Letters are tried for days, and a code is not sent when it is worth nothing any more.
ALTER TABLE outbox ADD COLUMN give_up_at BIGINT NOT NULL DEFAULT 0; -- tried until then, however often; 0: max_attempts counts alone
ALTER TABLE outbox ADD COLUMN useless_at BIGINT NOT NULL DEFAULT 0; -- withdrawn from then on in place of being sent; 0: never
UPDATE outbox SET give_up_at = created_at + 259200000 WHERE state = 'ready' AND kind IN ('mail', 'sms');
CREATE INDEX outbox_trouble ON outbox (created_at, id) WHERE last_error <> '';

-- +goose Down
DROP INDEX outbox_trouble;
ALTER TABLE outbox DROP COLUMN useless_at;
ALTER TABLE outbox DROP COLUMN give_up_at;
