-- name: HasUsers :one
-- 1 when there is any.
SELECT count(*) FROM (SELECT 1 FROM users LIMIT 1) u;

-- name: HoldsCount :one
SELECT count(*) FROM holds WHERE expires_at > $1;

-- name: AddSetting :execrows
-- Whoever adds the same one at the same time waits for this transaction, and adds nothing once it has committed.
INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING;

-- name: FileStore :one
SELECT * FROM file_store WHERE only_one = 1;

-- name: ForgetReplicas :exec
DELETE FROM replicas WHERE seen_at < @before;

-- name: KeepFilesIn :execrows
-- 0 rows: replicas that are alive keep them elsewhere. A moment of theirs that lies far ahead is a clock's mistake.
INSERT INTO file_store (only_one, store, place, seen_at) VALUES (1, @store, @place, @now)
ON CONFLICT (only_one) DO UPDATE SET store = excluded.store, place = excluded.place, seen_at = excluded.seen_at
WHERE file_store.store = excluded.store OR file_store.seen_at < @stale OR file_store.seen_at > @ahead;

-- name: ReplicaEnds :exec
DELETE FROM replicas WHERE id = @id;

-- name: Replicas :many
-- Those that have said something of late.
SELECT * FROM replicas WHERE seen_at >= @since ORDER BY id LIMIT 100;

-- name: SayReplica :exec
INSERT INTO replicas (id, version, content, late, seen_at) VALUES (@id, @version, @content, @late, @now)
ON CONFLICT (id) DO UPDATE SET content = excluded.content, late = excluded.late, seen_at = excluded.seen_at;

-- name: AllDeadJobs :many
SELECT id FROM outbox WHERE state = 'dead' ORDER BY created_at, id;

-- name: DeadJobs :many
SELECT id, kind, attempts, last_error, created_at FROM outbox WHERE state = 'dead' ORDER BY created_at LIMIT 100;

-- name: DeadWorkCount :one
-- Work that was given up, other than letters.
SELECT count(*) FROM outbox WHERE state = 'dead' AND kind NOT IN ('mail', 'sms');

-- name: JobsDue :one
-- How many jobs are due and not done, and since when the oldest is.
SELECT count(*), CAST(COALESCE(min(run_at), 0) AS BIGINT) AS since FROM outbox WHERE state = 'ready' AND run_at <= $1;

-- name: OutboxDead :many
SELECT CAST(CASE kind WHEN 'mail' THEN 'mail' WHEN 'sms' THEN 'sms' ELSE 'work' END AS TEXT) AS what, count(*) FROM outbox WHERE state = 'dead' GROUP BY 1;

-- name: OutboxWaiting :many
-- What should have left and has not, by kind, also what waits for another try, and since when the oldest is late.
SELECT CAST(CASE kind WHEN 'mail' THEN 'mail' WHEN 'sms' THEN 'sms' ELSE 'work' END AS TEXT) AS what, count(*),
    CAST(COALESCE(min(CASE WHEN attempts > 0 THEN created_at ELSE run_at END), 0) AS BIGINT) AS since
FROM outbox WHERE state = 'ready' AND (run_at <= $1 OR attempts > 0) GROUP BY 1;

-- name: PaymentsDecidedSince :many
-- Transfers with a picture, by how they were decided.
SELECT status, count(*) FROM payments
WHERE status IN ('approved', 'rejected', 'voided') AND method = 2001 AND upload_id <> '' AND decided_at >= $1 GROUP BY status;

-- name: PaymentsPending :many
-- Those that are not decided, by what they wait for, and since when the oldest does.
SELECT CAST(CASE WHEN method = 1 THEN 'cash' WHEN upload_id = '' THEN 'transfer' ELSE 'check' END AS TEXT) AS awaits, count(*),
    CAST(COALESCE(min(created_at), 0) AS BIGINT) AS since
FROM payments WHERE status = 'pending' GROUP BY 1;
