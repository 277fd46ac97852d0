-- Events at the temple. Lists consist of dates, each with its event.

-- name: EventsUpcoming :many
SELECT sqlc.embed(e), sqlc.embed(d) FROM event_dates d JOIN events e ON e.id = d.event_id
WHERE e.published = 1 AND d.ends_at > $1 ORDER BY d.starts_at, e.key LIMIT $2;

-- name: EventsBetween :many
-- Dates that overlap the time between two moments.
SELECT sqlc.embed(e), sqlc.embed(d) FROM event_dates d JOIN events e ON e.id = d.event_id
WHERE e.published = 1 AND d.ends_at > sqlc.arg(since) AND d.starts_at < sqlc.arg(before)
ORDER BY d.starts_at, e.key LIMIT sqlc.arg(most);

-- name: EventsPast :many
SELECT sqlc.embed(e), sqlc.embed(d) FROM event_dates d JOIN events e ON e.id = d.event_id
WHERE e.published = 1 AND d.ends_at <= sqlc.arg(now) AND d.ends_at > sqlc.arg(since)
ORDER BY d.starts_at DESC, e.key LIMIT sqlc.arg(most);

-- name: EventByKey :one
SELECT * FROM events WHERE key = $1 AND published = 1;

-- name: EventOfKey :one
-- Published or not.
SELECT * FROM events WHERE key = $1;

-- name: EventLock :one
-- Locks the event: of two changes the second waits.
UPDATE events SET published = published WHERE id = $1 RETURNING *;

-- name: EventLockKey :execrows
-- Locks the event: removing it and linking to it exclude each other.
UPDATE events SET published = published WHERE key = $1 AND published = 1;

-- name: EventsAll :many
SELECT * FROM events ORDER BY key LIMIT 2000;

-- name: EventAdd :exec
INSERT INTO events (id, key, kind, title_en, title_zh, summary_en, summary_zh, html_en, html_zh, place_en, place_zh,
    offering, published, updated_at, picture)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15);

-- name: EventPublish :execrows
UPDATE events SET published = sqlc.arg(published), updated_at = sqlc.arg(updated_at) WHERE key = sqlc.arg(key);

-- name: EventAddresses :many
-- Every published event, for the sitemap.
SELECT key, updated_at, picture FROM events WHERE published = 1 ORDER BY key LIMIT 10000;

-- name: EventRule :one
SELECT * FROM event_rules WHERE event_id = $1;

-- name: EventRulePut :exec
INSERT INTO event_rules (event_id, rule, rev, renewed) VALUES (sqlc.arg(event_id), sqlc.arg(rule), 1, sqlc.arg(renewed))
ON CONFLICT (event_id) DO UPDATE SET rule = excluded.rule, rev = event_rules.rev + 1, renewed = excluded.renewed;

-- name: EventRulesOld :many
-- Rules whose dates were last generated before a day.
SELECT event_id FROM event_rules WHERE renewed < $1 ORDER BY renewed, event_id LIMIT 100;

-- name: EventRuleRenew :one
-- Of several replicas one renews.
UPDATE event_rules SET renewed = sqlc.arg(today) WHERE event_id = sqlc.arg(event_id) AND renewed < sqlc.arg(today) RETURNING *;

-- name: EventDates :many
SELECT * FROM event_dates WHERE event_id = sqlc.arg(event_id) AND ends_at > sqlc.arg(since) ORDER BY starts_at, day LIMIT sqlc.arg(most);

-- name: EventDateLast :one
SELECT * FROM event_dates WHERE event_id = $1 ORDER BY starts_at DESC LIMIT 1;

-- name: EventDatePut :exec
-- A date keeps the UID that calendars know.
INSERT INTO event_dates (event_id, day, uid, starts_at, ends_at, sessions, cancelled, note_en, note_zh, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (event_id, day) DO UPDATE SET starts_at = excluded.starts_at, ends_at = excluded.ends_at, sessions = excluded.sessions,
    cancelled = excluded.cancelled, note_en = excluded.note_en, note_zh = excluded.note_zh, updated_at = excluded.updated_at;

-- name: EventDateBook :exec
UPDATE event_dates SET booked = 1 WHERE event_id = sqlc.arg(event_id) AND day = sqlc.arg(day);

-- name: EventDateCancel :exec
UPDATE event_dates SET cancelled = 1, updated_at = sqlc.arg(updated_at) WHERE event_id = sqlc.arg(event_id) AND day = sqlc.arg(day);

-- name: EventDateDelete :exec
DELETE FROM event_dates WHERE event_id = $1 AND day = $2;

-- name: EventOrdered :one
-- Whether an offering of an event's day was ordered since a time, in an order that is not cancelled.
SELECT CAST(EXISTS (SELECT 1 FROM invoices v JOIN invoice_items i ON i.invoice_id = v.id JOIN offerings o ON o.id = i.offering_id
    WHERE v.created_at > sqlc.arg(since) AND v.status NOT IN ('cancelled', 'expired') AND o.key = sqlc.arg(offering)) AS BOOLEAN) AS yes;

-- name: EventPut :exec
UPDATE events SET kind = sqlc.arg(kind), title_en = sqlc.arg(title_en), title_zh = sqlc.arg(title_zh), summary_en = sqlc.arg(summary_en),
    summary_zh = sqlc.arg(summary_zh), html_en = sqlc.arg(html_en), html_zh = sqlc.arg(html_zh), place_en = sqlc.arg(place_en),
    place_zh = sqlc.arg(place_zh), offering = sqlc.arg(offering), published = sqlc.arg(published), updated_at = sqlc.arg(updated_at),
    picture = sqlc.arg(picture)
WHERE id = sqlc.arg(id);

-- name: EventDropDates :exec
DELETE FROM event_dates WHERE event_id = $1;

-- name: EventDropRule :exec
DELETE FROM event_rules WHERE event_id = $1;

-- name: EventDrop :exec
DELETE FROM events WHERE id = $1 AND published = 0;

-- name: EventKey :exec
UPDATE events SET key = sqlc.arg(key) WHERE key = sqlc.arg(was);

-- name: EventOfferings :many
-- Events that reference the offering by its former key.
UPDATE events SET offering = sqlc.arg(offering) WHERE offering = sqlc.arg(was) RETURNING key;
