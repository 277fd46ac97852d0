-- name: EnsureMember :one
-- The no-op update makes the row come back when it is already there.
INSERT INTO members (id, user_id, created_at) VALUES ($1, $2, $3)
ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id
RETURNING members.id;

-- name: MemberOfUser :one
SELECT * FROM members WHERE user_id = $1;

-- name: MemberErase :exec
DELETE FROM members WHERE user_id = $1;

-- name: SetMemberAddress :exec
UPDATE members SET country = $1, postal_code = $2, block = $3, street = $4, unit = $5, address = $6 WHERE id = $7;
