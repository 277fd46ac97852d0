-- +goose Up
-- The sweep asks of each stored picture whether a row names it.
CREATE INDEX upload_images_key ON upload_images (storage_key);

-- +goose Down
DROP INDEX upload_images_key;
