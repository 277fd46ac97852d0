-- What has had its time. $1 is the moment whose data is no longer kept.

-- name: ForgetCodes :exec
DELETE FROM otp_states WHERE expires_at <= $1;

-- name: ForgetCartItems :exec
-- Whatever was typed into a cart that has ended. Its reference stays findable.
DELETE FROM cart_items WHERE cart_id IN (SELECT c.id FROM carts c WHERE c.status <> 'open' AND c.updated_at <= $1);

-- name: ForgetCarts :exec
DELETE FROM carts WHERE status <> 'open' AND updated_at <= $1;

-- name: BlankJobs :exec
-- What could not be sent has been looked at by now, or never will be.
UPDATE outbox SET args = '{}', last_error = '' WHERE kind IN ('mail', 'sms') AND state = 'dead' AND args <> '{}' AND created_at <= $1;

-- name: ForgetFormEntries :exec
-- Two years after the last word; answers and notes go with them.
DELETE FROM form_entries WHERE created_at <= sqlc.arg(before) AND last_at <= sqlc.arg(before);

-- name: BlankNames :exec
-- For whom something was performed, once it has been, where no account shows it any more: its owner has left, or
-- never had one. A term that was paid ahead, or checked late, may still run.
UPDATE invoice_items SET form = ''
WHERE invoice_items.form <> '' AND invoice_items.invoice_id IN (
    SELECT v.id FROM invoices v LEFT JOIN users u ON u.id = v.user_id
    WHERE v.created_at <= sqlc.arg(before) AND (v.user_id IS NULL OR u.status = 'closed')
) AND NOT EXISTS (SELECT 1 FROM subscription_terms t WHERE t.item_id = invoice_items.id AND t.paid_at > 0 AND t.ends_at > sqlc.arg(now));

-- name: BlankPayers :exec
UPDATE invoices SET payer_name = '', payer_chinese = '', payer_mobile = '', payer_email = ''
WHERE invoices.payer_name <> '' AND invoices.created_at < $1
    AND (invoices.user_id IS NULL OR EXISTS (SELECT 1 FROM users u WHERE u.id = invoices.user_id AND u.status = 'closed'));

-- name: ForgetPayerWords :exec
-- Words that an invoice is found by, once its payer is nobody's business any more: before BlankPayers.
DELETE FROM search_terms WHERE kind = 'invoice' AND subject IN (
    SELECT v.id FROM invoices v LEFT JOIN users u ON u.id = v.user_id
    WHERE v.payer_name <> '' AND v.created_at < $1 AND (v.user_id IS NULL OR u.status = 'closed')
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
