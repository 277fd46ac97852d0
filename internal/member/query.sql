-- name: EnsureMember :one
-- The no-op update makes the row come back when it is already there.
INSERT INTO members (id, user_id, created_at) VALUES ($1, $2, $3)
ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id
RETURNING members.id;
