-- What a bank's line says beside its amount, and which job has a statement in hand.

-- +goose Up

ALTER TABLE bank_lines ADD COLUMN currency TEXT NOT NULL DEFAULT '';        -- '' is Singapore's; money of another settles nothing
ALTER TABLE bank_lines ADD COLUMN reversal BIGINT NOT NULL DEFAULT 0;       -- it takes an earlier transaction back
ALTER TABLE bank_lines ADD COLUMN problem TEXT NOT NULL DEFAULT '';         -- fault code: why its last settlement, or taking back, failed
ALTER TABLE bank_statements ADD COLUMN duty_id TEXT NOT NULL DEFAULT '';    -- of outbox: the job that has it in hand

-- +goose Down

ALTER TABLE bank_statements DROP COLUMN duty_id;
ALTER TABLE bank_lines DROP COLUMN problem;
ALTER TABLE bank_lines DROP COLUMN reversal;
ALTER TABLE bank_lines DROP COLUMN currency;
