-- What a second person approves of a refund is all that the payer reads, as the order stands. Written as 00100 says.

-- +goose Up
ALTER TABLE refund_approvals ADD COLUMN note TEXT NOT NULL DEFAULT '';   -- own words, which the payer reads
ALTER TABLE refund_approvals ADD COLUMN stands TEXT NOT NULL DEFAULT ''; -- how the order stood when it was approved
CREATE INDEX refund_approvals_age ON refund_approvals (asked_at, id) WHERE refund_id = '' AND (decided_at = 0 OR approved = 1);
CREATE INDEX refund_approvals_subject ON refund_approvals (subject);
