-- The payment desk. Every list goes by the key of its last row; its count stops at 10,001.

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
-- What was decided last comes first. Of words that many have, somebody is soon met: with EXISTS, PostgreSQL would
-- first gather all who have them.
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
-- Orders with words that few have, by their last decision. Its payments are looked up one order after the other:
-- a join is turned round by PostgreSQL, which then walks through all that was ever decided.
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
-- Approved though no statement showed them.
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
-- Pictures for the same order that were rejected.
SELECT p.id, p.created_at, p.decided_at, p.decided_by, p.reason, p.note,
    CAST(COALESCE((SELECT m.id FROM upload_images m WHERE m.upload_id = p.upload_id AND m.position = 0), '') AS TEXT) AS picture
FROM payments p
WHERE p.invoice_id = sqlc.arg(invoice_id) AND p.id <> sqlc.arg(id) AND p.method = 2001 AND p.upload_id <> '' AND p.status = 'rejected'
ORDER BY p.created_at DESC LIMIT 10;

-- name: DeskMember :one
-- Who ordered, and what became of the other orders.
SELECT u.id, u.created_at, CAST((SELECT count(*) FROM invoices o WHERE o.user_id = u.id AND o.id <> v.id) AS BIGINT) AS orders,
    CAST((SELECT count(*) FROM invoices o WHERE o.user_id = u.id AND o.id <> v.id AND o.status = 'paid') AS BIGINT) AS paid
FROM invoices v JOIN users u ON u.id = v.user_id WHERE v.id = sqlc.arg(invoice_id);

-- name: DeskConfirmed :many
-- Those that wait, that the bank certainly has, and that nothing speaks against.
SELECT d.id, d.amount FROM desk_payments d
WHERE d.status = 'pending' AND d.sure AND d.alike = 0 AND COALESCE(d.declared_amount, d.amount) = d.amount AND d.rejected = 0 AND d.amount < CAST(sqlc.arg(large) AS BIGINT)
ORDER BY d.created_at, d.id LIMIT 100;

-- name: DeskWithoutOrder :many
-- What came in and has no order, by statement. Every line has a day: SQLite goes by the index of open lines then.
SELECT l.statement_id, count(*) AS lines, CAST(COALESCE(sum(l.amount), 0) AS BIGINT) AS amount FROM bank_lines l JOIN bank_statements s ON s.id = l.statement_id
WHERE l.state = 'open' AND l.booked_at > 0 AND l.class = 'none' AND l.currency = '' AND s.state IN ('ready', 'approving')
GROUP BY l.statement_id, s.through_at ORDER BY s.through_at DESC;

-- name: DeskUndecided :one
-- Credits that nobody has decided about, and the first statement that has one. Those that came late are counted by themselves.
SELECT count(*) AS count, CAST(COALESCE(sum(l.amount), 0) AS BIGINT) AS amount, CAST(COALESCE(min(l.booked_at), 0) AS BIGINT) AS since,
    CAST(COALESCE(min(l.statement_id), '') AS TEXT) AS statement_id
FROM bank_lines l JOIN bank_statements s ON s.id = l.statement_id
WHERE l.state = 'open' AND l.booked_at > 0 AND l.late = '' AND s.state IN ('ready', 'approving');

-- name: DeskFilesWaiting :many
-- Files of a bank that are not read, the oldest first, and what keeps each: the stored file is lost, its columns have no names, it
-- could not be read, its job has stopped; reading: a job has it in hand. Every file has a day: SQLite goes by their index then.
SELECT s.id, s.created_at, CAST(CASE WHEN s.problem = 'statement-file-lost' THEN 'lost' WHEN s.state = 'unmapped' THEN 'columns' WHEN s.state = 'failed' THEN 'failed'
    WHEN EXISTS (SELECT 1 FROM outbox j WHERE j.id = s.job_id AND j.state = 'ready' AND j.last_error = '') THEN 'reading' ELSE 'stopped' END AS TEXT) AS why
FROM bank_statements s WHERE s.state IN ('unmapped', 'failed', 'reading') AND s.created_at > 0 ORDER BY s.created_at, s.id LIMIT 1000;

-- name: DeskRowsUnread :one
-- Rows of the statements that were not read and that nobody has looked at, and the first statement that has one.
SELECT CAST(COALESCE(sum(skipped), 0) AS BIGINT) AS count, CAST(COALESCE(min(created_at), 0) AS BIGINT) AS since, CAST(COALESCE(min(id), '') AS TEXT) AS id
FROM bank_statements WHERE skipped > 0 AND unread_seen_at = 0 AND state IN ('ready', 'approving') AND created_at > 0;

-- name: DeskTransfersLike :many
-- Transfers that became no order, with the same reference, or the same amount in the same minute, or by their pictures.
-- Those whose cart was paid after all are the payments that they became.
SELECT t.id, t.reference, t.created_at, t.upload_id,
    CAST(COALESCE((SELECT m.id FROM upload_images m WHERE m.upload_id = t.upload_id AND m.position = 0), '') AS TEXT) AS picture
FROM unclaimed_transfers t
WHERE (t.reference = sqlc.arg(reference)
    OR t.transaction_at >= CAST(sqlc.arg(since) AS BIGINT) AND t.transaction_at < CAST(sqlc.arg(before) AS BIGINT) AND COALESCE(t.declared_amount, t.amount) = CAST(sqlc.arg(amount) AS BIGINT))
    AND (t.resolved_at = 0 OR t.resolution <> '') AND t.upload_id <> sqlc.arg(upload_id)
ORDER BY t.created_at DESC LIMIT 10;

-- name: DeskTransferOfUpload :many
SELECT t.id, t.reference, t.created_at FROM unclaimed_transfers t
WHERE t.upload_id = $1 AND (t.resolved_at = 0 OR t.resolution <> '') LIMIT 1;

-- name: DeskDecidedSince :one
SELECT count(*), CAST(COALESCE(sum(COALESCE(p.received, p.amount)), 0) AS BIGINT) AS amount FROM payments p
WHERE p.method = 2001 AND p.upload_id <> '' AND p.status = sqlc.arg(status) AND p.decided_at >= sqlc.arg(since);

-- name: DeskStatements :many
-- Those that run furthest. One that was taken back may have lines on which something was built.
SELECT id, state, bank, account, from_at, through_at FROM bank_statements WHERE state IN ('ready', 'approving', 'undoing', 'undone')
ORDER BY through_at DESC, created_at DESC LIMIT 300;

-- name: DeskCredits :many
-- What came in by statement and by day of Singapore; what another statement has told of is not counted twice.
SELECT l.statement_id, CAST((l.booked_at + 28800000) / 86400000 AS BIGINT) AS day, count(*) AS lines, CAST(COALESCE(sum(l.amount), 0) AS BIGINT) AS amount
FROM bank_lines l
WHERE l.booked_at >= sqlc.arg(since) AND l.booked_at <= sqlc.arg(through) AND l.amount > 0 AND l.currency = '' AND l.state <> 'known'
GROUP BY l.statement_id, CAST((l.booked_at + 28800000) / 86400000 AS BIGINT);

-- name: DeskTied :many
-- What was approved of these lines' money.
SELECT l.statement_id, CAST((l.booked_at + 28800000) / 86400000 AS BIGINT) AS day, count(*) AS payments, CAST(COALESCE(sum(COALESCE(p.received, p.amount)), 0) AS BIGINT) AS amount
FROM bank_lines l JOIN bank_matches m ON m.line_id = l.id JOIN payments p ON p.id = m.payment_id
WHERE l.booked_at >= sqlc.arg(since) AND l.booked_at <= sqlc.arg(through) AND m.payment_id <> '' AND p.status = 'approved'
GROUP BY l.statement_id, CAST((l.booked_at + 28800000) / 86400000 AS BIGINT);

-- name: DeskUntied :one
-- What was approved of the transfers of a span of time, and that no line tells of.
SELECT count(*), CAST(COALESCE(sum(COALESCE(p.received, p.amount)), 0) AS BIGINT) AS amount FROM payments p
WHERE p.transaction_at >= CAST(sqlc.arg(since) AS BIGINT) AND p.transaction_at <= CAST(sqlc.arg(through) AS BIGINT)
    AND p.method = 2001 AND p.status = 'approved'
    AND NOT EXISTS (SELECT 1 FROM bank_matches m WHERE m.payment_id = p.id AND m.payment_id <> '');

-- name: OfferingByKeyAny :one
SELECT * FROM offerings WHERE key = $1;

-- name: OfferingInCarts :many
-- Open carts that hold an option; those that show a PayNow code now among them.
SELECT i.option_id, count(DISTINCT i.cart_id) AS carts,
    count(DISTINCT CASE WHEN h.expires_at > CAST(sqlc.arg(now) AS BIGINT) THEN h.id END) AS codes
FROM cart_items i
JOIN carts c ON c.id = i.cart_id AND c.status = 'open'
LEFT JOIN holds h ON h.cart_id = c.id
WHERE i.option_id IN (SELECT p.id FROM offering_options p WHERE p.offering_id = sqlc.arg(offering_id)) GROUP BY i.option_id;

-- name: OfferingSubscribed :many
SELECT option_id, count(*) AS subscriptions FROM subscriptions WHERE offering_id = $1 AND status = 1 GROUP BY option_id;

-- name: OfferingOrdered :many
SELECT i.option_id, count(DISTINCT i.invoice_id) AS orders FROM invoice_items i
JOIN invoices v ON v.id = i.invoice_id
WHERE i.option_id IN (SELECT p.id FROM offering_options p WHERE p.offering_id = sqlc.arg(offering_id)) AND v.created_at >= CAST(sqlc.arg(since) AS BIGINT) AND v.status <> 'cancelled' GROUP BY i.option_id;

-- name: FormKeys :many
SELECT DISTINCT key FROM forms ORDER BY key;

-- name: TodayDrafts :one
-- What is written and not on the site: of each kind of debt how many records, and since when.
SELECT count(CASE WHEN state_en IN ('draft', 'changed') OR state_zh IN ('draft', 'changed') THEN 1 END) AS changed,
    count(CASE WHEN older > 0 THEN 1 END) AS older,
    count(CASE WHEN state_en <> 'missing' AND state_zh = 'missing' OR state_en = 'missing' AND state_zh <> 'missing' THEN 1 END) AS lacking,
    CAST(COALESCE(min(CASE WHEN state_en IN ('draft', 'changed') OR state_zh IN ('draft', 'changed') THEN changed_at END), 0) AS BIGINT) AS changed_since
FROM records WHERE taken_at = 0 AND kind <> 'practice';

-- name: TodayAsked :many
-- What somebody was asked to write, and is not on the site.
SELECT r.id, r.kind, r.title_en, r.title_zh, r.asked_for, r.asked_at, r.asked_by FROM records r
WHERE r.asked_id = $1 AND r.asked_id <> '' AND r.taken_at = 0 AND (r.asked_for = 'en' AND r.live_en = 0 OR r.asked_for = 'zh' AND r.live_zh = 0)
ORDER BY r.asked_at, r.id LIMIT 20;

-- name: TodaySchedules :many
SELECT s.at, r.id AS record_id, r.kind, r.key, r.title_en, r.title_zh FROM schedules s JOIN records r ON r.id = s.record_id
WHERE s.state = 'waiting' ORDER BY s.at LIMIT 6;

-- name: TodayProblems :one
SELECT count(*) FROM schedules WHERE state = 'problem';

-- name: TodayPrices :many
-- Prices that begin within some time.
SELECT q.from_at, q.price, r.id AS record_id, o.id AS offering_id, p.id AS option_id, o.title_en, o.title_zh, p.title_en AS option_title_en, p.title_zh AS option_title_zh,
    CAST(COALESCE((SELECT b.price FROM option_prices b WHERE b.option_id = q.option_id AND b.from_at < q.from_at ORDER BY b.from_at DESC LIMIT 1), p.price) AS BIGINT) AS before
FROM option_prices q
JOIN offering_options p ON p.id = q.option_id AND p.listed = 1
JOIN offerings o ON o.id = p.offering_id
JOIN records r ON r.kind = 'offering' AND r.key = o.key
WHERE q.from_at > CAST(sqlc.arg(now) AS BIGINT) AND q.from_at <= CAST(sqlc.arg(until) AS BIGINT) ORDER BY q.from_at, q.option_id LIMIT 6;

-- name: TodayRenewals :one
-- Subscriptions that run, and will be renewed at a price to come.
SELECT count(*) FROM subscriptions WHERE status = 1 AND offering_id = sqlc.arg(offering_id) AND option_id = sqlc.arg(option_id);

-- name: TodayCounterOnly :many
-- Options that the counter alone sells, and of which few are left.
SELECT r.id AS record_id, o.title_en, o.title_zh, p.title_en AS option_title_en, p.title_zh AS option_title_zh, CAST(p.remaining AS BIGINT) AS remaining
FROM offering_options p JOIN offerings o ON o.id = p.offering_id AND o.published = 1
JOIN records r ON r.kind = 'offering' AND r.key = o.key
WHERE p.listed = 1 AND p.active = 1 AND p.channels = '["counter"]' AND p.remaining <= CAST(sqlc.arg(few) AS BIGINT)
ORDER BY p.remaining, p.id LIMIT 6;

-- name: TodayCloses :many
-- Offerings on the site that can be booked no more within some time.
SELECT o.title_en, o.title_zh, o.closes_at, r.id AS record_id FROM offerings o JOIN records r ON r.kind = 'offering' AND r.key = o.key
WHERE o.published = 1 AND o.closes_at > sqlc.arg(now) AND o.closes_at <= sqlc.arg(until) ORDER BY o.closes_at, o.id LIMIT 6;

-- name: TodayOldestTransfer :one
SELECT CAST(COALESCE(min(created_at), 0) AS BIGINT) FROM payments WHERE method = 2001 AND upload_id <> '' AND status = 'pending';

-- name: TodayShort :one
-- Transfers to check whose payer has declared less than was due.
SELECT count(*) FROM payments WHERE method = 2001 AND upload_id <> '' AND status = 'pending' AND declared_amount < amount;

-- name: TodaySold :one
-- Whether anything was ever ordered, which takes a number, and published.
SELECT EXISTS (SELECT 1 FROM number_series) AS ordered, EXISTS (SELECT 1 FROM offerings WHERE published = 1) AS offered,
    EXISTS (SELECT 1 FROM categories) AS arranged;

-- name: TodayPaid :one
SELECT EXISTS (SELECT 1 FROM invoices WHERE status = 'paid');

-- name: TodayDifferences :one
-- Shifts that were closed with more or less than should be in the box, and that nobody has looked at.
SELECT count(*), CAST(COALESCE(min(closed_at), 0) AS BIGINT) AS since, CAST(COALESCE(sum(counted - expected), 0) AS BIGINT) AS sum
FROM shifts WHERE closed_at > 0 AND counted <> expected AND looked_at = 0;

-- name: TodayDifference :one
-- The one that waits longest.
SELECT id, user_id, explanation FROM shifts WHERE closed_at > 0 AND counted <> expected AND looked_at = 0 ORDER BY closed_at, id LIMIT 1;

-- name: TodayWho :one
-- Since when somebody has an account, and how they are greeted.
SELECT created_at, called FROM users WHERE id = $1;

-- name: TodayDraftNames :many
-- The drafts that wait longest.
SELECT title_en, title_zh FROM records
WHERE taken_at = 0 AND kind <> 'practice' AND (state_en IN ('draft', 'changed') OR state_zh IN ('draft', 'changed'))
ORDER BY changed_at, id LIMIT 3;

-- name: TodayOlderNames :many
-- Texts whose Chinese is older than the English, those that wait longest.
SELECT title_en, title_zh FROM records WHERE taken_at = 0 AND kind <> 'practice' AND older > 0 ORDER BY changed_at, id LIMIT 3;

-- name: TodayLackingNames :many
-- Texts that lack a language, those that wait longest.
SELECT title_en, title_zh, CASE WHEN state_en = 'missing' THEN 'en' ELSE 'zh' END AS lacks FROM records
WHERE taken_at = 0 AND kind <> 'practice' AND (state_en <> 'missing' AND state_zh = 'missing' OR state_en = 'missing' AND state_zh <> 'missing')
ORDER BY changed_at, id LIMIT 3;

-- name: TodayProblemNames :many
-- What did not go on the site in time, the oldest first.
SELECT r.title_en, r.title_zh FROM schedules s JOIN records r ON r.id = s.record_id WHERE s.state = 'problem' ORDER BY s.at, s.id LIMIT 3;

-- name: TodayPicturesBare :one
-- Pictures that lack a description in a language.
SELECT count(*), CAST(COALESCE(min(added_at), 0) AS BIGINT) AS since FROM pictures WHERE gone_at = 0 AND decorative = 0 AND (alt_en = '' OR alt_zh = '');

-- name: TodayCash :one
-- Orders whose payer has said that cash will be brought.
SELECT count(*), CAST(COALESCE(sum(amount), 0) AS BIGINT) AS sum, CAST(COALESCE(min(created_at), 0) AS BIGINT) AS since
FROM payments WHERE status = 'pending' AND method = 1;

-- name: TodayTakings :one
-- What came in within a time, and of it the cash.
SELECT CAST(COALESCE(sum(received), 0) AS BIGINT) AS came, CAST(count(DISTINCT invoice_id) AS BIGINT) AS orders,
    CAST(COALESCE(sum(CASE WHEN method = 1 THEN received ELSE 0 END), 0) AS BIGINT) AS cash
FROM payments WHERE status = 'approved' AND decided_at >= sqlc.arg(since) AND decided_at < sqlc.arg(before);

-- name: TodayBack :one
-- What went back within a time.
SELECT CAST(COALESCE(sum(amount), 0) AS BIGINT) AS sum, CAST(count(*) AS BIGINT) AS count
FROM refunds WHERE at >= sqlc.arg(since) AND at < sqlc.arg(before) AND extent <> 'transfer';

-- name: TodayNames :one
-- Names to check for what is not done, and a ceremony that has some. Counted up to one above 10,000.
SELECT CAST(count(*) AS BIGINT) AS count, CAST(COALESCE(MIN(waits.ceremony), '') AS TEXT) AS ceremony_id FROM (
    SELECT e.ceremony_id AS ceremony FROM ceremonies c JOIN ceremony_entries e ON e.ceremony_id = c.id
    WHERE c.done_at = 0 AND e.late < 2 AND e.state = 'collected' LIMIT 10001) waits;

-- name: TodayLateNames :one
-- Orders after closing that nobody has decided about, and a ceremony that has some. Counted up to one above 10,000.
SELECT CAST(count(*) AS BIGINT) AS count, CAST(COALESCE(MIN(waits.ceremony), '') AS TEXT) AS ceremony_id FROM (
    SELECT e.ceremony_id AS ceremony FROM ceremonies c JOIN ceremony_entries e ON e.ceremony_id = c.id
    WHERE c.done_at = 0 AND e.late = 2 AND e.state = 'collected' LIMIT 10001) waits;

-- name: TodayPapers :one
-- Papers to pull, and a ceremony that has some. Counted up to one above 10,000.
SELECT CAST(count(*) AS BIGINT) AS count, CAST(COALESCE(MIN(waits.ceremony), '') AS TEXT) AS ceremony_id FROM (
    SELECT e.ceremony_id AS ceremony FROM ceremonies c JOIN ceremony_entries e ON e.ceremony_id = c.id
    WHERE c.done_at = 0 AND e.state = 'withdrawn' AND e.printed_revision > 0 AND e.out_at = 0 LIMIT 10001) waits;

-- name: TodayLateRefunds :one
SELECT count(*) FROM (SELECT 1 FROM ceremony_entries e JOIN invoices v ON v.id = e.invoice_id WHERE e.late = 3 AND v.status = 'paid' LIMIT 10001) n;

-- name: EntryLetters :many
-- What became of the letters that answer a message. A row stays for 90 days.
SELECT m.id AS message_id, o.id, o.state, o.attempts, o.last_error, o.why, o.run_at, o.done_at, o.leased_until
FROM entry_messages m JOIN outbox o ON o.about = m.id AND o.about <> ''
WHERE m.entry_id = $1 AND m.kind = 'answer' AND o.kind IN ('mail', 'sms') ORDER BY m.at, m.id, o.created_at, o.id;

-- name: TodayAnswers :many
-- Answers that were given up, of which nothing has been written since: the oldest first.
SELECT m.entry_id, m.at FROM outbox o JOIN entry_messages m ON m.id = o.about JOIN form_entries e ON e.id = m.entry_id
WHERE o.state = 'dead' AND o.last_error <> '' AND o.kind IN ('mail', 'sms') AND e.last_at <= m.at ORDER BY m.at, m.id LIMIT 100;

-- name: TodayYear :one
-- What came in within a longer time: of an index alone.
SELECT CAST(COALESCE(sum(received), 0) AS BIGINT) FROM payments WHERE status = 'approved' AND decided_at >= sqlc.arg(since) AND decided_at < sqlc.arg(before);

-- name: TodayFirstMoney :one
-- When the first money came in; 0: none has.
SELECT CAST(COALESCE(min(decided_at), 0) AS BIGINT) FROM payments WHERE status = 'approved';

-- name: UnpaidOfUser :many
-- What a member has not paid, the oldest first.
SELECT * FROM invoices WHERE user_id = sqlc.arg(user_id) AND status IN ('awaiting-payment', 'rejected') AND sub_total > paid
ORDER BY created_at, id LIMIT 20;

-- name: UnpaidOfNumber :many
-- The same of who has no account, by the number that was written down.
SELECT * FROM invoices WHERE user_id IS NULL AND payer_mobile = sqlc.arg(mobile) AND payer_mobile <> ''
    AND status IN ('awaiting-payment', 'rejected') AND sub_total > paid
ORDER BY created_at, id LIMIT 20;

-- name: FoundUser :one
-- An account that the counter has found.
SELECT u.id, u.name, u.chinese_name, u.mobile, u.mobile_verified, u.email, u.email_confirmed, u.created_at, u.locale,
    (SELECT count(*) FROM user_roles AS r WHERE r.user_id = u.id) AS roles
FROM users AS u
WHERE u.id = $1;

-- name: MembersEnding :many
-- What members have running that ends within a time, the next to end first: the same member twice where two of it do.
SELECT u.id, u.name, u.chinese_name, u.mobile, u.mobile_verified, u.email, u.email_confirmed, u.created_at, u.locale,
    (SELECT count(*) FROM user_roles AS r WHERE r.user_id = u.id) AS roles,
    s.id AS subscription_id, s.ends_at, s.offering_id
FROM subscriptions AS s JOIN users AS u ON u.id = s.user_id
WHERE s.status = 1 AND s.ends_at < CAST(sqlc.arg(ends_before) AS BIGINT) AND (s.ends_at, s.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND u.created_at + 0 >= CAST(sqlc.arg(since) AS BIGINT) AND u.created_at + 0 < CAST(sqlc.arg(before) AS BIGINT)
    AND EXISTS (SELECT 1 FROM members m WHERE m.user_id = u.id) AND u.status = 'active'
    AND (CAST(sqlc.arg(locale) AS TEXT) = '' OR u.locale = CAST(sqlc.arg(locale) AS TEXT))
    AND (CAST(sqlc.arg(contact) AS TEXT) = '' OR CASE CAST(sqlc.arg(contact) AS TEXT) WHEN 'mobile' THEN u.mobile_verified = 1 WHEN 'email' THEN u.email_confirmed = 1
        WHEN 'no-email' THEN u.email_confirmed = 0 ELSE u.mobile_verified = 0 AND u.email_confirmed = 0 END)
ORDER BY s.ends_at, s.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: MembersEndingCount :one
SELECT count(*) FROM (SELECT 1 FROM subscriptions AS s JOIN users AS u ON u.id = s.user_id
WHERE s.status = 1 AND s.ends_at >= CAST(sqlc.arg(ends_from) AS BIGINT) AND s.ends_at < CAST(sqlc.arg(ends_before) AS BIGINT)
    AND u.created_at + 0 >= CAST(sqlc.arg(since) AS BIGINT) AND u.created_at + 0 < CAST(sqlc.arg(before) AS BIGINT)
    AND EXISTS (SELECT 1 FROM members m WHERE m.user_id = u.id) AND u.status = 'active'
    AND (CAST(sqlc.arg(locale) AS TEXT) = '' OR u.locale = CAST(sqlc.arg(locale) AS TEXT))
    AND (CAST(sqlc.arg(contact) AS TEXT) = '' OR CASE CAST(sqlc.arg(contact) AS TEXT) WHEN 'mobile' THEN u.mobile_verified = 1 WHEN 'email' THEN u.email_confirmed = 1
        WHEN 'no-email' THEN u.email_confirmed = 0 ELSE u.mobile_verified = 0 AND u.email_confirmed = 0 END)
LIMIT 10001) AS ending;

-- name: MembersJoined :many
-- Members, the newest first, narrowed by what is known of each: '' is any.
SELECT u.id, u.name, u.chinese_name, u.mobile, u.mobile_verified, u.email, u.email_confirmed, u.created_at, u.locale,
    (SELECT count(*) FROM user_roles AS r WHERE r.user_id = u.id) AS roles
FROM users AS u
WHERE u.created_at >= CAST(sqlc.arg(since) AS BIGINT) AND (u.created_at, u.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND EXISTS (SELECT 1 FROM members m WHERE m.user_id = u.id) AND u.status = 'active'
    AND (CAST(sqlc.arg(locale) AS TEXT) = '' OR u.locale = CAST(sqlc.arg(locale) AS TEXT))
    AND (CAST(sqlc.arg(contact) AS TEXT) = '' OR CASE CAST(sqlc.arg(contact) AS TEXT) WHEN 'mobile' THEN u.mobile_verified = 1 WHEN 'email' THEN u.email_confirmed = 1
        WHEN 'no-email' THEN u.email_confirmed = 0 ELSE u.mobile_verified = 0 AND u.email_confirmed = 0 END)
ORDER BY u.created_at DESC, u.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: MembersJoinedCount :one
SELECT count(*) FROM (SELECT 1 FROM users AS u
WHERE u.created_at >= CAST(sqlc.arg(since) AS BIGINT) AND u.created_at < CAST(sqlc.arg(before) AS BIGINT)
    AND EXISTS (SELECT 1 FROM members m WHERE m.user_id = u.id) AND u.status = 'active'
    AND (CAST(sqlc.arg(locale) AS TEXT) = '' OR u.locale = CAST(sqlc.arg(locale) AS TEXT))
    AND (CAST(sqlc.arg(contact) AS TEXT) = '' OR CASE CAST(sqlc.arg(contact) AS TEXT) WHEN 'mobile' THEN u.mobile_verified = 1 WHEN 'email' THEN u.email_confirmed = 1
        WHEN 'no-email' THEN u.email_confirmed = 0 ELSE u.mobile_verified = 0 AND u.email_confirmed = 0 END)
LIMIT 10001) AS joined;

-- name: AuditCount :one
SELECT count(*) FROM (SELECT 1 FROM audit_entries
    WHERE at < CAST(sqlc.arg(before_at) AS BIGINT) AND at >= CAST(sqlc.arg(since) AS BIGINT) LIMIT 10001) AS found;

-- name: AuditCountOfAction :one
SELECT count(*) FROM (SELECT 1 FROM audit_entries
    WHERE action = sqlc.arg(action) AND at < CAST(sqlc.arg(before_at) AS BIGINT) AND at >= CAST(sqlc.arg(since) AS BIGINT) LIMIT 10001) AS found;

-- name: AuditCountOfActor :one
SELECT count(*) FROM (SELECT 1 FROM audit_entries
    WHERE actor_id = sqlc.arg(actor_id) AND (CAST(sqlc.arg(action) AS TEXT) = '' OR action = CAST(sqlc.arg(action) AS TEXT))
        AND at < CAST(sqlc.arg(before_at) AS BIGINT) AND at >= CAST(sqlc.arg(since) AS BIGINT) LIMIT 10001) AS found;

-- name: AuditCountOfSubject :one
SELECT count(*) FROM (SELECT 1 FROM audit_entries
    WHERE subject = sqlc.arg(subject) AND (CAST(sqlc.arg(action) AS TEXT) = '' OR action = CAST(sqlc.arg(action) AS TEXT))
        AND (CAST(sqlc.arg(actor_id) AS TEXT) = '' OR actor_id = CAST(sqlc.arg(actor_id) AS TEXT))
        AND at < CAST(sqlc.arg(before_at) AS BIGINT) AND at >= CAST(sqlc.arg(since) AS BIGINT) LIMIT 10001) AS found;

-- name: AuditTrail :many
SELECT * FROM audit_entries
WHERE (at, id) < (CAST(sqlc.arg(before_at) AS BIGINT), CAST(sqlc.arg(before_id) AS TEXT)) AND at >= CAST(sqlc.arg(since) AS BIGINT)
ORDER BY at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: AuditTrailOfAction :many
SELECT * FROM audit_entries
WHERE action = sqlc.arg(action)
    AND (at, id) < (CAST(sqlc.arg(before_at) AS BIGINT), CAST(sqlc.arg(before_id) AS TEXT)) AND at >= CAST(sqlc.arg(since) AS BIGINT)
ORDER BY at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: AuditTrailOfActor :many
SELECT * FROM audit_entries
WHERE actor_id = sqlc.arg(actor_id) AND (CAST(sqlc.arg(action) AS TEXT) = '' OR action = CAST(sqlc.arg(action) AS TEXT))
    AND (at, id) < (CAST(sqlc.arg(before_at) AS BIGINT), CAST(sqlc.arg(before_id) AS TEXT)) AND at >= CAST(sqlc.arg(since) AS BIGINT)
ORDER BY at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: BankLinesOfInvoice :many
-- Lines that are an invoice's money, by somebody's word or the program's.
SELECT l.id, l.statement_id, l.decided_at, m.state FROM bank_matches m JOIN bank_lines l ON l.id = m.line_id
WHERE m.invoice_id = $1 AND m.state <> 'proposed' ORDER BY l.booked_at, l.id;

-- name: OptionHadLast :one
-- When a member last had an option.
SELECT v.created_at FROM invoices v
WHERE v.user_id = sqlc.arg(user_id) AND v.status = 'paid'
    AND EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.option_id = sqlc.arg(option_id))
ORDER BY v.created_at DESC LIMIT 1;

-- name: OptionsSoldMost :many
-- Options by how many of them were paid for since then.
SELECT i.option_id FROM invoices v JOIN invoice_items i ON i.invoice_id = v.id
WHERE v.created_at >= CAST(sqlc.arg(since) AS BIGINT) AND v.status = 'paid'
GROUP BY i.option_id ORDER BY sum(i.quantity) DESC, i.option_id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: WalkInOrders :many
-- A member's last orders that came to something.
SELECT id FROM invoices
WHERE user_id = sqlc.arg(user_id) AND created_at >= sqlc.arg(since) AND status NOT IN ('cancelled', 'expired')
ORDER BY created_at DESC, id DESC LIMIT 5;

-- name: WalkInsWaiting :many
-- Today's walk-ins whose transfer nobody has seen yet, newest first.
SELECT * FROM invoices
WHERE status = 'awaiting-payment' AND created_at >= sqlc.arg(since) AND origin = 'walk-in'
    AND (created_at < sqlc.arg(before) OR created_at = sqlc.arg(before) AND id < sqlc.arg(before_id))
ORDER BY created_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: WalkInsWaitingCount :one
SELECT count(*) FROM (SELECT 1 FROM invoices WHERE status = 'awaiting-payment' AND created_at >= $1 AND origin = 'walk-in' LIMIT 10001) n;

-- name: Entry :one
SELECT e.*, f.definition,
    CAST(COALESCE((SELECT MIN(o.title_en) FROM offerings o WHERE o.form_key = e.form_key AND o.enquiry_only = 1), '') AS TEXT) AS subject_en,
    CAST(COALESCE((SELECT MIN(o.title_zh) FROM offerings o WHERE o.form_key = e.form_key AND o.enquiry_only = 1), '') AS TEXT) AS subject_zh
FROM form_entries e JOIN forms f ON f.key = e.form_key AND f.version = e.form_version
WHERE e.id = $1;

-- name: EntryClaim :execrows
-- A claim of somebody else stands until its time is over, or until it is taken over.
UPDATE form_entries SET claimed_by = sqlc.arg(who), claimed_until = sqlc.arg(until)
WHERE id = sqlc.arg(id)
    AND (claimed_by = sqlc.arg(who) OR claimed_until <= CAST(sqlc.arg(now) AS BIGINT) OR CAST(sqlc.arg(take) AS BIGINT) = 1);

-- name: EntryLock :one
UPDATE form_entries SET rev = rev WHERE id = $1 RETURNING *;

-- name: EntryMessage :one
SELECT * FROM entry_messages WHERE id = sqlc.arg(id) AND entry_id = sqlc.arg(entry_id);

-- name: EntryMessageAdd :exec
INSERT INTO entry_messages (id, entry_id, kind, channel, locale, body, by_id, at, was_state, was_assignee_id, was_last_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: EntryMessageBack :exec
UPDATE entry_messages SET back_at = $1 WHERE id = $2;

-- name: EntryMessages :many
SELECT * FROM entry_messages WHERE entry_id = $1 ORDER BY at, id;

-- name: EntryPut :exec
UPDATE form_entries SET state = sqlc.arg(state), assignee_id = sqlc.arg(assignee_id), last_at = sqlc.arg(last_at), rev = rev + 1 WHERE id = sqlc.arg(id);

-- name: EntryRelease :exec
UPDATE form_entries SET claimed_by = '', claimed_until = 0 WHERE id = sqlc.arg(id) AND claimed_by = sqlc.arg(who);

-- name: FormEntriesUnseenAlike :one
-- What was taken for spam by its words alone and nobody has looked at: how many, and the oldest.
SELECT count(*) AS count,
    CAST(COALESCE((SELECT o.id FROM form_entries o WHERE o.state = 'spam' AND o.suspect = 'alike' AND o.rev = 0
        ORDER BY o.created_at, o.id LIMIT 1), '') AS TEXT) AS oldest_id
FROM form_entries e WHERE e.state = 'spam' AND e.suspect = 'alike' AND e.rev = 0;

-- name: InboxExport :many
-- All of a state by a key that does not move: what leaves the state between two reads takes nothing else along.
SELECT e.*, f.definition,
    CAST(COALESCE((SELECT MIN(o.title_en) FROM offerings o WHERE o.form_key = e.form_key AND o.enquiry_only = 1), '') AS TEXT) AS subject_en,
    CAST(COALESCE((SELECT MIN(o.title_zh) FROM offerings o WHERE o.form_key = e.form_key AND o.enquiry_only = 1), '') AS TEXT) AS subject_zh
FROM form_entries e JOIN forms f ON f.key = e.form_key AND f.version = e.form_version
WHERE e.state = sqlc.arg(state) AND (e.created_at, e.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY e.created_at, e.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OfferingByID :one
SELECT * FROM offerings WHERE id = $1;

-- name: OfferingLock :one
-- Edits of an offering and its options wait for each other, so that what the audit trail says was before is true.
UPDATE offerings SET published = published WHERE id = $1 RETURNING *;

-- name: TroubledLettersCount :one
SELECT count(*) FROM (
    SELECT 1 FROM outbox WHERE last_error <> '' AND kind IN ('mail', 'sms') AND state IN ('ready', 'dead') LIMIT 10001
) AS troubled;

-- name: OrderOfferings :many
-- What orders can be narrowed to, in the order of the catalogue, what is no longer offered among it.
SELECT o.id, o.title_en, o.title_zh FROM offerings o JOIN categories c ON c.id = o.category_id ORDER BY c.position, c.id, o.position, o.id;

-- name: OrderSubscriptions :many
-- What goes on from the items of an order.
SELECT s.*, t.item_id AS term_item, t.period AS term_period FROM subscription_terms t JOIN subscriptions s ON s.id = t.subscription_id
WHERE t.invoice_id = $1 ORDER BY s.id;

-- name: OrdersAfter :many
-- The office's list of one status, newest first.
SELECT * FROM invoices
WHERE status = sqlc.arg(status) AND created_at <= sqlc.arg(after_at) AND (created_at < sqlc.arg(after_at) OR id < sqlc.arg(after_id))
ORDER BY created_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OrdersAllAfter :many
SELECT * FROM invoices
WHERE created_at <= sqlc.arg(after_at) AND (created_at < sqlc.arg(after_at) OR id < sqlc.arg(after_id))
ORDER BY created_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OrdersAllCount :one
SELECT count(*) FROM (SELECT 1 FROM invoices LIMIT 10001) AS v;

-- name: OrdersChosenAfter :many
-- The office's list, newest first, narrowed by status, offering, method and day. It goes along the days and looks at
-- each order: '' and 0 are any.
SELECT * FROM invoices AS v
WHERE v.created_at >= sqlc.arg(since) AND v.created_at <= sqlc.arg(after_at) AND (v.created_at < sqlc.arg(after_at) OR v.id < sqlc.arg(after_id))
    AND (CAST(sqlc.arg(status) AS TEXT) = '' OR v.status = CAST(sqlc.arg(status) AS TEXT))
    AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT)))
    AND (CAST(sqlc.arg(method) AS BIGINT) = 0 OR EXISTS (SELECT 1 FROM payments p WHERE p.invoice_id = v.id AND p.method = CAST(sqlc.arg(method) AS BIGINT) AND p.status <> 'voided'))
ORDER BY v.created_at DESC, v.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OrdersChosenCount :one
SELECT count(*) FROM (SELECT 1 FROM invoices AS v
    WHERE v.created_at >= sqlc.arg(since) AND v.created_at < sqlc.arg(before)
        AND (CAST(sqlc.arg(status) AS TEXT) = '' OR v.status = CAST(sqlc.arg(status) AS TEXT))
        AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT)))
        AND (CAST(sqlc.arg(method) AS BIGINT) = 0 OR EXISTS (SELECT 1 FROM payments p WHERE p.invoice_id = v.id AND p.method = CAST(sqlc.arg(method) AS BIGINT) AND p.status <> 'voided'))
    LIMIT 10001) AS chosen;

-- name: OrdersChosenCounts :many
-- How many of the newest 70,007 that are chosen have each status.
SELECT chosen.status, count(*) FROM (SELECT v.status FROM invoices AS v
    WHERE v.created_at >= sqlc.arg(since) AND v.created_at < sqlc.arg(before)
        AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT)))
        AND (CAST(sqlc.arg(method) AS BIGINT) = 0 OR EXISTS (SELECT 1 FROM payments p WHERE p.invoice_id = v.id AND p.method = CAST(sqlc.arg(method) AS BIGINT) AND p.status <> 'voided'))
    ORDER BY v.created_at DESC LIMIT 70007) AS chosen
GROUP BY chosen.status;

-- name: OrdersCount :one
SELECT count(*) FROM (SELECT 1 FROM invoices WHERE status = $1 LIMIT 10001) AS v;

-- name: OrdersLeastAfter :many
-- The same list of one status, the smallest amount first. It goes along the amounts and looks at the day of each order.
SELECT * FROM invoices AS v
WHERE v.status = sqlc.arg(status) AND (v.sub_total, v.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND v.created_at + 0 >= CAST(sqlc.arg(since) AS BIGINT) AND v.created_at + 0 < CAST(sqlc.arg(before) AS BIGINT)
    AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT)))
    AND (CAST(sqlc.arg(method) AS BIGINT) = 0 OR EXISTS (SELECT 1 FROM payments p WHERE p.invoice_id = v.id AND p.method = CAST(sqlc.arg(method) AS BIGINT) AND p.status <> 'voided'))
ORDER BY v.sub_total, v.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OrdersMostAfter :many
-- The same, the largest amount first.
SELECT * FROM invoices AS v
WHERE v.status = sqlc.arg(status) AND (v.sub_total, v.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND v.created_at + 0 >= CAST(sqlc.arg(since) AS BIGINT) AND v.created_at + 0 < CAST(sqlc.arg(before) AS BIGINT)
    AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT)))
    AND (CAST(sqlc.arg(method) AS BIGINT) = 0 OR EXISTS (SELECT 1 FROM payments p WHERE p.invoice_id = v.id AND p.method = CAST(sqlc.arg(method) AS BIGINT) AND p.status <> 'voided'))
ORDER BY v.sub_total DESC, v.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OrdersOfMemberAfter :many
-- All orders of a member, newest first.
SELECT * FROM invoices
WHERE user_id = sqlc.arg(user_id) AND created_at <= sqlc.arg(after_at) AND (created_at < sqlc.arg(after_at) OR id < sqlc.arg(after_id))
ORDER BY created_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OrdersOfMemberCount :one
SELECT count(*) FROM (SELECT 1 FROM invoices WHERE user_id = $1 LIMIT 10001) AS v;

-- name: OrdersOldestAfter :many
-- The same list of one status, oldest first.
SELECT * FROM invoices AS v
WHERE v.status = sqlc.arg(status) AND (v.created_at, v.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT)) AND v.created_at < CAST(sqlc.arg(before) AS BIGINT)
    AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT)))
    AND (CAST(sqlc.arg(method) AS BIGINT) = 0 OR EXISTS (SELECT 1 FROM payments p WHERE p.invoice_id = v.id AND p.method = CAST(sqlc.arg(method) AS BIGINT) AND p.status <> 'voided'))
ORDER BY v.created_at, v.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: PaymentClaim :execrows
-- A claim of somebody else stands until its time is over, or until it is taken over.
UPDATE payments SET claimed_by = sqlc.arg(who), claimed_until = sqlc.arg(until)
WHERE id = sqlc.arg(id) AND status = 'pending'
    AND (claimed_by = sqlc.arg(who) OR claimed_until <= CAST(sqlc.arg(now) AS BIGINT) OR CAST(sqlc.arg(take) AS BIGINT) = 1);

-- name: PaymentLastDecided :one
SELECT * FROM payments WHERE invoice_id = $1 AND status = 'approved' ORDER BY decided_at DESC, id DESC LIMIT 1;

-- name: PaymentRelease :exec
UPDATE payments SET claimed_by = '', claimed_until = 0 WHERE id = sqlc.arg(id) AND claimed_by = sqlc.arg(who);

-- name: RefundApprovalsLive :many
-- Those that wait, and those that nobody has used yet, the oldest first.
SELECT * FROM refund_approvals WHERE refund_id = '' AND (decided_at = 0 OR approved = 1)
    AND (asked_at, id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY asked_at, id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: RefundApprovalsLiveCount :one
SELECT count(*) FROM (SELECT 1 FROM refund_approvals WHERE refund_id = '' AND (decided_at = 0 OR approved = 1) LIMIT 10001) AS n;

-- name: RefundTransfersDone :many
SELECT t.refund_id, t.at, t.done_at, t.done_by, t.reference, r.amount, r.reason, r.actor_id, r.invoice_id
FROM refund_transfers t JOIN refunds r ON r.id = t.refund_id
WHERE t.done_at > 0 AND (t.done_at, t.refund_id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY t.done_at DESC, t.refund_id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: RefundTransfersOpen :many
SELECT t.refund_id, t.at, t.done_at, t.done_by, t.reference, r.amount, r.reason, r.actor_id, r.invoice_id
FROM refund_transfers t JOIN refunds r ON r.id = t.refund_id
WHERE t.done_at = 0 AND (t.at, t.refund_id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY t.at, t.refund_id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: RefundTransfersOpenCount :one
SELECT count(*) FROM (SELECT 1 FROM refund_transfers WHERE done_at = 0 LIMIT 10001) t;
