-- What a gift is for: the answer to the question "fund" of its form, by which figures and exports are split. It stands
-- beside the answers, because those go with their owner's account and the figures stay. Written as 00100 says.

-- +goose Up
ALTER TABLE invoice_items ADD COLUMN fund TEXT NOT NULL DEFAULT ''; -- key of an option; '': not asked, or not answered
DROP VIEW item_levels;
CREATE VIEW item_levels AS
SELECT b.invoice_id, b.position, b.offering_id, b.form_key, b.fund, b.amount,
    CAST(COALESCE((SELECT sum(u.amount) FROM invoice_items u WHERE u.invoice_id = b.invoice_id AND u.position < b.position), 0) AS BIGINT) AS low
FROM invoice_items b;
