-- Standing lines of the bank have rules, a return is paired with what it takes back, and a small rest is waived. Written as 00100 says.

-- +goose Up
-- What every line with these words is: interest, a fee, a known donor's gift.
CREATE TABLE bank_rules (
    id       TEXT PRIMARY KEY,
    account  TEXT NOT NULL,                                -- whose lines: the key of bank and account
    incoming BIGINT NOT NULL,                              -- 1: money that comes in, 0: that goes out
    words    TEXT NOT NULL,                                -- what such lines say, letters alone
    shown    TEXT NOT NULL,                                -- the same as people read it
    reason   TEXT NOT NULL,                                -- interest, fee, donation
    made_by  TEXT NOT NULL,
    made_at  BIGINT NOT NULL,
    ended_by TEXT NOT NULL DEFAULT '',
    ended_at BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX bank_rules_words ON bank_rules (account, incoming, words) WHERE ended_at = 0;

ALTER TABLE bank_lines ADD COLUMN rule_id TEXT NOT NULL DEFAULT ''; -- the rule that says what it is
CREATE INDEX bank_lines_rule ON bank_lines (rule_id) WHERE rule_id <> '';
ALTER TABLE bank_lines ADD COLUMN pair_id TEXT NOT NULL DEFAULT ''; -- the line that takes it back, or that it takes back
CREATE INDEX bank_lines_amount ON bank_lines (amount, booked_at) WHERE state IN ('open', 'matched');

ALTER TABLE payments ADD COLUMN waived BIGINT NOT NULL DEFAULT 0;   -- cents of the order that were let go with it
