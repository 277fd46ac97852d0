-- Records of the site, what is written about them, and what was on the site.

-- name: RecordLock :one
-- Whoever saves, publishes or takes away waits here for the one before.
UPDATE records SET kind = kind WHERE id = $1 RETURNING *;

-- name: Record :one
SELECT * FROM records WHERE id = $1;

-- name: RecordByKey :one
SELECT * FROM records WHERE kind = $1 AND key = $2;

-- name: RecordsOf :many
SELECT * FROM records WHERE kind = $1 ORDER BY position, id;

-- name: RecordAdd :execrows
INSERT INTO records (id, kind, key, title_en, title_zh, position, changed_id, changed_at, created_at)
VALUES (sqlc.arg(id), sqlc.arg(kind), sqlc.arg(key), sqlc.arg(title_en), sqlc.arg(title_zh), sqlc.arg(position), sqlc.arg(changed_id), sqlc.arg(changed_at), sqlc.arg(created_at))
ON CONFLICT (kind, key) DO NOTHING;

-- name: RecordState :exec
UPDATE records SET title_en = sqlc.arg(title_en), title_zh = sqlc.arg(title_zh), live_en = sqlc.arg(live_en), live_zh = sqlc.arg(live_zh),
    state_en = sqlc.arg(state_en), state_zh = sqlc.arg(state_zh), older = sqlc.arg(older), taken_at = sqlc.arg(taken_at),
    changed_id = sqlc.arg(changed_id), changed_at = sqlc.arg(changed_at)
WHERE id = sqlc.arg(id);

-- name: RecordPlace :exec
UPDATE records SET position = $1 WHERE id = $2;

-- name: DraftAdd :exec
INSERT INTO drafts (record_id, fields, rev, revs, matches) VALUES ($1, $2, $3, $4, $5);

-- name: Draft :one
SELECT * FROM drafts WHERE record_id = $1;

-- name: DraftPut :exec
UPDATE drafts SET fields = $1, rev = $2, revs = $3, matches = $4 WHERE record_id = $5;

-- name: VersionAdd :exec
INSERT INTO versions (record_id, number, fields, matches, why, languages, before_en, before_zh, source, user_id, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: VersionNewest :one
SELECT * FROM versions WHERE record_id = $1 ORDER BY number DESC LIMIT 1;

-- name: Version :one
SELECT * FROM versions WHERE record_id = $1 AND number = $2;

-- name: VersionsBefore :many
SELECT number, why, languages, source, user_id, at FROM versions
WHERE record_id = sqlc.arg(record_id) AND number < sqlc.arg(before) ORDER BY number DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: VersionsThin :exec
-- Of what was never on the site the newest stay.
DELETE FROM versions WHERE versions.record_id = sqlc.arg(record_id) AND versions.number <= sqlc.arg(until) AND versions.languages = ''
    AND NOT EXISTS (SELECT 1 FROM schedules s WHERE s.record_id = versions.record_id AND s.version = versions.number AND s.state IN ('waiting', 'problem'));

-- name: RefDrop :exec
DELETE FROM refs WHERE owner = $1 AND slot = $2;

-- name: RefAdd :exec
INSERT INTO refs (owner, slot, target) VALUES ($1, $2, $3) ON CONFLICT (owner, slot, target) DO NOTHING;

-- name: RefsOn :many
-- What on the site, or about to be there, names a thing.
SELECT r.slot, o.id, o.kind, o.key, o.title_en, o.title_zh FROM refs r JOIN records o ON o.id = r.owner
WHERE r.target = $1 AND r.slot <> 'draft' AND o.taken_at = 0 ORDER BY o.id, r.slot;
