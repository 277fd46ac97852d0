-- Where the files of the temple are kept, said again and again by every replica that serves. One row at most.

-- +goose Up
CREATE TABLE file_store (
    only_one BIGINT PRIMARY KEY CHECK (only_one = 1),
    store    TEXT NOT NULL,                                -- id of a folder, or host and bucket of S3
    place    TEXT NOT NULL,                                -- the same for people: machine and folder, or the bucket
    seen_at  BIGINT NOT NULL                               -- when a replica said so last
);

-- +goose Down
DROP TABLE file_store;
