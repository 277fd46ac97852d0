-- How far people of lists that came before the counter found them have become findable. Written as 00100 says.

-- +goose Up
ALTER TABLE import_turn ADD COLUMN found_in TEXT NOT NULL DEFAULT 'people'; -- the table whose turn it is: people, lamps, orders; '': all are done
ALTER TABLE import_turn ADD COLUMN found_to TEXT NOT NULL DEFAULT '';       -- the id of its last row that is done
