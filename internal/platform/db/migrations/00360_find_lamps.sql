-- A lamp is found by the mobile number that it was ordered with, and one from before this site may have a place. Written as
-- 00100 says.

-- +goose Up
CREATE INDEX invoices_guest_mobile ON invoices (payer_mobile, id) WHERE user_id IS NULL AND payer_mobile <> '';
ALTER TABLE position_uses ADD COLUMN imported_id TEXT NOT NULL DEFAULT ''; -- of imported_lamps, for a lamp that no order was made for
CREATE INDEX position_uses_imported ON position_uses (imported_id) WHERE imported_id <> '';
