-- What became of the words by which a list says where a lamp stands. Written as 00100 says.

-- +goose Up
ALTER TABLE import_rows ADD COLUMN spot TEXT NOT NULL DEFAULT '';     -- the position's code: A-12-07
ALTER TABLE import_rows ADD COLUMN spot_why TEXT NOT NULL DEFAULT ''; -- given, taken, other, unknown; '': says nothing, or is over
