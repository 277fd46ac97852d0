-- The hourly job finds refunds whose note is due without reading all old ones. Written as 00100 says.

-- +goose Up
CREATE INDEX refunds_noted ON refunds (at) WHERE note <> '';
