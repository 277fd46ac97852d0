-- +goose Up
-- Money of an order, or of a cart, whatever was decided about it: a picture of it may come later.
CREATE INDEX bank_lines_late_id ON bank_lines (late_id) WHERE late_id <> '';

-- +goose Down
DROP INDEX bank_lines_late_id;
