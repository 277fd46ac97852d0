-- name: MemberOfUser :one
SELECT * FROM members WHERE user_id = $1;

-- name: MemberErase :exec
DELETE FROM members WHERE user_id = $1;

-- name: SetMemberAddress :exec
UPDATE members SET country = $1, postal_code = $2, block = $3, street = $4, unit = $5, address = $6 WHERE id = $7;
