-- The payment desk. Every list is paged by the key of its last row; counts stop at 10,001.

-- name: DeskWaiting :many
SELECT d.* FROM desk_payments d
WHERE d.status = 'pending'
    AND (d.created_at, d.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND d.created_at >= sqlc.arg(since) AND d.created_at < sqlc.arg(before)
    AND (CAST(sqlc.arg(alike) AS BIGINT) = 0 OR d.alike = 1)
    AND (CAST(sqlc.arg(differs) AS BIGINT) = 0 OR d.declared_amount <> d.amount)
    AND (CAST(sqlc.arg(bank) AS TEXT) = '' OR (CAST(sqlc.arg(bank) AS TEXT) = 'seen') = d.seen)
    AND (CAST(sqlc.arg(low) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = d.invoice_id AND t.term >= sqlc.arg(low) AND t.term < sqlc.arg(high)))
    AND (CAST(sqlc.arg(low2) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = d.invoice_id AND t.term >= sqlc.arg(low2) AND t.term < sqlc.arg(high2)))
    AND (CAST(sqlc.arg(low3) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = d.invoice_id AND t.term >= sqlc.arg(low3) AND t.term < sqlc.arg(high3)))
ORDER BY d.created_at, d.id
LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: DeskWaitingByCutOff :many
SELECT d.* FROM desk_payments d
WHERE d.status = 'pending'
    AND (d.cut_off, d.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND d.created_at + 0 >= sqlc.arg(since) AND d.created_at + 0 < sqlc.arg(before) -- along the index by cut-off
    AND (CAST(sqlc.arg(alike) AS BIGINT) = 0 OR d.alike = 1)
    AND (CAST(sqlc.arg(differs) AS BIGINT) = 0 OR d.declared_amount <> d.amount)
    AND (CAST(sqlc.arg(bank) AS TEXT) = '' OR (CAST(sqlc.arg(bank) AS TEXT) = 'seen') = d.seen)
    AND (CAST(sqlc.arg(low) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = d.invoice_id AND t.term >= sqlc.arg(low) AND t.term < sqlc.arg(high)))
    AND (CAST(sqlc.arg(low2) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = d.invoice_id AND t.term >= sqlc.arg(low2) AND t.term < sqlc.arg(high2)))
    AND (CAST(sqlc.arg(low3) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = d.invoice_id AND t.term >= sqlc.arg(low3) AND t.term < sqlc.arg(high3)))
ORDER BY d.cut_off, d.id
LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: DeskWaitingCount :one
SELECT count(*), CAST(COALESCE(sum(w.amount), 0) AS BIGINT) AS amount FROM (
SELECT p.amount FROM payments p
WHERE p.method = 2001 AND p.upload_id <> '' AND p.status = 'pending'
    AND p.created_at >= sqlc.arg(since) AND p.created_at < sqlc.arg(before)
    AND (CAST(sqlc.arg(alike) AS BIGINT) = 0 OR p.alike = 1)
    AND (CAST(sqlc.arg(differs) AS BIGINT) = 0 OR p.declared_amount <> p.amount)
    AND (CAST(sqlc.arg(bank) AS TEXT) = '' OR (CAST(sqlc.arg(bank) AS TEXT) = 'seen') = EXISTS (SELECT 1 FROM bank_matches m JOIN bank_lines l ON l.id = m.line_id WHERE m.invoice_id = p.invoice_id
        AND (m.payment_id = p.id OR p.status = 'pending' AND m.state = 'proposed' AND m.amount = p.amount AND l.state = 'open' AND l.class IN ('certain', 'likely'))))
    AND (CAST(sqlc.arg(low) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = p.invoice_id AND t.term >= sqlc.arg(low) AND t.term < sqlc.arg(high)))
    AND (CAST(sqlc.arg(low2) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = p.invoice_id AND t.term >= sqlc.arg(low2) AND t.term < sqlc.arg(high2)))
    AND (CAST(sqlc.arg(low3) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = p.invoice_id AND t.term >= sqlc.arg(low3) AND t.term < sqlc.arg(high3)))
LIMIT 10001) w;

-- name: DeskDecided :many
-- Latest decision first. For frequent search words a match is found soon; with EXISTS, PostgreSQL would first collect
-- all orders that match.
SELECT d.* FROM desk_payments d
WHERE d.status = sqlc.arg(status)
    AND (d.decided_at, d.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND d.decided_at >= sqlc.arg(since) AND d.decided_at < sqlc.arg(before)
    AND (CAST(sqlc.arg(low) AS TEXT) = '' OR (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = d.invoice_id AND t.term >= sqlc.arg(low) AND t.term < sqlc.arg(high) LIMIT 1) = 1)
    AND (CAST(sqlc.arg(low2) AS TEXT) = '' OR (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = d.invoice_id AND t.term >= sqlc.arg(low2) AND t.term < sqlc.arg(high2) LIMIT 1) = 1)
    AND (CAST(sqlc.arg(low3) AS TEXT) = '' OR (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = d.invoice_id AND t.term >= sqlc.arg(low3) AND t.term < sqlc.arg(high3) LIMIT 1) = 1)
ORDER BY d.decided_at DESC, d.id DESC
LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: DeskDecidedCount :one
SELECT count(*), CAST(COALESCE(sum(w.amount), 0) AS BIGINT) AS amount FROM (
SELECT COALESCE(p.received, p.amount) AS amount FROM payments p
WHERE p.method = 2001 AND p.upload_id <> '' AND p.status = sqlc.arg(status)
    AND p.decided_at >= sqlc.arg(since) AND p.decided_at < sqlc.arg(before)
    AND (CAST(sqlc.arg(low) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = p.invoice_id AND t.term >= sqlc.arg(low) AND t.term < sqlc.arg(high)))
    AND (CAST(sqlc.arg(low2) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = p.invoice_id AND t.term >= sqlc.arg(low2) AND t.term < sqlc.arg(high2)))
    AND (CAST(sqlc.arg(low3) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = p.invoice_id AND t.term >= sqlc.arg(low3) AND t.term < sqlc.arg(high3)))
LIMIT 10001) w;

-- name: DeskFound :many
-- Orders with rare search words, by their last decision. Payments are looked up order by order: PostgreSQL would
-- reverse a join and scan all decided payments.
SELECT w.subject FROM (
    SELECT f.subject, (SELECT max(p.decided_at) FROM payments p WHERE p.invoice_id = f.subject AND p.method = 2001 AND p.upload_id <> '' AND p.status || '' = sqlc.arg(status)
        AND (p.decided_at, p.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
        AND p.decided_at >= sqlc.arg(since) AND p.decided_at < sqlc.arg(before)) AS decided_at
    FROM (SELECT DISTINCT n.subject FROM search_terms n WHERE n.kind = 'invoice' AND n.term >= sqlc.arg(low) AND n.term < sqlc.arg(high)) f
) w
WHERE w.decided_at IS NOT NULL
    AND (CAST(sqlc.arg(low2) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = w.subject AND t.term >= sqlc.arg(low2) AND t.term < sqlc.arg(high2)))
    AND (CAST(sqlc.arg(low3) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = w.subject AND t.term >= sqlc.arg(low3) AND t.term < sqlc.arg(high3)))
ORDER BY w.decided_at DESC, w.subject
LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: DeskOfOrder :many
SELECT d.* FROM desk_payments d
WHERE d.invoice_id = sqlc.arg(invoice_id) AND d.status || '' = sqlc.arg(status)
    AND (d.decided_at, d.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND d.decided_at >= sqlc.arg(since) AND d.decided_at < sqlc.arg(before);

-- name: DeskFoundCount :one
SELECT CAST(COALESCE(sum(w.n), 0) AS BIGINT) AS count, CAST(COALESCE(sum(w.amount), 0) AS BIGINT) AS amount FROM (
    SELECT (SELECT count(*) FROM payments p WHERE p.invoice_id = f.subject AND p.method = 2001 AND p.upload_id <> '' AND p.status || '' = sqlc.arg(status)
            AND p.decided_at >= sqlc.arg(since) AND p.decided_at < sqlc.arg(before)) AS n,
        (SELECT sum(COALESCE(p.received, p.amount)) FROM payments p WHERE p.invoice_id = f.subject AND p.method = 2001 AND p.upload_id <> '' AND p.status || '' = sqlc.arg(status)
            AND p.decided_at >= sqlc.arg(since) AND p.decided_at < sqlc.arg(before)) AS amount
    FROM (SELECT DISTINCT a.subject FROM (SELECT n.subject FROM search_terms n WHERE n.kind = 'invoice' AND n.term >= sqlc.arg(low) AND n.term < sqlc.arg(high) LIMIT CAST(sqlc.arg(most) AS BIGINT)) a) f
    WHERE (CAST(sqlc.arg(low2) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = f.subject AND t.term >= sqlc.arg(low2) AND t.term < sqlc.arg(high2)))
        AND (CAST(sqlc.arg(low3) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = f.subject AND t.term >= sqlc.arg(low3) AND t.term < sqlc.arg(high3)))
) w;

-- name: DeskUnseen :many
-- Approved without a statement line.
SELECT d.* FROM desk_payments d
WHERE d.unseen = 1 AND d.status = 'approved'
    AND (CAST(sqlc.arg(told) AS BIGINT) = 0 OR COALESCE(d.transaction_at, d.created_at) <= sqlc.arg(told))
    AND (d.decided_at, d.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND d.decided_at >= sqlc.arg(since) AND d.decided_at < sqlc.arg(before)
    AND (CAST(sqlc.arg(low) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = d.invoice_id AND t.term >= sqlc.arg(low) AND t.term < sqlc.arg(high)))
    AND (CAST(sqlc.arg(low2) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = d.invoice_id AND t.term >= sqlc.arg(low2) AND t.term < sqlc.arg(high2)))
    AND (CAST(sqlc.arg(low3) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = d.invoice_id AND t.term >= sqlc.arg(low3) AND t.term < sqlc.arg(high3)))
ORDER BY d.decided_at DESC, d.id DESC
LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: DeskUnseenCount :one
SELECT count(*), CAST(COALESCE(sum(w.amount), 0) AS BIGINT) AS amount FROM (
SELECT COALESCE(p.received, p.amount) AS amount FROM payments p
WHERE p.unseen = 1 AND p.method = 2001 AND p.upload_id <> '' AND p.status = 'approved'
    AND (CAST(sqlc.arg(told) AS BIGINT) = 0 OR COALESCE(p.transaction_at, p.created_at) <= sqlc.arg(told))
    AND p.decided_at >= sqlc.arg(since) AND p.decided_at < sqlc.arg(before)
    AND (CAST(sqlc.arg(low) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = p.invoice_id AND t.term >= sqlc.arg(low) AND t.term < sqlc.arg(high)))
    AND (CAST(sqlc.arg(low2) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = p.invoice_id AND t.term >= sqlc.arg(low2) AND t.term < sqlc.arg(high2)))
    AND (CAST(sqlc.arg(low3) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms t WHERE t.kind = 'invoice' AND t.subject = p.invoice_id AND t.term >= sqlc.arg(low3) AND t.term < sqlc.arg(high3)))
LIMIT 10001) w;

-- name: DeskOfUpload :one
-- The payment that pictures belong to.
SELECT p.id, p.invoice_id, p.status, p.created_at, p.decided_at, p.decided_by, v.number FROM uploads u
JOIN payments p ON p.id = u.payment_id JOIN invoices v ON v.id = p.invoice_id
WHERE u.id = $1;

-- name: DeskSameTime :many
-- Other transfers of the same amount in the same minute.
SELECT p.id, p.invoice_id, p.status, p.created_at, p.decided_at, p.decided_by, p.upload_id, v.number,
    CAST(COALESCE((SELECT m.id FROM upload_images m WHERE m.upload_id = p.upload_id AND m.position = 0), '') AS TEXT) AS picture
FROM payments p JOIN invoices v ON v.id = p.invoice_id
WHERE p.transaction_at >= CAST(sqlc.arg(since) AS BIGINT) AND p.transaction_at < CAST(sqlc.arg(before) AS BIGINT)
    AND COALESCE(p.declared_amount, p.amount) = CAST(sqlc.arg(amount) AS BIGINT)
    AND p.id <> sqlc.arg(id) AND p.method = 2001 AND p.upload_id <> ''
ORDER BY p.created_at DESC LIMIT 10;

-- name: DeskEarlier :many
-- Rejected pictures for the same order. || '' keeps SQLite from passing all rejected ones.
SELECT p.id, p.created_at, p.decided_at, p.decided_by, p.reason, p.note,
    CAST(COALESCE((SELECT m.id FROM upload_images m WHERE m.upload_id = p.upload_id AND m.position = 0), '') AS TEXT) AS picture
FROM payments p
WHERE p.invoice_id = sqlc.arg(invoice_id) AND p.id <> sqlc.arg(id) AND p.method = 2001 AND p.upload_id <> '' AND p.status || '' = 'rejected'
ORDER BY p.created_at DESC LIMIT 10;

-- name: DeskMember :one
-- Who ordered, and the state of their other orders.
SELECT u.id, u.created_at, CAST((SELECT count(*) FROM invoices o WHERE o.user_id = u.id AND o.id <> v.id) AS BIGINT) AS orders,
    CAST((SELECT count(*) FROM invoices o WHERE o.user_id = u.id AND o.id <> v.id AND o.status = 'paid') AS BIGINT) AS paid
FROM invoices v JOIN users u ON u.id = v.user_id WHERE v.id = sqlc.arg(invoice_id);

-- name: DeskConfirmed :many
-- Pending payments confirmed by the bank with certainty and without conflict.
SELECT d.id, d.amount FROM desk_payments d
WHERE d.status = 'pending' AND d.sure AND d.alike = 0 AND COALESCE(d.declared_amount, d.amount) = d.amount AND d.rejected = 0 AND d.amount < CAST(sqlc.arg(large) AS BIGINT)
ORDER BY d.created_at, d.id LIMIT 100;

-- name: DeskWithoutOrder :many
-- Credits without an order, by statement. Every line has a day: the condition makes SQLite use the index of open lines.
SELECT l.statement_id, count(*) AS lines, CAST(COALESCE(sum(l.amount), 0) AS BIGINT) AS amount FROM bank_lines l JOIN bank_statements s ON s.id = l.statement_id
WHERE l.state = 'open' AND l.booked_at > 0 AND l.class = 'none' AND l.currency = '' AND s.state IN ('ready', 'approving')
GROUP BY l.statement_id, s.through_at ORDER BY s.through_at DESC;

-- name: DeskUndecided :one
-- Undecided credits, and the first statement with one. Late money is counted separately.
SELECT count(*) AS count, CAST(COALESCE(sum(l.amount), 0) AS BIGINT) AS amount, CAST(COALESCE(min(l.booked_at), 0) AS BIGINT) AS since,
    CAST(COALESCE(min(l.statement_id), '') AS TEXT) AS statement_id
FROM bank_lines l JOIN bank_statements s ON s.id = l.statement_id
WHERE l.state = 'open' AND l.booked_at > 0 AND l.late = '' AND s.state IN ('ready', 'approving');

-- name: DeskFilesWaiting :many
-- Unread files of a bank, oldest first, with the reason of each: the stored file is lost, its columns are not assigned,
-- it could not be read, its job has stopped; reading: a job is running. Every file has a day: the condition makes
-- SQLite use their index.
SELECT s.id, s.created_at, CAST(CASE WHEN s.problem = 'statement-file-lost' THEN 'lost' WHEN s.state = 'unmapped' THEN 'columns' WHEN s.state = 'failed' THEN 'failed'
    WHEN EXISTS (SELECT 1 FROM outbox j WHERE j.id = s.job_id AND j.state = 'ready' AND j.last_error = '') THEN 'reading' ELSE 'stopped' END AS TEXT) AS why
FROM bank_statements s WHERE s.state IN ('unmapped', 'failed', 'reading') AND s.created_at > 0 ORDER BY s.created_at, s.id LIMIT 1000;

-- name: DeskRowsUnread :one
-- Unread statement rows that nobody has checked, and the first statement with one.
SELECT CAST(COALESCE(sum(skipped), 0) AS BIGINT) AS count, CAST(COALESCE(min(created_at), 0) AS BIGINT) AS since, CAST(COALESCE(min(id), '') AS TEXT) AS id
FROM bank_statements WHERE skipped > 0 AND unread_seen_at = 0 AND state IN ('ready', 'approving') AND created_at > 0;

-- name: DeskTransfersLike :many
-- Transfers without an order, with the same reference, or the same amount in the same minute, or by their pictures.
-- Transfers whose cart was paid after all are listed as payments. With the payment's own upload only one that is undecided,
-- or whose money was refunded or kept as a gift: others were decided for this payment.
SELECT t.id, t.reference, t.created_at, t.upload_id,
    CAST(COALESCE((SELECT m.id FROM upload_images m WHERE m.upload_id = t.upload_id AND m.position = 0), '') AS TEXT) AS picture
FROM unclaimed_transfers t
WHERE (t.reference = sqlc.arg(reference)
    OR t.transaction_at >= CAST(sqlc.arg(since) AS BIGINT) AND t.transaction_at < CAST(sqlc.arg(before) AS BIGINT) AND COALESCE(t.declared_amount, t.amount) = CAST(sqlc.arg(amount) AS BIGINT)
    OR t.upload_id = sqlc.arg(upload_id) AND t.upload_id <> '')
    AND (t.resolved_at = 0 OR t.resolution <> '' AND t.upload_id <> sqlc.arg(upload_id) OR t.resolution IN ('refund', 'donation'))
ORDER BY t.created_at DESC LIMIT 10;

-- name: DeskTransferOfUpload :many
SELECT t.id, t.reference, t.created_at FROM unclaimed_transfers t
WHERE t.upload_id = $1 AND (t.resolved_at = 0 OR t.resolution <> '') LIMIT 1;

-- name: DeskDecidedSince :one
SELECT count(*), CAST(COALESCE(sum(COALESCE(p.received, p.amount)), 0) AS BIGINT) AS amount FROM payments p
WHERE p.method = 2001 AND p.upload_id <> '' AND p.status = sqlc.arg(status) AND p.decided_at >= sqlc.arg(since);

-- name: DeskStatements :many
-- Latest statements per account. One that was undone may still have lines in use.
SELECT id, state, bank, account, from_at, through_at FROM bank_statements WHERE state IN ('ready', 'approving', 'undoing', 'undone')
ORDER BY through_at DESC, created_at DESC LIMIT 300;

-- name: DeskCredits :many
-- Credits by statement and day of Singapore; lines contained in another statement are not counted twice.
SELECT l.statement_id, CAST((l.booked_at + 28800000) / 86400000 AS BIGINT) AS day, count(*) AS lines, CAST(COALESCE(sum(l.amount), 0) AS BIGINT) AS amount
FROM bank_lines l
WHERE l.booked_at >= sqlc.arg(since) AND l.booked_at <= sqlc.arg(through) AND l.amount > 0 AND l.currency = '' AND l.state <> 'known'
GROUP BY l.statement_id, CAST((l.booked_at + 28800000) / 86400000 AS BIGINT);

-- name: DeskTied :many
-- Approved amount of these lines.
SELECT l.statement_id, CAST((l.booked_at + 28800000) / 86400000 AS BIGINT) AS day, count(*) AS payments, CAST(COALESCE(sum(COALESCE(p.received, p.amount)), 0) AS BIGINT) AS amount
FROM bank_lines l JOIN bank_matches m ON m.line_id = l.id JOIN payments p ON p.id = m.payment_id
WHERE l.booked_at >= sqlc.arg(since) AND l.booked_at <= sqlc.arg(through) AND m.payment_id <> '' AND p.status = 'approved'
GROUP BY l.statement_id, CAST((l.booked_at + 28800000) / 86400000 AS BIGINT);

-- name: DeskUntied :one
-- Approved amount of transfers in a period without a statement line.
SELECT count(*), CAST(COALESCE(sum(COALESCE(p.received, p.amount)), 0) AS BIGINT) AS amount FROM payments p
WHERE p.transaction_at >= CAST(sqlc.arg(since) AS BIGINT) AND p.transaction_at <= CAST(sqlc.arg(through) AS BIGINT)
    AND p.method = 2001 AND p.status = 'approved'
    AND NOT EXISTS (SELECT 1 FROM bank_matches m WHERE m.payment_id = p.id AND m.payment_id <> '');

-- name: PaymentClaim :execrows
-- A colleague's claim holds until it expires, or is taken over.
UPDATE payments SET claimed_by = sqlc.arg(who), claimed_until = sqlc.arg(until)
WHERE id = sqlc.arg(id) AND status = 'pending'
    AND (claimed_by = sqlc.arg(who) OR claimed_until <= CAST(sqlc.arg(now) AS BIGINT) OR CAST(sqlc.arg(take) AS BIGINT) = 1);

-- name: PaymentRelease :exec
UPDATE payments SET claimed_by = '', claimed_until = 0 WHERE id = sqlc.arg(id) AND claimed_by = sqlc.arg(who);
