-- What the office keeps beside the money itself.

-- +goose Up

-- Words by which the office finds something, of package lookup: hex of folded UTF-8, which every collation
-- sorts alike.
CREATE TABLE search_terms (
    kind    TEXT NOT NULL,                                 -- invoice, member
    subject TEXT NOT NULL,                                 -- its id
    term    TEXT NOT NULL,
    at      BIGINT NOT NULL,                               -- of the subject: the newest is found first
    PRIMARY KEY (kind, subject, term)
);
CREATE INDEX search_terms_term ON search_terms (kind, term, at, subject);

-- +goose Down
DROP TABLE search_terms;
