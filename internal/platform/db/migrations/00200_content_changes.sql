-- What a change of the content concerns. Every replica reads the tags of the numbers that it has not seen, and builds anew
-- only the pages that used one of them. A number without a row here concerns every page. Written as 00100 says.

-- +goose Up
CREATE TABLE content_changes (
    version BIGINT NOT NULL,                               -- of the setting content-version
    tag     TEXT NOT NULL                                  -- page:history, catalogue, words:cart
);
CREATE INDEX content_changes_version ON content_changes (version);
