-- Which database this is, for good: it is compared with what stands beside the files. One row at most.

-- +goose Up
CREATE TABLE database_identity (
    only_one BIGINT PRIMARY KEY CHECK (only_one = 1),
    id       TEXT NOT NULL
);

-- +goose Down
DROP TABLE database_identity;
