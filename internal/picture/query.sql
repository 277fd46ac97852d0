-- The pictures of the site, as pages show them.

-- name: PictureShown :many
-- A picture that is there, with its files.
SELECT sqlc.embed(p), sqlc.embed(f) FROM pictures p JOIN picture_files f ON f.picture_id = p.id AND f.rev = p.rev
WHERE p.id = $1 AND p.gone_at = 0 ORDER BY f.width, f.format;

-- name: PictureLock :one
-- Whoever shows a picture waits for who deletes it, and the other way round.
UPDATE pictures SET rev = rev WHERE id = $1 RETURNING *;
