-- The office's library of pictures.

-- name: Pictures :many
SELECT * FROM pictures WHERE gone_at = 0 ORDER BY added_at DESC, id DESC;

-- name: Picture :one
SELECT * FROM pictures WHERE id = $1;

-- name: PictureUses :many
-- How many records use each picture, in a draft or published, and how many ceremonies show it to families.
SELECT target, CAST(count(DISTINCT owner) AS BIGINT) AS owners FROM (
    SELECT target, owner FROM refs WHERE target >= 'media:' AND target < 'media;' AND slot <> 'before'
    UNION ALL SELECT 'media:' || photo_id AS target, ceremony_id AS owner FROM done_marks WHERE photo_id > '' AND photo_id <> '' AND undone_at = 0
) named GROUP BY target;

-- name: PictureOfCeremonies :many
-- Ceremonies whose families were or will be sent a picture.
SELECT DISTINCT c.title_en, c.title_zh FROM done_marks m JOIN ceremonies c ON c.id = m.ceremony_id WHERE m.photo_id = sqlc.arg(photo_id) AND m.photo_id <> '' AND m.undone_at = 0 ORDER BY c.title_en, c.title_zh;

-- name: PictureUsers :many
-- Uses of a picture, including removed records that can be restored, and content replaced by a recent publication.
SELECT r.slot, o.id, o.kind, o.key, o.title_en, o.title_zh, o.taken_at FROM refs r JOIN records o ON o.id = r.owner
WHERE r.target = sqlc.arg(target) AND (r.slot <> 'before' OR EXISTS (SELECT 1 FROM versions v
    WHERE v.record_id = o.id AND v.number = CASE WHEN o.live_en > o.live_zh THEN o.live_en ELSE o.live_zh END AND v.why = 'publish' AND v.at >= sqlc.arg(since)))
ORDER BY o.id, r.slot;

-- name: PictureTurn :exec
UPDATE picture_turn SET turn = turn + 1 WHERE id = 1;

-- name: PictureRoom :one
-- Bytes of all pictures, including deleted ones that can be restored.
SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) AS bytes, CAST(count(*) AS BIGINT) AS pictures FROM pictures;

-- name: PictureAdd :exec
INSERT INTO pictures (id, name, sha256, dhash, width, height, bytes, added_by, added_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: PictureReplace :one
UPDATE pictures SET rev = rev + 1, ready = 0, name = sqlc.arg(name), sha256 = sqlc.arg(sha256), dhash = sqlc.arg(dhash),
    width = sqlc.arg(width), height = sqlc.arg(height), bytes = sqlc.arg(bytes)
WHERE id = sqlc.arg(id) AND gone_at = 0 RETURNING rev;

-- name: PictureReady :execrows
-- The revision of the job that scaled them: a replaced picture has its own job.
UPDATE pictures SET ready = 1, bytes = bytes + CAST(sqlc.arg(more) AS BIGINT) WHERE id = sqlc.arg(id) AND rev = sqlc.arg(rev) AND ready = 0;

-- name: PictureDescribe :execrows
UPDATE pictures SET alt_en = sqlc.arg(alt_en), alt_zh = sqlc.arg(alt_zh), decorative = sqlc.arg(decorative), focus_x = sqlc.arg(focus_x),
    focus_y = sqlc.arg(focus_y), edits = edits + 1
WHERE id = sqlc.arg(id) AND edits = sqlc.arg(seen) AND gone_at = 0;

-- name: PictureGone :exec
UPDATE pictures SET gone_at = $1 WHERE id = $2;

-- name: PicturesGoneBefore :many
SELECT id FROM pictures WHERE gone_at > 0 AND gone_at < $1 ORDER BY gone_at LIMIT 100;

-- name: PictureDrop :exec
DELETE FROM pictures WHERE id = $1 AND gone_at > 0;

-- name: PictureFileAdd :exec
INSERT INTO picture_files (storage_key, picture_id, rev, width, height, format, bytes) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: PictureFilesDrop :many
-- Files of a picture, up to a revision.
DELETE FROM picture_files WHERE picture_id = sqlc.arg(picture_id) AND rev <= sqlc.arg(rev) RETURNING storage_key;

-- name: PictureFile :one
SELECT * FROM picture_files WHERE picture_id = $1 AND rev = $2 AND width = $3 AND format = $4;
