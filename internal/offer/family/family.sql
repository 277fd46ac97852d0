-- The family book of a member.

-- name: FamilyPeople :many
SELECT * FROM family_people WHERE user_id = $1 ORDER BY created_at, id;

-- name: FamilyLock :one
-- The no-op update is a row lock: another addition to this book waits until the transaction ends.
UPDATE members SET user_id = user_id WHERE user_id = $1 RETURNING members.id;

-- name: FamilyCount :one
SELECT count(*) FROM family_people WHERE user_id = $1;

-- name: FamilyAdd :exec
INSERT INTO family_people (id, user_id, kind, name, chinese_name, relation, birth_date, passed_on, address, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, sqlc.arg(now), sqlc.arg(now));

-- name: FamilyChange :execrows
UPDATE family_people
SET kind = $1, name = $2, chinese_name = $3, relation = $4, birth_date = $5, passed_on = $6, address = $7, updated_at = $8
WHERE id = $9 AND user_id = $10;

-- name: FamilyRemove :execrows
DELETE FROM family_people WHERE id = $1 AND user_id = $2;

-- name: FamilyErase :exec
DELETE FROM family_people WHERE user_id = $1;
