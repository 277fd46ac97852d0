-- A float that was entered wrongly is corrected while its box is open. Written as 00100 says.

-- +goose Up
ALTER TABLE shifts ADD COLUMN float_first BIGINT NOT NULL DEFAULT -1; -- what was said when it was opened; -1: never corrected
