-- Files of a bank that nobody could read yet are found without reading all statements. Written as 00100 says.

-- +goose Up
CREATE INDEX bank_statements_waiting ON bank_statements (created_at, id) WHERE state IN ('unmapped', 'failed');
