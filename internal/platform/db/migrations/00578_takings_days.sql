-- What came in on each day and what went back, so that a year to date is not summed up from its payments. Triggers add a row
-- for each change (00579), which waits for nobody, and housekeeping makes one of the rows of a past day. Written as 00100 says.

-- +goose Up
CREATE TABLE takings_days (
    day    BIGINT NOT NULL,                                -- in Singapore, since 1 January 1970: 28800000 ms is its offset
    amount BIGINT NOT NULL,                                -- cents received by approved payments, by the day of their approval
    back   BIGINT NOT NULL                                 -- cents refunded, without transfers that became no order
);
CREATE INDEX takings_days_day ON takings_days (day, amount, back);
INSERT INTO takings_days (day, amount, back)
SELECT CAST((decided_at + 28800000) / 86400000 AS BIGINT), CAST(COALESCE(sum(received), 0) AS BIGINT), 0 FROM payments WHERE status = 'approved' GROUP BY (decided_at + 28800000) / 86400000;
INSERT INTO takings_days (day, amount, back)
SELECT CAST((at + 28800000) / 86400000 AS BIGINT), 0, CAST(sum(amount) AS BIGINT) FROM refunds WHERE extent <> 'transfer' GROUP BY (at + 28800000) / 86400000;
