-- name: PaymentAdd :exec
INSERT INTO payments (id, invoice_id, method, status, amount, declared_amount, transaction_at, transaction_raw, upload_id, created_at)
VALUES ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, $9);

-- name: Payment :one
SELECT * FROM payments WHERE id = $1;

-- name: PaymentPending :one
SELECT * FROM payments WHERE invoice_id = $1 AND status = 'pending';

-- name: PaymentVoid :exec
UPDATE payments SET status = 'voided', reason = $1, decided_at = $2 WHERE id = $3 AND status = 'pending';

-- name: PaymentDeclare :exec
-- The picture of a transfer that was only announced before.
UPDATE payments SET amount = $1, declared_amount = $2, transaction_at = $3, transaction_raw = $4, upload_id = $5 WHERE id = $6;

-- name: UploadAdd :exec
INSERT INTO uploads (id, user_id, bytes, created_at) VALUES ($1, $2, $3, $4);

-- name: UploadImageAdd :exec
INSERT INTO upload_images (id, upload_id, position, name, mime, size, width, height, storage_key, sha256, dhash)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: UploadFree :one
-- An upload that this member may still pay with.
SELECT id FROM uploads WHERE id = $1 AND user_id = $2 AND payment_id = '';

-- name: UploadClaim :execrows
UPDATE uploads SET payment_id = $1 WHERE id = $2 AND user_id = $3 AND payment_id = '';

-- name: UploadBytes :one
SELECT CAST(COALESCE(sum(bytes), 0) AS BIGINT) FROM uploads WHERE user_id = $1;

-- name: UploadImage :one
SELECT m.*, u.user_id FROM upload_images m JOIN uploads u ON u.id = m.upload_id WHERE m.id = $1;

-- name: UploadImages :many
SELECT * FROM upload_images WHERE upload_id = $1 ORDER BY position;

-- name: UploadsUnused :many
-- Nothing waits for them: no payment, no open cart, no transfer that somebody has yet to claim.
SELECT u.id FROM uploads u
WHERE u.payment_id = '' AND u.created_at <= $1
    AND NOT EXISTS (SELECT 1 FROM carts c WHERE c.upload_id = u.id AND c.status = 'open')
    AND NOT EXISTS (SELECT 1 FROM unclaimed_transfers t WHERE t.upload_id = u.id)
ORDER BY u.created_at LIMIT 100;

-- name: UploadImagesRemove :many
DELETE FROM upload_images WHERE upload_id = $1 RETURNING storage_key;

-- name: UploadRemove :execrows
DELETE FROM uploads WHERE id = $1 AND payment_id = '';
