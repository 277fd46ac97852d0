-- name: BankStatementAdd :execrows
INSERT INTO bank_statements (id, name, sha256, file_key, state, bank, account, header, from_at, through_at, total, skipped, uploaded_by, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT DO NOTHING;

-- name: BankStatement :one
SELECT * FROM bank_statements WHERE id = $1;

-- name: BankStatementOfFile :one
SELECT * FROM bank_statements WHERE sha256 = $1 AND state <> 'undone' AND state <> 'failed';

-- name: BankStatementRead :execrows
-- The file's columns were recognised.
UPDATE bank_statements SET problem = '', bank = $1, account = $2, header = '', from_at = $3, through_at = $4, total = $5, skipped = $6, unread = $7, unread_seen_at = 0, unread_seen_by = '', done = 0 WHERE id = $8 AND state = 'reading';

-- name: BankStatementUnmapped :execrows
-- A person has to assign the columns.
UPDATE bank_statements SET state = 'unmapped', header = $1, done = 0 WHERE id = $2 AND state = 'reading';

-- name: SetBankStatementJob :exec
UPDATE bank_statements SET job_id = $1 WHERE id = $2;

-- name: BankStatementMove :execrows
UPDATE bank_statements SET state = sqlc.arg(state), total = sqlc.arg(total), done = 0, left_out = 0 WHERE id = sqlc.arg(id) AND state = sqlc.arg(was);

-- name: BankStatementApproved :exec
UPDATE bank_statements SET state = 'ready', done = total WHERE id = $1 AND state = 'approving';

-- name: BankStatementLeftOut :exec
UPDATE bank_statements SET left_out = left_out + 1 WHERE id = $1;

-- name: BankLinesUnread :exec
DELETE FROM bank_lines WHERE statement_id = $1;

-- name: BankStatementFail :exec
UPDATE bank_statements SET state = 'failed', problem = $1, skipped = $2, unread = $3, file_key = '' WHERE id = $4 AND state = 'reading';

-- name: BankStatementProblem :exec
-- Why a statement is not read yet.
UPDATE bank_statements SET problem = $1 WHERE id = $2 AND state IN ('reading', 'unmapped');

-- name: BankStatementUnreadSeen :execrows
-- Somebody has checked the unread rows, as many as were shown.
UPDATE bank_statements SET unread_seen_at = sqlc.arg(seen_at), unread_seen_by = sqlc.arg(seen_by)
WHERE id = sqlc.arg(id) AND state IN ('ready', 'approving') AND skipped > 0 AND skipped = sqlc.arg(skipped) AND unread_seen_at = 0;

-- name: BankStatementProgress :execrows
-- A job that finds another number of finished lines than its own was overtaken by another job.
UPDATE bank_statements SET done = sqlc.arg(done) WHERE id = sqlc.arg(id) AND done = sqlc.arg(was) AND state = sqlc.arg(state);

-- name: BankStatementReady :exec
UPDATE bank_statements SET state = 'ready', file_key = '', done = total, known = $1, matched_at = $2 WHERE id = $3 AND state = 'reading';

-- name: BankStatementsMatched :exec
UPDATE bank_statements SET matched_at = $1 WHERE state IN ('ready', 'approving');

-- name: BankStatementUndone :exec
UPDATE bank_statements SET state = 'undone', file_key = '', done = total, undone_by = $1, undone_at = $2 WHERE id = $3;

-- name: BankStatements :many
SELECT * FROM bank_statements
WHERE (CAST(sqlc.arg(at) AS BIGINT) = 0 OR created_at < sqlc.arg(at) OR (created_at = sqlc.arg(at) AND id < sqlc.arg(id)))
ORDER BY created_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: BankStatementsCount :one
SELECT count(*) FROM (SELECT 1 FROM bank_statements LIMIT 10001) AS s;

-- name: BankThrough :one
-- End of the period covered by statements; 0 without any.
SELECT CAST(COALESCE(max(through_at), 0) AS BIGINT) FROM bank_statements WHERE state IN ('ready', 'approving');

-- name: BankCounts :many
SELECT state, class, count(*) AS lines, CAST(COALESCE(sum(CASE WHEN currency = '' THEN amount ELSE 0 END), 0) AS BIGINT) AS amount,
    CAST(COALESCE(sum(CASE WHEN amount > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS came, CAST(COALESCE(sum(CASE WHEN currency = '' AND amount > 0 THEN amount ELSE 0 END), 0) AS BIGINT) AS came_in,
    CAST(max(CASE WHEN rule_id <> '' THEN 1 ELSE 0 END) AS BIGINT) AS ruled
FROM bank_lines WHERE statement_id = $1 GROUP BY state, class, rule_id <> '';

-- name: BankLinesTold :many
-- Valid lines in a range of days.
SELECT l.id, l.hash, l.booked_at, l.amount, l.currency, l.description, l.payer, l.reference, s.bank, s.account
FROM bank_lines l JOIN bank_statements s ON s.id = l.statement_id
WHERE l.booked_at >= sqlc.arg(low) AND l.booked_at < sqlc.arg(high) AND l.state <> 'known' ORDER BY l.booked_at, l.position, l.id;

-- name: BankLineLike :one
-- The line that this one is probably a duplicate of, and when its statement was uploaded.
SELECT l.statement_id, l.position, s.created_at FROM bank_lines l JOIN bank_statements s ON s.id = l.statement_id WHERE l.id = $1;

-- name: BankLinesUnlike :exec
UPDATE bank_lines SET like_id = '' WHERE like_id = $1 AND like_id <> '';

-- name: BankLinesBack :many
-- Outgoing money in a period: it may return incoming money.
SELECT sqlc.embed(l), s.bank, s.account FROM bank_lines l JOIN bank_statements s ON s.id = l.statement_id
WHERE l.state = 'debit' AND l.booked_at >= sqlc.arg(low) AND l.booked_at < sqlc.arg(high) AND l.currency = ''
ORDER BY l.booked_at, l.position, l.id;

-- name: BankLinesOpen :many
-- Statements without a running job.
SELECT sqlc.embed(l), s.bank, s.account FROM bank_lines l JOIN bank_statements s ON s.id = l.statement_id
WHERE l.state = 'open' AND s.state = 'ready' AND l.currency = '' ORDER BY l.booked_at, l.position, l.id;

-- name: BankLinesCertain :many
SELECT id FROM bank_lines WHERE statement_id = sqlc.arg(statement_id) AND state = 'open' AND class = 'certain' ORDER BY position, id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: BankLinesToUndo :many
-- Unmatched lines, in file order.
SELECT * FROM bank_lines WHERE statement_id = sqlc.arg(statement_id) AND position > CAST(sqlc.arg(after) AS BIGINT) ORDER BY position, id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: BankLines :many
SELECT * FROM bank_lines
WHERE statement_id = sqlc.arg(statement_id) AND state = sqlc.arg(state) AND class = sqlc.arg(class) AND position > CAST(sqlc.arg(after) AS BIGINT)
ORDER BY position, id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: BankLinesCount :one
SELECT count(*) FROM (SELECT 1 FROM bank_lines WHERE statement_id = sqlc.arg(statement_id) AND state = sqlc.arg(state) AND class = sqlc.arg(class) LIMIT 10001) AS l;

-- name: BankLinesIn :many
SELECT * FROM bank_lines
WHERE statement_id = sqlc.arg(statement_id) AND state = sqlc.arg(state) AND position > CAST(sqlc.arg(after) AS BIGINT)
ORDER BY position, id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: BankLinesInCount :one
SELECT count(*) FROM (SELECT 1 FROM bank_lines WHERE statement_id = sqlc.arg(statement_id) AND state = sqlc.arg(state) LIMIT 10001) AS l;

-- name: BankLineClass :exec
UPDATE bank_lines SET class = $1, why = $2, late = $3, late_id = $4, rule_id = $5 WHERE id = $6 AND state = 'open';

-- name: BankLineProblem :exec
UPDATE bank_lines SET problem = $1 WHERE id = $2;

-- name: BankLineForget :exec
DELETE FROM bank_lines WHERE id = $1;

-- name: BankLineTwin :one
-- The equal line of another statement.
SELECT * FROM bank_lines WHERE hash = $1 AND state = 'known' ORDER BY id LIMIT 1;

-- name: BankLineStandIn :exec
UPDATE bank_lines SET state = sqlc.arg(state), class = sqlc.arg(class) WHERE id = sqlc.arg(id) AND state = 'known';

-- name: BankStatementFewerKnown :exec
UPDATE bank_statements SET known = known - 1 WHERE id = $1;

-- name: BankMatchesOf :many
SELECT * FROM bank_matches WHERE line_id = $1 ORDER BY position;

-- name: BankProposals :many
SELECT m.* FROM bank_matches m JOIN bank_lines l ON l.id = m.line_id WHERE l.state = 'open' AND m.state = 'proposed' ORDER BY m.line_id, m.position;

-- name: BankMatchForget :exec
DELETE FROM bank_matches WHERE line_id = $1 AND invoice_id = $2;

-- name: BankMatchViews :many
SELECT m.*, v.number, v.payment_reference, v.payer_name, v.payer_chinese, v.status, v.sub_total, v.paid, v.created_at,
    CAST(COALESCE((SELECT p.transaction_at FROM payments p WHERE p.invoice_id = v.id AND p.status IN ('pending', 'approved') ORDER BY p.created_at DESC LIMIT 1), 0) AS BIGINT) AS transaction_at,
    CAST(COALESCE((SELECT p.unseen FROM payments p WHERE p.invoice_id = v.id AND p.status = 'approved' AND p.unseen = 1 LIMIT 1), 0) AS BIGINT) AS unseen
FROM bank_matches m JOIN invoices v ON v.id = m.invoice_id WHERE m.line_id = $1 ORDER BY m.position;

-- name: BankMatchOfPayment :one
SELECT m.line_id FROM bank_matches m WHERE m.payment_id = $1 AND m.payment_id <> '';

-- name: BankMatchOfInvoice :one
-- A line certainly or probably for the invoice, and its share.
SELECT m.line_id, m.amount, l.class FROM bank_matches m JOIN bank_lines l ON l.id = m.line_id
WHERE m.invoice_id = sqlc.arg(invoice_id) AND m.state = 'proposed' AND l.state = 'open' AND l.class IN ('certain', 'likely')
ORDER BY CASE WHEN m.amount = sqlc.arg(amount) THEN 0 ELSE 1 END, l.booked_at LIMIT 1;

-- name: BankInvoicesOpen :many
-- Orders waiting for money, with the transfer declared by the payer.
SELECT v.id, v.number, v.payment_reference, v.sub_total, v.paid, v.payer_name, v.payer_chinese, v.created_at,
    CAST(COALESCE(v.user_id, '') AS TEXT) AS user_id, CAST(COALESCE(p.id, '') AS TEXT) AS payment_id, CAST(COALESCE(p.transaction_at, 0) AS BIGINT) AS transaction_at
FROM invoices v LEFT JOIN payments p ON p.invoice_id = v.id AND p.status = 'pending'
WHERE v.status IN ('awaiting-payment', 'under-verification', 'rejected');

-- name: BankPaymentsUnmatched :many
-- Approved transfers that neither a statement line nor a payment provider has confirmed.
SELECT p.id, p.invoice_id, CAST(COALESCE(p.received, p.amount) AS BIGINT) AS received, CAST(COALESCE(p.transaction_at, 0) AS BIGINT) AS transaction_at, p.created_at,
    v.number, v.payment_reference, v.payer_name, v.payer_chinese, CAST(COALESCE(v.user_id, '') AS TEXT) AS user_id
FROM payments p JOIN invoices v ON v.id = p.invoice_id
WHERE p.status = 'approved' AND p.method = 2001 AND p.created_at >= $1
    AND NOT EXISTS (SELECT 1 FROM bank_matches m WHERE m.payment_id = p.id AND m.payment_id <> '')
    AND NOT EXISTS (SELECT 1 FROM provider_payments c WHERE c.booked_as = p.id AND c.booked_as <> '');

-- name: BankInvoicesEnded :many
-- References of orders that no longer await payment.
SELECT id, payment_reference, number, status FROM invoices
WHERE status = sqlc.arg(status) AND created_at >= sqlc.arg(since) ORDER BY created_at DESC LIMIT 100000;

-- name: BankCartsOpen :many
SELECT id, payment_reference FROM carts WHERE status = 'open' AND updated_at >= $1 AND qr_shown_total IS NOT NULL;

-- name: BankCartsEnded :many
-- References that were shown in a QR code and never became an invoice's.
SELECT c.id, c.payment_reference FROM carts c
WHERE c.status <> 'open' AND c.status <> 'paid' AND c.updated_at >= $1 AND c.qr_shown_total IS NOT NULL;

-- name: BankLayoutPut :exec
INSERT INTO bank_layouts (header_key, bank, layout, made_by, made_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (header_key) DO UPDATE SET bank = excluded.bank, layout = excluded.layout, made_by = excluded.made_by, made_at = excluded.made_at;

-- name: BankLayout :one
SELECT * FROM bank_layouts WHERE header_key = $1;

-- name: BankPaymentSeen :exec
UPDATE payments SET unseen = $1 WHERE id = $2;

-- name: BankInvoicesOfAmount :many
-- Orders waiting for exactly this amount, newest first.
SELECT * FROM invoices
WHERE status IN ('awaiting-payment', 'under-verification', 'rejected') AND sub_total - paid = CAST(sqlc.arg(due) AS BIGINT)
ORDER BY created_at DESC LIMIT 10;

-- name: BankRuleAdd :execrows
INSERT INTO bank_rules (id, account, incoming, words, shown, reason, made_by, made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING;

-- name: BankRules :many
SELECT * FROM bank_rules WHERE ended_at = 0 ORDER BY made_at DESC, id DESC LIMIT 500;

-- name: BankRule :one
SELECT * FROM bank_rules WHERE id = $1;

-- name: BankRuleEnd :execrows
UPDATE bank_rules SET ended_by = $1, ended_at = $2 WHERE id = $3 AND ended_at = 0;

-- name: BankRuleUses :one
SELECT count(*) FROM bank_lines WHERE rule_id = sqlc.arg(rule_id) AND rule_id <> '' AND state NOT IN ('open', 'known');

-- name: BankLinePair :exec
UPDATE bank_lines SET pair_id = $1 WHERE id = $2;

-- name: BankLinesTakenBack :many
-- Credits of exactly this amount before an outgoing line, nearest first.
SELECT sqlc.embed(l), s.bank, s.account FROM bank_lines l JOIN bank_statements s ON s.id = l.statement_id
WHERE l.amount = sqlc.arg(amount) AND l.booked_at >= sqlc.arg(low) AND l.booked_at <= sqlc.arg(high) AND l.state IN ('open', 'matched') AND l.currency = ''
ORDER BY l.booked_at DESC, l.id LIMIT 20;

-- name: ProviderUnsettled :many
-- What the payment provider has received and not yet paid out, oldest first; without what is in another currency.
SELECT id, provider, paid_at AS at, amount, fee FROM provider_payments
WHERE line_id = '' AND paid_at >= CAST(sqlc.arg(since) AS BIGINT) AND currency = 'SGD' ORDER BY paid_at, id;

-- name: ProviderRefundsUnsettled :many
-- What it has given back, and takes from a payout.
SELECT b.refund_id, p.provider, b.answered_at AS at, b.amount FROM provider_refunds b JOIN provider_payments p ON p.id = b.provider_payment_id
WHERE b.line_id = '' AND b.state = 'done' AND b.answered_at >= CAST(sqlc.arg(since) AS BIGINT) ORDER BY b.answered_at, b.refund_id;

-- name: ProviderSettle :execrows
UPDATE provider_payments SET line_id = sqlc.arg(line_id) WHERE id = sqlc.arg(id) AND line_id = '';

-- name: ProviderRefundSettle :execrows
UPDATE provider_refunds SET line_id = sqlc.arg(line_id) WHERE refund_id = sqlc.arg(refund_id) AND line_id = '';

-- name: ProviderUnsettle :exec
UPDATE provider_payments SET line_id = '' WHERE line_id = sqlc.arg(line_id) AND line_id <> '';

-- name: ProviderRefundUnsettle :exec
UPDATE provider_refunds SET line_id = '' WHERE line_id = sqlc.arg(line_id) AND line_id <> '';

-- name: ProviderSettled :one
-- What a payout on the bank statement consists of.
SELECT count(*) AS payments, CAST(COALESCE(sum(amount), 0) AS BIGINT) AS amount, CAST(COALESCE(sum(fee), 0) AS BIGINT) AS fee,
    CAST(COALESCE((SELECT sum(b.amount) FROM provider_refunds b WHERE b.line_id = sqlc.arg(line_id) AND b.line_id <> ''), 0) AS BIGINT) AS refunded
FROM provider_payments WHERE provider_payments.line_id = sqlc.arg(line_id) AND provider_payments.line_id <> '';
