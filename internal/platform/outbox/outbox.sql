-- name: AddJob :exec
INSERT INTO outbox (id, kind, args, unique_key, about, run_at, created_at, give_up_at, useless_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (unique_key) DO NOTHING;

-- name: FreeLetter :exec
-- Frees the key for the next message, by mail and by text. A message still waiting is withdrawn and loses its text.
UPDATE outbox SET unique_key = NULL, state = CASE WHEN state = 'ready' THEN 'withdrawn' ELSE state END, args = CASE WHEN state = 'ready' THEN '{}' ELSE args END
WHERE unique_key IN (CAST(sqlc.arg(letter) AS TEXT) || ':mail', CAST(sqlc.arg(letter) AS TEXT) || ':sms');

-- name: WithdrawLettersAbout :exec
-- Messages still waiting. They lose their text, and their keys are free, as the same message may become necessary
-- again.
UPDATE outbox SET state = 'withdrawn', args = '{}', unique_key = NULL WHERE about = $1 AND about <> '' AND state = 'ready';

-- name: FreeLettersAbout :execrows
-- Sent messages.
UPDATE outbox SET unique_key = NULL WHERE about = $1 AND about <> '' AND unique_key IS NOT NULL AND state <> 'ready';

-- name: ClaimJobs :many
-- Leases a job: run_at moves into the future, so a worker that dies delays a job but does not lose it.
WITH due AS MATERIALIZED (
    SELECT d.id FROM outbox AS d WHERE d.state = 'ready' AND d.run_at <= sqlc.arg(now)
        AND CASE d.kind WHEN 'sms' THEN 1 WHEN 'mail' THEN 2 ELSE 0 END = CAST(sqlc.arg(lane) AS BIGINT)
    ORDER BY d.run_at, d.id LIMIT CAST(sqlc.arg(most) AS BIGINT) /*skip locked*/
)
UPDATE outbox SET run_at = sqlc.arg(lease_until), leased_until = sqlc.arg(lease_until), attempts = attempts + 1
WHERE outbox.id IN (SELECT due.id FROM due)
RETURNING id, kind, args, attempts, refusals, max_attempts, give_up_at, useless_at;

-- name: FinishJob :exec
-- Deletes the text of a sent message, as it may contain a code.
UPDATE outbox SET state = 'done', args = '{}', done_at = $1, last_error = '', why = '' WHERE id = $2 AND attempts = $3 AND state = 'ready';

-- name: RetryJob :exec
UPDATE outbox SET run_at = sqlc.arg(run_at), refusals = sqlc.arg(refusals), leased_until = 0, last_error = sqlc.arg(last_error), why = sqlc.arg(why) WHERE id = sqlc.arg(id) AND attempts = sqlc.arg(attempts) AND state = 'ready';

-- name: BuryJob :exec
UPDATE outbox SET state = 'dead', leased_until = 0, last_error = sqlc.arg(last_error), why = sqlc.arg(why) WHERE id = sqlc.arg(id) AND attempts = sqlc.arg(attempts) AND state = 'ready';

-- name: DropJob :exec
-- Drops a job that is no longer useful, without listing it as failed.
UPDATE outbox SET state = 'withdrawn', args = '{}', last_error = '' WHERE id = $1 AND attempts = $2 AND state = 'ready';

-- name: TroubledLetters :many
-- Messages that could not be sent yet, or were given up: newest first.
SELECT id, kind, args, state, attempts, last_error, why, created_at, run_at FROM outbox
WHERE last_error <> '' AND kind IN ('mail', 'sms') AND state IN ('ready', 'dead')
    AND (created_at < CAST(sqlc.arg(after_at) AS BIGINT) OR (created_at = CAST(sqlc.arg(after_at) AS BIGINT) AND id < CAST(sqlc.arg(after_id) AS TEXT)))
ORDER BY created_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: RetryJobNow :execrows
-- Makes a failed or waiting job due now, with its whole retry time. A job leased by a worker is excluded: another
-- worker would send it a second time.
UPDATE outbox SET state = 'ready', run_at = sqlc.arg(now), attempts = 0, refusals = 0,
    give_up_at = CASE WHEN give_up_at = 0 THEN 0 ELSE CAST(sqlc.arg(give_up_at) AS BIGINT) END
WHERE id = sqlc.arg(id) AND last_error <> '' AND (state = 'dead' OR (state = 'ready' AND attempts > 0))
    AND leased_until <= CAST(sqlc.arg(now) AS BIGINT);

-- name: ForgetLetters :exec
-- Messages to a person whose account is deleted: waiting ones are withdrawn, and all lose their text and names.
UPDATE outbox SET state = CASE WHEN state = 'ready' THEN 'withdrawn' ELSE state END, args = '{}', unique_key = NULL, last_error = ''
WHERE outbox.id IN (
    SELECT r.id FROM outbox r WHERE r.state = 'ready' AND r.kind IN ('mail', 'sms') AND r.args LIKE CAST(sqlc.arg(receiver) AS TEXT) ESCAPE '\'
    UNION ALL
    SELECT d.id FROM outbox d WHERE d.state = 'dead' AND d.kind IN ('mail', 'sms') AND d.args LIKE CAST(sqlc.arg(receiver) AS TEXT) ESCAPE '\'
);

-- name: LetterLimits :many
SELECT key, value FROM settings WHERE key IN ('texts-day', 'texts-person-day', 'texts-address-day', 'texts-guests-day', 'texts-codes-hour');

-- name: JobInHand :one
-- The job of a subject, to see whether it is running.
SELECT state, last_error FROM outbox WHERE id = $1;

-- name: JobTakenUp :exec
-- Another job takes over its work.
UPDATE outbox SET state = 'withdrawn', args = '{}' WHERE id = $1 AND state <> 'done';
