-- name: BankTurn :one
-- Changes to lines or matches hold this row's lock until the transaction ends.
UPDATE bank_turn SET turn = turn + 1 WHERE id = 1 RETURNING turn;

-- name: BankLine :one
SELECT * FROM bank_lines WHERE id = $1;

-- name: BankLineLock :one
UPDATE bank_lines SET state = state WHERE id = $1 RETURNING *;

-- name: BankLineDecide :execrows
UPDATE bank_lines SET state = sqlc.arg(state), problem = '', reason = sqlc.arg(reason), note = sqlc.arg(note), decided_by = sqlc.arg(decided_by), decided_at = sqlc.arg(decided_at)
WHERE id = sqlc.arg(id) AND state = sqlc.arg(was);

-- name: BankLinesAdd :many
-- Adds many lines in one statement: keys are ids, values are lines. Returns those without a valid line of the same hash.
-- Each line is parsed once: without the sort, PostgreSQL would parse it again for each column.
INSERT INTO bank_lines (id, statement_id, position, hash, state, class, why, booked_at, has_time, amount, description, payer, reference, code, raw, late, late_id, currency, reversal, rule_id, reason, decided_by, decided_at, like_id)
SELECT e.key, e.value ->> 'StatementID', CAST(e.value ->> 'Position' AS BIGINT), e.value ->> 'Hash', e.value ->> 'State', e.value ->> 'Class', e.value ->> 'Why',
    CAST(e.value ->> 'BookedAt' AS BIGINT), CASE WHEN CAST(e.value ->> 'HasTime' AS TEXT) IN ('1', 'true') THEN 1 ELSE 0 END, CAST(e.value ->> 'Amount' AS BIGINT), e.value ->> 'Description', e.value ->> 'Payer',
    e.value ->> 'Reference', e.value ->> 'Code', e.value ->> 'Raw', e.value ->> 'Late', e.value ->> 'LateID', e.value ->> 'Currency',
    CASE WHEN CAST(e.value ->> 'Reversal' AS TEXT) IN ('1', 'true') THEN 1 ELSE 0 END, e.value ->> 'RuleID', e.value ->> 'Reason', e.value ->> 'DecidedBy', CAST(e.value ->> 'DecidedAt' AS BIGINT), e.value ->> 'LikeID'
FROM (SELECT j.key, jsonb(j.value) AS value FROM json_each(sqlc.arg(lines)) j ORDER BY j.key) e WHERE true
ON CONFLICT DO NOTHING RETURNING id;

-- name: BankMatchesAdd :exec
-- Adds many proposals in one statement. The keys say nothing.
INSERT INTO bank_matches (line_id, invoice_id, position, state, amount, payment_id)
SELECT e.value ->> 'LineID', e.value ->> 'InvoiceID', CAST(e.value ->> 'Position' AS BIGINT), e.value ->> 'State', CAST(e.value ->> 'Amount' AS BIGINT), e.value ->> 'PaymentID'
FROM json_each(sqlc.arg(proposals)) e WHERE true;

-- name: BankMatchAdd :exec
INSERT INTO bank_matches (line_id, invoice_id, position, state, amount, payment_id, was, made) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: BankMatchesForget :exec
DELETE FROM bank_matches WHERE line_id = $1;

-- name: BankMatchTo :one
-- The statement line of a payment, and how many other orders that line paid.
SELECT m.*, l.state AS line_state, l.class,
    (SELECT count(*) FROM bank_matches o WHERE o.line_id = m.line_id AND o.invoice_id <> m.invoice_id) AS others
FROM bank_matches m JOIN bank_lines l ON l.id = m.line_id WHERE m.payment_id = $1 AND m.payment_id <> '';

-- name: BankMatchAgain :exec
-- A settled match becomes a proposal again.
UPDATE bank_matches SET state = 'proposed', payment_id = '', was = '', made = 0 WHERE line_id = $1 AND invoice_id = $2;
