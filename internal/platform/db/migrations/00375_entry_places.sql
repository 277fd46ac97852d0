-- Where an entry's lamp stands is asked of its position, which moves: a copy on the entry was never written. Written as 00100
-- says.

-- +goose Up
DROP INDEX ceremony_entries_place;
ALTER TABLE ceremony_entries DROP COLUMN place;
ALTER TABLE ceremony_entries DROP COLUMN position_id;
