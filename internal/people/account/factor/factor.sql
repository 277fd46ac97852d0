-- name: CountFactors :one
SELECT CAST((SELECT count(*) FROM passkeys AS p WHERE p.user_id = sqlc.arg(user_id)) AS BIGINT) AS passkeys,
    CAST((SELECT count(*) FROM totp_secrets AS t WHERE t.user_id = sqlc.arg(user_id) AND t.secret <> '') AS BIGINT) AS totp,
    CAST((SELECT count(*) FROM recovery_codes AS c WHERE c.user_id = sqlc.arg(user_id)) AS BIGINT) AS recovery;

-- name: TOTPSecret :one
SELECT * FROM totp_secrets WHERE user_id = $1;

-- name: OfferTOTP :exec
INSERT INTO totp_secrets (user_id, offered, offered_session, offered_until) VALUES ($1, $2, $3, $4)
ON CONFLICT (user_id) DO UPDATE SET offered = excluded.offered, offered_session = excluded.offered_session,
    offered_until = excluded.offered_until;

-- name: TakeTOTP :execrows
-- Activates the offered secret, with the time step of the code that verified it.
UPDATE totp_secrets SET secret = offered, last_step = sqlc.arg(step), offered = '', offered_session = '', offered_until = 0
WHERE user_id = sqlc.arg(user_id) AND offered = sqlc.arg(offered);

-- name: SpendTOTPStep :execrows
-- A code works once: neither its own time step nor an earlier one is accepted again.
UPDATE totp_secrets SET last_step = sqlc.arg(step) WHERE user_id = sqlc.arg(user_id) AND last_step < sqlc.arg(step);

-- name: RemoveTOTP :exec
DELETE FROM totp_secrets WHERE user_id = $1;

-- name: AddRecoveryCode :exec
INSERT INTO recovery_codes (user_id, code_hash, created_at) VALUES ($1, $2, $3);

-- name: SpendRecoveryCode :execrows
DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2;

-- name: RemoveRecoveryCodes :exec
DELETE FROM recovery_codes WHERE user_id = $1;
