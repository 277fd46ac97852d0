-- When the temple was registered for goods and services tax, or an IPC: papers are printed again as they were issued.

-- +goose Up

CREATE TABLE tax_spans (
    key    TEXT NOT NULL,                                  -- gst, ipc
    since  BIGINT NOT NULL,
    until  BIGINT NOT NULL,                                -- 0: it holds
    number TEXT NOT NULL,                                  -- of the registration
    PRIMARY KEY (key, since)
);

-- The settings kept the last span alone.
INSERT INTO tax_spans (key, since, until, number)
SELECT substr(s.key, 1, 3), CAST(s.value AS BIGINT),
    CAST(COALESCE((SELECT u.value FROM settings u WHERE u.key = substr(s.key, 1, 3) || '-until' AND u.value <> ''), '0') AS BIGINT), ''
FROM settings s WHERE s.key IN ('gst-since', 'ipc-since') AND s.value <> '';

-- Those before it stand in the audit trail.
INSERT INTO tax_spans (key, since, until, number)
SELECT substr(e.subject, 9), e.at,
    COALESCE((SELECT MIN(f.at) FROM audit_entries f WHERE f.subject = e.subject AND f.action = e.action AND f.after = '{"value":"off"}' AND f.at > e.at), 0), ''
FROM audit_entries e
WHERE e.subject IN ('setting:gst', 'setting:ipc') AND e.action = 'setting.change' AND e.after = '{"value":"on"}'
ON CONFLICT (key, since) DO NOTHING;

-- The number as it was when the span ended, {"value":"…"}; of the one that holds, as it is.
UPDATE tax_spans SET number = COALESCE(
    (SELECT substr(e.after, 11, length(e.after) - 12) FROM audit_entries e
        WHERE e.subject = 'setting:gst-number' AND e.action = 'setting.change' AND tax_spans.until > 0 AND e.at <= tax_spans.until
        ORDER BY e.at DESC, e.id DESC LIMIT 1),
    (SELECT s.value FROM settings s WHERE s.key = 'gst-number'), '')
WHERE key = 'gst';

DELETE FROM settings WHERE key IN ('gst-since', 'gst-until', 'ipc-since', 'ipc-until');

-- A cart lives on from the code that was shown for it. One that ended under its code is open again.
UPDATE carts SET updated_at = (SELECT h.created_at FROM holds h WHERE h.cart_id = carts.id)
WHERE status = 'open' AND id IN (SELECT h.cart_id FROM holds h);
UPDATE carts SET status = 'open', updated_at = (SELECT h.created_at FROM holds h WHERE h.cart_id = carts.id)
WHERE status = 'expired' AND id IN (SELECT h.cart_id FROM holds h)
    AND NOT EXISTS (SELECT 1 FROM carts o WHERE o.user_id = carts.user_id AND o.status = 'open');

-- +goose Down
DELETE FROM settings WHERE key IN ('gst-since', 'gst-until', 'ipc-since', 'ipc-until');
INSERT INTO settings (key, value)
SELECT t.key || '-since', CAST(t.since AS TEXT) FROM tax_spans t WHERE t.since = (SELECT MAX(l.since) FROM tax_spans l WHERE l.key = t.key);
INSERT INTO settings (key, value)
SELECT t.key || '-until', CASE t.until WHEN 0 THEN '' ELSE CAST(t.until AS TEXT) END FROM tax_spans t
WHERE t.since = (SELECT MAX(l.since) FROM tax_spans l WHERE l.key = t.key);
DROP TABLE tax_spans;
