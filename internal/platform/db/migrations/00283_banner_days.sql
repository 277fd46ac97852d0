-- The days on which a banner is shown. Written as 00100 says.

-- +goose Up
ALTER TABLE banners ADD COLUMN opens_at BIGINT NOT NULL DEFAULT 0;  -- 0: always
ALTER TABLE banners ADD COLUMN closes_at BIGINT NOT NULL DEFAULT 0; -- 0: never
