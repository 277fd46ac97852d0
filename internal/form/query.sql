-- Form definitions. A version never changes.

-- name: FormVersion :one
SELECT definition FROM forms WHERE key = $1 AND version = $2;

-- name: FormLatest :one
SELECT definition FROM forms WHERE key = $1 ORDER BY version DESC LIMIT 1;

-- name: FormLatestVersion :one
SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) FROM forms WHERE key = $1;

-- name: FormPut :exec
INSERT INTO forms (key, version, definition, created_at) VALUES ($1, $2, $3, $4);

-- name: FormUse :one
-- How published offerings use a form: by enquiry, and sold.
SELECT CAST(COALESCE(SUM(enquiry_only), 0) AS BIGINT) AS enquiry, count(*) AS offerings
FROM offerings WHERE form_key = $1 AND published = 1;

-- name: FormEntryAdd :execrows
INSERT INTO form_entries (id, reference, form_key, form_version, form, status, locale, user_id, search, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (reference) DO NOTHING;

-- name: FormEntries :many
-- An enquiry says which offering it is about; a message of the contact form is about none.
SELECT e.*, f.definition,
    CAST(COALESCE((SELECT MIN(o.title_en) FROM offerings o WHERE o.form_key = e.form_key AND o.enquiry_only = 1), '') AS TEXT) AS subject_en,
    CAST(COALESCE((SELECT MIN(o.title_zh) FROM offerings o WHERE o.form_key = e.form_key AND o.enquiry_only = 1), '') AS TEXT) AS subject_zh
FROM form_entries e JOIN forms f ON f.key = e.form_key AND f.version = e.form_version
WHERE CAST(sqlc.arg(q) AS TEXT) = '' OR e.search LIKE sqlc.arg(q) ESCAPE '\'
ORDER BY e.created_at DESC, e.id DESC
LIMIT CAST(sqlc.arg(most) AS BIGINT) OFFSET CAST(sqlc.arg(skip) AS BIGINT);

-- name: FormEntriesCount :one
SELECT count(*) FROM form_entries e
WHERE CAST(sqlc.arg(q) AS TEXT) = '' OR e.search LIKE sqlc.arg(q) ESCAPE '\';

-- name: FormEntriesOfUser :many
SELECT id, reference, form_key, form_version, form, status, locale, created_at FROM form_entries WHERE user_id = $1 ORDER BY created_at, id;

-- name: FormEntriesErase :exec
DELETE FROM form_entries WHERE user_id = $1;
