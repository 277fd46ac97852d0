-- Data past its retention time. $1 is the time before which data is deleted; guests is that of orders without an account, and
-- closed that of orders of closed accounts. Both are in one UNION, because PostgreSQL does not know how few orders are due, and
-- would otherwise read all search words. CROSS JOIN: SQLite, which has no statistics, goes from the closed accounts to their
-- orders, and not through all old orders.

-- name: ForgetCodes :exec
DELETE FROM otp_states WHERE expires_at <= $1;

-- name: ForgetCartItems :exec
-- Texts typed into an ended cart. Its reference can still be searched for. The items are few, and made before their cart
-- ended; ended carts are many.
DELETE FROM cart_items WHERE cart_items.created_at <= $1
    AND EXISTS (SELECT 1 FROM carts c WHERE c.id = cart_items.cart_id AND c.status <> 'open' AND c.updated_at <= $1);

-- name: ForgetCarts :exec
DELETE FROM carts WHERE status <> 'open' AND updated_at <= $1;

-- name: BlankJobs :exec
-- Failed messages older than their retention.
UPDATE outbox SET args = '{}', last_error = '' WHERE kind IN ('mail', 'sms') AND state = 'dead' AND args <> '{}' AND created_at <= $1;

-- name: ForgetFormEntries :exec
-- Two years after the last message; answers and notes are deleted too.
DELETE FROM form_entries WHERE created_at <= sqlc.arg(before) AND last_at <= sqlc.arg(before);

-- name: NamesDue :one
-- When the last of the next orders was made whose names are due; 0: there is none. Ordered by user_id too, because PostgreSQL
-- does not use that it is NULL in all of them, and would sort.
SELECT CAST(COALESCE(max(d.created_at), 0) AS BIGINT) FROM (
    SELECT v.created_at FROM invoices v WHERE v.user_id IS NULL AND v.names_gone = 0 AND v.created_at > sqlc.arg(since) AND v.created_at <= sqlc.arg(before)
    ORDER BY v.user_id, v.created_at LIMIT sqlc.arg(most)
) d;

-- name: BlankNames :exec
-- Names of performed orders that are shown in no account, because its owner has left or never had one. A prepaid or
-- late checked term may still be running, and a label of a position may be printed again. Orders that keep their names stay
-- due: since is when the last one before these was made, so that each is looked at once in a round.
UPDATE invoice_items SET form = ''
WHERE invoice_items.form <> '' AND invoice_items.invoice_id IN (
    SELECT v.id FROM invoices v WHERE v.user_id IS NULL AND v.names_gone = 0 AND v.created_at > sqlc.arg(since) AND v.created_at <= sqlc.arg(guests)
    UNION ALL SELECT v.id FROM users u CROSS JOIN invoices v WHERE u.status = 'closed' AND v.user_id = u.id AND v.created_at <= sqlc.arg(closed)
) AND NOT EXISTS (SELECT 1 FROM subscription_terms t WHERE t.item_id = invoice_items.id AND t.paid_at > 0 AND t.ends_at > sqlc.arg(now))
    AND NOT EXISTS (SELECT 1 FROM position_uses u WHERE u.item_id = invoice_items.id AND u.item_id <> '' AND u.ended_at = 0 AND u.state IN ('taken', 'kept'));

-- name: NamesGone :exec
-- Run after BlankNames, which looks at these orders no more. A count, because PostgreSQL would read all items for NOT EXISTS.
UPDATE invoices SET names_gone = 1
WHERE invoices.user_id IS NULL AND invoices.names_gone = 0 AND invoices.created_at > sqlc.arg(since) AND invoices.created_at <= sqlc.arg(guests)
    AND (SELECT count(*) FROM invoice_items i WHERE i.invoice_id = invoices.id AND i.form <> '') = 0;

-- name: PayersDue :one
-- When the last of the next orders was made whose payers are due; 0: there is none. Ordered as NamesDue.
SELECT CAST(COALESCE(max(d.created_at), 0) AS BIGINT) FROM (
    SELECT v.created_at FROM invoices v WHERE v.user_id IS NULL AND v.payer_name <> '' AND v.created_at > sqlc.arg(since) AND v.created_at < sqlc.arg(before)
    ORDER BY v.user_id, v.created_at LIMIT sqlc.arg(most)
) d;

-- name: BlankPayers :exec
UPDATE invoices SET payer_name = '', payer_chinese = '', payer_mobile = '', payer_email = ''
WHERE id IN (SELECT v.id FROM invoices v WHERE v.user_id IS NULL AND v.payer_name <> '' AND v.created_at < sqlc.arg(guests)
    UNION ALL SELECT v.id FROM users u CROSS JOIN invoices v WHERE u.status = 'closed' AND v.user_id = u.id AND v.payer_name <> '' AND v.created_at < sqlc.arg(closed));

-- name: ForgetPayerWords :exec
-- Search words of an invoice whose payer's data expires: run before BlankPayers.
DELETE FROM search_terms WHERE kind = 'invoice' AND subject IN (
    SELECT v.id FROM invoices v WHERE v.user_id IS NULL AND v.payer_name <> '' AND v.created_at < sqlc.arg(guests)
    UNION ALL SELECT v.id FROM users u CROSS JOIN invoices v WHERE u.status = 'closed' AND v.user_id = u.id AND v.payer_name <> '' AND v.created_at < sqlc.arg(closed)
);

-- name: BlankNotes :exec
UPDATE payments SET note = '' WHERE note <> '' AND created_at < $1;

-- name: BlankRefundNotes :exec
UPDATE refunds SET note = '' WHERE note <> '' AND at < $1;

-- name: ForgetTransfers :exec
DELETE FROM unclaimed_transfers WHERE created_at < $1;

-- name: ForgetFailedLogins :exec
DELETE FROM audit_entries WHERE action = 'login.failed' AND at <= $1;

-- name: ForgetAudit :exec
DELETE FROM audit_entries WHERE at < $1;

-- name: ForgetPresence :exec
DELETE FROM presence WHERE ends_at < $1;

-- name: ForgetLooks :exec
DELETE FROM looks WHERE ends_at < $1;

-- name: AllowExport :exec
UPDATE sessions SET export_until = $1 WHERE id = $2;

-- name: ExportAllowed :one
SELECT count(*) FROM sessions WHERE id = $1 AND user_id = $2 AND export_until > $3;

-- name: ForgetIdleGuests :exec
-- Guests without data who were not seen since a time.
DELETE FROM sessions WHERE user_id IS NULL AND last_used_at <= $1
    AND NOT EXISTS (SELECT 1 FROM carts AS c WHERE c.session_id = sessions.id AND c.status = 'open' AND c.user_id IS NULL)
    AND NOT EXISTS (SELECT 1 FROM otp_states AS o WHERE o.session_id = sessions.id);

-- name: UsersToErase :many
SELECT id, closes_at FROM users WHERE closes_at > 0 AND closes_at <= sqlc.arg(now)
    AND (closes_at, id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY closes_at, id LIMIT 100;

-- name: ForgetBankLines :exec
DELETE FROM bank_lines WHERE booked_at < $1;

-- name: ForgetBankStatements :exec
DELETE FROM bank_statements WHERE created_at < $1 AND NOT EXISTS (SELECT 1 FROM bank_lines l WHERE l.statement_id = bank_statements.id);

-- name: ForgetIdempotencyKeys :exec
DELETE FROM idempotency_keys WHERE created_at <= $1;

-- name: ForgetThrottles :exec
DELETE FROM throttles WHERE ends_at <= $1;

-- name: ForgetJobs :exec
-- Old given-up messages. Other failed jobs stay, such as deletions of files.
DELETE FROM outbox WHERE state <> 'ready' AND (state <> 'dead' OR kind IN ('mail', 'sms')) AND created_at <= $1;

-- name: ForgetAddressDays :exec
DELETE FROM address_days WHERE day < $1;

-- name: ShiftsBlank :exec
-- The explanation of a difference may name a person; the amounts stay.
UPDATE shifts SET explanation = '' WHERE closed_at > 0 AND closed_at < $1 AND explanation <> '';

-- name: MonthReasonsBlank :exec
-- The reason of opening a month again may name a person too.
UPDATE closed_months SET reason = '' WHERE reopened_at > 0 AND reopened_at < $1 AND reason <> '';
