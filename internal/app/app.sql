-- name: HasUsers :one
-- 1 if there is any row.
SELECT count(*) FROM (SELECT 1 FROM users LIMIT 1) u;

-- name: HoldsCount :one
SELECT count(*) FROM holds WHERE expires_at > $1;

-- name: AddSetting :execrows
-- A concurrent insert of the same row waits for this transaction, and adds nothing once it has committed.
INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING;

-- name: PutLaterTime :exec
-- A time in milliseconds, unless the setting has a later one, which another replica may just have written.
INSERT INTO settings (key, value) VALUES ($1, $2)
ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE CAST(settings.value AS BIGINT) < CAST(excluded.value AS BIGINT);

-- name: FileStore :one
SELECT * FROM file_store WHERE only_one = 1;

-- name: ForgetReplicas :exec
DELETE FROM replicas WHERE seen_at < @before;

-- name: KeepFilesIn :execrows
-- 0 rows: live replicas store files elsewhere. A time far ahead is a clock error.
INSERT INTO file_store (only_one, store, place, seen_at) VALUES (1, @store, @place, @now)
ON CONFLICT (only_one) DO UPDATE SET store = excluded.store, place = excluded.place, seen_at = excluded.seen_at
WHERE file_store.store = excluded.store OR file_store.seen_at < @stale OR file_store.seen_at > @ahead;

-- name: ReplicaEnds :exec
DELETE FROM replicas WHERE id = @id;

-- name: Replicas :many
-- Replicas that reported recently.
SELECT * FROM replicas WHERE seen_at >= @since ORDER BY id LIMIT 100;

-- name: SayReplica :exec
INSERT INTO replicas (id, version, content, late, seen_at) VALUES (@id, @version, @content, @late, @now)
ON CONFLICT (id) DO UPDATE SET content = excluded.content, late = excluded.late, seen_at = excluded.seen_at;

-- name: AllDeadJobs :many
SELECT id FROM outbox WHERE state = 'dead' ORDER BY created_at, id;

-- name: DeadJobs :many
SELECT id, kind, attempts, last_error, created_at FROM outbox WHERE state = 'dead' ORDER BY created_at LIMIT 100;

-- name: DeadWorkCount :one
-- Jobs that were given up, other than messages.
SELECT count(*) FROM outbox WHERE state = 'dead' AND kind NOT IN ('mail', 'sms');

-- name: JobsDue :one
-- Number of due jobs, and due time of the oldest.
SELECT count(*), CAST(COALESCE(min(run_at), 0) AS BIGINT) AS since FROM outbox WHERE state = 'ready' AND run_at <= $1;

-- name: OutboxDead :many
SELECT CAST(CASE kind WHEN 'mail' THEN 'mail' WHEN 'sms' THEN 'sms' ELSE 'work' END AS TEXT) AS what, count(*) FROM outbox WHERE state = 'dead' GROUP BY 1;

-- name: OutboxWaiting :many
-- Overdue messages by kind, including those waiting for a retry, and the due time of the oldest.
SELECT CAST(CASE kind WHEN 'mail' THEN 'mail' WHEN 'sms' THEN 'sms' ELSE 'work' END AS TEXT) AS what, count(*),
    CAST(COALESCE(min(CASE WHEN attempts > 0 THEN created_at ELSE run_at END), 0) AS BIGINT) AS since
FROM outbox WHERE state = 'ready' AND (run_at <= $1 OR attempts > 0) GROUP BY 1;

-- name: PaymentsDecidedSince :many
-- Transfers with a picture, by decision.
SELECT status, count(*) FROM payments
WHERE status IN ('approved', 'rejected', 'voided') AND method = 2001 AND upload_id <> '' AND decided_at >= $1 GROUP BY status;

-- name: PaymentsPending :many
-- Undecided ones, by what they wait for, and time of the oldest.
SELECT CAST(CASE WHEN method = 1 THEN 'cash' WHEN upload_id = '' THEN 'transfer' ELSE 'check' END AS TEXT) AS awaits, count(*),
    CAST(COALESCE(min(created_at), 0) AS BIGINT) AS since
FROM payments WHERE status = 'pending' GROUP BY 1;
