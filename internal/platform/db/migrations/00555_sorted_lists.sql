-- Orders can be sorted by their amount, and members are listed by the day on which they joined. Written as 00100 says.

-- +goose Up
CREATE INDEX invoices_amount ON invoices (status, sub_total, id);
CREATE INDEX users_joined ON users (created_at, id);
