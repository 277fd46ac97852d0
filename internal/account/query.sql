-- name: SessionByToken :one
-- All that a request needs to know about its visitor, in one read.
SELECT s.id, s.user_id, s.last_used_at, s.expires_at, s.idle_ms,
    u.name AS user_name, u.status AS user_status, m.id AS member_id,
    CAST(COALESCE((SELECT string_agg(r.role, ',') FROM user_roles AS r WHERE r.user_id = s.user_id), '') AS TEXT) AS roles
FROM sessions AS s
LEFT JOIN users AS u ON u.id = s.user_id
LEFT JOIN members AS m ON m.user_id = s.user_id
WHERE s.token_hash = $1;

-- name: SessionIsThere :one
SELECT count(*) FROM sessions WHERE id = $1;

-- name: AddSession :exec
INSERT INTO sessions (id, token_hash, user_id, remember, created_at, last_used_at, expires_at, idle_ms, user_agent, ip)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: TouchSession :exec
UPDATE sessions SET last_used_at = sqlc.arg(now) WHERE id = sqlc.arg(id) AND last_used_at <= sqlc.arg(stale);

-- name: EndSession :exec
DELETE FROM sessions WHERE id = $1;

-- name: EndSessionsOfUser :exec
DELETE FROM sessions WHERE user_id = sqlc.arg(user_id) AND id <> sqlc.arg(keep);

-- name: ForgetSessions :exec
DELETE FROM sessions WHERE expires_at <= sqlc.arg(now) OR (idle_ms > 0 AND last_used_at + idle_ms <= sqlc.arg(now));

-- name: CountSessionsFrom :one
-- Whether this account has a live session at the address: its owner sits there.
SELECT count(*) FROM sessions WHERE user_id = $1 AND ip = $2 AND expires_at > $3;

-- name: Account :one
SELECT sqlc.embed(u), m.id AS member_id, m.created_at AS member_since,
    CAST(COALESCE((SELECT string_agg(r.role, ',') FROM user_roles AS r WHERE r.user_id = u.id), '') AS TEXT) AS roles
FROM users AS u
LEFT JOIN members AS m ON m.user_id = u.id
WHERE u.id = $1;

-- name: AccountIDByMobile :one
SELECT id FROM users WHERE mobile = $1 AND mobile_verified = 1;

-- name: AccountIDByEmail :one
SELECT id FROM users WHERE email_key = $1 AND email_confirmed = 1;

-- name: AddUser :exec
INSERT INTO users (id, name, chinese_name, mobile, mobile_verified, email, email_key, email_confirmed,
    password_hash, locale, accepted_policies, accepted_at, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);

-- name: AddUserRole :exec
INSERT INTO user_roles (user_id, role) VALUES ($1, $2) ON CONFLICT (user_id, role) DO NOTHING;

-- name: LockUser :execrows
-- Whoever reads an account in order to change it, or to open a session by what it read, locks it first.
UPDATE users SET status = status WHERE id = $1;

-- name: SetUserPassword :exec
UPDATE users SET password_hash = $1, updated_at = $2 WHERE id = $3;

-- name: RefreshUserPassword :exec
-- A stronger hash of the same password; a password changed meanwhile stays.
UPDATE users SET password_hash = sqlc.arg(new_hash) WHERE id = sqlc.arg(id) AND password_hash = sqlc.arg(old_hash);

-- name: VerifyUserMobile :execrows
UPDATE users SET mobile_verified = 1, updated_at = $1 WHERE id = $2 AND mobile = $3;

-- name: OTPState :one
SELECT * FROM otp_states WHERE session_id = $1;

-- name: PutOTPState :exec
INSERT INTO otp_states (id, session_id, purpose, user_id, mobile, email, channel, code_hash, payload,
    attempts, sent_count, sent_at, expires_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT (session_id) DO UPDATE SET id = excluded.id, purpose = excluded.purpose, user_id = excluded.user_id,
    mobile = excluded.mobile, email = excluded.email, channel = excluded.channel, code_hash = excluded.code_hash,
    payload = excluded.payload, attempts = excluded.attempts, sent_count = excluded.sent_count,
    sent_at = excluded.sent_at, expires_at = excluded.expires_at, created_at = excluded.created_at;

-- name: SetOTPPayload :exec
UPDATE otp_states SET payload = $1, email = $2 WHERE id = $3;

-- name: CountOTPGuess :one
-- Spends one guess, before anybody looks whether it is right.
UPDATE otp_states SET attempts = attempts + 1
WHERE session_id = sqlc.arg(session_id) AND attempts < sqlc.arg(most) AND expires_at > sqlc.arg(now)
RETURNING *;

-- name: SpendOTP :execrows
-- Single use: of two that hold the right code, one deletes the row. A newer code is not spent by an older one.
DELETE FROM otp_states WHERE id = $1 AND code_hash = $2;

-- name: EndOTPOfUser :exec
DELETE FROM otp_states WHERE user_id = $1;

-- name: UncountThrottle :exec
UPDATE throttles SET hits = hits - 1 WHERE key = $1 AND window_start = $2 AND hits > 0;

-- name: CountUsers :one
SELECT count(*) FROM users;

-- name: UncountOTPGuess :exec
UPDATE otp_states SET attempts = attempts - 1 WHERE id = $1 AND attempts > 0;

-- name: SetUserStatus :execrows
UPDATE users SET status = $1, updated_at = $2 WHERE id = $3;

-- name: SetUserProfile :exec
UPDATE users SET name = $1, chinese_name = $2, locale = $3, reminders = $4, news = $5, text_size = $6, updated_at = $7
WHERE id = $8;

-- name: AddTicket :exec
INSERT INTO tickets (id, token_hash, purpose, user_id, payload, expires_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: TicketByToken :one
SELECT * FROM tickets WHERE token_hash = $1;

-- name: SpendTicket :execrows
UPDATE tickets SET used_at = $1 WHERE id = $2 AND used_at = 0;

-- name: EndTickets :exec
UPDATE tickets SET used_at = $1 WHERE user_id = $2 AND purpose = $3 AND used_at = 0;

-- name: ForgetTickets :exec
DELETE FROM tickets WHERE expires_at <= $1;

-- name: SetUserEmail :exec
UPDATE users SET email = $1, email_key = $2, email_confirmed = 1, updated_at = $3 WHERE id = $4;
