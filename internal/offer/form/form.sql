-- Form definitions. A version never changes.

-- name: FormVersion :one
SELECT definition FROM forms WHERE key = $1 AND version = $2;

-- name: FormLatest :one
SELECT definition FROM forms WHERE key = $1 ORDER BY version DESC LIMIT 1;

-- name: FormLatestVersion :one
SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) FROM forms WHERE key = $1;

-- name: FormsNewest :many
SELECT f.definition FROM forms f WHERE f.version = (SELECT MAX(g.version) FROM forms g WHERE g.key = f.key) ORDER BY f.key;

-- name: FormVersions :many
SELECT definition FROM forms WHERE key = $1 ORDER BY version DESC;

-- name: FormOfferings :many
-- Offerings that use a form, including unpublished ones.
SELECT id, key, title_en, title_zh, published FROM offerings WHERE form_key = $1 ORDER BY position, key;

-- name: FormOptions :many
-- Options of a form's offerings, with the number of names of each.
SELECT o.title_en AS offering_en, o.title_zh AS offering_zh, p.title_en, p.title_zh, CAST(p.name_capacity AS BIGINT) AS names
FROM offerings o JOIN offering_options p ON p.offering_id = o.id
WHERE o.form_key = $1 AND p.listed = 1 AND p.name_capacity IS NOT NULL ORDER BY o.position, o.key, p.position, p.key;

-- name: FormHeld :one
-- Uses of any version of a form: open carts, orders, and running subscriptions.
SELECT CAST((SELECT count(DISTINCT c.cart_id) FROM cart_items c WHERE c.form_key = sqlc.arg(key)) AS BIGINT) AS carts,
    CAST((SELECT count(DISTINCT i.invoice_id) FROM invoice_items i WHERE i.form_key = sqlc.arg(key)) AS BIGINT) AS orders,
    CAST((SELECT count(*) FROM subscriptions s WHERE s.form_key = sqlc.arg(key) AND s.status = 1) AS BIGINT) AS subscriptions,
    CAST((SELECT count(*) FROM form_entries e WHERE e.form_key = sqlc.arg(key)) AS BIGINT) AS entries;

-- name: FormInCarts :many
-- The answers in carts, with the option's name capacity.
SELECT c.cart_id, c.form, p.name_capacity FROM cart_items c JOIN offering_options p ON p.id = c.option_id
WHERE c.form_key = sqlc.arg(key) ORDER BY c.cart_id, c.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: FormPut :exec
INSERT INTO forms (key, version, definition, created_at) VALUES ($1, $2, $3, $4);

-- name: FormUse :one
-- How published offerings use a form: for enquiries, and for sale.
SELECT CAST(COALESCE(SUM(enquiry_only), 0) AS BIGINT) AS enquiry, count(*) AS offerings
FROM offerings WHERE form_key = $1 AND published = 1;

-- name: FormEntryAdd :execrows
INSERT INTO form_entries (id, reference, form_key, form_version, form, status, locale, user_id, search, created_at, last_at, state, suspect, likeness)
VALUES (sqlc.arg(id), sqlc.arg(reference), sqlc.arg(form_key), sqlc.arg(form_version), sqlc.arg(form), sqlc.arg(status), sqlc.arg(locale),
    sqlc.arg(user_id), sqlc.arg(search), sqlc.arg(created_at), sqlc.arg(created_at), sqlc.arg(state), sqlc.arg(suspect), sqlc.arg(likeness))
ON CONFLICT (reference) DO NOTHING;

-- name: FormEntries :many
-- An enquiry names its offering; a message of the contact form names none.
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
SELECT id, reference, form_key, form_version, form, status, locale, created_at, last_at FROM form_entries WHERE user_id = $1 ORDER BY created_at, id;

-- name: FormEntriesErase :exec
DELETE FROM form_entries WHERE user_id = $1;

-- name: FormEntriesAlike :one
-- How many messages have the same words, since a time. Those with another sign of spam do not count, as a program could
-- otherwise block others' words with invisible messages; nor do a member's repeated ones. Words that the office has
-- marked as not spam are never spam.
SELECT count(*) FROM form_entries e WHERE e.likeness = sqlc.arg(likeness) AND e.likeness <> '' AND e.created_at > sqlc.arg(since)
    AND e.suspect IN ('', 'alike') AND (CAST(sqlc.arg(writer) AS TEXT) = '' OR COALESCE(e.user_id, '') <> sqlc.arg(writer))
    AND NOT EXISTS (SELECT 1 FROM form_entries r WHERE r.likeness = e.likeness AND r.suspect = 'alike' AND r.state <> 'spam');

-- name: InboxEntries :many
-- Messages in a state: those to be answered oldest first, others latest change first.
SELECT e.*, f.definition,
    CAST(COALESCE((SELECT MIN(o.title_en) FROM offerings o WHERE o.form_key = e.form_key AND o.enquiry_only = 1), '') AS TEXT) AS subject_en,
    CAST(COALESCE((SELECT MIN(o.title_zh) FROM offerings o WHERE o.form_key = e.form_key AND o.enquiry_only = 1), '') AS TEXT) AS subject_zh
FROM form_entries e JOIN forms f ON f.key = e.form_key AND f.version = e.form_version
WHERE e.state = sqlc.arg(state) AND (CAST(sqlc.arg(mine) AS TEXT) = '' OR e.assignee_id = sqlc.arg(mine))
    AND (CAST(sqlc.arg(q) AS TEXT) = '' OR e.search LIKE sqlc.arg(q) ESCAPE '\')
ORDER BY CASE WHEN CAST(sqlc.arg(oldest) AS BIGINT) = 1 THEN e.created_at ELSE -e.last_at END, e.id
LIMIT CAST(sqlc.arg(most) AS BIGINT) OFFSET CAST(sqlc.arg(skip) AS BIGINT);

-- name: InboxCount :one
SELECT count(*) FROM form_entries e
WHERE e.state = sqlc.arg(state) AND (CAST(sqlc.arg(mine) AS TEXT) = '' OR e.assignee_id = sqlc.arg(mine))
    AND (CAST(sqlc.arg(q) AS TEXT) = '' OR e.search LIKE sqlc.arg(q) ESCAPE '\');

-- name: EntryUndelivered :one
-- Whether an answer failed and was not sent again.
SELECT count(*) FROM entry_messages m JOIN outbox o ON o.about = m.id AND o.about <> ''
WHERE m.entry_id = $1 AND o.kind IN ('mail', 'sms') AND (o.state = 'dead' OR o.state = 'ready' AND o.attempts > 0 AND o.last_error <> '');

-- name: EntryAnswersOfUser :many
-- Answers delivered to a member.
SELECT m.* FROM form_entries e JOIN entry_messages m ON m.entry_id = e.id
WHERE e.user_id = $1 AND m.kind = 'answer' AND m.back_at = 0 ORDER BY m.at, m.id;

-- name: AnswerTexts :many
-- Saved replies of the inbox.
SELECT * FROM answer_texts ORDER BY position, key LIMIT 200;
