-- A letter in a worker's hands is not sent again by somebody who presses meanwhile. Written as 00100 says.

-- +goose Up
ALTER TABLE outbox ADD COLUMN leased_until BIGINT NOT NULL DEFAULT 0; -- a worker has it until then; 0: none has
