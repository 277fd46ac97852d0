-- name: SessionByToken :one
-- All that a request needs about its visitor, in one read.
SELECT s.id, s.user_id, s.last_used_at, s.expires_at, s.idle_ms, s.factor,
    u.name AS user_name, u.status AS user_status, m.id AS member_id,
    CAST(COALESCE((SELECT string_agg(r.role, ',') FROM user_roles AS r WHERE r.user_id = s.user_id), '') AS TEXT) AS roles,
    CAST(COALESCE((SELECT d.value FROM settings AS d WHERE d.key = 'demo'), '') AS TEXT) AS demo
FROM sessions AS s
LEFT JOIN users AS u ON u.id = s.user_id
LEFT JOIN members AS m ON m.user_id = s.user_id
WHERE s.token_hash = $1;

-- name: SessionIsThere :one
SELECT count(*) FROM sessions WHERE id = $1;

-- name: AddSession :exec
INSERT INTO sessions (id, token_hash, user_id, remember, created_at, last_used_at, expires_at, idle_ms, user_agent, ip, origin)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: TouchSession :exec
UPDATE sessions SET last_used_at = sqlc.arg(now) WHERE id = sqlc.arg(id) AND last_used_at <= sqlc.arg(stale);

-- name: EndSession :exec
DELETE FROM sessions WHERE id = $1;

-- name: EndSessionsOfUser :exec
DELETE FROM sessions WHERE user_id = sqlc.arg(user_id) AND id <> sqlc.arg(keep);

-- name: SessionsOfUser :many
-- Valid sessions, the current one first.
SELECT id, user_agent, created_at, last_used_at FROM sessions
WHERE user_id = sqlc.arg(user_id) AND expires_at > sqlc.arg(now) AND (idle_ms = 0 OR last_used_at + idle_ms > sqlc.arg(now))
ORDER BY CASE WHEN id = sqlc.arg(current_id) THEN 0 ELSE 1 END, last_used_at DESC, id DESC;

-- name: EndOwnSession :execrows
DELETE FROM sessions WHERE id = $1 AND user_id = $2;

-- name: CountGuests :one
-- Guests of a network, counted up to the maximum.
SELECT count(*) FROM (
    SELECT s.id FROM sessions AS s WHERE s.origin >= sqlc.arg(first) AND s.origin <= sqlc.arg(last) AND s.user_id IS NULL LIMIT sqlc.arg(most)
) AS g;

-- name: OldestGuest :one
-- Deletes a network's guest that was not seen since a time. Its row is not locked: concurrent changes are deleted with
-- it.
SELECT id FROM sessions
WHERE origin >= sqlc.arg(first) AND origin <= sqlc.arg(last) AND user_id IS NULL AND last_used_at <= sqlc.arg(before)
ORDER BY last_used_at, id LIMIT 1;

-- name: EndGuestCart :exec
DELETE FROM carts WHERE session_id = $1 AND user_id IS NULL AND status = 'open' AND qr_shown_total IS NULL;

-- name: ForgetSessions :exec
DELETE FROM sessions WHERE expires_at <= sqlc.arg(now) OR (idle_ms > 0 AND last_used_at + idle_ms <= sqlc.arg(now));

-- name: KnowDevice :exec
INSERT INTO known_devices (token_hash, user_id, last_login_at, expires_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (token_hash, user_id) DO UPDATE SET last_login_at = excluded.last_login_at, expires_at = excluded.expires_at;

-- name: DeviceIsKnown :one
-- Whether an account has logged in from a browser. Also run without an account.
SELECT count(*) FROM known_devices WHERE token_hash = $1 AND user_id = $2 AND expires_at > $3;

-- name: KeptDevices :many
SELECT last_login_at, expires_at FROM known_devices WHERE user_id = $1 ORDER BY last_login_at, token_hash;

-- name: EraseDevices :exec
DELETE FROM known_devices WHERE user_id = $1;

-- name: ForgetDevices :exec
DELETE FROM known_devices WHERE expires_at <= $1;

-- name: Account :one
SELECT sqlc.embed(u), m.id AS member_id, CAST(COALESCE(m.created_at, 0) AS BIGINT) AS member_since,
    CAST(COALESCE((SELECT string_agg(r.role, ',') FROM user_roles AS r WHERE r.user_id = u.id), '') AS TEXT) AS roles
FROM users AS u
LEFT JOIN members AS m ON m.user_id = u.id
WHERE u.id = $1;

-- name: AccountByMobile :one
-- One statement whether the account exists or not, so that the time reveals nothing.
SELECT sqlc.embed(u), m.id AS member_id, CAST(COALESCE(m.created_at, 0) AS BIGINT) AS member_since,
    CAST(COALESCE((SELECT string_agg(r.role, ',') FROM user_roles AS r WHERE r.user_id = u.id), '') AS TEXT) AS roles
FROM users AS u
LEFT JOIN members AS m ON m.user_id = u.id
WHERE u.mobile = $1 AND u.mobile_verified = 1;

-- name: AccountByEmail :one
SELECT sqlc.embed(u), m.id AS member_id, CAST(COALESCE(m.created_at, 0) AS BIGINT) AS member_since,
    CAST(COALESCE((SELECT string_agg(r.role, ',') FROM user_roles AS r WHERE r.user_id = u.id), '') AS TEXT) AS roles
FROM users AS u
LEFT JOIN members AS m ON m.user_id = u.id
WHERE u.email_key = $1 AND u.email_confirmed = 1;

-- name: AddUser :exec
INSERT INTO users (id, name, chinese_name, mobile, mobile_verified, email, email_key, email_confirmed,
    password_hash, locale, accepted_policies, accepted_at, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);

-- name: AddUserRole :exec
INSERT INTO user_roles (user_id, role) VALUES ($1, $2) ON CONFLICT (user_id, role) DO NOTHING;

-- name: LockUser :execrows
-- Locks an account before it is changed, or before a session is opened based on it.
UPDATE users SET status = status WHERE id = $1;

-- name: SetUserPassword :exec
UPDATE users SET password_hash = $1, updated_at = $2 WHERE id = $3;

-- name: RefreshUserPassword :exec
-- A stronger hash of the same password; a password changed meanwhile stays.
UPDATE users SET password_hash = sqlc.arg(new_hash) WHERE id = sqlc.arg(id) AND password_hash = sqlc.arg(old_hash);

-- name: SetUserMobile :exec
UPDATE users SET mobile = $1, mobile_verified = 1, updated_at = $2 WHERE id = $3;

-- name: SetUserStatus :execrows
UPDATE users SET status = $1, updated_at = $2 WHERE id = $3 AND status <> 'closed';

-- name: SetUserProfile :exec
UPDATE users SET name = $1, chinese_name = $2, locale = $3, reminders = $4, news = $5, text_size = $6, updated_at = $7
WHERE id = $8;

-- name: CalledLock :one
UPDATE users SET called = called WHERE id = $1 RETURNING called;

-- name: CalledPut :exec
-- For office accounts: members are addressed by name.
UPDATE users SET called = $1 WHERE id = $2;

-- name: UserReading :one
-- Pronunciation of a user's Chinese name.
SELECT reading FROM users WHERE id = $1;

-- name: UserReadingLock :one
-- For an account that is not erased.
UPDATE users SET reading = reading WHERE id = $1 AND status <> 'closed' RETURNING reading;

-- name: UserReadingPut :exec
UPDATE users SET reading = $1 WHERE id = $2;

-- name: AddTicket :exec
INSERT INTO tickets (id, token_hash, purpose, user_id, subject, expires_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: TicketByToken :one
SELECT * FROM tickets WHERE token_hash = $1;

-- name: SpendTicket :execrows
UPDATE tickets SET used_at = $1 WHERE id = $2 AND used_at = 0;

-- name: EndTickets :exec
UPDATE tickets SET used_at = $1 WHERE user_id = $2 AND purpose = $3 AND used_at = 0;

-- name: EndTicketsOfNobody :exec
UPDATE tickets SET used_at = $1 WHERE user_id IS NULL AND purpose = $2 AND used_at = 0;

-- name: EndOtherTickets :exec
UPDATE tickets SET used_at = $1 WHERE user_id = $2 AND purpose = $3 AND subject <> $4 AND used_at = 0;

-- name: ForgetTickets :exec
DELETE FROM tickets WHERE expires_at <= $1;

-- name: SetUserEmail :exec
UPDATE users SET email = $1, email_key = $2, email_confirmed = 1, updated_at = $3 WHERE id = $4;

-- name: ProveSession :exec
UPDATE sessions SET factor = 1 WHERE id = $1;

-- name: SessionStart :one
SELECT created_at FROM sessions WHERE id = $1;

-- name: Passkeys :many
SELECT * FROM passkeys WHERE user_id = $1 ORDER BY created_at, id;

-- name: PasskeyByCredential :one
SELECT * FROM passkeys WHERE credential_id = $1;

-- name: AddPasskey :exec
INSERT INTO passkeys (id, user_id, credential_id, user_handle, public_key, sign_count, backup_eligible, backed_up,
    transports, aaguid, name, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);

-- name: UsePasskey :execrows
-- A counter never decreases: of two responses by a copied key, one is refused.
UPDATE passkeys SET sign_count = sqlc.arg(sign_count), backed_up = sqlc.arg(backed_up), last_used_at = sqlc.arg(now)
WHERE id = sqlc.arg(id) AND (sign_count < sqlc.arg(sign_count) OR sign_count = 0 AND sqlc.arg(sign_count) = 0);

-- name: RenamePasskey :execrows
UPDATE passkeys SET name = $1 WHERE id = $2 AND user_id = $3;

-- name: RemovePasskey :execrows
DELETE FROM passkeys WHERE id = $1 AND user_id = $2;

-- name: AddCeremony :exec
INSERT INTO passkey_ceremonies (token_hash, purpose, session_id, user_id, data, expires_at) VALUES ($1, $2, $3, $4, $5, $6);

-- name: SpendCeremony :one
-- Single use, right or wrong: of two responses to one challenge, one is checked.
DELETE FROM passkey_ceremonies WHERE token_hash = $1 RETURNING *;

-- name: ForgetCeremonies :exec
DELETE FROM passkey_ceremonies WHERE expires_at <= $1;

-- name: AnyStaff :one
SELECT EXISTS (SELECT 1 FROM user_roles);

-- name: StaffAccounts :many
SELECT u.id, u.name, u.chinese_name, u.email, u.mobile, u.status,
    CAST(CASE WHEN u.password_hash = '' THEN 1 ELSE 0 END AS BIGINT) AS invited, m.id AS member_id,
    CAST(COALESCE((SELECT string_agg(r.role, ',') FROM user_roles AS r WHERE r.user_id = u.id), '') AS TEXT) AS roles,
    CAST((SELECT count(*) FROM passkeys AS p WHERE p.user_id = u.id) AS BIGINT) AS passkeys,
    CAST((SELECT count(*) FROM totp_secrets AS t WHERE t.user_id = u.id AND t.secret <> '') AS BIGINT) AS totp
FROM users AS u
LEFT JOIN members AS m ON m.user_id = u.id
WHERE u.id IN (SELECT r.user_id FROM user_roles AS r)
ORDER BY u.name, u.id;

-- Consents, account closing, and data about a user.

-- name: AddConsent :exec
INSERT INTO consents (id, user_id, policy, version, locale, at, ip) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: ConsentsOf :many
SELECT * FROM consents WHERE user_id = $1 ORDER BY at DESC, id;

-- name: SetUserPolicies :exec
UPDATE users SET accepted_policies = $1, accepted_at = $2 WHERE id = $3;

-- name: SetUserClosing :exec
UPDATE users SET closes_at = $1, updated_at = $2 WHERE id = $3;

-- name: EraseTickets :exec
DELETE FROM tickets WHERE user_id = $1;

-- name: EraseConsents :exec
DELETE FROM consents WHERE user_id = $1;

-- name: EraseRoles :exec
DELETE FROM user_roles WHERE user_id = $1;

-- name: EraseUser :exec
UPDATE users SET name = '', chinese_name = '', mobile = '', mobile_verified = 0, email = '', email_key = '', email_confirmed = 0,
    password_hash = '', status = 'closed', closes_at = 0, accepted_policies = '', accepted_at = 0, reminders = 'none', news = 0,
    text_size = 0, called = '', reading = '', updated_at = $1
WHERE id = $2;

-- name: KeptSessions :many
SELECT id, remember, created_at, last_used_at, expires_at, user_agent, ip FROM sessions WHERE user_id = $1 ORDER BY created_at, id;

-- name: KeptPasskeys :many
SELECT id, name, transports, aaguid, backed_up, created_at, last_used_at FROM passkeys WHERE user_id = $1 ORDER BY created_at, id;

-- name: ErasePasskeys :exec
DELETE FROM passkeys WHERE user_id = $1;

-- name: EraseCeremonies :exec
DELETE FROM passkey_ceremonies WHERE user_id = $1;

-- name: EnsureMember :one
-- The no-op update returns the row if it already exists.
INSERT INTO members (id, user_id, created_at) VALUES ($1, $2, $3)
ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id
RETURNING members.id;

-- name: PolicyVersions :many
SELECT policy, version FROM policy_versions ORDER BY policy;

-- name: PolicyRaise :exec
UPDATE policy_versions SET earlier = version, version = sqlc.arg(version), number = sqlc.arg(number) WHERE policy = sqlc.arg(policy);

-- name: PolicyLower :execrows
-- Consents given meanwhile to a withdrawn version do not count, and are asked for again.
UPDATE policy_versions SET version = earlier, number = 0 WHERE policy = sqlc.arg(policy) AND number = sqlc.arg(number) AND earlier <> '';
