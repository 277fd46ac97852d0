-- Each policy has a version of its own that members agree to. Written as 00100 says. What was agreed to so far was one
-- version of all three, 2026-11: it stays true.

-- +goose Up
CREATE TABLE policy_versions (
    policy  TEXT PRIMARY KEY,           -- key of its page
    version TEXT NOT NULL,              -- that members are asked to agree to
    earlier TEXT NOT NULL DEFAULT '',   -- the one before
    number  BIGINT NOT NULL DEFAULT 0   -- of the version of its record that was published with it
);
INSERT INTO policy_versions (policy, version) VALUES ('privacy-policy', '2026-11'), ('service-policy', '2026-11'), ('term-and-condition', '2026-11');

ALTER TABLE schedules ADD COLUMN again BIGINT NOT NULL DEFAULT 0; -- 1: members are asked to agree to this policy again
