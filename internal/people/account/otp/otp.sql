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
-- Counts one guess, before it is checked.
UPDATE otp_states SET attempts = attempts + 1
WHERE session_id = sqlc.arg(session_id) AND attempts < sqlc.arg(most) AND expires_at > sqlc.arg(now)
RETURNING *;

-- name: SpendOTP :execrows
-- Single use: of two requests with the right code, one deletes the row. An older code cannot use up a newer one.
DELETE FROM otp_states WHERE id = $1 AND code_hash = $2;

-- name: EndOTPOfUser :exec
DELETE FROM otp_states WHERE user_id = $1;

-- name: UncountOTPGuess :exec
UPDATE otp_states SET attempts = attempts - 1 WHERE id = $1 AND attempts > 0;
