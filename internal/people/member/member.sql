-- name: MemberOfUser :one
SELECT * FROM members WHERE user_id = $1;

-- name: MemberErase :exec
DELETE FROM members WHERE user_id = $1;

-- name: SetMemberAddress :exec
UPDATE members SET country = $1, postal_code = $2, block = $3, street = $4, unit = $5, address = $6 WHERE id = $7;

-- name: MemberNotes :many
-- Newest first; a member has few.
SELECT n.*, CAST(COALESCE(u.name, '') AS TEXT) AS writer FROM member_notes n LEFT JOIN users u ON u.id = n.written_by
WHERE n.user_id = $1 ORDER BY n.at DESC, n.id DESC;

-- name: MemberNote :one
SELECT * FROM member_notes WHERE id = $1 AND user_id = $2;

-- name: MemberNoteCount :one
SELECT count(*) FROM member_notes WHERE user_id = $1;

-- name: MemberNoteAdd :exec
INSERT INTO member_notes (id, user_id, text, written_by, at) VALUES ($1, $2, $3, $4, $5);

-- name: MemberNoteRemove :execrows
DELETE FROM member_notes WHERE id = $1 AND user_id = $2;

-- name: MemberNotesErase :exec
DELETE FROM member_notes WHERE user_id = $1;

-- name: FoundUser :one
-- An account found by the counter.
SELECT u.id, u.name, u.chinese_name, u.mobile, u.mobile_verified, u.email, u.email_confirmed, u.created_at, u.locale,
    (SELECT count(*) FROM user_roles AS r WHERE r.user_id = u.id) AS roles
FROM users AS u
WHERE u.id = $1;
