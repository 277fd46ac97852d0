-- Subscriptions. A subscription's row is locked before it or its terms change.

-- name: SubscriptionAdd :exec
INSERT INTO subscriptions (id, user_id, item_id, status, offering_id, option_id, term, quantity, unit_price,
    form_key, form_version, form, limited, starts_at, period, ends_at, renewed_id, renewed_period, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20);

-- name: SubscriptionLock :one
UPDATE subscriptions SET status = status WHERE id = $1 RETURNING *;

-- name: Subscription :one
SELECT * FROM subscriptions WHERE id = $1;

-- name: SubscriptionOfUser :one
SELECT * FROM subscriptions WHERE id = $1 AND user_id = $2;

-- name: SubscriptionsOfUser :many
-- Running ones first, the next to end on top.
SELECT * FROM subscriptions WHERE user_id = $1
ORDER BY CASE status WHEN 1 THEN 0 ELSE 1 END, CASE status WHEN 1 THEN ends_at ELSE -ends_at END, id;

-- name: SubscriptionPaid :exec
-- What is paid and until when.
UPDATE subscriptions SET period = $1, ends_at = $2, unit_price = $3, updated_at = $4 WHERE id = $5;

-- name: SubscriptionEnd :exec
UPDATE subscriptions SET status = $1, ended_by = $2, ended_at = $3, updated_at = $3 WHERE id = $4;

-- name: SubscriptionWithdrawn :exec
UPDATE subscriptions SET withdrawn_at = $1 WHERE id = $2;

-- name: SubscriptionForm :exec
UPDATE subscriptions SET form = $1, updated_at = $2 WHERE id = $3;

-- name: SubscriptionRemove :exec
DELETE FROM subscriptions WHERE id = $1;

-- name: SubscriptionUsesLeft :exec
-- Uses of positions no longer name a removed subscription.
UPDATE position_uses SET subscription_id = '' WHERE subscription_id = $1 AND subscription_id <> '';

-- name: SubscriptionItemCancelled :exec
UPDATE invoice_items SET cancelled_by = sqlc.arg(cancelled_by) WHERE invoice_id = sqlc.arg(invoice_id) AND id = sqlc.arg(id);

-- name: SubscriptionRelease :execrows
-- Condition and change in one statement, so that positions are released once.
UPDATE subscriptions SET limited = 0 WHERE id = $1 AND limited = 1 AND status <> 1 AND ends_at <= $2;

-- name: SubscriptionsToRelease :many
SELECT * FROM subscriptions WHERE limited = 1 AND status <> 1 AND ends_at <= sqlc.arg(now)
    AND (option_id, id) > (CAST(sqlc.arg(after_option) AS TEXT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY option_id, id LIMIT 200;

-- name: SubscriptionsToRenew :many
-- Subscriptions whose next term is near and has no invoice.
SELECT s.* FROM subscriptions s
WHERE s.status = 1 AND s.withdrawn_at = 0 AND s.ends_at > CAST(sqlc.arg(over) AS BIGINT)
    AND s.ends_at <= CASE s.term WHEN 'yearly' THEN CAST(sqlc.arg(yearly) AS BIGINT) ELSE CAST(sqlc.arg(monthly) AS BIGINT) END
    AND NOT EXISTS (SELECT 1 FROM subscription_terms t WHERE t.subscription_id = s.id AND t.period = s.period + 1)
    AND (s.ends_at, s.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY s.ends_at, s.id LIMIT 200;

-- name: SubscriptionsToLookAt :many
-- Subscriptions near their next term whose offering was removed or restored. Renewals under review or partly paid are
-- left to the office.
SELECT s.id, s.ends_at FROM subscriptions s
LEFT JOIN offering_options p ON p.id = s.option_id
LEFT JOIN offerings o ON o.id = p.offering_id
WHERE s.status = 1
    AND s.ends_at <= CASE s.term WHEN 'yearly' THEN CAST(sqlc.arg(yearly) AS BIGINT) ELSE CAST(sqlc.arg(monthly) AS BIGINT) END
    AND CASE WHEN o.published = 1 AND p.active = 1 AND p.listed = 1 AND o.enquiry_only = 0 AND p.terms LIKE '%"' || s.term || '"%' THEN s.withdrawn_at > 0
        ELSE s.withdrawn_at = 0 OR s.withdrawn_at <= CAST(sqlc.arg(before) AS BIGINT) END
    AND NOT EXISTS (SELECT 1 FROM subscription_terms t JOIN invoices v ON v.id = t.invoice_id
        WHERE t.subscription_id = s.id AND t.period = s.period + 1 AND (v.status = 'under-verification' OR v.paid > 0))
    AND (s.ends_at, s.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY s.ends_at, s.id LIMIT 200;

-- name: SubscriptionsToComplete :many
-- Subscriptions past their grace period. Renewals under review, partly paid, or rejected and waiting for another
-- picture are left to the office.
SELECT s.id, s.ends_at FROM subscriptions s
WHERE s.status = 1 AND s.ends_at <= sqlc.arg(over)
    AND NOT EXISTS (SELECT 1 FROM subscription_terms t JOIN invoices v ON v.id = t.invoice_id
        WHERE t.subscription_id = s.id AND t.period = s.period + 1
            AND (v.status = 'under-verification' OR v.paid > 0 OR v.status IN ('awaiting-payment', 'rejected') AND v.expires_at > sqlc.arg(now)))
    AND (s.ends_at, s.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY s.ends_at, s.id LIMIT 200;

-- name: SubscriptionTermAdd :exec
INSERT INTO subscription_terms (subscription_id, period, invoice_id, item_id, form, starts_at, ends_at, paid_at, remind_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: SubscriptionTermAgain :exec
-- This invoice replaces the cancelled one of the period.
UPDATE subscription_terms SET invoice_id = $1, item_id = $2, form = $3, remind_at = $4, invoices = invoices + 1
WHERE subscription_id = $5 AND period = $6;

-- name: SubscriptionTerm :one
SELECT t.*, v.number, v.status AS invoice_status, v.sub_total, v.paid, v.expires_at, v.stands_until FROM subscription_terms t
JOIN invoices v ON v.id = t.invoice_id
WHERE t.subscription_id = $1 AND t.period = $2;

-- name: SubscriptionTerms :many
SELECT t.*, v.number, v.status AS invoice_status, v.sub_total, v.paid, v.expires_at, v.stands_until FROM subscription_terms t
JOIN invoices v ON v.id = t.invoice_id
WHERE t.subscription_id = $1 ORDER BY t.period;

-- name: SubscriptionTermOfInvoice :one
-- A renewal is the only item of its invoice.
SELECT * FROM subscription_terms WHERE invoice_id = $1 AND period > 1;

-- name: SubscriptionTermPaid :exec
UPDATE subscription_terms SET paid_at = $1, remind_at = $2 WHERE subscription_id = $3 AND period = $4;

-- name: SubscriptionTermForm :exec
UPDATE subscription_terms SET form = $1 WHERE subscription_id = $2 AND period = $3;

-- name: SubscriptionInvoiceForm :exec
-- A renewal's names may be changed as long as nothing is paid.
UPDATE invoice_items SET form = $1, fund = $2 WHERE invoice_id = $3 AND position = 1;

-- name: SubscriptionReminders :many
SELECT t.* FROM subscription_terms t
JOIN subscriptions s ON s.id = t.subscription_id
JOIN invoices v ON v.id = t.invoice_id
WHERE t.remind_at > 0 AND t.remind_at <= sqlc.arg(now) AND t.paid_at = 0 AND s.status = 1 AND v.status IN ('awaiting-payment', 'rejected')
    AND (t.remind_at, t.subscription_id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY t.remind_at, t.subscription_id LIMIT 200;

-- name: SubscriptionRemind :execrows
-- Only the replica that changes the row sends the reminder.
UPDATE subscription_terms SET remind_at = sqlc.arg(next) WHERE subscription_id = sqlc.arg(subscription_id) AND period = sqlc.arg(period)
    AND remind_at = sqlc.arg(due) AND paid_at = 0;

-- name: SubscriptionTicketsSpend :exec
-- A renewal's links expire when it is paid.
UPDATE tickets SET used_at = $1 WHERE purpose = 'renewal' AND subject = $2 AND used_at = 0;

-- name: SubscriptionTicketsRevive :exec
UPDATE tickets SET used_at = 0 WHERE purpose = 'renewal' AND subject = $1;

-- name: SubscriptionsErase :exec
-- Deletes the names; that the subscription existed, and its invoices, must be kept by law.
UPDATE subscriptions SET form = '' WHERE user_id = $1;

-- name: SubscriptionTermsFreeze :exec
-- Names changed after their term was paid are stored with the term only; for present and future terms they are on the
-- invoice.
UPDATE invoice_items SET form = (SELECT t.form FROM subscription_terms t WHERE t.item_id = invoice_items.id)
WHERE invoice_items.invoice_id IN (SELECT t.invoice_id FROM subscription_terms t JOIN subscriptions s ON s.id = t.subscription_id WHERE s.user_id = sqlc.arg(user_id))
    AND EXISTS (SELECT 1 FROM subscription_terms t WHERE t.item_id = invoice_items.id AND t.form <> '' AND t.paid_at > 0 AND t.ends_at > sqlc.arg(now));

-- name: SubscriptionTermsErase :exec
UPDATE subscription_terms SET form = '', remind_at = 0 WHERE subscription_id IN (SELECT s.id FROM subscriptions s WHERE s.user_id = $1);

-- name: SubscriptionTermRemove :exec
DELETE FROM subscription_terms WHERE subscription_id = $1 AND period = $2;

-- name: SubscriptionImported :one
-- The imported lamp that a subscription continues.
SELECT * FROM imported_lamps WHERE subscription_id = $1 AND subscription_id <> '';

-- name: SubscriptionUntouched :one
-- Not in use: no term was requested and nothing was changed.
SELECT CAST(count(*) AS BIGINT) FROM subscriptions s WHERE s.id = $1 AND s.status = 1 AND s.period = 1 AND s.updated_at = s.created_at
    AND NOT EXISTS (SELECT 1 FROM subscription_terms t WHERE t.subscription_id = s.id);
