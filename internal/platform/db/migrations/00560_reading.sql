-- How a member's Chinese name is read, where no dictionary tells. Written as 00100 says.

-- +goose Up
ALTER TABLE users ADD COLUMN reading TEXT NOT NULL DEFAULT ''; -- in Latin letters, as the office wrote it; '': nobody has said
