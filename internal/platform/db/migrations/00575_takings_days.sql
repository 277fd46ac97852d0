-- What came in on each day and what went back, so that a year to date is not summed up from its payments. Triggers add a row
-- for each change (577), which waits for nobody, and housekeeping makes one of the rows of a past day. Written as 00100 says.

-- +goose Up
CREATE TABLE takings_days (
    day    BIGINT NOT NULL,                                -- in Singapore, since 1 January 1970: 28800000 ms is its offset
    amount BIGINT NOT NULL,                                -- cents received by approved payments, by the day of their approval
    back   BIGINT NOT NULL                                 -- cents refunded, without transfers that became no order
);
CREATE INDEX takings_days_day ON takings_days (day, amount, back);
INSERT INTO takings_days (day, amount, back)
SELECT d.day, CAST(sum(d.amount) AS BIGINT), CAST(sum(d.back) AS BIGINT) FROM (
    SELECT (decided_at + 28800000) / 86400000 AS day, COALESCE(received, 0) AS amount, 0 AS back FROM payments WHERE status = 'approved'
    UNION ALL SELECT (at + 28800000) / 86400000, 0, amount FROM refunds WHERE extent <> 'transfer') d
GROUP BY d.day;
