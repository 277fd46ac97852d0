-- name: TodayDrafts :one
-- Unpublished drafts: number of records per kind of missing part, and the oldest.
SELECT count(CASE WHEN state_en IN ('draft', 'changed') OR state_zh IN ('draft', 'changed') THEN 1 END) AS changed,
    count(CASE WHEN older > 0 THEN 1 END) AS older,
    count(CASE WHEN state_en <> 'missing' AND state_zh = 'missing' OR state_en = 'missing' AND state_zh <> 'missing' THEN 1 END) AS lacking,
    CAST(COALESCE(min(CASE WHEN state_en IN ('draft', 'changed') OR state_zh IN ('draft', 'changed') THEN changed_at END), 0) AS BIGINT) AS changed_since
FROM records WHERE taken_at = 0 AND kind <> 'practice';

-- name: TodayAsked :many
-- Requested translations that are not published.
SELECT r.id, r.kind, r.title_en, r.title_zh, r.asked_for, r.asked_at, r.asked_by FROM records r
WHERE r.asked_id = $1 AND r.asked_id <> '' AND r.taken_at = 0 AND (r.asked_for = 'en' AND r.live_en = 0 OR r.asked_for = 'zh' AND r.live_zh = 0)
ORDER BY r.asked_at, r.id LIMIT 20;

-- name: TodaySchedules :many
SELECT s.at, r.id AS record_id, r.kind, r.key, r.title_en, r.title_zh FROM schedules s JOIN records r ON r.id = s.record_id
WHERE s.state = 'waiting' ORDER BY s.at LIMIT 6;

-- name: TodayProblems :one
SELECT count(*) FROM schedules WHERE state = 'problem';

-- name: TodayPrices :many
-- Announced prices that begin within a period.
SELECT q.from_at, q.price, r.id AS record_id, o.id AS offering_id, p.id AS option_id, o.title_en, o.title_zh, p.title_en AS option_title_en, p.title_zh AS option_title_zh,
    CAST(COALESCE((SELECT b.price FROM option_prices b WHERE b.option_id = q.option_id AND b.from_at < q.from_at ORDER BY b.from_at DESC LIMIT 1), p.price) AS BIGINT) AS before
FROM option_prices q
JOIN offering_options p ON p.id = q.option_id AND p.listed = 1
JOIN offerings o ON o.id = p.offering_id
JOIN records r ON r.kind = 'offering' AND r.key = o.key
WHERE q.from_at > CAST(sqlc.arg(now) AS BIGINT) AND q.from_at <= CAST(sqlc.arg(until) AS BIGINT) ORDER BY q.from_at, q.option_id LIMIT 6;

-- name: TodayRenewals :one
-- Running subscriptions that will be renewed at an announced price.
SELECT count(*) FROM subscriptions WHERE status = 1 AND offering_id = sqlc.arg(offering_id) AND option_id = sqlc.arg(option_id);

-- name: TodayCounterOnly :many
-- Counter-only options with low stock.
SELECT r.id AS record_id, o.title_en, o.title_zh, p.title_en AS option_title_en, p.title_zh AS option_title_zh, CAST(p.remaining AS BIGINT) AS remaining
FROM offering_options p JOIN offerings o ON o.id = p.offering_id AND o.published = 1
JOIN records r ON r.kind = 'offering' AND r.key = o.key
WHERE p.listed = 1 AND p.active = 1 AND p.channels = '["counter"]' AND p.remaining <= CAST(sqlc.arg(few) AS BIGINT)
ORDER BY p.remaining, p.id LIMIT 6;

-- name: TodayCloses :many
-- Published offerings that close within a period.
SELECT o.title_en, o.title_zh, o.closes_at, r.id AS record_id FROM offerings o JOIN records r ON r.kind = 'offering' AND r.key = o.key
WHERE o.published = 1 AND o.closes_at > sqlc.arg(now) AND o.closes_at <= sqlc.arg(until) ORDER BY o.closes_at, o.id LIMIT 6;

-- name: TodayOldestTransfer :one
SELECT CAST(COALESCE(min(created_at), 0) AS BIGINT) FROM payments WHERE method = 2001 AND upload_id <> '' AND status = 'pending';

-- name: TodayShort :one
-- Pending transfers with a declared amount below the amount due.
SELECT count(*) FROM payments WHERE method = 2001 AND upload_id <> '' AND status = 'pending' AND declared_amount < amount;

-- name: TodaySold :one
-- Whether anything was ever ordered (has a number), and published.
SELECT EXISTS (SELECT 1 FROM number_series) AS ordered, EXISTS (SELECT 1 FROM offerings WHERE published = 1) AS offered,
    EXISTS (SELECT 1 FROM categories) AS arranged;

-- name: TodayPaid :one
SELECT EXISTS (SELECT 1 FROM invoices WHERE status = 'paid');

-- name: TodayDifferences :one
-- Closed shifts with a difference that nobody has checked.
SELECT count(*), CAST(COALESCE(min(closed_at), 0) AS BIGINT) AS since, CAST(COALESCE(sum(counted - expected), 0) AS BIGINT) AS sum
FROM shifts WHERE closed_at > 0 AND counted <> expected AND looked_at = 0;

-- name: TodayDifference :one
-- The longest waiting one.
SELECT id, user_id, explanation FROM shifts WHERE closed_at > 0 AND counted <> expected AND looked_at = 0 ORDER BY closed_at, id LIMIT 1;

-- name: TodayWho :one
-- Account's creation time, and form of address.
SELECT created_at, called FROM users WHERE id = $1;

-- name: TodayDraftNames :many
-- The longest waiting drafts.
SELECT title_en, title_zh FROM records
WHERE taken_at = 0 AND kind <> 'practice' AND (state_en IN ('draft', 'changed') OR state_zh IN ('draft', 'changed'))
ORDER BY changed_at, id LIMIT 3;

-- name: TodayOlderNames :many
-- Texts with outdated Chinese, longest waiting first.
SELECT title_en, title_zh FROM records WHERE taken_at = 0 AND kind <> 'practice' AND older > 0 ORDER BY changed_at, id LIMIT 3;

-- name: TodayLackingNames :many
-- Texts without one language, longest waiting first.
SELECT title_en, title_zh, CASE WHEN state_en = 'missing' THEN 'en' ELSE 'zh' END AS lacks FROM records
WHERE taken_at = 0 AND kind <> 'practice' AND (state_en <> 'missing' AND state_zh = 'missing' OR state_en = 'missing' AND state_zh <> 'missing')
ORDER BY changed_at, id LIMIT 3;

-- name: TodayProblemNames :many
-- Failed scheduled publications, oldest first.
SELECT r.title_en, r.title_zh FROM schedules s JOIN records r ON r.id = s.record_id WHERE s.state = 'problem' ORDER BY s.at, s.id LIMIT 3;

-- name: TodayPicturesBare :one
-- Pictures without a description in a language.
SELECT count(*), CAST(COALESCE(min(added_at), 0) AS BIGINT) AS since FROM pictures WHERE gone_at = 0 AND decorative = 0 AND (alt_en = '' OR alt_zh = '');

-- name: TodayCash :one
-- Orders whose payer will bring cash.
SELECT count(*), CAST(COALESCE(sum(amount), 0) AS BIGINT) AS sum, CAST(COALESCE(min(created_at), 0) AS BIGINT) AS since
FROM payments WHERE status = 'pending' AND method = 1;

-- name: TodayTakings :one
-- Money received in a period, and the cash part.
SELECT CAST(COALESCE(sum(received), 0) AS BIGINT) AS came, CAST(count(DISTINCT invoice_id) AS BIGINT) AS orders,
    CAST(COALESCE(sum(CASE WHEN method = 1 THEN received ELSE 0 END), 0) AS BIGINT) AS cash
FROM payments WHERE status = 'approved' AND decided_at >= sqlc.arg(since) AND decided_at < sqlc.arg(before);

-- name: TodayBack :one
-- Money refunded in a period.
SELECT CAST(COALESCE(sum(amount), 0) AS BIGINT) AS sum, CAST(count(*) AS BIGINT) AS count
FROM refunds WHERE at >= sqlc.arg(since) AND at < sqlc.arg(before) AND extent <> 'transfer';

-- name: TodayNames :one
-- Names to check of ceremonies that are not done, and one such ceremony. Counted up to 10,001.
SELECT CAST(count(*) AS BIGINT) AS count, CAST(COALESCE(MIN(waits.ceremony), '') AS TEXT) AS ceremony_id FROM (
    SELECT e.ceremony_id AS ceremony FROM ceremonies c JOIN ceremony_entries e ON e.ceremony_id = c.id
    WHERE c.done_at = 0 AND e.late < 2 AND e.state = 'collected' LIMIT 10001) waits;

-- name: TodayLateNames :one
-- Undecided late orders, and a ceremony with some. Counted up to 10,001.
SELECT CAST(count(*) AS BIGINT) AS count, CAST(COALESCE(MIN(waits.ceremony), '') AS TEXT) AS ceremony_id FROM (
    SELECT e.ceremony_id AS ceremony FROM ceremonies c JOIN ceremony_entries e ON e.ceremony_id = c.id
    WHERE c.done_at = 0 AND e.late = 2 AND e.state = 'collected' LIMIT 10001) waits;

-- name: TodayPapers :one
-- Printed sheets to take out, and a ceremony with some. Counted up to 10,001.
SELECT CAST(count(*) AS BIGINT) AS count, CAST(COALESCE(MIN(waits.ceremony), '') AS TEXT) AS ceremony_id FROM (
    SELECT e.ceremony_id AS ceremony FROM ceremonies c JOIN ceremony_entries e ON e.ceremony_id = c.id
    WHERE c.done_at = 0 AND e.state = 'withdrawn' AND e.printed_revision > 0 AND e.out_at = 0 LIMIT 10001) waits;

-- name: TodayLateRefunds :one
SELECT count(*) FROM (SELECT 1 FROM ceremony_entries e JOIN invoices v ON v.id = e.invoice_id WHERE e.late = 3 AND v.status = 'paid' LIMIT 10001) n;

-- name: TodayAnswers :many
-- Answers that failed to be sent, without a later message: oldest first.
SELECT m.entry_id, m.at FROM outbox o JOIN entry_messages m ON m.id = o.about JOIN form_entries e ON e.id = m.entry_id
WHERE o.state = 'dead' AND o.last_error <> '' AND o.kind IN ('mail', 'sms') AND e.last_at <= m.at ORDER BY m.at, m.id LIMIT 100;

-- name: TodayYear :one
-- Money received in a longer period of whole days, from their sums, with what closed months keep.
SELECT CAST(COALESCE(sum(d.amount), 0) AS BIGINT) FROM (
    SELECT amount FROM takings_days
    WHERE day >= (CAST(sqlc.arg(since) AS BIGINT) + 28800000) / 86400000 AND day < (CAST(sqlc.arg(before) AS BIGINT) + 28800000) / 86400000
    UNION ALL
    SELECT a.amount FROM adjustments a WHERE a.kind = 'undone' AND a.booked_at >= sqlc.arg(since) AND a.booked_at < sqlc.arg(before)
) d;

-- name: TodayFirstMoney :one
-- When the first money was received; 0: never.
SELECT CAST(COALESCE(min(decided_at), 0) AS BIGINT) FROM payments WHERE status = 'approved';

-- name: FormEntriesUnseenAlike :one
-- Unchecked messages that are spam only because of their words: number, and the oldest.
SELECT count(*) AS count,
    CAST(COALESCE((SELECT o.id FROM form_entries o WHERE o.state = 'spam' AND o.suspect = 'alike' AND o.rev = 0
        ORDER BY o.created_at, o.id LIMIT 1), '') AS TEXT) AS oldest_id
FROM form_entries e WHERE e.state = 'spam' AND e.suspect = 'alike' AND e.rev = 0;
