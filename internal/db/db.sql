-- Settings of the office, and what every feature shares.

-- name: Setting :one
SELECT value FROM settings WHERE key = $1;

-- name: Settings :many
SELECT key, value FROM settings ORDER BY key;

-- name: PutSetting :exec
INSERT INTO settings (key, value) VALUES ($1, $2)
ON CONFLICT (key) DO UPDATE SET value = excluded.value;

-- name: AddSetting :execrows
-- Whoever adds the same one at the same time waits for this transaction, and adds nothing once it has committed.
INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING;

-- name: NextNumber :one
-- The row stays locked until the transaction ends, so numbers have no gaps.
INSERT INTO number_series (series, year, last) VALUES ($1, $2, 1)
ON CONFLICT (series, year) DO UPDATE SET last = number_series.last + 1
RETURNING last;

-- name: LastNumber :one
SELECT last FROM number_series WHERE series = $1 AND year = $2;

-- name: TaxSpans :many
SELECT * FROM tax_spans ORDER BY key, since;

-- name: TaxSpanBegin :exec
-- Twice in one millisecond is one span.
INSERT INTO tax_spans (key, since, until, number) VALUES ($1, $2, 0, $3)
ON CONFLICT (key, since) DO UPDATE SET until = 0, number = excluded.number;

-- name: TaxSpanEnd :exec
UPDATE tax_spans SET until = $1 WHERE key = $2 AND until = 0;

-- name: NameDatabase :exec
-- Several replicas may start together: the first one's id stays.
INSERT INTO database_identity (only_one, id) VALUES (1, $1) ON CONFLICT (only_one) DO NOTHING;

-- name: DatabaseID :one
SELECT id FROM database_identity WHERE only_one = 1;

-- name: KeepFilesIn :execrows
-- 0 rows: replicas that are alive keep them elsewhere. A moment of theirs that lies far ahead is a clock's mistake.
INSERT INTO file_store (only_one, store, place, seen_at) VALUES (1, @store, @place, @now)
ON CONFLICT (only_one) DO UPDATE SET store = excluded.store, place = excluded.place, seen_at = excluded.seen_at
WHERE file_store.store = excluded.store OR file_store.seen_at < @stale OR file_store.seen_at > @ahead;

-- name: FileStore :one
SELECT * FROM file_store WHERE only_one = 1;

-- name: SayReplica :exec
INSERT INTO replicas (id, version, content, late, seen_at) VALUES (@id, @version, @content, @late, @now)
ON CONFLICT (id) DO UPDATE SET content = excluded.content, late = excluded.late, seen_at = excluded.seen_at;

-- name: Replicas :many
-- Those that have said something of late.
SELECT * FROM replicas WHERE seen_at >= @since ORDER BY id LIMIT 100;

-- name: ForgetReplicas :exec
DELETE FROM replicas WHERE seen_at < @before;

-- name: ReplicaEnds :exec
DELETE FROM replicas WHERE id = @id;
