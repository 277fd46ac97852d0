-- Figures for the treasurer. Times are half-open, [since, before), in milliseconds. Days are those of Singapore,
-- counted from 1 January 1970: 28800000 ms is its offset of eight hours.

-- name: ReportTakings :many
-- All movements in a period, by section. One statement, so that every figure is from one snapshot and the sections
-- agree. How an order's money is divided between its items is explained in takings.go and computed in the views of
-- levels. A refunded late transfer (extent 'transfer') never was income, even if its row names the order that it came
-- too late for. Adjustments put back into a closed month what has changed since, and count on their own day.
WITH parts AS MATERIALIZED (
    SELECT CAST(0 AS BIGINT) AS back, l.invoice_id, l.low, l.amount FROM payment_levels l JOIN invoices v ON v.id = l.invoice_id
    WHERE l.decided_at >= sqlc.arg(since) AND l.decided_at < sqlc.arg(before) AND l.amount <> v.sub_total
    UNION ALL
    SELECT 1, b.invoice_id, b.low, b.amount FROM refund_levels b WHERE b.at >= sqlc.arg(since) AND b.at < sqlc.arg(before)
), lines AS MATERIALIZED (
    SELECT t.back, t.low AS part_low, t.low + t.amount AS part_high, it.offering_id, it.form_key, it.fund, it.amount, it.low
    FROM parts t JOIN item_levels it ON it.invoice_id = t.invoice_id
), shares AS (
    SELECT l.back, l.offering_id, CAST(CASE l.fund WHEN '' THEN '' ELSE l.form_key END AS TEXT) AS form_key, l.fund,
        CAST(sum(CASE WHEN l.part_high < l.low + l.amount THEN l.part_high ELSE l.low + l.amount END
            - CASE WHEN l.part_low > l.low THEN l.part_low ELSE l.low END) AS BIGINT) AS amount
    FROM lines l WHERE l.part_low < l.low + l.amount AND l.part_high > l.low
    GROUP BY l.back, l.offering_id, 3, l.fund
)
SELECT CAST('payment' AS TEXT) AS section, CAST((p.decided_at + 28800000) / 86400000 AS BIGINT) AS day, p.method, p.decided_by AS key,
    CAST(count(*) AS BIGINT) AS n, CAST(COALESCE(sum(p.received), 0) AS BIGINT) AS amount,
    CAST(COALESCE(sum(p.unseen), 0) AS BIGINT) AS unseen, CAST(COALESCE(sum(p.unseen * p.received), 0) AS BIGINT) AS unseen_amount,
    CAST('' AS TEXT) AS form_key, CAST('' AS TEXT) AS fund
FROM payments p
WHERE p.status = 'approved' AND p.decided_at >= sqlc.arg(since) AND p.decided_at < sqlc.arg(before)
GROUP BY (p.decided_at + 28800000) / 86400000, p.method, p.decided_by
UNION ALL
SELECT 'refund', CAST((g.at + 28800000) / 86400000 AS BIGINT), g.method, g.actor_id, count(*), CAST(sum(g.amount) AS BIGINT), 0, 0, '', ''
FROM refunds g WHERE g.at >= sqlc.arg(since) AND g.at < sqlc.arg(before) AND g.extent <> 'transfer'
GROUP BY (g.at + 28800000) / 86400000, g.method, g.actor_id
UNION ALL
SELECT 'payment', CAST((a.booked_at + 28800000) / 86400000 AS BIGINT), a.method, a.booked_by, 1, a.amount, 0, 0, '', ''
FROM adjustments a WHERE a.kind = 'undone' AND a.booked_at >= sqlc.arg(since) AND a.booked_at < sqlc.arg(before)
UNION ALL
SELECT 'refund', CAST((a.at + 28800000) / 86400000 AS BIGINT), a.method, a.actor_id, 1, a.amount, 0, 0, '', ''
FROM adjustments a WHERE a.kind = 'undone' AND a.at >= sqlc.arg(since) AND a.at < sqlc.arg(before)
UNION ALL
SELECT 'item', 0, 0, i.offering_id, 0, CAST(sum(i.amount) AS BIGINT), 0, 0, CAST(CASE i.fund WHEN '' THEN '' ELSE i.form_key END AS TEXT), i.fund
FROM adjustments a JOIN adjustment_items i ON i.adjustment_id = a.id
WHERE a.booked_at >= sqlc.arg(since) AND a.booked_at < sqlc.arg(before) AND i.amount > 0
GROUP BY i.offering_id, 9, i.fund
UNION ALL
SELECT 'item-back', 0, 0, i.offering_id, 0, CAST(sum(i.amount) AS BIGINT), 0, 0, CAST(CASE i.fund WHEN '' THEN '' ELSE i.form_key END AS TEXT), i.fund
FROM adjustments a JOIN adjustment_items i ON i.adjustment_id = a.id
WHERE a.at >= sqlc.arg(since) AND a.at < sqlc.arg(before) AND i.amount > 0
GROUP BY i.offering_id, 9, i.fund
UNION ALL
SELECT 'excess', 0, 0, '', CAST(count(*) AS BIGINT), CAST(sum(CASE a.kind WHEN 'undone' THEN a.excess ELSE a.amount END) AS BIGINT), 0, 0, '', ''
FROM adjustments a WHERE a.booked_at >= sqlc.arg(since) AND a.booked_at < sqlc.arg(before) AND (a.excess > 0 OR a.kind = 'excess')
HAVING count(*) > 0
UNION ALL
SELECT 'excess', 0, 0, a.excess_as, -CAST(count(*) AS BIGINT), -CAST(sum(a.amount) AS BIGINT), 0, 0, '', ''
FROM adjustments a WHERE a.kind = 'excess' AND a.booked_at >= sqlc.arg(since) AND a.booked_at < sqlc.arg(before)
GROUP BY a.excess_as
UNION ALL
SELECT 'excess-undone', 0, 0, '', 0, CAST(sum(a.excess) AS BIGINT), 0, 0, '', ''
FROM adjustments a WHERE a.kind = 'undone' AND a.excess > 0 AND a.at >= sqlc.arg(since) AND a.at < sqlc.arg(before)
HAVING count(*) > 0
UNION ALL
SELECT 'excess', 0, 0, '', -CAST(count(*) AS BIGINT), -CAST(sum(a.amount) AS BIGINT), 0, 0, '', ''
FROM adjustments a WHERE a.kind = 'excess' AND a.at >= sqlc.arg(since) AND a.at < sqlc.arg(before)
HAVING count(*) > 0
UNION ALL
SELECT 'excess', 0, 0, a.excess_as, CAST(count(*) AS BIGINT), CAST(sum(a.amount) AS BIGINT), 0, 0, '', ''
FROM adjustments a WHERE a.kind = 'excess' AND a.at >= sqlc.arg(since) AND a.at < sqlc.arg(before)
GROUP BY a.excess_as
UNION ALL
SELECT 'item', 0, 0, it.offering_id, 0, CAST(sum(it.amount) AS BIGINT), 0, 0, CAST(CASE it.fund WHEN '' THEN '' ELSE it.form_key END AS TEXT), it.fund
FROM payments p JOIN invoices v ON v.id = p.invoice_id JOIN invoice_items it ON it.invoice_id = v.id
WHERE p.status = 'approved' AND p.decided_at >= sqlc.arg(since) AND p.decided_at < sqlc.arg(before) AND p.received - p.excess = v.sub_total
GROUP BY it.offering_id, 9, it.fund
UNION ALL
SELECT CASE s.back WHEN 0 THEN 'item' ELSE 'item-back' END, 0, 0, s.offering_id, 0, s.amount, 0, 0, s.form_key, s.fund FROM shares s
UNION ALL
SELECT 'excess', 0, 0, p.excess_as, count(*), CAST(sum(p.excess) AS BIGINT), 0, 0, '', ''
FROM payments p
WHERE p.status = 'approved' AND p.decided_at >= sqlc.arg(since) AND p.decided_at < sqlc.arg(before) AND p.excess > 0
GROUP BY p.excess_as
UNION ALL
SELECT 'excess-back', 0, 0, '', count(*), CAST(COALESCE(sum(g.amount), 0) AS BIGINT), 0, 0, '', ''
FROM refunds g WHERE g.at >= sqlc.arg(since) AND g.at < sqlc.arg(before) AND g.extent = 'excess'
UNION ALL
SELECT 'transfer-back', 0, 0, '', count(*), CAST(COALESCE(sum(g.amount), 0) AS BIGINT), 0, 0, '', ''
FROM refunds g WHERE g.at >= sqlc.arg(since) AND g.at < sqlc.arg(before) AND g.extent = 'transfer'
UNION ALL
SELECT 'before', 0, 0, '', 0, CAST(COALESCE(sum(d.amount), 0) AS BIGINT), 0, 0, '', ''
FROM takings_days d WHERE d.day >= (CAST(sqlc.arg(year) AS BIGINT) + 28800000) / 86400000 AND d.day < (CAST(sqlc.arg(since) AS BIGINT) + 28800000) / 86400000
UNION ALL
SELECT 'before-back', 0, 0, '', 0, CAST(COALESCE(sum(d.back), 0) AS BIGINT), 0, 0, '', ''
FROM takings_days d WHERE d.day >= (CAST(sqlc.arg(year) AS BIGINT) + 28800000) / 86400000 AND d.day < (CAST(sqlc.arg(since) AS BIGINT) + 28800000) / 86400000
UNION ALL
SELECT 'before', 0, 0, '', 0, CAST(COALESCE(sum(a.amount), 0) AS BIGINT), 0, 0, '', ''
FROM adjustments a WHERE a.kind = 'undone' AND a.booked_at >= sqlc.arg(year) AND a.booked_at < sqlc.arg(since)
UNION ALL
SELECT 'before-back', 0, 0, '', 0, CAST(COALESCE(sum(a.amount), 0) AS BIGINT), 0, 0, '', ''
FROM adjustments a WHERE a.kind = 'undone' AND a.at >= sqlc.arg(year) AND a.at < sqlc.arg(since);

-- name: ReportRefundReasons :many
-- Money of a closed month that was undone has the reason 'adjusted'.
SELECT CAST(g.reason AS TEXT) AS reason, CAST(count(*) AS BIGINT) AS n, CAST(sum(g.amount) AS BIGINT) AS amount FROM refunds g
WHERE g.at >= sqlc.arg(since) AND g.at < sqlc.arg(before) AND g.extent <> 'transfer'
GROUP BY g.reason
UNION ALL
SELECT 'adjusted', CAST(count(*) AS BIGINT), CAST(sum(a.amount) AS BIGINT) FROM adjustments a
WHERE a.kind = 'undone' AND a.at >= sqlc.arg(since) AND a.at < sqlc.arg(before)
HAVING count(*) > 0
ORDER BY 1;

-- name: ReportOutstanding :many
-- The present state.
SELECT status, CAST(count(*) AS BIGINT) AS n, CAST(sum(sub_total - paid) AS BIGINT) AS amount, CAST(min(created_at) AS BIGINT) AS oldest
FROM invoices WHERE status IN ('awaiting-payment', 'under-verification', 'rejected')
GROUP BY status;

-- name: ReportHeld :one
-- Undecided overpayments, at present.
SELECT CAST(count(*) AS BIGINT) AS n, CAST(COALESCE(sum(excess), 0) AS BIGINT) AS amount FROM payments WHERE excess > 0 AND excess_as = '' AND status = 'approved';

-- name: ReportOrders :one
SELECT CAST(count(*) AS BIGINT) AS n, CAST(COALESCE(sum(sub_total), 0) AS BIGINT) AS amount FROM invoices
WHERE created_at >= sqlc.arg(since) AND created_at < sqlc.arg(before);

-- name: ReportEnded :many
-- Orders that ended in a period and were not reopened: each counts once, by its last end. CROSS JOIN keeps SQLite from
-- reading all orders that ever ended.
SELECT v.status, CAST(count(*) AS BIGINT) AS n, CAST(sum(v.sub_total) AS BIGINT) AS amount
FROM invoice_events e CROSS JOIN invoices v
WHERE v.id = e.invoice_id AND e.status IN ('expired', 'cancelled') AND e.at >= sqlc.arg(since) AND e.at < sqlc.arg(before) AND v.status = e.status
    AND NOT EXISTS (SELECT 1 FROM invoice_events l WHERE l.invoice_id = e.invoice_id AND l.status = e.status
        AND (l.at > e.at OR l.at = e.at AND l.id > e.id))
GROUP BY v.status;

-- name: ReportReceipts :many
-- Receipts issued in a period, by series: the number without its last six digits.
SELECT CAST(substr(number, 1, length(number) - 6) AS TEXT) AS series, CAST(count(*) AS BIGINT) AS n,
    CAST(min(number) AS TEXT) AS first, CAST(max(number) AS TEXT) AS last,
    CAST(sum(CASE WHEN voided_at > 0 THEN 1 ELSE 0 END) AS BIGINT) AS voided_since
FROM official_receipts WHERE issued_at >= sqlc.arg(since) AND issued_at < sqlc.arg(before)
GROUP BY substr(number, 1, length(number) - 6) ORDER BY 1;

-- name: ReportReceiptsBetween :one
SELECT CAST(count(*) AS BIGINT) FROM official_receipts WHERE number >= sqlc.arg(first) AND number <= sqlc.arg(last);

-- name: ReportReceiptsVoided :one
SELECT CAST(count(*) AS BIGINT) FROM official_receipts WHERE voided_at > 0 AND voided_at >= sqlc.arg(since) AND voided_at < sqlc.arg(before);

-- name: ReportOfferings :many
SELECT o.id, o.title_en, o.title_zh, c.id AS category_id, c.title_en AS category_en, c.title_zh AS category_zh
FROM offerings o JOIN categories c ON c.id = o.category_id ORDER BY c.position, c.id, o.position, o.id;

-- name: ReportPerson :one
SELECT name, chinese_name FROM users WHERE id = $1;

-- Lists behind the figures, newest first. '' and 0 match everything.

-- name: ReportPaymentList :many
SELECT p.id, p.invoice_id, p.method, CAST(p.received AS BIGINT) AS received, p.excess, p.unseen, p.decided_by, p.decided_at,
    v.number, v.payer_name, v.payer_chinese, p.of_month
FROM payments p JOIN invoices v ON v.id = p.invoice_id
WHERE p.status = 'approved' AND p.decided_at >= sqlc.arg(since) AND p.decided_at < sqlc.arg(before)
    AND (p.decided_at, p.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND (CAST(sqlc.arg(method) AS BIGINT) = 0 OR p.method = CAST(sqlc.arg(method) AS BIGINT))
    AND (CAST(sqlc.arg(clerk) AS TEXT) = '' OR p.decided_by = CAST(sqlc.arg(clerk) AS TEXT))
    AND (CAST(sqlc.arg(only_unseen) AS BIGINT) = 0 OR p.unseen = 1)
    AND (CAST(sqlc.arg(above) AS TEXT) = '' OR p.excess > 0 AND CASE CAST(sqlc.arg(above) AS TEXT) WHEN 'held' THEN '' ELSE CAST(sqlc.arg(above) AS TEXT) END
        = CASE WHEN EXISTS (SELECT 1 FROM adjustments d WHERE d.payment_id = p.id AND d.kind = 'excess') THEN '' ELSE p.excess_as END)
    AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = p.invoice_id
        AND (CAST(sqlc.arg(fund) AS TEXT) = '' OR i.fund = CAST(sqlc.arg(fund) AS TEXT))
        AND (i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT) OR CAST(sqlc.arg(offering_id) AS TEXT) = 'gone' AND NOT EXISTS (SELECT 1 FROM offerings n WHERE n.id = i.offering_id))))
    AND (CAST(sqlc.arg(category_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i JOIN offerings o ON o.id = i.offering_id
        WHERE i.invoice_id = p.invoice_id AND o.category_id = CAST(sqlc.arg(category_id) AS TEXT)))
ORDER BY p.decided_at DESC, p.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ReportRefundList :many
-- extent: refunded late transfers ('transfer') never were income; 'takings' are all other refunds.
SELECT g.id, g.invoice_id, g.method, g.amount, g.extent, g.reason, g.actor_id, g.at, g.of_month,
    CAST(COALESCE(v.number, '') AS TEXT) AS number, CAST(COALESCE(v.payer_name, '') AS TEXT) AS payer_name, CAST(COALESCE(v.payer_chinese, '') AS TEXT) AS payer_chinese
FROM refunds g LEFT JOIN invoices v ON v.id = g.invoice_id
WHERE g.at >= sqlc.arg(since) AND g.at < sqlc.arg(before)
    AND (g.at, g.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND (CAST(sqlc.arg(extent) AS TEXT) = 'takings' AND g.extent <> 'transfer' OR g.extent = CAST(sqlc.arg(extent) AS TEXT))
    AND (CAST(sqlc.arg(method) AS BIGINT) = 0 OR g.method = CAST(sqlc.arg(method) AS BIGINT))
    AND (CAST(sqlc.arg(clerk) AS TEXT) = '' OR g.actor_id = CAST(sqlc.arg(clerk) AS TEXT))
    AND (CAST(sqlc.arg(reason) AS TEXT) = '' OR g.reason = CAST(sqlc.arg(reason) AS TEXT))
    AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = g.invoice_id
        AND (CAST(sqlc.arg(fund) AS TEXT) = '' OR i.fund = CAST(sqlc.arg(fund) AS TEXT))
        AND (i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT) OR CAST(sqlc.arg(offering_id) AS TEXT) = 'gone' AND NOT EXISTS (SELECT 1 FROM offerings n WHERE n.id = i.offering_id))))
    AND (CAST(sqlc.arg(category_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i JOIN offerings o ON o.id = i.offering_id
        WHERE i.invoice_id = g.invoice_id AND o.category_id = CAST(sqlc.arg(category_id) AS TEXT)))
ORDER BY g.at DESC, g.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ReportUndonePayments :many
-- Payments of a closed month that were undone later, in the list of that month.
SELECT a.id, a.invoice_id, a.method, a.amount, a.excess, a.booked_by, a.booked_at, v.number, v.payer_name, v.payer_chinese
FROM adjustments a JOIN invoices v ON v.id = a.invoice_id
WHERE a.kind = 'undone' AND a.booked_at >= sqlc.arg(since) AND a.booked_at < sqlc.arg(before)
    AND (a.booked_at, a.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND (CAST(sqlc.arg(method) AS BIGINT) = 0 OR a.method = CAST(sqlc.arg(method) AS BIGINT))
    AND (CAST(sqlc.arg(clerk) AS TEXT) = '' OR a.booked_by = CAST(sqlc.arg(clerk) AS TEXT))
    AND (CAST(sqlc.arg(above) AS TEXT) = '' OR CAST(sqlc.arg(above) AS TEXT) = 'held' AND a.excess > 0)
    AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = a.invoice_id
        AND (CAST(sqlc.arg(fund) AS TEXT) = '' OR i.fund = CAST(sqlc.arg(fund) AS TEXT))
        AND (i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT) OR CAST(sqlc.arg(offering_id) AS TEXT) = 'gone' AND NOT EXISTS (SELECT 1 FROM offerings n WHERE n.id = i.offering_id))))
    AND (CAST(sqlc.arg(category_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i JOIN offerings o ON o.id = i.offering_id
        WHERE i.invoice_id = a.invoice_id AND o.category_id = CAST(sqlc.arg(category_id) AS TEXT)))
ORDER BY a.booked_at DESC, a.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ReportDecidedLater :many
-- Excess of a closed month by what was decided about it later, in the list of the day of the decision.
SELECT a.id, a.invoice_id, a.method, a.amount, a.of_month, a.actor_id, a.at, v.number, v.payer_name, v.payer_chinese
FROM adjustments a JOIN invoices v ON v.id = a.invoice_id
WHERE a.kind = 'excess' AND a.at >= sqlc.arg(since) AND a.at < sqlc.arg(before) AND a.excess_as = sqlc.arg(above)
    AND (a.at, a.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY a.at DESC, a.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ReportUndone :many
-- The same in the list of the day on which they were undone.
SELECT a.id, a.invoice_id, a.method, a.amount, a.of_month, a.actor_id, a.at, v.number, v.payer_name, v.payer_chinese
FROM adjustments a JOIN invoices v ON v.id = a.invoice_id
WHERE a.kind = 'undone' AND a.at >= sqlc.arg(since) AND a.at < sqlc.arg(before)
    AND (a.at, a.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND (CAST(sqlc.arg(method) AS BIGINT) = 0 OR a.method = CAST(sqlc.arg(method) AS BIGINT))
    AND (CAST(sqlc.arg(clerk) AS TEXT) = '' OR a.actor_id = CAST(sqlc.arg(clerk) AS TEXT))
    AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = a.invoice_id
        AND (CAST(sqlc.arg(fund) AS TEXT) = '' OR i.fund = CAST(sqlc.arg(fund) AS TEXT))
        AND (i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT) OR CAST(sqlc.arg(offering_id) AS TEXT) = 'gone' AND NOT EXISTS (SELECT 1 FROM offerings n WHERE n.id = i.offering_id))))
    AND (CAST(sqlc.arg(category_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i JOIN offerings o ON o.id = i.offering_id
        WHERE i.invoice_id = a.invoice_id AND o.category_id = CAST(sqlc.arg(category_id) AS TEXT)))
ORDER BY a.at DESC, a.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ReportReceiptList :many
SELECT r.id, r.number AS receipt, r.invoice_id, r.issued_at, r.issued_by, r.voided_at, v.number, v.sub_total, v.payer_name, v.payer_chinese
FROM official_receipts r JOIN invoices v ON v.id = r.invoice_id
WHERE r.issued_at >= sqlc.arg(since) AND r.issued_at < sqlc.arg(before)
    AND (r.issued_at, r.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY r.issued_at DESC, r.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ReportVoidedList :many
SELECT r.id, r.number AS receipt, r.invoice_id, r.issued_at, r.issued_by, r.voided_at, v.number, v.sub_total, v.payer_name, v.payer_chinese
FROM official_receipts r JOIN invoices v ON v.id = r.invoice_id
WHERE r.voided_at > 0 AND r.voided_at >= sqlc.arg(since) AND r.voided_at < sqlc.arg(before)
    AND (r.voided_at, r.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY r.voided_at DESC, r.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ReportEndedList :many
-- Counted as in ReportEnded.
SELECT e.id, e.at, e.actor_id, v.id AS invoice_id, v.number, v.sub_total, v.payer_name, v.payer_chinese
FROM invoice_events e CROSS JOIN invoices v
WHERE v.id = e.invoice_id AND e.status IN ('expired', 'cancelled') AND e.status = sqlc.arg(status) AND e.at >= sqlc.arg(since) AND e.at < sqlc.arg(before) AND v.status = e.status
    AND (e.at, e.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND NOT EXISTS (SELECT 1 FROM invoice_events l WHERE l.invoice_id = e.invoice_id AND l.status = e.status
        AND (l.at > e.at OR l.at = e.at AND l.id > e.id))
ORDER BY e.at DESC, e.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- Exports, a thousand rows at a time.

-- name: ReportPaymentRows :many
SELECT p.id, p.method, CAST(p.received AS BIGINT) AS received, p.excess, p.excess_as, p.unseen, p.decided_by, p.decided_at, p.transaction_at,
    v.number, v.payment_reference, v.payer_name, v.payer_chinese,
    CAST(COALESCE((SELECT max(r.number) FROM official_receipts r WHERE r.invoice_id = p.invoice_id AND r.payment_id = p.id), '') AS TEXT) AS receipt
FROM payments p JOIN invoices v ON v.id = p.invoice_id
WHERE p.status = 'approved' AND p.decided_at >= sqlc.arg(since) AND p.decided_at < sqlc.arg(before)
    AND (p.decided_at, p.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY p.decided_at, p.id LIMIT 1000;

-- name: ReportInvoiceRows :many
SELECT v.id, v.number, v.status, v.sub_total, v.paid, v.payment_reference, v.payer_name, v.payer_chinese, v.created_at FROM invoices v
WHERE v.created_at >= sqlc.arg(since) AND v.created_at < sqlc.arg(before)
    AND (v.created_at, v.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY v.created_at, v.id LIMIT 1000;

-- name: ReportInvoiceItemRows :many
-- The items of the invoices between two keys, inclusive.
SELECT it.* FROM invoices v JOIN invoice_items it ON it.invoice_id = v.id
WHERE v.created_at >= sqlc.arg(since) AND v.created_at <= sqlc.arg(until)
    AND (v.created_at, v.id) >= (CAST(sqlc.arg(since) AS BIGINT), CAST(sqlc.arg(first_id) AS TEXT))
    AND (v.created_at, v.id) <= (CAST(sqlc.arg(until) AS BIGINT), CAST(sqlc.arg(last_id) AS TEXT))
ORDER BY v.created_at, v.id, it.position;

-- name: ReportRefundRows :many
SELECT g.*, CAST(COALESCE(v.number, '') AS TEXT) AS number, CAST(COALESCE(v.payment_reference, '') AS TEXT) AS payment_reference,
    CAST(COALESCE(v.payer_name, '') AS TEXT) AS payer_name, CAST(COALESCE(v.payer_chinese, '') AS TEXT) AS payer_chinese
FROM refunds g LEFT JOIN invoices v ON v.id = g.invoice_id
WHERE g.at >= sqlc.arg(since) AND g.at < sqlc.arg(before)
    AND (g.at, g.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY g.at, g.id LIMIT 1000;

-- name: ReportReceiptRows :many
SELECT r.*, v.number AS invoice_number, v.sub_total, v.payer_name, v.payer_chinese
FROM official_receipts r JOIN invoices v ON v.id = r.invoice_id
WHERE r.issued_at >= sqlc.arg(since) AND r.issued_at < sqlc.arg(before)
    AND (r.issued_at, r.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY r.issued_at, r.id LIMIT 1000;

-- name: ReportAdjustmentRows :many
-- Payments of a closed month that were undone later: of that month, and of the day. Few.
SELECT a.*, v.number, v.payment_reference, v.payer_name, v.payer_chinese
FROM adjustments a JOIN invoices v ON v.id = a.invoice_id
WHERE a.kind = 'undone' AND (a.booked_at >= sqlc.arg(since) AND a.booked_at < sqlc.arg(before) OR a.at >= sqlc.arg(since) AND a.at < sqlc.arg(before))
ORDER BY a.at, a.id;

-- Year-end statements.

-- name: StatementRows :many
-- The official receipts of a member in a period, with what happened to the order's money since: a part that went back
-- before the receipt is not on it, and what was waived was never received. A void receipt is listed only if its money was
-- refunded: a payment that was undone was never received.
SELECT r.number, r.issued_at, v.number AS invoice_number,
    CAST(v.sub_total - COALESCE((SELECT sum(p.waived) FROM payments p WHERE p.invoice_id = v.id AND p.status = 'approved'), 0) AS BIGINT) AS settled,
    CAST(COALESCE((SELECT sum(p.excess) FROM payments p WHERE p.invoice_id = v.id AND p.status = 'approved' AND p.excess_as = 'donation'), 0) AS BIGINT) AS donated,
    CAST(COALESCE((SELECT sum(g.amount) FROM refunds g WHERE g.invoice_id = v.id AND g.extent IN ('whole', 'part') AND g.at >= r.issued_at), 0) AS BIGINT) AS refunded
FROM invoices v JOIN official_receipts r ON r.invoice_id = v.id
WHERE v.user_id = sqlc.arg(user_id) AND r.issued_at >= sqlc.arg(since) AND r.issued_at < sqlc.arg(before)
    AND (r.voided_at = 0 OR r.void_reason NOT IN ('undone', 'taken-back') AND r.number = (SELECT max(l.number) FROM official_receipts l WHERE l.invoice_id = v.id)
        AND EXISTS (SELECT 1 FROM refunds b WHERE b.invoice_id = v.id AND b.extent IN ('whole', 'part')))
ORDER BY r.issued_at, r.number;

-- name: StatementTimes :many
-- When a member's receipts were issued: gives the years that have a statement.
SELECT CAST((r.issued_at + 28800000) / 86400000 AS BIGINT) AS day, CAST(count(*) AS BIGINT) AS n
FROM invoices v JOIN official_receipts r ON r.invoice_id = v.id
WHERE v.user_id = sqlc.arg(user_id) AND r.void_reason NOT IN ('undone', 'taken-back')
GROUP BY (r.issued_at + 28800000) / 86400000 ORDER BY 1;

-- name: StatementMembers :many
SELECT DISTINCT CAST(v.user_id AS TEXT) AS user_id FROM official_receipts r JOIN invoices v ON v.id = r.invoice_id
WHERE r.issued_at >= sqlc.arg(since) AND r.issued_at < sqlc.arg(before) AND v.user_id IS NOT NULL AND r.void_reason NOT IN ('undone', 'taken-back')
ORDER BY 1;

-- name: StatementFirst :one
-- When the first receipt was issued.
SELECT issued_at FROM official_receipts ORDER BY issued_at LIMIT 1;

-- name: StatementPerson :one
SELECT id, name, chinese_name, mobile, email, locale FROM users WHERE id = $1;
