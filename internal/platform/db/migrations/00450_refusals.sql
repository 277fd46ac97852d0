-- How often the other side refused a letter. Tries that failed for another reason, such as a greylist or a server that is
-- away, do not bring it nearer to being given up. Written as 00100 says.

-- +goose Up
ALTER TABLE outbox ADD COLUMN refusals BIGINT NOT NULL DEFAULT 0;
