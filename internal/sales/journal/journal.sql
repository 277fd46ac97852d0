-- Closing months, and their journal.

-- name: MonthsClosedUntil :one
SELECT closed_until FROM month_turn WHERE id = 1;

-- name: MonthMove :execrows
-- Closes or opens months, if nobody did since.
UPDATE month_turn SET closed_until = sqlc.arg(closed_until) WHERE id = 1 AND month_turn.closed_until = sqlc.arg(was_until);

