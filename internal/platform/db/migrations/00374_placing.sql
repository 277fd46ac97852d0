-- Lamps that have no place yet are found by their option, and many are given places in one act that can be taken back.
-- Written as 00100 says.

-- +goose Up
ALTER TABLE position_uses ADD COLUMN placing_id TEXT NOT NULL DEFAULT ''; -- of the act that gave a lamp without a place this one
CREATE INDEX position_uses_placing ON position_uses (placing_id) WHERE placing_id <> '';
CREATE INDEX subscriptions_option ON subscriptions (option_id, id);
CREATE INDEX imported_lamps_option ON imported_lamps (option_id, id) WHERE subscription_id = '';

-- The subscription of a lamp from before this site that has a position gives it back one day, as those that were bought do.
UPDATE subscriptions SET limited = 1 WHERE limited = 0 AND (status = 1 OR ends_at > 0)
    AND id IN (SELECT u.subscription_id FROM position_uses u WHERE u.subscription_id <> '' AND u.ended_at = 0 AND u.imported_id <> '');
