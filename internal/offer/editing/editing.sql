-- Records of the site, their drafts, and their published versions.

-- name: RecordLock :one
-- Locks the record: saving, publishing and removing exclude each other.
UPDATE records SET kind = kind WHERE id = $1 RETURNING *;

-- name: Record :one
SELECT * FROM records WHERE id = $1;

-- name: RecordByKey :one
SELECT * FROM records WHERE kind = $1 AND key = $2;

-- name: RecordsOf :many
SELECT * FROM records WHERE kind = $1 ORDER BY position, id;

-- name: WrittenOf :many
SELECT sqlc.embed(r), d.fields FROM records r JOIN drafts d ON d.record_id = r.id
WHERE r.kind = $1 AND r.taken_at = 0 ORDER BY r.position, r.id;

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

-- name: VersionsAll :one
-- Number of versions of a record, and the oldest; at 0: none.
SELECT count(*) AS total, CAST(COALESCE(min(at), 0) AS BIGINT) AS since FROM versions WHERE record_id = $1;

-- name: VersionsOnSite :many
-- Published versions, newest first.
SELECT * FROM versions
WHERE record_id = sqlc.arg(record_id) AND number < sqlc.arg(before) AND languages <> '' ORDER BY number DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: VersionsThin :exec
-- Of versions never published the newest are kept, and those scheduled, also for when a removed record is restored.
DELETE FROM versions WHERE versions.record_id = sqlc.arg(record_id) AND versions.number <= sqlc.arg(until) AND versions.languages = ''
    AND NOT EXISTS (SELECT 1 FROM schedules s JOIN records r ON r.id = s.record_id WHERE s.record_id = versions.record_id AND s.version = versions.number
        AND (s.state IN ('waiting', 'problem') OR s.state = 'withdrawn' AND s.done_at = r.taken_at));

-- name: RefDrop :exec
DELETE FROM refs WHERE owner = $1 AND slot = $2;

-- name: RefAdd :exec
INSERT INTO refs (owner, slot, target) VALUES ($1, $2, $3) ON CONFLICT (owner, slot, target) DO NOTHING;

-- name: RefsOn :many
-- Published or scheduled records that reference a thing.
SELECT r.slot, o.id, o.kind, o.key, o.title_en, o.title_zh FROM refs r JOIN records o ON o.id = r.owner
WHERE r.target = $1 AND r.slot IN ('live', 'scheduled') AND o.taken_at = 0 ORDER BY o.id, r.slot;

-- name: ScheduleAdd :exec
INSERT INTO schedules (id, record_id, version, languages, at, user_id, created_at, again) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: SchedulesOfRecord :many
SELECT * FROM schedules WHERE record_id = $1 AND state IN ('waiting', 'problem') ORDER BY at, id;

-- name: SchedulesOfKind :many
SELECT s.* FROM records r JOIN schedules s ON s.record_id = r.id WHERE r.kind = $1 AND s.state IN ('waiting', 'problem') ORDER BY s.at, s.id;

-- name: SchedulesDue :many
SELECT id, record_id FROM schedules WHERE state = 'waiting' AND at <= $1 ORDER BY at LIMIT 20;

-- name: ScheduleClaim :one
-- Of several replicas one gets the row.
UPDATE schedules SET state = 'done', done_at = sqlc.arg(now) WHERE id = sqlc.arg(id) AND state = 'waiting' AND at <= sqlc.arg(now) RETURNING *;

-- name: ScheduleEnd :exec
UPDATE schedules SET state = $1, problem = $2, done_at = $3 WHERE id = $4;

-- name: ScheduleWithdraw :execrows
UPDATE schedules SET state = 'withdrawn', done_at = $1 WHERE id = $2 AND record_id = $3 AND state IN ('waiting', 'problem');

-- name: SchedulesWithdraw :exec
UPDATE schedules SET state = 'withdrawn', done_at = $1 WHERE record_id = $2 AND state IN ('waiting', 'problem');

-- name: SchedulesBack :exec
-- Schedules withdrawn with a removed record: future ones are active again, past ones are reported as not published.
UPDATE schedules SET done_at = 0, state = CASE WHEN problem <> '' OR at <= sqlc.arg(now) THEN 'problem' ELSE 'waiting' END,
    problem = CASE WHEN problem = '' AND at <= sqlc.arg(now) THEN sqlc.arg(passed) ELSE problem END
WHERE record_id = sqlc.arg(record_id) AND state = 'withdrawn' AND done_at = sqlc.arg(taken_at);

-- name: PresenceSay :exec
INSERT INTO presence (record_id, user_id, field, ends_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (record_id, user_id) DO UPDATE SET field = excluded.field, ends_at = excluded.ends_at;

-- name: PresenceEnd :exec
DELETE FROM presence WHERE record_id = $1 AND user_id = $2;

-- name: PresenceOf :many
SELECT * FROM presence WHERE record_id = $1 AND ends_at > sqlc.arg(now) ORDER BY user_id;

-- name: LookAdd :exec
INSERT INTO looks (id, token_hash, record_id, user_id, created_at, ends_at) VALUES ($1, $2, $3, $4, $5, $6);

-- name: LookRenew :execrows
-- A new token for the same link: nobody was given the former one.
UPDATE looks SET token_hash = sqlc.arg(token_hash) WHERE id = sqlc.arg(id) AND user_id = sqlc.arg(user_id);

-- name: Look :one
SELECT * FROM looks WHERE token_hash = $1 AND ends_at > sqlc.arg(now);

-- name: LooksOf :many
SELECT * FROM looks WHERE record_id = $1 AND ends_at > sqlc.arg(now) ORDER BY created_at, id;

-- name: LookEnd :execrows
DELETE FROM looks WHERE id = $1 AND record_id = $2;

-- name: RecordsTakenBefore :many
SELECT id, kind, key FROM records WHERE taken_at > 0 AND taken_at < $1 AND kind <> 'practice' ORDER BY taken_at LIMIT 100;

-- name: RecordDropRefs :exec
DELETE FROM refs WHERE owner = $1;

-- name: RecordDropLooks :exec
DELETE FROM looks WHERE record_id = $1;

-- name: RecordDropPresence :exec
DELETE FROM presence WHERE record_id = $1;

-- name: RecordDropSchedules :exec
DELETE FROM schedules WHERE record_id = $1;

-- name: RecordDropVersions :exec
DELETE FROM versions WHERE record_id = $1;

-- name: RecordDropDraft :exec
DELETE FROM drafts WHERE record_id = $1;

-- name: RecordDrop :exec
DELETE FROM records WHERE id = $1;

-- name: RecordKey :exec
UPDATE records SET key = sqlc.arg(key), changed_id = sqlc.arg(changed_id), changed_at = sqlc.arg(changed_at) WHERE id = sqlc.arg(id);

-- name: RefMove :exec
-- Updates references to a record's new key.
INSERT INTO refs (owner, slot, target) SELECT r.owner, r.slot, CAST(sqlc.arg(now) AS TEXT) FROM refs r WHERE r.target = sqlc.arg(was)
ON CONFLICT (owner, slot, target) DO NOTHING;

-- name: RefForget :exec
DELETE FROM refs WHERE target = $1;

-- name: RecordAsk :exec
UPDATE records SET asked_id = $1, asked_by = $2, asked_for = $3, asked_at = $4 WHERE id = $5;

-- name: Writers :many
-- Office users who may edit the site, and can log in.
SELECT u.id, u.name FROM users u
WHERE u.id IN (SELECT r.user_id FROM user_roles r WHERE r.role IN ('editor', 'admin')) AND u.status = 'active' AND u.password_hash <> '' ORDER BY u.name, u.id;

-- name: Treasurers :many
-- Office users to be notified of a price change.
SELECT u.id FROM users u
WHERE u.id IN (SELECT r.user_id FROM user_roles r WHERE r.role = 'treasurer') AND u.status = 'active' AND u.password_hash <> '' ORDER BY u.id;

-- name: SeasonsOver :many
-- Records of offerings and banners on the site whose last day is past, or that opened and have no last day: an older
-- program knew no day for the 30th of a month of 29.
SELECT r.id, r.live_en FROM records r JOIN offerings o ON o.key = r.key
WHERE r.kind = 'offering' AND o.published = 1 AND (o.closes_at > 0 OR o.opens_at > 0) AND o.closes_at <= sqlc.arg(now)
UNION ALL
SELECT r.id, r.live_en FROM records r JOIN banners b ON b.id = r.key
WHERE r.kind = 'banner' AND b.published = 1 AND (b.closes_at > 0 OR b.opens_at > 0) AND b.closes_at <= sqlc.arg(now);

-- name: ContentBannersAll :many
SELECT * FROM banners ORDER BY type, position, id;

-- name: ContentPagesAll :many
SELECT * FROM content_pages ORDER BY kind, position, key;

-- name: EventsOffering :many
-- Published events that offer something on their day.
SELECT key FROM events WHERE offering = $1 AND published = 1 ORDER BY key;

-- name: AnswerTextDrop :exec
DELETE FROM answer_texts WHERE key = $1;

-- name: AnswerTextPut :exec
INSERT INTO answer_texts (key, position, title_en, title_zh, text_en, text_zh) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (key) DO UPDATE SET position = excluded.position, title_en = excluded.title_en, title_zh = excluded.title_zh,
    text_en = excluded.text_en, text_zh = excluded.text_zh;
