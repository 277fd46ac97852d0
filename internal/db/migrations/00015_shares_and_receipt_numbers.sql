-- How money lies on the items of an order, in one place, and the numbers of official receipts among the words of
-- the search.

-- +goose Up

-- The items of an order lie above each other: each from low on. What a payment or a refund and an item have in
-- common is its share.
CREATE VIEW item_levels AS
SELECT b.invoice_id, b.position, b.offering_id, b.amount,
    CAST(COALESCE((SELECT sum(u.amount) FROM invoice_items u WHERE u.invoice_id = b.invoice_id AND u.position < b.position), 0) AS BIGINT) AS low
FROM invoice_items b;

-- A payment lies above what was paid before it, less what had gone back by then. What came in above what was due
-- lies on no item.
CREATE VIEW payment_levels AS
SELECT p.id, p.invoice_id, p.shift_id, p.decided_at, CAST(p.received - p.excess AS BIGINT) AS amount,
    CAST(COALESCE((SELECT sum(e.received - e.excess) FROM payments e WHERE e.invoice_id = p.invoice_id AND e.status = 'approved'
            AND (e.decided_at < p.decided_at OR e.decided_at = p.decided_at AND e.id < p.id)), 0)
        - COALESCE((SELECT sum(b.amount) FROM refunds b WHERE b.invoice_id = p.invoice_id AND b.extent IN ('whole', 'part')
            AND b.at < p.decided_at), 0) AS BIGINT) AS low
FROM payments p WHERE p.status = 'approved';

-- What goes back is taken from the top. Of an order's value are a whole refund and a part.
CREATE VIEW refund_levels AS
SELECT g.id, g.invoice_id, g.at, g.amount,
    CAST(COALESCE((SELECT sum(e.received - e.excess) FROM payments e WHERE e.invoice_id = g.invoice_id AND e.status = 'approved'
            AND e.decided_at <= g.at), 0)
        - COALESCE((SELECT sum(b.amount) FROM refunds b WHERE b.invoice_id = g.invoice_id AND b.extent IN ('whole', 'part')
            AND (b.at < g.at OR b.at = g.at AND b.id < g.id)), 0)
        - g.amount AS BIGINT) AS low
FROM refunds g WHERE g.extent IN ('whole', 'part') AND g.invoice_id IS NOT NULL;

-- Numbers are a prefix, "-", four digits of the year, "-" and six more. Terms are hexadecimal (lookup.Terms): of the
-- number as one word, of its digits behind the prefix, and of the last ones without zeros.
CREATE TABLE numbers_to_find (subject TEXT NOT NULL, at BIGINT NOT NULL, prefix TEXT NOT NULL, year TEXT NOT NULL, last TEXT NOT NULL);
INSERT INTO numbers_to_find (subject, at, prefix, year, last)
SELECT v.id, v.created_at, lower(substr(n.number, 1, length(n.number) - 12)), substr(n.number, length(n.number) - 10, 4), substr(n.number, length(n.number) - 5)
FROM (SELECT invoice_id, number FROM official_receipts UNION ALL SELECT id, number FROM invoices) n JOIN invoices v ON v.id = n.invoice_id
WHERE n.number LIKE '%-____-______';
CREATE TABLE prefixes_to_find (prefix TEXT NOT NULL, code TEXT NOT NULL);
INSERT INTO prefixes_to_find (prefix, code)
WITH RECURSIVE codes (letter, code) AS (VALUES
    ('0', '30'), ('1', '31'), ('2', '32'), ('3', '33'), ('4', '34'), ('5', '35'), ('6', '36'), ('7', '37'), ('8', '38'), ('9', '39'), ('a', '61'), ('b', '62'), ('c', '63'), ('d', '64'), ('e', '65'), ('f', '66'), ('g', '67'), ('h', '68'), ('i', '69'), ('j', '6a'), ('k', '6b'), ('l', '6c'), ('m', '6d'), ('n', '6e'), ('o', '6f'), ('p', '70'), ('q', '71'), ('r', '72'), ('s', '73'), ('t', '74'), ('u', '75'), ('v', '76'), ('w', '77'), ('x', '78'), ('y', '79'), ('z', '7a')
), written (prefix, upto, code) AS (
    SELECT DISTINCT p.prefix, 0, '' FROM numbers_to_find p
    UNION ALL
    SELECT w.prefix, w.upto + 1, w.code || c.code FROM written w JOIN codes c ON c.letter = substr(w.prefix, w.upto + 1, 1) WHERE w.upto < length(w.prefix)
)
SELECT prefix, code FROM written WHERE upto = length(prefix);
INSERT INTO search_terms (kind, subject, term, at)
SELECT 'invoice', n.subject, p.code || '3' || substr(n.year, 1, 1) || '3' || substr(n.year, 2, 1) || '3' || substr(n.year, 3, 1) || '3' || substr(n.year, 4, 1) || '3' || substr(n.last, 1, 1) || '3' || substr(n.last, 2, 1) || '3' || substr(n.last, 3, 1) || '3' || substr(n.last, 4, 1) || '3' || substr(n.last, 5, 1) || '3' || substr(n.last, 6, 1), n.at
FROM numbers_to_find n JOIN prefixes_to_find p ON p.prefix = n.prefix WHERE p.code <> ''
ON CONFLICT (kind, subject, term) DO NOTHING;
INSERT INTO search_terms (kind, subject, term, at)
SELECT 'invoice', n.subject, '3' || substr(n.year, 1, 1) || '3' || substr(n.year, 2, 1) || '3' || substr(n.year, 3, 1) || '3' || substr(n.year, 4, 1) || '3' || substr(n.last, 1, 1) || '3' || substr(n.last, 2, 1) || '3' || substr(n.last, 3, 1) || '3' || substr(n.last, 4, 1) || '3' || substr(n.last, 5, 1) || '3' || substr(n.last, 6, 1), n.at
FROM numbers_to_find n WHERE n.year > '0'
ON CONFLICT (kind, subject, term) DO NOTHING;
INSERT INTO search_terms (kind, subject, term, at)
SELECT 'invoice', n.subject, substr('3' || substr(n.last, 1, 1) || '3' || substr(n.last, 2, 1) || '3' || substr(n.last, 3, 1) || '3' || substr(n.last, 4, 1) || '3' || substr(n.last, 5, 1) || '3' || substr(n.last, 6, 1), 1 + 2 * (6 - length(ltrim(n.last, '0')))), n.at
FROM numbers_to_find n WHERE n.last > '000000'
ON CONFLICT (kind, subject, term) DO NOTHING;
DROP TABLE prefixes_to_find;
DROP TABLE numbers_to_find;

-- +goose Down
DROP VIEW refund_levels;
DROP VIEW payment_levels;
DROP VIEW item_levels;
