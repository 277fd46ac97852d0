-- What the builder of offerings adds to the catalogue. Written as 00100 says.

-- +goose Up
ALTER TABLE offerings ADD COLUMN keywords_en TEXT NOT NULL DEFAULT ''; -- words by which the search finds it
ALTER TABLE offerings ADD COLUMN keywords_zh TEXT NOT NULL DEFAULT '';

-- active is "stop selling", which acts at once; listed follows from what was published.
ALTER TABLE offering_options ADD COLUMN listed BIGINT NOT NULL DEFAULT 1;
ALTER TABLE offering_options ADD COLUMN per_order BIGINT;                                -- the most of one item; NULL: as many as an item takes
ALTER TABLE offering_options ADD COLUMN suggestions TEXT NOT NULL DEFAULT '[]';          -- JSON, cents, of an open amount
ALTER TABLE offering_options ADD COLUMN channels TEXT NOT NULL DEFAULT '["site","counter"]';

-- Prices that begin on a day. The newest that has begun is the price; before the first it is the option's own.
CREATE TABLE option_prices (
    option_id TEXT NOT NULL REFERENCES offering_options (id),
    from_at   BIGINT NOT NULL,
    price     BIGINT NOT NULL CHECK (price > 0),                                         -- cents
    PRIMARY KEY (option_id, from_at)
);

-- Who has an option: asked when it is changed.
CREATE INDEX cart_items_option ON cart_items (option_id);
CREATE INDEX invoice_items_option ON invoice_items (option_id, invoice_id);
