-- The site's pictures, as pages show them.

-- name: PictureShown :many
-- An existing picture, with its files.
SELECT sqlc.embed(p), sqlc.embed(f) FROM pictures p JOIN picture_files f ON f.picture_id = p.id AND f.rev = p.rev
WHERE p.id = $1 AND p.gone_at = 0 ORDER BY f.width, f.format;

-- name: PictureAddresses :many
-- The JPEG file of every existing picture, for the sitemap: the usual width last.
SELECT f.* FROM picture_files f JOIN pictures p ON f.picture_id = p.id AND f.rev = p.rev
WHERE p.gone_at = 0 AND f.format = 'jpg' AND f.width <= CAST(sqlc.arg(usual) AS BIGINT) ORDER BY f.picture_id, f.width;

-- name: PictureLock :one
-- Locks the picture, so that using it and deleting it exclude each other.
UPDATE pictures SET rev = rev WHERE id = $1 RETURNING *;
