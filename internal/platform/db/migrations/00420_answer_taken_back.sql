-- Whose message it was before an answer, and when it had moved last: taking the answer back leaves it as it was.
-- Written as 00100 says.

-- +goose Up
ALTER TABLE entry_messages ADD COLUMN was_assignee_id TEXT NOT NULL DEFAULT '';
ALTER TABLE entry_messages ADD COLUMN was_last_at BIGINT NOT NULL DEFAULT 0;  -- 0: of an answer of before, which is too old to be taken back
