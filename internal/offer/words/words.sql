-- name: MessageDrafts :many
SELECT * FROM message_drafts ORDER BY key, locale;

-- name: MessageDraft :one
SELECT * FROM message_drafts WHERE locale = $1 AND key = $2;

-- name: MessageDraftSave :many
INSERT INTO message_drafts (locale, key, text, rev, waiting, by_id, at)
VALUES (sqlc.arg(locale), sqlc.arg(key), sqlc.arg(text), 1, sqlc.arg(waiting), sqlc.arg(by_id), sqlc.arg(at))
ON CONFLICT (locale, key) DO UPDATE SET text = excluded.text, rev = message_drafts.rev + 1, waiting = excluded.waiting,
    by_id = excluded.by_id, at = excluded.at
WHERE message_drafts.rev = sqlc.arg(base)
RETURNING rev;

-- name: MessageDraftOut :execrows
UPDATE message_drafts SET waiting = 0 WHERE locale = $1 AND key = $2 AND rev = $3 AND waiting = 1;

-- name: MessageDraftBack :exec
UPDATE message_drafts SET waiting = 1 WHERE locale = $1 AND key = $2 AND text = $3;

-- name: MessageVersionAdd :exec
INSERT INTO message_versions (batch, locale, key, why, before_text, text, by_id, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: MessageBatch :many
SELECT * FROM message_versions WHERE batch = $1 ORDER BY key, locale;

-- name: MessageHistory :many
SELECT * FROM message_versions WHERE key = $1 ORDER BY at DESC, batch DESC, locale LIMIT 100;

-- name: MessageEditKeep :execrows
UPDATE message_edits SET over = sqlc.arg(over) WHERE locale = sqlc.arg(locale) AND key = sqlc.arg(key) AND text = sqlc.arg(text);
