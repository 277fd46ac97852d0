-- The catalogue, and the options' remaining stock.

-- name: OfferingCategories :many
SELECT * FROM categories ORDER BY position, key;

-- name: OfferingsPublished :many
SELECT * FROM offerings WHERE published = 1 ORDER BY position, key;

-- name: OfferingOptionsActive :many
SELECT p.* FROM offering_options p
JOIN offerings o ON o.id = p.offering_id
WHERE p.active = 1 AND p.listed = 1 AND o.published = 1
ORDER BY p.offering_id, p.position, p.key;

-- name: OfferingByKey :one
SELECT * FROM offerings WHERE key = $1 AND published = 1;

-- name: OfferingCategory :one
SELECT * FROM categories WHERE id = $1;

-- name: OfferingOptionsOf :many
SELECT * FROM offering_options WHERE offering_id = $1 AND active = 1 AND listed = 1 ORDER BY position, key;

-- name: OfferingPricesOf :many
-- Prices of one offering's options that begin on a day.
SELECT q.* FROM option_prices q
JOIN offering_options p ON p.id = q.option_id
WHERE p.offering_id = $1 ORDER BY q.option_id, q.from_at;

-- name: OfferingPrices :many
SELECT * FROM option_prices ORDER BY option_id, from_at;

-- name: OfferingFacts :one
-- Option data needed for a price, a cart or an invoice, including removed options.
SELECT o.id AS offering_id, o.key AS offering_key, o.title_en, o.title_zh, o.form_key, o.published, o.enquiry_only, o.opens_at, o.closes_at,
    p.id AS option_id, p.key AS option_key, p.title_en AS option_title_en, p.title_zh AS option_title_zh,
    p.price, p.min_amount, p.max_amount, p.name_capacity, p.remaining, p.terms, p.active, p.listed, p.per_order, p.channels, p.position_by,
    CAST(COALESCE((SELECT q.price FROM option_prices q WHERE q.option_id = p.id AND q.from_at <= CAST(sqlc.arg(now) AS BIGINT)
        ORDER BY q.from_at DESC LIMIT 1), 0) AS BIGINT) AS price_now,
    CAST(COALESCE((SELECT MAX(f.version) FROM forms f WHERE f.key = o.form_key), 0) AS BIGINT) AS form_version
FROM offering_options p
JOIN offerings o ON o.id = p.offering_id
WHERE p.id = sqlc.arg(id);

-- name: OfferingOptionByKeys :one
SELECT p.id FROM offering_options p JOIN offerings o ON o.id = p.offering_id
WHERE o.key = sqlc.arg(offering_key) AND p.key = sqlc.arg(option_key);

-- name: OfferingTakeStock :one
-- Condition and change in one statement: two buyers of the last lamp compete for its row.
UPDATE offering_options SET remaining = remaining - CAST(sqlc.arg(quantity) AS BIGINT)
WHERE id = sqlc.arg(id) AND remaining >= CAST(sqlc.arg(quantity) AS BIGINT)
RETURNING CAST(remaining AS BIGINT) AS remaining, position_by;

-- name: OfferingGiveStock :one
UPDATE offering_options SET remaining = remaining + CAST(sqlc.arg(quantity) AS BIGINT)
WHERE id = sqlc.arg(id) AND remaining IS NOT NULL
RETURNING CAST(remaining AS BIGINT);

-- name: OfferingLockStock :one
-- Locks the option: taking, releasing and moving its positions exclude each other.
UPDATE offering_options SET remaining = remaining WHERE id = $1 RETURNING position_by, lasts_months;

-- name: OfferingStock :one
SELECT remaining FROM offering_options WHERE id = $1;

-- name: OfferingKeyOfOption :one
SELECT o.key FROM offering_options p JOIN offerings o ON o.id = p.offering_id WHERE p.id = $1;

-- name: OfferingLockByKey :one
-- Locks the offering: publishing a link to it and removing it exclude each other.
UPDATE offerings SET published = published WHERE key = $1 RETURNING *;

-- name: OfferingOptionByID :one
SELECT * FROM offering_options WHERE id = $1;

-- name: OfferingSetActive :execrows
UPDATE offering_options SET active = $1 WHERE id = $2;

-- name: OfferingAddPlaces :one
-- Condition and change in one statement, so that sales meanwhile are kept.
UPDATE offering_options SET remaining = remaining + CAST(sqlc.arg(places) AS BIGINT)
WHERE id = sqlc.arg(id) AND position_by = '' AND remaining + CAST(sqlc.arg(places) AS BIGINT) BETWEEN 0 AND CAST(sqlc.arg(most) AS BIGINT)
RETURNING CAST(remaining AS BIGINT);

-- name: OfferingSetStock :execrows
UPDATE offering_options SET remaining = sqlc.narg(remaining) WHERE id = sqlc.arg(id) AND position_by = '';

-- name: OfferingByPositions :exec
-- From now on the stock equals the number of its free positions.
UPDATE offering_options SET position_by = sqlc.arg(position_by), lasts_months = sqlc.arg(lasts_months), remaining = CAST(sqlc.arg(free) AS BIGINT)
WHERE id = sqlc.arg(id);

-- name: OfferingAddCategory :exec
INSERT INTO categories (id, key, position, title_en, title_zh) VALUES ($1, $2, $3, $4, $5);

-- name: OfferingsAll :many
SELECT o.*, c.key AS category_key FROM offerings o JOIN categories c ON c.id = o.category_id ORDER BY o.position, o.key;

-- name: OfferingOptionsAll :many
SELECT * FROM offering_options WHERE listed = 1 ORDER BY offering_id, position, key;

-- name: OfferingPut :one
INSERT INTO offerings (id, key, category_id, position, title_en, title_zh, summary_en, summary_zh, html_en, html_zh, art,
    form_key, enquiry_only, opens_at, closes_at, published, featured, keywords_en, keywords_zh, picture)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
ON CONFLICT (key) DO UPDATE SET category_id = excluded.category_id, position = excluded.position,
    title_en = excluded.title_en, title_zh = excluded.title_zh, summary_en = excluded.summary_en, summary_zh = excluded.summary_zh,
    html_en = excluded.html_en, html_zh = excluded.html_zh, art = excluded.art, form_key = excluded.form_key,
    enquiry_only = excluded.enquiry_only, opens_at = excluded.opens_at, closes_at = excluded.closes_at,
    published = excluded.published, featured = excluded.featured, keywords_en = excluded.keywords_en, keywords_zh = excluded.keywords_zh,
    picture = excluded.picture
RETURNING id;

-- name: OfferingPutOption :one
-- Stock and sale state are not part of a publication: they change while people buy.
INSERT INTO offering_options (id, offering_id, key, position, title_en, title_zh, description_en, description_zh,
    price, min_amount, max_amount, name_capacity, remaining, terms, active, listed, per_order, suggestions, channels)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 1, 1, $15, $16, $17)
ON CONFLICT (offering_id, key) DO UPDATE SET position = excluded.position, title_en = excluded.title_en, title_zh = excluded.title_zh,
    description_en = excluded.description_en, description_zh = excluded.description_zh, price = excluded.price,
    min_amount = excluded.min_amount, max_amount = excluded.max_amount, name_capacity = excluded.name_capacity, terms = excluded.terms,
    listed = 1, per_order = excluded.per_order, suggestions = excluded.suggestions, channels = excluded.channels
RETURNING id;

-- name: OfferingOptionIDs :many
SELECT id, key FROM offering_options WHERE offering_id = $1 ORDER BY id;

-- name: OfferingUnlist :exec
UPDATE offering_options SET listed = 0 WHERE id = $1;

-- name: OfferingDropPrices :exec
DELETE FROM option_prices WHERE option_id = $1;

-- name: OfferingAddPrice :exec
INSERT INTO option_prices (option_id, from_at, price) VALUES ($1, $2, $3);

-- name: CategoryByKey :one
SELECT * FROM categories WHERE key = $1;

-- name: OfferingChangeCategory :one
UPDATE categories SET position = $1, title_en = $2, title_zh = $3 WHERE key = $4 RETURNING id;

-- name: OfferingDropCategory :execrows
DELETE FROM categories WHERE categories.key = $1 AND NOT EXISTS (SELECT 1 FROM offerings o WHERE o.category_id = categories.id);

-- name: OfferingKey :exec
UPDATE offerings SET key = sqlc.arg(key) WHERE key = sqlc.arg(was);

-- name: WallOfKey :one
SELECT w.offering_id, w.until_at FROM merit_walls w JOIN offerings o ON o.id = w.offering_id WHERE o.key = sqlc.arg(key) AND w.until_at > sqlc.arg(now);

-- name: OfferingByKeyAny :one
SELECT * FROM offerings WHERE key = $1;

-- name: OfferingInCarts :many
-- Open carts with an option, and those among them with a visible PayNow code.
SELECT i.option_id, count(DISTINCT i.cart_id) AS carts,
    count(DISTINCT CASE WHEN h.expires_at > CAST(sqlc.arg(now) AS BIGINT) THEN h.id END) AS codes
FROM cart_items i
JOIN carts c ON c.id = i.cart_id AND c.status = 'open'
LEFT JOIN holds h ON h.cart_id = c.id
WHERE i.option_id IN (SELECT p.id FROM offering_options p WHERE p.offering_id = sqlc.arg(offering_id)) GROUP BY i.option_id;

-- name: OfferingSubscribed :many
SELECT option_id, count(*) AS subscriptions FROM subscriptions WHERE offering_id = $1 AND status = 1 GROUP BY option_id;

-- name: OfferingOrdered :many
SELECT i.option_id, count(DISTINCT i.invoice_id) AS orders FROM invoice_items i
JOIN invoices v ON v.id = i.invoice_id
WHERE i.option_id IN (SELECT p.id FROM offering_options p WHERE p.offering_id = sqlc.arg(offering_id)) AND v.created_at >= CAST(sqlc.arg(since) AS BIGINT) AND v.status <> 'cancelled' GROUP BY i.option_id;

-- name: FormKeys :many
SELECT DISTINCT key FROM forms ORDER BY key;

-- name: OfferingLock :one
-- Locks the offering, so that the audit trail's old values are right.
UPDATE offerings SET published = published WHERE id = $1 RETURNING *;

-- name: OfferingListedOptions :many
SELECT * FROM offering_options WHERE offering_id = $1 AND listed = 1 ORDER BY position, key;
