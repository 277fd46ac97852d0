-- name: PayRequestAdd :exec
INSERT INTO pay_requests (id, provider, request_id, invoice_id, amount, qr, created_at, expires_at, state, look_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: PayRequestOpen :one
-- The request whose code an order shows.
SELECT * FROM pay_requests WHERE invoice_id = $1 AND state = 'open';

-- name: PayRequestPast :exec
-- Its code is no longer shown: a code of another amount follows, or its time is over. It may still have been paid.
UPDATE pay_requests SET state = 'past' WHERE invoice_id = $1 AND state = 'open';

-- name: PayRequest :one
SELECT * FROM pay_requests WHERE id = $1;

-- name: PayRequestOf :one
SELECT * FROM pay_requests WHERE provider = $1 AND request_id = $2;

-- name: PayRequestOfUser :one
-- A member's own.
SELECT r.* FROM pay_requests r JOIN invoices v ON v.id = r.invoice_id WHERE r.id = sqlc.arg(id) AND v.user_id = sqlc.arg(user_id);

-- name: PayRequestsDue :many
SELECT * FROM pay_requests WHERE look_at > 0 AND look_at <= CAST(sqlc.arg(now) AS BIGINT) ORDER BY look_at, id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: PayRequestLook :execrows
-- Whoever finds it due asks the provider, and nobody else until it is due again.
UPDATE pay_requests SET looked_at = CAST(sqlc.arg(now) AS BIGINT), look_at = CAST(sqlc.arg(next) AS BIGINT), state = sqlc.arg(state)
WHERE id = sqlc.arg(id) AND state = sqlc.arg(was) AND look_at > 0 AND look_at <= CAST(sqlc.arg(now) AS BIGINT);

-- name: PayRequestWake :execrows
-- The provider says that something happened: it is due now, or soon after the last look.
UPDATE pay_requests SET look_at = CASE WHEN looked_at + CAST(sqlc.arg(gap) AS BIGINT) > CAST(sqlc.arg(now) AS BIGINT) THEN looked_at + CAST(sqlc.arg(gap) AS BIGINT) ELSE CAST(sqlc.arg(now) AS BIGINT) END
WHERE id = sqlc.arg(id) AND state <> 'paid';

-- name: PayRequestPaid :exec
UPDATE pay_requests SET state = 'paid', look_at = 0 WHERE id = $1;

-- name: ProviderPaymentAdd :execrows
-- Once, however often the provider says so.
INSERT INTO provider_payments (id, provider, payment_id, pay_request_id, amount, currency, fee, paid_at, seen_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING;

-- name: ProviderPaymentLate :exec
UPDATE provider_payments SET transfer_id = $1 WHERE id = $2;

-- name: ProviderPaymentKnown :one
SELECT * FROM provider_payments WHERE provider = $1 AND payment_id = $2;

-- name: InvoiceOfReference :one
SELECT * FROM invoices WHERE payment_reference = $1;

-- name: PlanProviderDay :execrows
-- Only the replica that still finds the plan as it was read compares the day.
INSERT INTO settings (key, value) VALUES ('provider-day', sqlc.arg(next))
ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE settings.value = CAST(sqlc.arg(was) AS TEXT);

-- name: ProviderPaymentsOfOrder :many
-- What the provider has received for an order, and what it was asked to give back of each.
SELECT p.*, CAST(COALESCE((SELECT sum(b.amount) FROM provider_refunds b WHERE b.provider_payment_id = p.id AND b.state <> 'refused'), 0) AS BIGINT) AS given
FROM payments y JOIN provider_payments p ON p.booked_as = y.id AND p.booked_as <> ''
WHERE y.invoice_id = $1 AND y.status = 'approved' ORDER BY p.paid_at, p.id;

-- name: ProviderPaymentOfLate :one
SELECT p.*, CAST(COALESCE((SELECT sum(b.amount) FROM provider_refunds b WHERE b.provider_payment_id = p.id AND b.state <> 'refused'), 0) AS BIGINT) AS given
FROM provider_payments p WHERE p.transfer_id = $1 AND p.transfer_id <> '';

-- name: ProviderRefundAdd :exec
-- A refused one may be asked for again.
INSERT INTO provider_refunds (refund_id, provider_payment_id, amount, state, asked_by, asked_at) VALUES ($1, $2, $3, 'asked', $4, $5)
ON CONFLICT (refund_id) DO UPDATE SET provider_payment_id = excluded.provider_payment_id, state = 'asked', returned = -1, answer = '', asked_by = excluded.asked_by,
    asked_at = excluded.asked_at, answered_at = 0;

-- name: ProviderRefundOf :one
SELECT b.*, p.payment_id, r.request_id FROM provider_refunds b JOIN provider_payments p ON p.id = b.provider_payment_id
JOIN pay_requests r ON r.id = p.pay_request_id WHERE b.refund_id = $1;

-- name: ProviderRefundBegin :execrows
-- Stored before the provider is asked, so that nobody asks it twice.
UPDATE provider_refunds SET returned = $1 WHERE refund_id = $2 AND state = 'asked' AND returned = -1;

-- name: ProviderRefundAnswer :execrows
UPDATE provider_refunds SET state = $1, answer = $2, answered_at = $3 WHERE refund_id = $4 AND state IN ('asked', 'unsure');

-- name: ProviderRefundByHand :exec
-- The office has transferred what was asked for long ago. A provider that was not asked yet never is; what one that is gone
-- has answered, only a person can find out.
UPDATE provider_refunds SET state = CASE WHEN returned < 0 THEN 'refused' ELSE 'unsure' END, answer = ''
WHERE refund_id = sqlc.arg(refund_id) AND state = 'asked' AND asked_at <= sqlc.arg(before) AND (returned < 0 OR CAST(sqlc.arg(gone) AS BIGINT) = 1);
