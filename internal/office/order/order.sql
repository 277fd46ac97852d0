-- name: OrderOfferings :many
-- Offerings by which orders can be filtered, in catalogue order, including removed ones.
SELECT o.id, o.title_en, o.title_zh FROM offerings o JOIN categories c ON c.id = o.category_id ORDER BY c.position, c.id, o.position, o.id;

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
-- The office's list, newest first, filtered by status, offering, method and day. It follows the day index and checks
-- each order: '' and 0 match everything.
SELECT * FROM invoices AS v
WHERE v.created_at >= sqlc.arg(since) AND v.created_at <= sqlc.arg(after_at) AND (v.created_at < sqlc.arg(after_at) OR v.id < sqlc.arg(after_id))
    AND (CAST(sqlc.arg(status) AS TEXT) = '' OR v.status = CAST(sqlc.arg(status) AS TEXT))
    AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT)))
    AND (CAST(sqlc.arg(methods) AS BIGINT) = 0 OR v.methods & CAST(sqlc.arg(methods) AS BIGINT) <> 0)
ORDER BY v.created_at DESC, v.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OrdersChosenCount :one
-- Each order that matches has to be looked at, with its items or payments, so fewer are counted than without filters.
SELECT count(*) FROM (SELECT 1 FROM invoices AS v
    WHERE v.created_at >= sqlc.arg(since) AND v.created_at < sqlc.arg(before)
        AND (CAST(sqlc.arg(status) AS TEXT) = '' OR v.status = CAST(sqlc.arg(status) AS TEXT))
        AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT)))
        AND (CAST(sqlc.arg(methods) AS BIGINT) = 0 OR v.methods & CAST(sqlc.arg(methods) AS BIGINT) <> 0)
    LIMIT 1001) AS chosen;

-- name: OrdersChosenCounts :many
-- Number of orders per status among the newest 2,001 that match.
SELECT chosen.status, count(*) FROM (SELECT v.status FROM invoices AS v
    WHERE v.created_at >= sqlc.arg(since) AND v.created_at < sqlc.arg(before)
        AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT)))
        AND (CAST(sqlc.arg(methods) AS BIGINT) = 0 OR v.methods & CAST(sqlc.arg(methods) AS BIGINT) <> 0)
    ORDER BY v.created_at DESC LIMIT 2001) AS chosen
GROUP BY chosen.status;

-- name: OrdersCount :one
SELECT count(*) FROM (SELECT 1 FROM invoices WHERE status = $1 LIMIT 10001) AS v;

-- name: OrdersLeastAfter :many
-- The list of one status, smallest amount first. It follows the amount index and checks each order's day: by a CASE, of which
-- PostgreSQL expects that most orders match. Otherwise it reads and sorts the whole status.
SELECT * FROM invoices AS v
WHERE v.status = sqlc.arg(status) AND (v.sub_total, v.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND CASE WHEN v.created_at < CAST(sqlc.arg(since) AS BIGINT) OR v.created_at >= CAST(sqlc.arg(before) AS BIGINT) THEN 1 ELSE 0 END <> 1
    AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT)))
ORDER BY v.sub_total, v.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OrdersLeastPaidAfter :many
-- The list of one status and of one set of payment methods, smallest amount first, along their index.
SELECT * FROM invoices AS v
WHERE v.status = sqlc.arg(status) AND v.methods = sqlc.arg(methods) AND (v.sub_total, v.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND CASE WHEN v.created_at < CAST(sqlc.arg(since) AS BIGINT) OR v.created_at >= CAST(sqlc.arg(before) AS BIGINT) THEN 1 ELSE 0 END <> 1
    AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT)))
ORDER BY v.sub_total, v.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OrdersMostAfter :many
-- The list of one status, largest amount first.
SELECT * FROM invoices AS v
WHERE v.status = sqlc.arg(status) AND (v.sub_total, v.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND CASE WHEN v.created_at < CAST(sqlc.arg(since) AS BIGINT) OR v.created_at >= CAST(sqlc.arg(before) AS BIGINT) THEN 1 ELSE 0 END <> 1
    AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT)))
ORDER BY v.sub_total DESC, v.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OrdersMostPaidAfter :many
-- The list of one status and of one set of payment methods, largest amount first, along their index.
SELECT * FROM invoices AS v
WHERE v.status = sqlc.arg(status) AND v.methods = sqlc.arg(methods) AND (v.sub_total, v.id) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND CASE WHEN v.created_at < CAST(sqlc.arg(since) AS BIGINT) OR v.created_at >= CAST(sqlc.arg(before) AS BIGINT) THEN 1 ELSE 0 END <> 1
    AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT)))
ORDER BY v.sub_total DESC, v.id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OrdersOfMemberAfter :many
-- All orders of a member, newest first.
SELECT * FROM invoices
WHERE user_id = sqlc.arg(user_id) AND created_at <= sqlc.arg(after_at) AND (created_at < sqlc.arg(after_at) OR id < sqlc.arg(after_id))
ORDER BY created_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OrdersOfMemberCount :one
SELECT count(*) FROM (SELECT 1 FROM invoices WHERE user_id = $1 LIMIT 10001) AS v;

-- name: OrdersOldestAfter :many
-- The list of one status, oldest first.
SELECT * FROM invoices AS v
WHERE v.status = sqlc.arg(status) AND (v.created_at, v.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT)) AND v.created_at < CAST(sqlc.arg(before) AS BIGINT)
    AND (CAST(sqlc.arg(offering_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM invoice_items i WHERE i.invoice_id = v.id AND i.offering_id = CAST(sqlc.arg(offering_id) AS TEXT)))
    AND (CAST(sqlc.arg(methods) AS BIGINT) = 0 OR v.methods & CAST(sqlc.arg(methods) AS BIGINT) <> 0)
ORDER BY v.created_at, v.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: RefundApprovalsLive :many
-- Requests that are pending, or approved and unused, oldest first.
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
