-- A hall that is named anew names the sittings that are held there. Written as 00100 says.

-- +goose Up
CREATE INDEX ceremony_sittings_hall ON ceremony_sittings (hall_id) WHERE hall_id <> '';
