-- name: MembersEnding :many
-- Members' subscriptions that end within a period, the next to end first: a member may occur twice.
SELECT u.id, u.name, u.chinese_name, u.mobile, u.mobile_verified, u.email, u.email_confirmed, u.created_at, u.locale,
    (SELECT count(*) FROM user_roles AS r WHERE r.user_id = u.id) AS roles,
    s.id AS subscription_id, s.ends_at, s.offering_id
FROM subscriptions AS s JOIN users AS u ON u.id = s.user_id
WHERE s.status = 1 AND s.ends_at < CAST(sqlc.arg(ends_before) AS BIGINT) AND (s.ends_at, s.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND u.created_at + 0 >= CAST(sqlc.arg(since) AS BIGINT) AND u.created_at + 0 < CAST(sqlc.arg(before) AS BIGINT)
    AND u.member = 1 AND u.status = 'active'
    AND (CAST(sqlc.arg(locale) AS TEXT) = '' OR u.locale = CAST(sqlc.arg(locale) AS TEXT))
    AND (CAST(sqlc.arg(contact) AS TEXT) = '' OR CASE CAST(sqlc.arg(contact) AS TEXT) WHEN 'mobile' THEN u.mobile_verified = 1 WHEN 'email' THEN u.email_confirmed = 1
        WHEN 'no-email' THEN u.email_confirmed = 0 ELSE u.mobile_verified = 0 AND u.email_confirmed = 0 END)
ORDER BY s.ends_at, s.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: MembersEndingCount :one
SELECT count(*) FROM (SELECT 1 FROM subscriptions AS s JOIN users AS u ON u.id = s.user_id
WHERE s.status = 1 AND s.ends_at >= CAST(sqlc.arg(ends_from) AS BIGINT) AND s.ends_at < CAST(sqlc.arg(ends_before) AS BIGINT)
    AND u.created_at + 0 >= CAST(sqlc.arg(since) AS BIGINT) AND u.created_at + 0 < CAST(sqlc.arg(before) AS BIGINT)
    AND u.member = 1 AND u.status = 'active'
    AND (CAST(sqlc.arg(locale) AS TEXT) = '' OR u.locale = CAST(sqlc.arg(locale) AS TEXT))
    AND (CAST(sqlc.arg(contact) AS TEXT) = '' OR CASE CAST(sqlc.arg(contact) AS TEXT) WHEN 'mobile' THEN u.mobile_verified = 1 WHEN 'email' THEN u.email_confirmed = 1
        WHEN 'no-email' THEN u.email_confirmed = 0 ELSE u.mobile_verified = 0 AND u.email_confirmed = 0 END)
LIMIT 10001) AS ending;

-- name: MembersJoined :many
-- Members, newest first, with filters: '' matches everything.
SELECT u.id, u.name, u.chinese_name, u.mobile, u.mobile_verified, u.email, u.email_confirmed, u.created_at, u.locale,
    (SELECT count(*) FROM user_roles AS r WHERE r.user_id = u.id) AS roles
FROM users AS u
WHERE u.created_at >= CAST(sqlc.arg(since) AS BIGINT) AND (u.created_at, u.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND u.member = 1 AND u.status = 'active'
    AND (CAST(sqlc.arg(contact) AS TEXT) = '' OR CASE CAST(sqlc.arg(contact) AS TEXT) WHEN 'mobile' THEN u.mobile_verified = 1 WHEN 'email' THEN u.email_confirmed = 1
        WHEN 'no-email' THEN u.email_confirmed = 0 ELSE u.mobile_verified = 0 AND u.email_confirmed = 0 END)
ORDER BY u.created_at DESC, u.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: MembersJoinedCount :one
SELECT count(*) FROM (SELECT 1 FROM users AS u
WHERE u.created_at >= CAST(sqlc.arg(since) AS BIGINT) AND u.created_at < CAST(sqlc.arg(before) AS BIGINT)
    AND u.member = 1 AND u.status = 'active'
    AND (CAST(sqlc.arg(contact) AS TEXT) = '' OR CASE CAST(sqlc.arg(contact) AS TEXT) WHEN 'mobile' THEN u.mobile_verified = 1 WHEN 'email' THEN u.email_confirmed = 1
        WHEN 'no-email' THEN u.email_confirmed = 0 ELSE u.mobile_verified = 0 AND u.email_confirmed = 0 END)
LIMIT 10001) AS joined;

-- name: MembersJoinedIn :many
-- The same in a language, along its index: one that few have chosen is not looked for among all.
SELECT u.id, u.name, u.chinese_name, u.mobile, u.mobile_verified, u.email, u.email_confirmed, u.created_at, u.locale,
    (SELECT count(*) FROM user_roles AS r WHERE r.user_id = u.id) AS roles
FROM users AS u
WHERE u.locale = CAST(sqlc.arg(locale) AS TEXT) AND u.created_at >= CAST(sqlc.arg(since) AS BIGINT) AND (u.created_at, u.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND u.member = 1 AND u.status = 'active'
    AND (CAST(sqlc.arg(contact) AS TEXT) = '' OR CASE CAST(sqlc.arg(contact) AS TEXT) WHEN 'mobile' THEN u.mobile_verified = 1 WHEN 'email' THEN u.email_confirmed = 1
        WHEN 'no-email' THEN u.email_confirmed = 0 ELSE u.mobile_verified = 0 AND u.email_confirmed = 0 END)
ORDER BY u.created_at DESC, u.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: MembersJoinedInCount :one
SELECT count(*) FROM (SELECT 1 FROM users AS u
WHERE u.locale = CAST(sqlc.arg(locale) AS TEXT) AND u.created_at >= CAST(sqlc.arg(since) AS BIGINT) AND u.created_at < CAST(sqlc.arg(before) AS BIGINT)
    AND u.member = 1 AND u.status = 'active'
    AND (CAST(sqlc.arg(contact) AS TEXT) = '' OR CASE CAST(sqlc.arg(contact) AS TEXT) WHEN 'mobile' THEN u.mobile_verified = 1 WHEN 'email' THEN u.email_confirmed = 1
        WHEN 'no-email' THEN u.email_confirmed = 0 ELSE u.mobile_verified = 0 AND u.email_confirmed = 0 END)
LIMIT 10001) AS joined;
