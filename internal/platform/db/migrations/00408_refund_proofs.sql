-- The picture of a transfer that gave money back lies with the pictures of transfers that came. Written as 00100 says.

-- +goose Up
ALTER TABLE uploads ADD COLUMN refund_id TEXT NOT NULL DEFAULT ''; -- the refund that it proves; '' for a picture of money that came
CREATE INDEX uploads_refund ON uploads (refund_id, created_at, id) WHERE refund_id <> '';
DROP INDEX uploads_waiting;
CREATE INDEX uploads_waiting ON uploads (created_at) WHERE payment_id = '' AND refund_id = '';
