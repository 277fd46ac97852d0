-- name: PaymentAdd :exec
INSERT INTO payments (id, invoice_id, method, status, amount, declared_amount, transaction_at, transaction_raw, upload_id, created_at, declared_payer)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: Payment :one
SELECT * FROM payments WHERE id = $1;

-- name: PaymentPending :one
SELECT * FROM payments WHERE invoice_id = $1 AND status = 'pending';

-- name: PaymentVoid :exec
UPDATE payments SET status = 'voided', reason = $1, decided_at = $2 WHERE id = $3 AND status = 'pending';

-- name: PaymentDeclare :exec
-- Adds the picture of a transfer that was declared without one.
UPDATE payments SET amount = $1, declared_amount = $2, transaction_at = $3, transaction_raw = $4, upload_id = $5, declared_payer = $6 WHERE id = $7;

-- name: UploadAdd :exec
INSERT INTO uploads (id, user_id, bytes, created_at, at_counter, refund_id) VALUES ($1, $2, $3, $4, $5, $6);

-- name: UploadImageAdd :exec
INSERT INTO upload_images (id, upload_id, position, name, mime, size, width, height, storage_key, sha256, dhash, band_a, band_b, band_c, band_d, detail)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

-- name: UploadImagesAlike :many
-- Pictures of other uploads with the same content or one equal hash band. Those with different content are only
-- candidates.
SELECT m.id, m.upload_id, m.sha256, m.dhash, m.detail FROM upload_images m
WHERE m.upload_id <> sqlc.arg(upload_id)
    AND (m.sha256 = sqlc.arg(sha256) OR m.band_a = sqlc.arg(band_a) OR m.band_b = sqlc.arg(band_b) OR m.band_c = sqlc.arg(band_c) OR m.band_d = sqlc.arg(band_d));

-- name: UploadCounts :one
-- Whether a payment, or a transfer without an order, has these pictures.
SELECT CAST(EXISTS (SELECT 1 FROM uploads u WHERE u.id = sqlc.arg(id) AND u.payment_id <> '')
    OR EXISTS (SELECT 1 FROM unclaimed_transfers t WHERE t.upload_id = sqlc.arg(id)) AS BOOLEAN) AS yes;

-- name: PaymentOfLateMoney :one
-- Whether the picture of an order's payment is that of late money which was decided for this order.
SELECT CAST(EXISTS (SELECT 1 FROM unclaimed_transfers t WHERE t.upload_id = sqlc.arg(upload_id) AND t.invoice_id = sqlc.arg(invoice_id)
    AND t.resolution IN ('invoice', 'reopen')) AS BOOLEAN) AS yes;

-- name: PaymentAlike :exec
UPDATE payments SET alike = 1 WHERE id = $1;

-- name: PaymentWaive :exec
-- Waives a small remainder of the order.
UPDATE payments SET waived = $1 WHERE id = $2;

-- name: PaymentDespite :exec
UPDATE payments SET despite = $1 WHERE id = $2;

-- name: PaymentsPendingLike :many
-- Other pending payments of the same amount in the same minute. || '' keeps SQLite from passing all approved ones.
SELECT p.id, p.upload_id FROM payments p
WHERE p.transaction_at >= CAST(sqlc.arg(since) AS BIGINT) AND p.transaction_at < CAST(sqlc.arg(before) AS BIGINT)
    AND COALESCE(p.declared_amount, p.amount) = CAST(sqlc.arg(amount) AS BIGINT)
    AND p.id <> sqlc.arg(id) AND p.invoice_id <> sqlc.arg(invoice_id) AND p.method = 2001 AND p.upload_id <> '' AND p.status || '' IN ('pending', 'approved')
ORDER BY p.created_at DESC LIMIT 10;

-- name: PaymentOfUpload :one
SELECT p.* FROM uploads u JOIN payments p ON p.id = u.payment_id WHERE u.id = $1;

-- name: PaymentCutOff :exec
-- When the earliest of its offerings closes; for one that never closes, when its next ceremony begins.
UPDATE payments SET cut_off = (
    SELECT CAST(COALESCE(MIN(CASE WHEN o.closes_at > 0 THEN o.closes_at ELSE
        (SELECT MIN(d.starts_at) FROM events e JOIN event_dates d ON d.event_id = e.id WHERE e.offering = o.key AND e.published = 1
            AND d.cancelled = 0 AND d.starts_at >= payments.created_at) END), 9007199254740991) AS BIGINT)
    FROM invoice_items i JOIN offerings o ON o.id = i.offering_id WHERE i.invoice_id = payments.invoice_id)
WHERE payments.id = $1;

-- name: PaymentCutOffs :exec
-- Recomputes the cut-off of all pending payments, after the office changed a date.
UPDATE payments SET cut_off = (
    SELECT CAST(COALESCE(MIN(CASE WHEN o.closes_at > 0 THEN o.closes_at ELSE
        (SELECT MIN(d.starts_at) FROM events e JOIN event_dates d ON d.event_id = e.id WHERE e.offering = o.key AND e.published = 1
            AND d.cancelled = 0 AND d.starts_at >= payments.created_at) END), 9007199254740991) AS BIGINT)
    FROM invoice_items i JOIN offerings o ON o.id = i.offering_id WHERE i.invoice_id = payments.invoice_id)
WHERE payments.method = 2001 AND payments.upload_id <> '' AND payments.status = 'pending';

-- name: PaymentUnseen :exec
-- Marks the payment linked to a statement line as seen at the bank.
UPDATE payments SET unseen = CAST(sqlc.arg(unseen) AS BIGINT)
WHERE id = sqlc.arg(id) AND (CAST(sqlc.arg(unseen) AS BIGINT) = 0
    OR NOT EXISTS (SELECT 1 FROM bank_matches m WHERE m.payment_id = CAST(sqlc.arg(id) AS TEXT) AND m.payment_id <> ''));

-- name: UploadFree :one
-- An upload with which this member may still pay.
SELECT id FROM uploads WHERE id = $1 AND user_id = $2 AND payment_id = '' AND refund_id = '';

-- name: UploadClaim :execrows
UPDATE uploads SET payment_id = $1 WHERE id = $2 AND user_id = $3 AND payment_id = '' AND refund_id = '';

-- name: UploadBytes :one
SELECT CAST(COALESCE(sum(bytes), 0) AS BIGINT) FROM uploads WHERE user_id = $1 AND at_counter = 0 AND refund_id = '';

-- name: UploadImage :one
SELECT m.*, u.user_id FROM upload_images m JOIN uploads u ON u.id = m.upload_id WHERE m.id = $1;

-- name: UploadImages :many
SELECT * FROM upload_images WHERE upload_id = $1 ORDER BY position;

-- name: UploadsUnused :many
-- Unreferenced uploads: no payment, refund, open cart or unclaimed transfer uses them.
SELECT u.id FROM uploads u
WHERE u.payment_id = '' AND u.refund_id = '' AND u.created_at <= $1
    AND NOT EXISTS (SELECT 1 FROM carts c WHERE c.upload_id = u.id AND c.upload_id <> '' AND c.status = 'open')
    AND NOT EXISTS (SELECT 1 FROM unclaimed_transfers t WHERE t.upload_id = u.id)
ORDER BY u.created_at LIMIT 100;

-- name: UploadImagesRemove :many
DELETE FROM upload_images WHERE upload_id = $1 RETURNING storage_key;

-- name: PictureNamed :one
-- Whether any row names a stored picture, or the file of a print run.
SELECT CAST(CASE WHEN EXISTS (SELECT 1 FROM upload_images WHERE upload_images.storage_key = $1)
    OR EXISTS (SELECT 1 FROM picture_files WHERE picture_files.storage_key = $1)
    OR EXISTS (SELECT 1 FROM print_runs WHERE print_runs.storage_key = $1 AND print_runs.storage_key <> '') THEN 1 ELSE 0 END AS BIGINT);

-- name: PlanStraySweep :execrows
-- Only the replica that still finds the plan as it was read runs the clean-up.
INSERT INTO settings (key, value) VALUES ('stray-sweep', sqlc.arg(next))
ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE settings.value = CAST(sqlc.arg(was) AS TEXT);

-- name: UploadRemove :execrows
DELETE FROM uploads WHERE id = $1 AND payment_id = '' AND refund_id = '';

-- For the office: review, counter, receipts.

-- name: PaymentLock :one
UPDATE payments SET status = status WHERE id = $1 RETURNING *;

-- name: PaymentDecide :exec
UPDATE payments SET status = $1, received = $2, reason = $3, note = $4, decided_by = $5, decided_at = $6, despite = '', waived = 0, of_month = $7 WHERE id = $8;

-- name: PaymentShift :exec
-- The cash box of the payment.
UPDATE payments SET shift_id = $1 WHERE id = $2;

-- name: PaymentInvoicePaid :exec
-- An order with booked money has no deadline any more.
UPDATE invoices SET paid = $1, expires_at = 0, updated_at = $2 WHERE id = $3;

-- name: PaymentBookedAt :one
-- Booking time at the bank. No row: the payment is on no statement.
SELECT l.booked_at FROM bank_matches m JOIN bank_lines l ON l.id = m.line_id
WHERE m.payment_id = $1 AND m.payment_id <> '' AND m.state IN ('settled', 'seen') ORDER BY l.booked_at LIMIT 1;

-- name: ReceiptAdd :exec
INSERT INTO official_receipts (id, number, invoice_id, payment_id, issued_at, issued_by) VALUES ($1, $2, $3, $4, $5, $6);

-- name: ReceiptVoid :many
UPDATE official_receipts SET voided_at = $1, void_reason = $2 WHERE payment_id = $3 AND voided_at = 0 RETURNING id;

-- name: Receipt :one
SELECT * FROM official_receipts WHERE id = $1;

-- name: PaymentsExpired :many
SELECT id FROM invoices WHERE expires_at > 0 AND expires_at <= $1 AND paid = 0 AND status IN ('awaiting-payment', 'rejected') ORDER BY expires_at LIMIT 100;

-- Data stored about a member.

-- name: PaymentStanding :many
-- A member's invoices with unsettled money, oldest first.
SELECT id, number, status, sub_total, paid FROM invoices
WHERE user_id = $1 AND status IN ('awaiting-payment', 'under-verification', 'rejected') ORDER BY created_at, id;

-- name: PaymentTransfers :many
SELECT * FROM unclaimed_transfers WHERE user_id = $1 ORDER BY created_at, id;

-- name: PaymentOwing :many
-- Money of a member besides what waits with an order: undecided transfers that can still be claimed or that a payment
-- provider has, refunds that are still to be transferred, and undecided overpayments.
SELECT CAST('unclaimed' AS TEXT) AS status, CAST('' AS TEXT) AS invoice_id, t.reference AS number, t.amount, t.created_at AS since
FROM unclaimed_transfers t
WHERE t.user_id = sqlc.arg(user_id) AND t.resolved_at = 0
    AND (t.created_at > sqlc.arg(claimable) OR EXISTS (SELECT 1 FROM provider_payments c WHERE c.transfer_id = t.id AND c.transfer_id <> ''))
UNION ALL
SELECT 'refund', v.id, v.number, CAST(sum(r.amount) AS BIGINT), min(r.at)
FROM invoices v JOIN refunds r ON r.invoice_id = v.id JOIN refund_transfers d ON d.refund_id = r.id
WHERE v.user_id = sqlc.arg(user_id) AND d.done_at = 0 GROUP BY v.id, v.number
UNION ALL
SELECT 'refund', '', u.reference, CAST(sum(b.amount) AS BIGINT), min(b.at)
FROM unclaimed_transfers u JOIN refunds b ON b.transfer_id = u.id AND b.transfer_id <> '' JOIN refund_transfers e ON e.refund_id = b.id
WHERE u.user_id = sqlc.arg(user_id) AND b.invoice_id IS NULL AND e.done_at = 0 GROUP BY u.reference
UNION ALL
SELECT 'excess', w.id, w.number, CAST(sum(p.excess) AS BIGINT), min(p.decided_at)
FROM invoices w JOIN payments p ON p.invoice_id = w.id
WHERE w.user_id = sqlc.arg(user_id) AND p.excess > 0 AND p.excess_as = '' GROUP BY w.id, w.number
ORDER BY 5, 3, 1;

-- name: PaymentPapers :many
SELECT v.id, v.number, v.locale FROM invoices v WHERE v.user_id = $1 ORDER BY v.created_at, v.id;

-- name: UploadsOfUser :many
SELECT m.*, u.created_at, u.payment_id, u.refund_id, CAST(COALESCE((SELECT v.number FROM payments p JOIN invoices v ON v.id = p.invoice_id WHERE p.id = u.payment_id),
    (SELECT b.number FROM refunds r JOIN invoices b ON b.id = r.invoice_id WHERE r.id = u.refund_id AND u.refund_id <> ''), '') AS TEXT) AS number
FROM upload_images m JOIN uploads u ON u.id = m.upload_id
WHERE u.user_id = $1 AND u.at_counter = 0 ORDER BY u.created_at, u.id, m.position;

-- name: UploadsToErase :many
-- Uploads of a closing account that prove no valid payment, no refund and no unclaimed transfer.
SELECT u.id FROM uploads u
WHERE u.user_id = $1 AND u.at_counter = 0 AND u.refund_id = ''
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.id = u.payment_id AND p.status IN ('approved', 'pending'))
    AND NOT EXISTS (SELECT 1 FROM unclaimed_transfers t WHERE t.upload_id = u.id AND t.resolved_at = 0)
ORDER BY u.id;

-- name: UploadsOutlived :many
-- Pictures past their retention time, except those still under review or of an unclaimed transfer.
SELECT u.id FROM uploads u
WHERE u.created_at <= $1
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.id = u.payment_id AND p.status = 'pending')
    AND NOT EXISTS (SELECT 1 FROM unclaimed_transfers t WHERE t.upload_id = u.id AND t.resolved_at = 0)
ORDER BY u.created_at LIMIT 100;

-- name: UploadErase :exec
DELETE FROM uploads WHERE id = $1;

-- name: UploadImagesRename :exec
-- A file name may contain its owner's name.
UPDATE upload_images SET name = 'picture.jpg' WHERE upload_id IN (SELECT u.id FROM uploads u WHERE u.user_id = $1 AND u.at_counter = 0);

-- name: PaymentsBlank :exec
UPDATE payments SET note = '', despite = '' WHERE invoice_id IN (SELECT v.id FROM invoices v WHERE v.user_id = $1);

-- name: RefundsBlank :exec
UPDATE refunds SET note = '' WHERE refunds.id IN (
    SELECT r.id FROM invoices v JOIN refunds r ON r.invoice_id = v.id WHERE v.user_id = sqlc.arg(user_id)
    UNION
    SELECT b.id FROM unclaimed_transfers t JOIN refunds b ON b.transfer_id = t.id WHERE t.user_id = sqlc.arg(user_id) AND b.transfer_id <> ''
);

-- name: RefundApprovalsBlank :exec
UPDATE refund_approvals SET note = '' WHERE refund_approvals.id IN (
    SELECT a.id FROM invoices v JOIN refund_approvals a ON a.subject = 'invoice:' || v.id WHERE v.user_id = sqlc.arg(user_id)
    UNION
    SELECT l.id FROM invoices w JOIN refunds r ON r.invoice_id = w.id JOIN refund_approvals l ON l.subject = 'line:' || r.line_id
    WHERE w.user_id = sqlc.arg(user_id) AND r.line_id <> ''
    UNION
    SELECT b.id FROM unclaimed_transfers t JOIN refund_approvals b ON b.subject = 'transfer:' || t.id WHERE t.user_id = sqlc.arg(user_id)
);

-- name: InvoicesBlank :exec
-- For a closed account: contact data of payers is deleted.
UPDATE invoices SET payer_mobile = '', payer_email = '' WHERE user_id = $1;

-- name: InvoicesUnname :exec
-- For a closed account: names stay on orders for which money moved, even if all of it went back, as accounting needs
-- them.
UPDATE invoices SET payer_name = '', payer_chinese = '' WHERE user_id = $1 AND status NOT IN ('paid', 'refunded') AND paid = 0
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.invoice_id = invoices.id AND p.status = 'approved')
    AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.invoice_id = invoices.id);

-- name: InvoiceItemsBlank :exec
-- Names of orders with nothing left to perform.
UPDATE invoice_items SET form = '' WHERE form <> '' AND invoice_id IN (SELECT v.id FROM invoices v WHERE v.user_id = $1 AND v.status <> 'paid');

-- Refunds and overpayments.

-- name: RefundAdd :exec
INSERT INTO refunds (id, invoice_id, transfer_id, line_id, extent, method, amount, reason, note, shift_id, actor_id, at, of_month)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- name: PaymentExcess :exec
UPDATE payments SET excess = sqlc.arg(excess), excess_as = '' WHERE id = sqlc.arg(id);

-- name: PaymentExcessDecide :execrows
-- Condition and change in one statement, so that a decision is never overwritten.
UPDATE payments SET excess_as = sqlc.arg(excess_as) WHERE invoice_id = sqlc.arg(invoice_id) AND excess > 0 AND excess_as = '' AND status = 'approved';

-- name: ReceiptVoidOfInvoice :many
UPDATE official_receipts SET voided_at = $1, void_reason = $2 WHERE invoice_id = $3 AND voided_at = 0 RETURNING *;

-- name: PaymentInvoiceLowered :exec
-- Partial refunds before the order was settled: when no money is left, its deadline applies again.
UPDATE invoices SET paid = $1, expires_at = $2, updated_at = $3 WHERE id = $4;

-- Refunds that need two people, and refunds by transfer.

-- name: RefundApprovalAdd :exec
INSERT INTO refund_approvals (id, subject, method, amount, reason, note, asked_by, asked_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: RefundApproval :one
SELECT * FROM refund_approvals WHERE id = $1;

-- name: RefundApprovalDecide :execrows
UPDATE refund_approvals SET decided_by = sqlc.arg(decided_by), decided_at = sqlc.arg(decided_at), approved = sqlc.arg(approved), stands = sqlc.arg(stands)
WHERE id = sqlc.arg(id) AND decided_at = 0 AND asked_by <> sqlc.arg(decided_by);

-- name: RefundApprovalUse :execrows
-- Uses an approval once, for exactly this refund, within its days, if the order is unchanged, and never by the
-- approver.
UPDATE refund_approvals SET refund_id = sqlc.arg(refund_id)
WHERE subject = sqlc.arg(subject) AND method = sqlc.arg(method) AND amount = sqlc.arg(amount) AND reason = sqlc.arg(reason) AND note = sqlc.arg(note)
    AND approved = 1 AND decided_at > CAST(sqlc.arg(since) AS BIGINT) AND decided_by <> sqlc.arg(actor_id)
    AND stands = CAST(sqlc.arg(stands) AS TEXT) AND refund_id = '';

-- name: RefundApprovalWithdraw :execrows
DELETE FROM refund_approvals WHERE id = $1 AND refund_id = '' AND (decided_at = 0 OR approved = 1);

-- name: RefundApprovalsOfSubject :many
-- The request that is pending, or approved and unused.
SELECT * FROM refund_approvals WHERE subject = $1 AND refund_id = '' AND (decided_at = 0 OR approved = 1);

-- name: RefundTransferAdd :exec
INSERT INTO refund_transfers (refund_id, at) VALUES ($1, $2);

-- name: RefundTransferDone :execrows
UPDATE refund_transfers SET done_at = sqlc.arg(done_at), done_by = sqlc.arg(done_by), reference = sqlc.arg(reference)
WHERE refund_id = sqlc.arg(refund_id) AND done_at = 0;

-- name: RefundByID :one
SELECT * FROM refunds WHERE id = $1;

-- name: RefundTransferLock :one
UPDATE refund_transfers SET reference = reference WHERE refund_id = $1 RETURNING *;

-- name: RefundTransferOf :one
SELECT * FROM refund_transfers WHERE refund_id = $1;

-- name: RefundOwner :one
-- Who gets the refund: the member who ordered, or who declared the transfer; '' without an account.
SELECT CAST(COALESCE((SELECT v.user_id FROM invoices v WHERE v.id = r.invoice_id),
    (SELECT t.user_id FROM unclaimed_transfers t WHERE t.id = r.transfer_id AND r.transfer_id <> ''), '') AS TEXT) AS user_id
FROM refunds r WHERE r.id = $1;

-- name: RefundProofs :many
-- Pictures that prove a refund by transfer.
SELECT m.id, m.upload_id, m.width, m.height, m.sha256, m.storage_key FROM uploads u JOIN upload_images m ON m.upload_id = u.id
WHERE u.refund_id = $1 AND u.refund_id <> '' ORDER BY u.created_at, u.id, m.position;

-- name: RefundProofRemove :execrows
DELETE FROM upload_images WHERE id = $1;

-- name: PlacesOnPaper :many
-- Positions of an order's items and their end: from the position that the order took, and the term that it pays for.
SELECT u.item_id, p.code, u.from_at, u.until_at, CAST(0 AS BIGINT) AS of_term
FROM position_uses u JOIN positions p ON p.id = u.position_id
WHERE u.invoice_id = sqlc.arg(invoice_id) AND u.invoice_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing'
UNION ALL
SELECT t.item_id, COALESCE(p.code, '') AS code, t.starts_at, t.ends_at, CAST(1 AS BIGINT)
FROM subscription_terms t
LEFT JOIN position_uses u ON u.subscription_id = t.subscription_id AND u.subscription_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing'
LEFT JOIN positions p ON p.id = u.position_id
WHERE t.invoice_id = sqlc.arg(invoice_id)
ORDER BY 5, 1, 2;

-- name: SubscriptionTermOfItem :one
SELECT * FROM subscription_terms WHERE item_id = $1;

-- name: BankPaymentOfInvoice :one
-- An approved transfer of the invoice that neither a statement line nor a payment provider has confirmed.
SELECT p.* FROM payments p
WHERE p.invoice_id = $1 AND p.received = $2 AND p.decided_at >= $3 AND p.status = 'approved' AND p.method = 2001
    AND NOT EXISTS (SELECT 1 FROM bank_matches m WHERE m.payment_id = p.id AND m.payment_id <> '')
    AND NOT EXISTS (SELECT 1 FROM provider_payments c WHERE c.booked_as = p.id AND c.booked_as <> '')
ORDER BY p.created_at LIMIT 1;

-- name: ProviderPaymentOfPayment :one
-- What a payment provider has received for a payment.
SELECT * FROM provider_payments WHERE booked_as = $1 AND booked_as <> '';

-- name: ProviderPaymentBooked :exec
UPDATE provider_payments SET booked_as = $1 WHERE id = $2;

-- name: ProviderRefundState :one
SELECT state FROM provider_refunds WHERE refund_id = $1;

-- The sums of days, from which years to date are computed.

-- name: TakingsDaysToSum :many
-- Past days of which several changes are stored.
SELECT day FROM takings_days WHERE day < (CAST(sqlc.arg(now) AS BIGINT) + 28800000) / 86400000 GROUP BY day HAVING count(*) > 1 ORDER BY day LIMIT 100;

-- name: TakingsDayTake :many
DELETE FROM takings_days WHERE day = $1 RETURNING amount, back;

-- name: TakingsDayAdd :exec
INSERT INTO takings_days (day, amount, back) VALUES ($1, $2, $3);
