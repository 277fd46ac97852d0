-- Lists and totals of members look at each member's state, language and contacts: the index has them. Retention finds old
-- items of carts by their age, which are few, and not by their carts. Written as 00100 says.

-- +goose Up
CREATE INDEX users_listed ON users (created_at, id, status, locale, email_confirmed, mobile_verified);
DROP INDEX users_joined;
CREATE INDEX cart_items_made ON cart_items (created_at);
