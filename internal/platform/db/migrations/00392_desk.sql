-- The payment desk tells one bank's screens apart, and says in its list what is worth knowing of a payment. Written as 00100 says.

-- +goose Up
ALTER TABLE upload_images ADD COLUMN detail TEXT NOT NULL DEFAULT ''; -- its grey levels on a grid; '': before this was kept
ALTER TABLE payments ADD COLUMN despite TEXT NOT NULL DEFAULT '';     -- why it was approved although something spoke against it

-- Of the pictures that were alike by their bank's design those of the very same file stay marked.
UPDATE payments SET alike = 0 WHERE status = 'pending' AND alike = 1 AND NOT EXISTS (
    SELECT 1 FROM upload_images m JOIN upload_images o ON o.sha256 = m.sha256 AND o.upload_id <> m.upload_id WHERE m.upload_id = payments.upload_id);

-- A transfer with its picture, as the lists of the payment desk show it. seen: a line of a statement has its money; sure:
-- certainly; seen_at: when the bank booked it. rejected: how often another picture of the order was.
DROP VIEW desk_payments;
CREATE VIEW desk_payments AS
SELECT p.id, p.invoice_id, p.status, p.amount, p.declared_amount, p.received, p.transaction_at, p.created_at, p.decided_at, p.claimed_by, p.claimed_until,
    p.unseen, p.alike, p.cut_off, p.upload_id, v.number, v.payment_reference, v.payer_name, v.payer_chinese, COALESCE(c.name, '') AS claimer,
    EXISTS (SELECT 1 FROM bank_matches m JOIN bank_lines l ON l.id = m.line_id WHERE m.invoice_id = p.invoice_id
        AND (m.payment_id = p.id OR p.status = 'pending' AND m.state = 'proposed' AND m.amount = p.amount AND l.state = 'open' AND l.class IN ('certain', 'likely'))) AS seen,
    EXISTS (SELECT 1 FROM bank_matches m JOIN bank_lines l ON l.id = m.line_id WHERE m.invoice_id = p.invoice_id
        AND (m.payment_id = p.id OR p.status = 'pending' AND m.state = 'proposed' AND m.amount = p.amount AND l.state = 'open' AND l.class = 'certain')) AS sure,
    CAST(COALESCE((SELECT max(l.booked_at) FROM bank_matches m JOIN bank_lines l ON l.id = m.line_id WHERE m.invoice_id = p.invoice_id
        AND (m.payment_id = p.id OR p.status = 'pending' AND m.state = 'proposed' AND m.amount = p.amount AND l.state = 'open' AND l.class IN ('certain', 'likely'))), 0) AS BIGINT) AS seen_at,
    CAST((SELECT count(*) FROM payments r WHERE r.invoice_id = p.invoice_id AND r.status = 'rejected' AND r.id <> p.id) AS BIGINT) AS rejected,
    CAST((SELECT count(*) FROM invoice_items i WHERE i.invoice_id = p.invoice_id) AS BIGINT) AS items,
    CAST(COALESCE((SELECT i.title_en FROM invoice_items i WHERE i.invoice_id = p.invoice_id ORDER BY i.position LIMIT 1), '') AS TEXT) AS title_en,
    CAST(COALESCE((SELECT i.title_zh FROM invoice_items i WHERE i.invoice_id = p.invoice_id ORDER BY i.position LIMIT 1), '') AS TEXT) AS title_zh,
    CAST(COALESCE((SELECT m.id FROM upload_images m WHERE m.upload_id = p.upload_id AND m.position = 0), '') AS TEXT) AS picture
FROM payments p JOIN invoices v ON v.id = p.invoice_id LEFT JOIN users c ON c.id = p.claimed_by
WHERE p.method = 2001 AND p.upload_id <> '';
