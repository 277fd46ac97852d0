-- Lists that a temple kept before.

-- name: Imports :many
SELECT * FROM imports WHERE (created_at, id) < (CAST(sqlc.arg(at) AS BIGINT), CAST(sqlc.arg(id) AS TEXT)) ORDER BY created_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ImportByID :one
SELECT * FROM imports WHERE id = $1;

-- name: ImportLock :one
-- Whoever answers, starts, stops or takes back waits here for the one before.
UPDATE imports SET state = state WHERE id = $1 RETURNING *;

-- name: ImportOfFile :many
SELECT * FROM imports WHERE sha256 = $1 AND kind = $2 AND state NOT IN ('undone', 'failed', 'gone');

-- name: ImportAdd :exec
INSERT INTO imports (id, kind, name, sha256, file_key, state, header_key, header, columns, remembered, created_by, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);

-- name: ImportState :exec
UPDATE imports SET state = sqlc.arg(state), problem = sqlc.arg(problem), total = sqlc.arg(total), done = sqlc.arg(done) WHERE id = sqlc.arg(id);

-- name: ImportColumns :exec
UPDATE imports SET columns = $1 WHERE id = $2;

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
UPDATE imports SET file_key = '', state = $1 WHERE id = $2;

-- name: ImportCounts :many
SELECT class, CAST(count(*) AS BIGINT) AS n FROM import_rows WHERE import_id = $1 GROUP BY class;

-- name: ImportRow :one
SELECT * FROM import_rows WHERE import_id = $1 AND row_no = $2;

-- name: ImportRows :many
SELECT * FROM import_rows WHERE import_id = sqlc.arg(import_id) AND row_no > CAST(sqlc.arg(after) AS BIGINT) ORDER BY row_no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ImportRowsOf :many
SELECT * FROM import_rows WHERE import_id = sqlc.arg(import_id) AND class = sqlc.arg(class) AND row_no > CAST(sqlc.arg(after) AS BIGINT) ORDER BY row_no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ImportRowsToLookAt :many
SELECT * FROM import_rows WHERE import_id = sqlc.arg(import_id) AND class IN ('decide', 'unreadable') AND row_no > CAST(sqlc.arg(after) AS BIGINT) ORDER BY row_no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ImportRowAdd :exec
INSERT INTO import_rows (import_id, row_no, class, cells, problems) VALUES ($1, $2, $3, $4, $5);

-- name: ImportRowJudged :exec
UPDATE import_rows SET class = sqlc.arg(class), problems = sqlc.arg(problems), answers = sqlc.arg(answers) WHERE import_id = sqlc.arg(import_id) AND row_no = sqlc.arg(row_no);

-- name: ImportRowMade :exec
UPDATE import_rows SET class = sqlc.arg(class), made_id = sqlc.arg(made_id) WHERE import_id = sqlc.arg(import_id) AND row_no = sqlc.arg(row_no);

-- name: ImportRowKept :exec
UPDATE import_rows SET class = 'kept', kept_why = sqlc.arg(kept_why) WHERE import_id = sqlc.arg(import_id) AND row_no = sqlc.arg(row_no);

-- name: ImportRowsDrop :exec
DELETE FROM import_rows WHERE import_id = $1;

-- name: ImportKeyAdd :execrows
-- Of two imports that bring the same row one is first, and the other waits for it.
INSERT INTO import_keys (kind, row_key, import_id, row_no) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING;

-- name: ImportKey :one
SELECT * FROM import_keys WHERE kind = $1 AND row_key = $2;

-- name: ImportKeyDrop :exec
DELETE FROM import_keys WHERE import_id = $1 AND row_no = $2;

-- name: ImportLayout :one
SELECT * FROM import_layouts WHERE kind = $1 AND header_key = $2;

-- name: ImportLayoutPut :exec
INSERT INTO import_layouts (kind, header_key, columns) VALUES ($1, $2, $3)
ON CONFLICT (kind, header_key) DO UPDATE SET columns = excluded.columns;

-- name: ImportsToForget :many
-- Their rows are erased a month after they came, or were imported.
SELECT id, file_key, state FROM imports WHERE file_key <> '' AND created_at < sqlc.arg(before) AND imported_at < sqlc.arg(before) ORDER BY created_at LIMIT 20;

-- name: ImportedPersonAdd :exec
INSERT INTO imported_people (id, import_id, name, chinese_name, mobile, email, birth_date, address, remark, user_id, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: ImportedPersonLock :one
UPDATE imported_people SET name = name WHERE id = $1 RETURNING *;

-- name: ImportedPersonDrop :exec
DELETE FROM imported_people WHERE id = $1;

-- name: ImportedPeopleClaim :execrows
UPDATE imported_people SET user_id = sqlc.arg(user_id), claimed_at = sqlc.arg(claimed_at) WHERE mobile = sqlc.arg(mobile) AND mobile <> '' AND user_id IS NULL;

-- name: ImportedPeopleOfUser :many
SELECT * FROM imported_people WHERE user_id = $1 ORDER BY created_at, id;

-- name: ImportedPeopleErase :exec
DELETE FROM imported_people WHERE user_id = $1;

-- name: ImportedLampAdd :exec
INSERT INTO imported_lamps (id, import_id, name, chinese_name, mobile, option_id, title_en, title_zh, option_title_en, option_title_zh, place, from_at, until_at, amount, remark, user_id, subscription_id, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18);

-- name: ImportedLampLock :one
UPDATE imported_lamps SET name = name WHERE id = $1 RETURNING *;

-- name: ImportedLampDrop :exec
DELETE FROM imported_lamps WHERE id = $1;

-- name: ImportedLampsAt :many
-- Those that stand at a place at some day of a time.
SELECT * FROM imported_lamps WHERE place = sqlc.arg(place) AND from_at < CAST(sqlc.arg(until_at) AS BIGINT) AND until_at > CAST(sqlc.arg(from_at) AS BIGINT) LIMIT 2;

-- name: ImportedLampsClaim :many
UPDATE imported_lamps SET user_id = sqlc.arg(user_id), claimed_at = sqlc.arg(claimed_at) WHERE mobile = sqlc.arg(mobile) AND mobile <> '' AND user_id IS NULL RETURNING *;

-- name: ImportedLampGoesOn :exec
UPDATE imported_lamps SET subscription_id = $1 WHERE id = $2;

-- name: ImportedLampsOfUser :many
SELECT * FROM imported_lamps WHERE user_id = $1 ORDER BY from_at, id;

-- name: ImportedLampsErase :exec
-- The subscription keeps its title and place; the person goes.
UPDATE imported_lamps SET name = '', chinese_name = '', mobile = '', remark = '' WHERE user_id = $1;

-- name: PastOrderAdd :exec
INSERT INTO past_orders (id, import_id, number, day_at, name, mobile, item, amount, remark, user_id, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: PastOrderDrop :exec
DELETE FROM past_orders WHERE id = $1;

-- name: PastOrdersClaim :execrows
UPDATE past_orders SET user_id = sqlc.arg(user_id) WHERE mobile = sqlc.arg(mobile) AND mobile <> '' AND user_id IS NULL;

-- name: PastOrdersOfUser :many
SELECT * FROM past_orders WHERE user_id = $1 ORDER BY day_at DESC, id LIMIT 500;

-- name: PastOrdersErase :exec
DELETE FROM past_orders WHERE user_id = $1;

-- name: ImportTurn :exec
-- Whoever imports and whoever proves a number wait here for each other.
UPDATE import_turn SET id = id WHERE id = 1;
