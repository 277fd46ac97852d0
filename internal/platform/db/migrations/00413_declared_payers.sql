-- Whose bank account a transfer came from, as its payer says: a daughter pays for her mother, and the bank names the daughter.
-- Written as 00100 says.

-- +goose Up
ALTER TABLE payments ADD COLUMN declared_payer TEXT NOT NULL DEFAULT '';  -- '' was not said
ALTER TABLE carts ADD COLUMN declared_payer TEXT NOT NULL DEFAULT '';     -- typed at a checkout that goes on
