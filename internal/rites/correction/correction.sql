-- name: InvoiceItemForm :exec
-- Corrects the names of an item of a locked order.
UPDATE invoice_items SET form = $1 WHERE invoice_id = $2 AND id = $3;

-- name: ItemsWithNames :many
-- Items with a form that an account has ordered, in orders that have not ended; newest first.
SELECT i.* FROM invoices v JOIN invoice_items i ON i.invoice_id = v.id
WHERE v.user_id = $1 AND v.status IN ('awaiting-payment', 'under-verification', 'rejected', 'paid') AND i.form <> ''
ORDER BY v.created_at DESC, v.id DESC, i.position LIMIT 200;
