-- The catalogue, and how often an option can still be sold.

-- name: OfferingCategories :many
SELECT * FROM categories ORDER BY position, key;

-- name: OfferingsPublished :many
SELECT * FROM offerings WHERE published = 1 ORDER BY position, key;

-- name: OfferingOptionsActive :many
SELECT p.* FROM offering_options p
JOIN offerings o ON o.id = p.offering_id
WHERE p.active = 1 AND o.published = 1
ORDER BY p.offering_id, p.position, p.key;

-- name: OfferingByKey :one
SELECT * FROM offerings WHERE key = $1 AND published = 1;

-- name: OfferingCategory :one
SELECT * FROM categories WHERE id = $1;

-- name: OfferingOptionsOf :many
SELECT * FROM offering_options WHERE offering_id = $1 AND active = 1 ORDER BY position, key;

-- name: OfferingFacts :one
-- What a price, a cart and an invoice need of an option, withdrawn ones included.
SELECT o.id AS offering_id, o.key AS offering_key, o.title_en, o.title_zh, o.form_key, o.published, o.enquiry_only, o.opens_at, o.closes_at,
    p.id AS option_id, p.key AS option_key, p.title_en AS option_title_en, p.title_zh AS option_title_zh,
    p.price, p.min_amount, p.max_amount, p.name_capacity, p.remaining, p.terms, p.active,
    CAST(COALESCE((SELECT MAX(f.version) FROM forms f WHERE f.key = o.form_key), 0) AS BIGINT) AS form_version
FROM offering_options p
JOIN offerings o ON o.id = p.offering_id
WHERE p.id = $1;

-- name: OfferingOptionByKeys :one
SELECT p.id FROM offering_options p JOIN offerings o ON o.id = p.offering_id
WHERE o.key = sqlc.arg(offering_key) AND p.key = sqlc.arg(option_key);

-- name: OfferingTakeStock :one
-- The condition and the change are one statement: two buyers of the last lamp meet at its row.
UPDATE offering_options SET remaining = remaining - CAST(sqlc.arg(quantity) AS BIGINT)
WHERE id = sqlc.arg(id) AND remaining >= CAST(sqlc.arg(quantity) AS BIGINT)
RETURNING CAST(remaining AS BIGINT);

-- name: OfferingGiveStock :one
UPDATE offering_options SET remaining = remaining + CAST(sqlc.arg(quantity) AS BIGINT)
WHERE id = sqlc.arg(id) AND remaining IS NOT NULL
RETURNING CAST(remaining AS BIGINT);

-- name: OfferingStock :one
SELECT remaining FROM offering_options WHERE id = $1;

-- name: OfferingKeyOfOption :one
SELECT o.key FROM offering_options p JOIN offerings o ON o.id = p.offering_id WHERE p.id = $1;

-- name: OfferingByID :one
SELECT * FROM offerings WHERE id = $1;

-- name: OfferingLock :one
-- Edits of an offering and its options wait for each other, so that what the audit trail says was before is true.
UPDATE offerings SET published = published WHERE id = $1 RETURNING *;

-- name: OfferingOptionByID :one
SELECT * FROM offering_options WHERE id = $1;

-- name: OfferingSetActive :execrows
UPDATE offering_options SET active = $1 WHERE id = $2;

-- name: OfferingSetPrice :execrows
UPDATE offering_options SET price = sqlc.arg(price) WHERE id = sqlc.arg(id) AND price IS NOT NULL;

-- name: OfferingAddPlaces :one
-- The condition and the change are one statement: what is sold meanwhile stays sold.
UPDATE offering_options SET remaining = remaining + CAST(sqlc.arg(places) AS BIGINT)
WHERE id = sqlc.arg(id) AND remaining + CAST(sqlc.arg(places) AS BIGINT) BETWEEN 0 AND CAST(sqlc.arg(most) AS BIGINT)
RETURNING CAST(remaining AS BIGINT);

-- name: OfferingSetStock :execrows
UPDATE offering_options SET remaining = sqlc.narg(remaining) WHERE id = sqlc.arg(id);

-- name: OfferingSetPublished :execrows
UPDATE offerings SET published = $1 WHERE id = $2;

-- name: OfferingSetCloses :execrows
UPDATE offerings SET closes_at = $1 WHERE id = $2;

-- name: OfferingAddCategory :exec
INSERT INTO categories (id, key, position, title_en, title_zh) VALUES ($1, $2, $3, $4, $5);

-- name: OfferingAdd :exec
INSERT INTO offerings (id, key, category_id, position, title_en, title_zh, summary_en, summary_zh, html_en, html_zh, art,
    form_key, enquiry_only, opens_at, closes_at, published, featured)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);

-- name: OfferingAddOption :exec
INSERT INTO offering_options (id, offering_id, key, position, title_en, title_zh, description_en, description_zh,
    price, min_amount, max_amount, name_capacity, remaining, terms, active)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15);

-- name: OfferingChangeCategory :one
UPDATE categories SET position = $1, title_en = $2, title_zh = $3 WHERE key = $4 RETURNING id;

-- name: OfferingDropCategory :execrows
DELETE FROM categories WHERE categories.key = $1 AND NOT EXISTS (SELECT 1 FROM offerings o WHERE o.category_id = categories.id);
