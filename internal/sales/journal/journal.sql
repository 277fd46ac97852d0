-- Closing months, and their journal.

-- name: MonthsClosedUntil :one
SELECT closed_until FROM month_turn WHERE id = 1;

-- name: MonthMove :execrows
-- Closes or opens months, if nobody did since.
UPDATE month_turn SET closed_until = sqlc.arg(closed_until) WHERE id = 1 AND month_turn.closed_until = sqlc.arg(was_until);

-- name: MonthsFirstMoney :one
-- When money was booked first; 0: never.
SELECT CAST(COALESCE(min(f.at), 0) AS BIGINT) FROM (
    SELECT min(p.decided_at) AS at FROM payments p WHERE p.status = 'approved'
    UNION ALL SELECT min(g.at) FROM refunds g
    UNION ALL SELECT min(s.closed_at) FROM shifts s WHERE s.closed_at > 0 AND s.counted <> s.expected
    UNION ALL SELECT min(a.booked_at) FROM adjustments a
    UNION ALL SELECT min(c.seen_at) FROM provider_payments c WHERE c.fee > 0 AND c.currency = 'SGD'
) f;

-- name: MonthClosings :many
-- Latest month first, and its latest closing first.
SELECT * FROM closed_months ORDER BY month DESC, closed_at DESC LIMIT 1000;

-- name: MonthClosing :one
SELECT * FROM closed_months WHERE month = $1 AND reopened_at = 0;

-- name: MonthClosingAdd :exec
INSERT INTO closed_months (id, month, closed_at, closed_by, taken, back, lines, sha256) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: MonthReopen :execrows
-- Never by who closed it.
UPDATE closed_months SET reopened_at = sqlc.arg(reopened_at), reopened_by = sqlc.arg(reopened_by), reason = sqlc.arg(reason)
WHERE id = sqlc.arg(id) AND closed_months.reopened_at = 0 AND closed_by <> sqlc.arg(reopened_by);

-- name: JournalLineAdd :exec
INSERT INTO journal_lines (closing_id, position, day, entry, document, account, code, tax_rate, description, of_month, debit, credit)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);

-- name: JournalLines :many
SELECT * FROM journal_lines WHERE closing_id = $1 ORDER BY position;

-- name: AccountCodes :many
SELECT * FROM account_codes ORDER BY key LIMIT 1000;

-- name: AccountCodePut :exec
INSERT INTO account_codes (key, code) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET code = excluded.code;

-- name: AccountCodeForget :exec
DELETE FROM account_codes WHERE key = $1;

-- name: MonthWaits :one
-- What a person should look at before a month is closed: it was there before the month's end.
SELECT CAST((SELECT count(*) FROM payments p WHERE p.method = 2001 AND p.upload_id <> '' AND p.status = 'pending' AND p.created_at < sqlc.arg(before)) AS BIGINT) AS receipts,
    CAST((SELECT count(*) FROM bank_lines l WHERE l.state = 'open' AND l.booked_at < sqlc.arg(before)) AS BIGINT) AS lines,
    CAST((SELECT count(*) FROM shifts s WHERE s.closed_at = 0 AND s.opened_at < sqlc.arg(before)) AS BIGINT) AS shifts,
    CAST((SELECT count(*) FROM refund_transfers r WHERE r.done_at = 0 AND r.at < sqlc.arg(before)) AS BIGINT) AS refunds,
    CAST((SELECT count(*) FROM payments e WHERE e.excess > 0 AND e.excess_as = '' AND e.status = 'approved' AND e.decided_at < sqlc.arg(before)) AS BIGINT) AS excess;

-- The sums of a period, beside those of the report.

-- name: JournalDays :many
-- The days on which money moved, from 1 January 1970 on.
SELECT DISTINCT CAST((m.at + 28800000) / 86400000 AS BIGINT) AS day FROM (
    SELECT p.decided_at AS at FROM payments p WHERE p.status = 'approved' AND p.decided_at >= sqlc.arg(since) AND p.decided_at < sqlc.arg(before)
    UNION ALL SELECT g.at FROM refunds g WHERE g.at >= sqlc.arg(since) AND g.at < sqlc.arg(before)
    UNION ALL SELECT s.closed_at FROM shifts s WHERE s.closed_at > 0 AND s.counted <> s.expected AND s.closed_at >= sqlc.arg(since) AND s.closed_at < sqlc.arg(before)
    UNION ALL SELECT a.at FROM adjustments a WHERE a.at >= sqlc.arg(since) AND a.at < sqlc.arg(before)
    UNION ALL SELECT b.booked_at FROM adjustments b WHERE b.booked_at >= sqlc.arg(since) AND b.booked_at < sqlc.arg(before)
    UNION ALL SELECT c.seen_at FROM provider_payments c WHERE c.fee > 0 AND c.currency = 'SGD' AND c.seen_at >= sqlc.arg(since) AND c.seen_at < sqlc.arg(before)
) m ORDER BY 1;

-- name: JournalBelongs :many
-- What came in for a closed month.
SELECT p.method, p.of_month, CAST(sum(p.received) AS BIGINT) AS amount FROM payments p
WHERE p.status = 'approved' AND p.decided_at >= sqlc.arg(since) AND p.decided_at < sqlc.arg(before) AND p.of_month <> ''
GROUP BY p.method, p.of_month ORDER BY p.method, p.of_month;

-- name: JournalRefunds :many
SELECT g.method, g.extent, g.of_month, CAST(sum(g.amount) AS BIGINT) AS amount FROM refunds g
WHERE g.at >= sqlc.arg(since) AND g.at < sqlc.arg(before)
GROUP BY g.method, g.extent, g.of_month ORDER BY g.method, g.extent, g.of_month;

-- name: JournalWaived :many
-- What was waived lies on top of the items that were paid.
SELECT i.offering_id, CAST(sum(i.low + i.amount - CASE WHEN i.low > v.sub_total - p.waived THEN i.low ELSE v.sub_total - p.waived END) AS BIGINT) AS amount
FROM payments p JOIN invoices v ON v.id = p.invoice_id JOIN item_levels i ON i.invoice_id = p.invoice_id
WHERE p.status = 'approved' AND p.decided_at >= sqlc.arg(since) AND p.decided_at < sqlc.arg(before) AND p.waived > 0 AND i.low + i.amount > v.sub_total - p.waived
GROUP BY i.offering_id
UNION ALL
SELECT u.offering_id, CAST(sum(u.waived) AS BIGINT) FROM adjustments a JOIN adjustment_items u ON u.adjustment_id = a.id
WHERE a.booked_at >= sqlc.arg(since) AND a.booked_at < sqlc.arg(before) AND u.waived > 0
GROUP BY u.offering_id
ORDER BY 1, 2;

-- name: JournalShifts :many
-- Shifts that were closed with a difference.
SELECT s.opened_at, s.closed_at, CAST(s.counted - s.expected AS BIGINT) AS difference, s.of_month FROM shifts s
WHERE s.closed_at > 0 AND s.counted <> s.expected AND s.closed_at >= sqlc.arg(since) AND s.closed_at < sqlc.arg(before)
ORDER BY s.closed_at, s.id;

-- name: JournalFees :one
-- What payment providers keep of the payments that they confirmed.
SELECT CAST(COALESCE(sum(c.fee), 0) AS BIGINT) FROM provider_payments c
WHERE c.fee > 0 AND c.currency = 'SGD' AND c.seen_at >= sqlc.arg(since) AND c.seen_at < sqlc.arg(before);

-- name: JournalAdjustments :many
SELECT a.*, v.number FROM adjustments a JOIN invoices v ON v.id = a.invoice_id
WHERE a.at >= sqlc.arg(since) AND a.at < sqlc.arg(before) ORDER BY a.at, a.id;

-- name: JournalAdjustmentItems :many
SELECT * FROM adjustment_items WHERE adjustment_id = $1 ORDER BY position;
