-- name: EntryLetters :many
-- Delivery state of the answers to a message. Rows are kept for 90 days.
SELECT m.id AS message_id, o.id, o.state, o.attempts, o.last_error, o.why, o.run_at, o.done_at, o.leased_until
FROM entry_messages m JOIN outbox o ON o.about = m.id AND o.about <> ''
WHERE m.entry_id = $1 AND m.kind = 'answer' AND o.kind IN ('mail', 'sms') ORDER BY m.at, m.id, o.created_at, o.id;

-- name: Entry :one
SELECT e.*, f.definition,
    CAST(COALESCE((SELECT MIN(o.title_en) FROM offerings o WHERE o.form_key = e.form_key AND o.enquiry_only = 1), '') AS TEXT) AS subject_en,
    CAST(COALESCE((SELECT MIN(o.title_zh) FROM offerings o WHERE o.form_key = e.form_key AND o.enquiry_only = 1), '') AS TEXT) AS subject_zh
FROM form_entries e JOIN forms f ON f.key = e.form_key AND f.version = e.form_version
WHERE e.id = $1;

-- name: EntryClaim :execrows
-- A colleague's claim holds until it expires, or is taken over.
UPDATE form_entries SET claimed_by = sqlc.arg(who), claimed_until = sqlc.arg(until)
WHERE id = sqlc.arg(id)
    AND (claimed_by = sqlc.arg(who) OR claimed_until <= CAST(sqlc.arg(now) AS BIGINT) OR CAST(sqlc.arg(take) AS BIGINT) = 1);

-- name: EntryLock :one
UPDATE form_entries SET rev = rev WHERE id = $1 RETURNING *;

-- name: EntryMessage :one
SELECT * FROM entry_messages WHERE id = sqlc.arg(id) AND entry_id = sqlc.arg(entry_id);

-- name: EntryMessageAdd :exec
INSERT INTO entry_messages (id, entry_id, kind, channel, locale, body, by_id, at, was_state, was_assignee_id, was_last_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: EntryMessageBack :exec
UPDATE entry_messages SET back_at = $1 WHERE id = $2;

-- name: EntryMessages :many
SELECT * FROM entry_messages WHERE entry_id = $1 ORDER BY at, id;

-- name: EntryPut :exec
UPDATE form_entries SET state = sqlc.arg(state), assignee_id = sqlc.arg(assignee_id), last_at = sqlc.arg(last_at), rev = rev + 1 WHERE id = sqlc.arg(id);

-- name: EntryRelease :exec
UPDATE form_entries SET claimed_by = '', claimed_until = 0 WHERE id = sqlc.arg(id) AND claimed_by = sqlc.arg(who);

-- name: InboxExport :many
-- All of a state, by an immutable key: a row that leaves the state between two reads causes no gap.
SELECT e.*, f.definition,
    CAST(COALESCE((SELECT MIN(o.title_en) FROM offerings o WHERE o.form_key = e.form_key AND o.enquiry_only = 1), '') AS TEXT) AS subject_en,
    CAST(COALESCE((SELECT MIN(o.title_zh) FROM offerings o WHERE o.form_key = e.form_key AND o.enquiry_only = 1), '') AS TEXT) AS subject_zh
FROM form_entries e JOIN forms f ON f.key = e.form_key AND f.version = e.form_version
WHERE e.state = sqlc.arg(state) AND (e.created_at, e.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY e.created_at, e.id LIMIT CAST(sqlc.arg(most) AS BIGINT);
