-- Imported lists of the temple.

-- name: Imports :many
SELECT * FROM imports WHERE (created_at, id) < (CAST(sqlc.arg(at) AS BIGINT), CAST(sqlc.arg(id) AS TEXT)) ORDER BY created_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ImportByID :one
SELECT * FROM imports WHERE id = $1;

-- name: ImportLock :one
-- Locks the import: answering, starting, stopping and undoing exclude each other.
UPDATE imports SET state = state WHERE id = $1 RETURNING *;

-- name: ImportOfFile :many
-- Unfinished imports of the same file. A finished one may be uploaded again, to show what exists already.
SELECT id FROM imports WHERE sha256 = $1 AND kind = $2 AND state NOT IN ('done', 'undone', 'failed', 'gone') ORDER BY created_at, id LIMIT 1;

-- name: ImportAdd :exec
INSERT INTO imports (id, kind, name, sha256, file_key, state, header_key, header, columns, remembered, created_by, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);

-- name: ImportState :exec
UPDATE imports SET state = sqlc.arg(state), problem = sqlc.arg(problem), total = sqlc.arg(total), done = sqlc.arg(done) WHERE id = sqlc.arg(id);

-- name: ImportColumns :exec
UPDATE imports SET columns = $1, day_numbers = $2, header = $3 WHERE id = $4;

-- name: ImportProgress :exec
UPDATE imports SET done = done + CAST(sqlc.arg(more) AS BIGINT) WHERE id = sqlc.arg(id);

-- name: ImportDone :exec
UPDATE imports SET state = 'done', imported_at = $1 WHERE id = $2;

-- name: ImportUndone :exec
UPDATE imports SET state = 'undone', undone_at = $1 WHERE id = $2;

-- name: ImportUndoBy :exec
UPDATE imports SET undone_by = $1 WHERE id = $2;

-- name: ImportJob :exec
UPDATE imports SET job_id = $1 WHERE id = $2;

-- name: ImportFileGone :exec
-- Also deletes the notes about unread parts of the file.
UPDATE imports SET file_key = '', header = '', facts = '', state = $1 WHERE id = $2;

-- name: ImportCounts :many
SELECT class, CAST(count(*) AS BIGINT) AS n FROM import_rows WHERE import_id = $1 GROUP BY class;

-- name: ImportSpots :many
-- How the positions of ready or imported rows were matched.
SELECT spot_why, CAST(count(*) AS BIGINT) AS n FROM import_rows WHERE import_id = $1 AND class IN ('ready', 'made') AND spot_why <> '' GROUP BY spot_why;

-- name: ImportSpotsOpen :many
-- The first rows whose words give no position.
SELECT row_no, place, spot, spot_why FROM import_rows
WHERE import_id = $1 AND class IN ('ready', 'made') AND spot_why IN ('taken', 'other', 'unknown') ORDER BY row_no LIMIT 20;

-- name: ImportRow :one
SELECT * FROM import_rows WHERE import_id = $1 AND row_no = $2;

-- name: ImportRows :many
SELECT * FROM import_rows WHERE import_id = sqlc.arg(import_id) AND row_no > CAST(sqlc.arg(after) AS BIGINT) ORDER BY row_no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ImportRowsOf :many
SELECT * FROM import_rows WHERE import_id = sqlc.arg(import_id) AND class = sqlc.arg(class) AND row_no > CAST(sqlc.arg(after) AS BIGINT) ORDER BY row_no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ImportRowsToLookAt :many
SELECT * FROM import_rows WHERE import_id = sqlc.arg(import_id) AND class IN ('decide', 'unreadable') AND row_no > CAST(sqlc.arg(after) AS BIGINT) ORDER BY row_no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ImportFacts :exec
UPDATE imports SET facts = $1 WHERE id = $2;

-- name: ImportRowsAdd :exec
-- The rows of a batch in one statement: json_each makes a table of a JSON object on both engines.
INSERT INTO import_rows (import_id, row_no, class, cells, problems, row_key, place, from_at, until_at, spot, spot_why)
SELECT sqlc.arg(import_id), CAST(e.key AS BIGINT), e.value ->> 'class', e.value ->> 'cells', e.value ->> 'problems', e.value ->> 'key', e.value ->> 'place',
    CAST(e.value ->> 'from' AS BIGINT), CAST(e.value ->> 'until' AS BIGINT), e.value ->> 'spot', e.value ->> 'spotWhy'
FROM json_each(sqlc.arg(rows)) e;

-- name: ImportFirstRows :many
-- For each key the first row that is not left out.
SELECT row_key, CAST(min(row_no) AS BIGINT) AS row_no FROM import_rows
WHERE import_id = sqlc.arg(import_id) AND class <> 'out' AND row_key IN (SELECT e.key FROM json_each(sqlc.arg(keys)) e) GROUP BY row_key;

-- name: ImportStays :many
-- The rows of a list with positions.
SELECT place, row_no, from_at, until_at FROM import_rows
WHERE import_id = sqlc.arg(import_id) AND class <> 'out' AND place <> '' AND place IN (SELECT e.key FROM json_each(sqlc.arg(places)) e) ORDER BY row_no;

-- name: ImportRowsBeside :many
-- Rows with the key or position of another one.
SELECT * FROM import_rows WHERE import_id = sqlc.arg(import_id) AND (row_key IN (SELECT e.key FROM json_each(sqlc.arg(keys)) e)
    OR (place <> '' AND place IN (SELECT e.key FROM json_each(sqlc.arg(places)) e))) ORDER BY row_no LIMIT 200;

-- name: ImportRowJudged :exec
UPDATE import_rows SET class = sqlc.arg(class), problems = sqlc.arg(problems), answers = sqlc.arg(answers), row_key = sqlc.arg(row_key), place = sqlc.arg(place),
    from_at = sqlc.arg(from_at), until_at = sqlc.arg(until_at)
WHERE import_id = sqlc.arg(import_id) AND row_no = sqlc.arg(row_no);

-- name: ImportRowsKeyed :exec
-- Gives rows checked by an earlier version their keys. The rows exist: for UPDATE … FROM json_each SQLite would read
-- the whole list for each element.
INSERT INTO import_rows (import_id, row_no, class, cells, row_key, place, from_at, until_at)
SELECT sqlc.arg(import_id), CAST(e.key AS BIGINT), '', '', e.value ->> 'key', e.value ->> 'place', CAST(e.value ->> 'from' AS BIGINT), CAST(e.value ->> 'until' AS BIGINT)
FROM json_each(sqlc.arg(rows)) e WHERE true
ON CONFLICT (import_id, row_no) DO UPDATE SET row_key = excluded.row_key, place = excluded.place, from_at = excluded.from_at, until_at = excluded.until_at;

-- name: ImportRowsMade :exec
-- The rows are there: see ImportRowsKeyed.
INSERT INTO import_rows (import_id, row_no, class, cells, made_id, spot, spot_why)
SELECT sqlc.arg(import_id), CAST(e.key AS BIGINT), e.value ->> 'class', '', e.value ->> 'made', COALESCE(e.value ->> 'spot', ''), COALESCE(e.value ->> 'spotWhy', '')
FROM json_each(sqlc.arg(rows)) e WHERE true
ON CONFLICT (import_id, row_no) DO UPDATE SET class = excluded.class, made_id = excluded.made_id, spot = excluded.spot, spot_why = excluded.spot_why;

-- name: ImportRowsKept :exec
-- The rows are there: see ImportRowsKeyed.
INSERT INTO import_rows (import_id, row_no, class, cells, kept_why)
SELECT sqlc.arg(import_id), CAST(e.key AS BIGINT), 'kept', '', e.value ->> 'why' FROM json_each(sqlc.arg(rows)) e WHERE true
ON CONFLICT (import_id, row_no) DO UPDATE SET class = excluded.class, kept_why = excluded.kept_why;

-- name: ImportRowsDrop :exec
DELETE FROM import_rows WHERE import_id = $1;

-- name: ImportKeysAdd :many
-- Of two imports with the same row one is first, and the other waits. Keys are taken in one order, so that no deadlock
-- occurs.
INSERT INTO import_keys (kind, row_key, import_id, row_no, who)
SELECT sqlc.arg(kind), e.key, sqlc.arg(import_id), CAST(e.value ->> 'no' AS BIGINT), e.value ->> 'who' FROM json_each(sqlc.arg(keys)) e WHERE true ORDER BY e.key
ON CONFLICT DO NOTHING RETURNING row_key;

-- name: ImportKeysKnown :many
SELECT row_key, who FROM import_keys WHERE kind = sqlc.arg(kind) AND row_key IN (SELECT e.key FROM json_each(sqlc.arg(keys)) e);

-- name: ImportKeysDrop :exec
DELETE FROM import_keys WHERE import_id = sqlc.arg(import_id) AND row_no IN (SELECT CAST(e.key AS BIGINT) FROM json_each(sqlc.arg(rows)) e);

-- name: ImportLayout :one
SELECT * FROM import_layouts WHERE kind = $1 AND header_key = $2;

-- name: ImportLayoutPut :exec
INSERT INTO import_layouts (kind, header_key, columns) VALUES ($1, $2, $3)
ON CONFLICT (kind, header_key) DO UPDATE SET columns = excluded.columns;

-- name: ImportsToForget :many
-- Raw rows are erased a month after upload, or after the import.
SELECT id, file_key, state FROM imports WHERE file_key <> '' AND created_at < sqlc.arg(before) AND imported_at < sqlc.arg(before) ORDER BY created_at LIMIT 20;

-- name: ImportedPeopleAdd :exec
INSERT INTO imported_people (id, import_id, name, chinese_name, mobile, phone, email, birth_date, address, remark, user_id, created_at)
SELECT e.key, sqlc.arg(import_id), e.value ->> 'name', e.value ->> 'chinese', e.value ->> 'mobile', e.value ->> 'phone', e.value ->> 'email', e.value ->> 'birth', e.value ->> 'address',
    e.value ->> 'remark', e.value ->> 'user', CAST(sqlc.arg(created_at) AS BIGINT)
FROM json_each(sqlc.arg(rows)) e;

-- name: ImportedPeopleLock :many
UPDATE imported_people SET name = name WHERE id IN (SELECT e.key FROM json_each(sqlc.arg(ids)) e) RETURNING id, claimed_at;

-- name: ImportedPeopleDrop :exec
DELETE FROM imported_people WHERE id IN (SELECT e.key FROM json_each(sqlc.arg(ids)) e);

-- name: ImportedPeopleClaim :many
UPDATE imported_people SET user_id = sqlc.arg(user_id), claimed_at = sqlc.arg(claimed_at) WHERE mobile = sqlc.arg(mobile) AND mobile <> '' AND user_id IS NULL RETURNING id;

-- name: ImportedPeopleFound :many
SELECT * FROM imported_people WHERE user_id IS NULL AND id IN (SELECT e.key FROM json_each(sqlc.arg(ids)) e);

-- name: ImportedPeopleOfMobiles :many
SELECT * FROM imported_people WHERE user_id IS NULL AND mobile <> '' AND mobile IN (SELECT e.key FROM json_each(sqlc.arg(mobiles)) e) ORDER BY created_at DESC, id LIMIT 200;

-- name: ImportedPeopleOfUser :many
SELECT * FROM imported_people WHERE user_id = $1 ORDER BY created_at, id;

-- name: ImportedPeopleErase :exec
DELETE FROM imported_people WHERE user_id = $1;

-- name: ImportedLampsAdd :exec
INSERT INTO imported_lamps (id, import_id, name, chinese_name, mobile, phone, option_id, title_en, title_zh, option_title_en, option_title_zh, place, from_at, until_at, amount, remark, user_id, created_at)
SELECT e.key, sqlc.arg(import_id), e.value ->> 'name', e.value ->> 'chinese', e.value ->> 'mobile', e.value ->> 'phone', e.value ->> 'option', e.value ->> 'titleEn', e.value ->> 'titleZh',
    e.value ->> 'optionEn', e.value ->> 'optionZh', e.value ->> 'place', CAST(e.value ->> 'from' AS BIGINT), CAST(e.value ->> 'until' AS BIGINT),
    CAST(e.value ->> 'amount' AS BIGINT), e.value ->> 'remark', e.value ->> 'user', CAST(sqlc.arg(created_at) AS BIGINT)
FROM json_each(sqlc.arg(rows)) e;

-- name: ImportedLampLock :one
UPDATE imported_lamps SET name = name WHERE id = $1 RETURNING *;

-- name: ImportedLampDrop :exec
DELETE FROM imported_lamps WHERE id = $1;

-- name: ImportedLampsAt :many
-- Lamps that have, or had, positions.
SELECT place, name, from_at, until_at FROM imported_lamps WHERE place <> '' AND place IN (SELECT e.key FROM json_each(sqlc.arg(places)) e);

-- name: ImportedLampsClaim :many
UPDATE imported_lamps SET user_id = sqlc.arg(user_id), claimed_at = sqlc.arg(claimed_at) WHERE mobile = sqlc.arg(mobile) AND mobile <> '' AND user_id IS NULL RETURNING *;

-- name: ImportedLampGoesOn :exec
UPDATE imported_lamps SET subscription_id = $1 WHERE id = $2;

-- name: ImportedLampsOfUser :many
SELECT * FROM imported_lamps WHERE user_id = $1 ORDER BY from_at, id;

-- name: ImportedLampsErase :exec
-- The subscription keeps its title and position; personal data is deleted.
UPDATE imported_lamps SET name = '', chinese_name = '', mobile = '', phone = '', remark = '' WHERE user_id = $1;

-- name: PastOrdersAdd :exec
INSERT INTO past_orders (id, import_id, number, day_at, name, mobile, phone, item, amount, remark, user_id, created_at)
SELECT e.key, sqlc.arg(import_id), e.value ->> 'number', CAST(e.value ->> 'day' AS BIGINT), e.value ->> 'name', e.value ->> 'mobile', e.value ->> 'phone', e.value ->> 'item',
    CAST(e.value ->> 'amount' AS BIGINT), e.value ->> 'remark', e.value ->> 'user', CAST(sqlc.arg(created_at) AS BIGINT)
FROM json_each(sqlc.arg(rows)) e;

-- name: PastOrdersDrop :exec
DELETE FROM past_orders WHERE id IN (SELECT e.key FROM json_each(sqlc.arg(ids)) e);

-- name: PastOrdersClaim :many
UPDATE past_orders SET user_id = sqlc.arg(user_id) WHERE mobile = sqlc.arg(mobile) AND mobile <> '' AND user_id IS NULL RETURNING id;

-- name: PastOrdersFound :many
SELECT * FROM past_orders WHERE user_id IS NULL AND id IN (SELECT e.key FROM json_each(sqlc.arg(ids)) e);

-- name: PastOrdersOfMobiles :many
SELECT * FROM past_orders WHERE user_id IS NULL AND mobile <> '' AND mobile IN (SELECT e.key FROM json_each(sqlc.arg(mobiles)) e) ORDER BY day_at DESC, id LIMIT 200;

-- name: ImportedLampsFound :many
SELECT * FROM imported_lamps WHERE user_id IS NULL AND id IN (SELECT e.key FROM json_each(sqlc.arg(ids)) e);

-- name: ImportedLampsOfMobiles :many
SELECT * FROM imported_lamps WHERE user_id IS NULL AND mobile <> '' AND mobile IN (SELECT e.key FROM json_each(sqlc.arg(mobiles)) e) ORDER BY until_at DESC, id LIMIT 200;

-- name: PastOrdersErase :exec
DELETE FROM past_orders WHERE user_id = $1;

-- name: ImportTurn :exec
-- Locks the number, so that importing and verifying it exclude each other.
UPDATE import_turn SET id = id WHERE id = 1;

-- name: EarlierFound :one
SELECT found_in FROM import_turn WHERE id = 1;

-- name: EarlierFoundLock :one
-- Like ImportTurn: no number is verified while its rows become searchable.
UPDATE import_turn SET id = id WHERE id = 1 RETURNING found_in, found_to;

-- name: EarlierFoundTo :exec
UPDATE import_turn SET found_in = $1, found_to = $2 WHERE id = 1;

-- name: ImportedPeopleAfter :many
SELECT id, name, chinese_name, mobile, phone, email, created_at, user_id FROM imported_people WHERE id > $1 ORDER BY id LIMIT 200;

-- name: ImportedLampsAfter :many
SELECT id, name, chinese_name, mobile, phone, created_at, user_id FROM imported_lamps WHERE id > $1 ORDER BY id LIMIT 200;

-- name: PastOrdersAfter :many
SELECT id, name, mobile, phone, created_at, user_id FROM past_orders WHERE id > $1 ORDER BY id LIMIT 200;

-- name: ImportAccountsOfMobiles :many
SELECT id, mobile, name, chinese_name FROM users WHERE mobile_verified = 1 AND mobile IN (SELECT e.key FROM json_each(sqlc.arg(mobiles)) e);
