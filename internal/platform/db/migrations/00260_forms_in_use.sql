-- What was answered with a form is counted before its next version goes on the site. Written as 00100 says.

-- +goose Up
CREATE INDEX cart_items_form ON cart_items (form_key);
CREATE INDEX invoice_items_form ON invoice_items (form_key, invoice_id);
CREATE INDEX form_entries_form ON form_entries (form_key);
CREATE INDEX subscriptions_form ON subscriptions (form_key, status);
