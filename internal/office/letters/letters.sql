-- name: TroubledLettersCount :one
SELECT count(*) FROM (
    SELECT 1 FROM outbox WHERE last_error <> '' AND kind IN ('mail', 'sms') AND state IN ('ready', 'dead') LIMIT 10001
) AS troubled;
