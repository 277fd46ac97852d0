-- Rows of a bank's file that were not read stand on Today until somebody has looked at them, and files that nobody has read
-- yet, those whose job has stopped among them. Written as 00100 says.

-- +goose Up
ALTER TABLE bank_statements ADD COLUMN unread_seen_at BIGINT NOT NULL DEFAULT 0; -- when somebody looked at the rows that were not read
ALTER TABLE bank_statements ADD COLUMN unread_seen_by TEXT NOT NULL DEFAULT '';
-- Older versions kept no text of these rows, and counted balances among them: nobody can look at them any more.
UPDATE bank_statements SET unread_seen_at = created_at WHERE skipped > 0 AND unread = '';
CREATE INDEX bank_statements_unread ON bank_statements (created_at, id) WHERE skipped > 0 AND unread_seen_at = 0;
DROP INDEX bank_statements_waiting;
CREATE INDEX bank_statements_waiting ON bank_statements (created_at, id) WHERE state IN ('unmapped', 'failed', 'reading');
