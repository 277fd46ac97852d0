-- The months that are closed, and what later changes money of one.

-- name: MonthShare :one
-- Until the transaction ends nobody closes or opens a month.
SELECT closed_until FROM month_turn WHERE id = 1 /*share*/;

-- name: AdjustmentAdd :exec
INSERT INTO adjustments (id, kind, payment_id, invoice_id, method, amount, excess, excess_as, waived, booked_at, booked_by, of_month, at, actor_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);

-- name: AdjustmentItemsAdd :exec
-- How the payment lies on the items of its order, before it is undone; what was waived lies on top.
INSERT INTO adjustment_items (adjustment_id, position, offering_id, form_key, fund, amount, waived)
SELECT CAST(sqlc.arg(adjustment_id) AS TEXT), i.position, i.offering_id, i.form_key, i.fund,
    CAST(CASE WHEN i.low < l.low + l.amount AND i.low + i.amount > l.low
        THEN CASE WHEN i.low + i.amount < l.low + l.amount THEN i.low + i.amount ELSE l.low + l.amount END
            - CASE WHEN i.low > l.low THEN i.low ELSE l.low END ELSE 0 END AS BIGINT),
    CAST(CASE WHEN i.low + i.amount > v.sub_total - p.waived
        THEN i.low + i.amount - CASE WHEN i.low > v.sub_total - p.waived THEN i.low ELSE v.sub_total - p.waived END ELSE 0 END AS BIGINT)
FROM payment_levels l JOIN payments p ON p.id = l.id JOIN invoices v ON v.id = l.invoice_id JOIN item_levels i ON i.invoice_id = l.invoice_id
WHERE l.id = sqlc.arg(payment_id);

-- name: MonthOfOrder :one
-- When money of an order was booked last; no row without.
SELECT decided_at FROM payments WHERE invoice_id = $1 AND status = 'approved' ORDER BY decided_at DESC LIMIT 1;

-- name: PaymentsWithExcess :many
-- The payments of an order with an undecided excess.
SELECT * FROM payments WHERE invoice_id = $1 AND excess > 0 AND excess_as = '' AND status = 'approved' ORDER BY decided_at, id;
