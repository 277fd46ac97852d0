-- name: CountAdminsBeside :one
-- Administrators who can log in: an invitation that was not accepted does not count.
SELECT count(*) FROM user_roles AS r
JOIN users AS u ON u.id = r.user_id
WHERE r.role = 'admin' AND u.status = 'active' AND u.password_hash <> '' AND u.id <> $1;

-- name: LockAdmins :exec
UPDATE user_roles SET role = role WHERE role = 'admin';
