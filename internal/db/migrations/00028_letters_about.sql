-- +goose Up
-- What a letter is about, such as a payment's id: who undoes the payment withdraws its letters.
ALTER TABLE outbox ADD COLUMN about TEXT NOT NULL DEFAULT '';
UPDATE outbox SET about = substr(unique_key, 18, 36) WHERE unique_key LIKE 'official-receipt:%';
UPDATE outbox SET about = substr(unique_key, 16, 36) WHERE unique_key LIKE 'payment-partly:%';
UPDATE outbox SET about = substr(unique_key, 18, 36) WHERE unique_key LIKE 'payment-rejected:%';
UPDATE outbox SET about = substr(unique_key, 15, 36) WHERE unique_key LIKE 'receipt-again:%';
UPDATE outbox SET about = substr(unique_key, 14, 36) WHERE unique_key LIKE 'receipt-copy:%';
CREATE INDEX outbox_about ON outbox (about) WHERE about <> '';

-- +goose Down
DROP INDEX outbox_about;
ALTER TABLE outbox DROP COLUMN about;
