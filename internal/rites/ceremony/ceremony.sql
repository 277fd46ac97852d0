-- Ceremonies and their lists. Order of locks: invoice, ceremonies by id, entries.

-- name: CeremonyAdd :exec
INSERT INTO ceremonies (id, key, title_en, title_zh, gathers, script, paper, starts_at, closes_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: CeremonyChange :exec
UPDATE ceremonies SET title_en = $1, title_zh = $2, script = $3, paper = $4, starts_at = $5, closes_at = $6 WHERE id = $7;

-- name: CeremonyLock :one
-- Locks the ceremony: numbering, closing, reopening and marking exclude each other.
UPDATE ceremonies SET last_no = last_no WHERE id = $1 RETURNING *;

-- name: CeremonyByID :one
SELECT * FROM ceremonies WHERE id = $1;

-- name: CeremonyKeyUsed :one
SELECT CAST(count(*) AS BIGINT) AS n FROM ceremonies WHERE key = $1;

-- name: CeremoniesAhead :many
-- Future ceremonies, and those of the last days, the next one first.
SELECT * FROM ceremonies WHERE (starts_at, id) > (CAST(sqlc.arg(at) AS BIGINT), CAST(sqlc.arg(id) AS TEXT))
    AND (CAST(sqlc.arg(which) AS TEXT) = '' OR CAST(sqlc.arg(which) AS TEXT) = 'now' AND done_at = 0 OR CAST(sqlc.arg(which) AS TEXT) = 'closed' AND closed_at > 0 AND done_at = 0)
ORDER BY starts_at, id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: CeremoniesBehind :many
SELECT * FROM ceremonies WHERE (starts_at, id) < (CAST(sqlc.arg(at) AS BIGINT), CAST(sqlc.arg(id) AS TEXT))
    AND (CAST(sqlc.arg(which) AS TEXT) = '' OR CAST(sqlc.arg(which) AS TEXT) = 'done' AND done_at > 0)
ORDER BY starts_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: CeremoniesToClose :many
SELECT id FROM ceremonies WHERE closed_at = 0 AND closes_at > 0 AND closes_at <= sqlc.arg(now) ORDER BY closes_at, id LIMIT 50;

-- name: CeremoniesToEnd :many
-- Closed ceremonies of the last days with nothing left to do.
SELECT c.id FROM ceremonies c WHERE c.closed_at > 0 AND c.done_at = 0 AND c.fill_state = '' AND c.starts_at < sqlc.arg(before)
    AND NOT EXISTS (SELECT 1 FROM ceremony_entries e WHERE e.ceremony_id = c.id AND e.late < 2 AND e.state IN ('collected', 'checked', 'printed'))
    AND NOT EXISTS (SELECT 1 FROM ceremony_entries e WHERE e.ceremony_id = c.id AND e.late = 2 AND e.state = 'collected')
ORDER BY c.starts_at LIMIT 50;

-- name: CeremonyNumber :one
-- The next number; its row is locked.
UPDATE ceremonies SET last_no = last_no + 1 WHERE id = $1 RETURNING last_no;

-- name: CeremonyClose :exec
UPDATE ceremonies SET closed_at = $1, closed_by = $2 WHERE id = $3;

-- name: CeremonyDoneAt :exec
UPDATE ceremonies SET done_at = $1 WHERE id = $2;

-- name: CeremonyFill :exec
UPDATE ceremonies SET fill_state = $1, fill_after = $2, fill_done = $3, fill_total = $4 WHERE id = $5;

-- name: CeremonyNextWith :many
-- Open ceremonies that gather an offering's orders, the next one first.
SELECT c.id, c.starts_at, s.option_id, s.kind, s.ordered_from_at, s.ordered_until FROM ceremony_sources s JOIN ceremonies c ON c.id = s.ceremony_id
WHERE s.offering_id = sqlc.arg(offering_id) AND c.gathers = 'bought' AND c.done_at = 0 AND c.closed_at = 0 AND c.id <> sqlc.arg(but)
ORDER BY c.starts_at, c.id;

-- name: SittingAdd :exec
INSERT INTO ceremony_sittings (ceremony_id, seq, hall_id, place_en, place_zh, starts_at, ends_at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: SittingsDrop :exec
DELETE FROM ceremony_sittings WHERE ceremony_id = $1;

-- name: Sittings :many
SELECT * FROM ceremony_sittings WHERE ceremony_id = $1 ORDER BY seq;

-- name: SittingNames :one
-- Names on the list that are assigned to a session, and marks that it was held.
SELECT (SELECT count(*) FROM ceremony_entries e WHERE e.ceremony_id = sqlc.arg(ceremony_id) AND e.sitting = sqlc.arg(sitting) AND e.state <> 'withdrawn') AS names,
    (SELECT count(*) FROM done_marks m WHERE m.ceremony_id = sqlc.arg(ceremony_id) AND m.sitting = sqlc.arg(sitting) AND m.undone_at = 0) AS marks;

-- name: SittingEntriesMove :exec
UPDATE ceremony_entries SET sitting = CAST(sqlc.arg('to') AS BIGINT) WHERE ceremony_id = sqlc.arg(ceremony_id) AND sitting = CAST(sqlc.arg('from') AS BIGINT);

-- name: SittingMarksMove :exec
UPDATE done_marks SET sitting = CAST(sqlc.arg('to') AS BIGINT) WHERE ceremony_id = sqlc.arg(ceremony_id) AND sitting = CAST(sqlc.arg('from') AS BIGINT) AND undone_at = 0;

-- name: SittingOfLamp :one
-- The first session in the hall where a copy of an item has its position; 0: none.
SELECT CAST(COALESCE(MIN(s.seq), 0) AS BIGINT) FROM ceremony_sittings s JOIN towers t ON t.hall_id = s.hall_id AND s.hall_id <> ''
JOIN positions p ON p.tower_id = t.id JOIN position_uses u ON u.id = p.use_id
WHERE s.ceremony_id = sqlc.arg(ceremony_id) AND u.copy = sqlc.arg(copy) AND u.ended_at = 0 AND u.state <> 'clearing'
    AND u.id IN (SELECT a.id FROM position_uses a WHERE a.item_id = sqlc.arg(item_id) AND a.item_id <> ''
        UNION SELECT b.id FROM position_uses b WHERE b.subscription_id = sqlc.arg(item_id) AND b.subscription_id <> ''
        UNION SELECT g.id FROM subscription_terms x JOIN position_uses g ON g.subscription_id = x.subscription_id AND g.subscription_id <> '' WHERE x.item_id = sqlc.arg(item_id));

-- name: SourceAdd :exec
INSERT INTO ceremony_sources (ceremony_id, offering_id, option_id, kind, ordered_from_at, ordered_until) VALUES ($1, $2, $3, $4, $5, $6);

-- name: SourcesDrop :exec
DELETE FROM ceremony_sources WHERE ceremony_id = $1;

-- name: Sources :many
SELECT * FROM ceremony_sources WHERE ceremony_id = $1 ORDER BY offering_id, option_id;

-- name: SourcesTaking :many
-- The sources of lists that gather an offering's orders, by ceremony. A ceremony that is done is checked for orders
-- from before it closed.
SELECT s.* FROM ceremony_sources s JOIN ceremonies c ON c.id = s.ceremony_id
WHERE s.offering_id = sqlc.arg(offering_id) AND c.gathers = 'bought' AND (c.done_at = 0 OR c.closed_at >= CAST(sqlc.arg(ordered_at) AS BIGINT)) ORDER BY s.ceremony_id, s.option_id;

-- name: ListEntryAdd :execrows
-- The item may be on the list already: after a second payment, or through the job that fills a new list.
INSERT INTO ceremony_entries (id, ceremony_id, no, invoice_id, item_id, copy, sitting, kind, state, original, text, text_hash, late, marks, sponsor, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'collected', $9, $9, $10, $11, $12, $13, $14, $14)
ON CONFLICT DO NOTHING;

-- name: ListEntryOfItem :one
SELECT * FROM ceremony_entries WHERE ceremony_id = $1 AND item_id = $2 AND copy = $3;

-- name: ListEntryElsewhere :one
-- Whether an order is on a list for orders, or was until it was withdrawn there: it is performed once.
SELECT count(*) FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id
WHERE e.item_id = sqlc.arg(item_id) AND e.copy = sqlc.arg(copy) AND c.gathers = 'bought' AND e.withdrawn_why <> 'moved';

-- name: ListEntryLock :one
UPDATE ceremony_entries SET no = no WHERE id = $1 RETURNING *;

-- name: ListEntry :one
SELECT * FROM ceremony_entries WHERE id = $1;

-- name: ListEntriesOfInvoice :many
SELECT * FROM ceremony_entries WHERE invoice_id = $1 AND invoice_id <> '' ORDER BY ceremony_id, no;

-- name: ListEntriesOfItem :many
SELECT * FROM ceremony_entries WHERE item_id = $1 ORDER BY ceremony_id, no;

-- name: ListEntryState :exec
UPDATE ceremony_entries SET state = sqlc.arg(state), withdrawn_why = sqlc.arg(withdrawn_why), late = sqlc.arg(late), out_at = sqlc.arg(out_at), updated_at = sqlc.arg(updated_at) WHERE id = sqlc.arg(id);

-- name: ListEntryText :exec
UPDATE ceremony_entries SET state = $1, text = $2, text_hash = $3, revision = $4, checked_revision = $5, marks = $6, asked_at = 0, updated_at = $7 WHERE id = $8;

-- name: ListEntryChecked :exec
UPDATE ceremony_entries SET state = $1, checked_revision = $2, updated_at = $3 WHERE id = $4;

-- name: ListEntryPrinted :execrows
-- Only the printed revision counts, and only for paid and checked entries.
UPDATE ceremony_entries SET state = 'printed', printed_revision = revision, updated_at = sqlc.arg(updated_at)
WHERE id = sqlc.arg(id) AND revision = sqlc.arg(revision) AND state IN ('checked', 'printed') AND late < 2;

-- name: ListEntryPaperOut :execrows
-- Its sheet was confirmed after it had left the list, and has to be taken out.
UPDATE ceremony_entries SET printed_revision = sqlc.arg(revision), out_at = 0, updated_at = sqlc.arg(updated_at)
WHERE id = sqlc.arg(id) AND revision >= sqlc.arg(revision) AND state = 'withdrawn';

-- name: ListEntryPaperGone :exec
-- An entry that returns has no sheet: the former one was taken out.
UPDATE ceremony_entries SET printed_revision = 0 WHERE id = $1;

-- name: ListEntryAsked :exec
UPDATE ceremony_entries SET asked_at = $1, updated_at = $1 WHERE id = $2;

-- name: ListEntryTakenOut :exec
UPDATE ceremony_entries SET out_at = sqlc.arg(out_at), updated_at = sqlc.arg(out_at) WHERE id = sqlc.arg(id);

-- name: ListEntrySitting :exec
UPDATE ceremony_entries SET sitting = $1, updated_at = $2 WHERE id = $3;

-- name: ListEntryWhy :exec
-- For an entry that is done: its money was refunded, or paid again. This decides its state if the mark is undone.
UPDATE ceremony_entries SET withdrawn_why = $1 WHERE id = $2;

-- name: ListEntryDone :exec
UPDATE ceremony_entries SET state = 'done', done_id = $1, updated_at = $2 WHERE id = $3;

-- name: SittingDone :execrows
-- Entries of a session that can be marked as done: printed or, without printing, on the list.
UPDATE ceremony_entries SET state = 'done', done_id = sqlc.arg(done_id), updated_at = sqlc.arg(updated_at)
WHERE ceremony_id = sqlc.arg(ceremony_id) AND sitting = sqlc.arg(sitting) AND late < 2
    AND (state = 'printed' OR CAST(sqlc.arg(paperless) AS BIGINT) = 1 AND state IN ('collected', 'checked'));

-- name: MarkUndone :execrows
UPDATE ceremony_entries SET done_id = '', updated_at = sqlc.arg(updated_at), state = CASE WHEN withdrawn_why <> '' THEN 'withdrawn'
    WHEN printed_revision = revision THEN 'printed' WHEN checked_revision = revision THEN 'checked' ELSE 'collected' END
WHERE done_id = sqlc.arg(done_id) AND done_id <> '';

-- name: SittingNotPrinted :one
SELECT count(*) FROM ceremony_entries WHERE ceremony_id = sqlc.arg(ceremony_id) AND state IN ('collected', 'checked') AND late < 2 AND sitting = sqlc.arg(sitting);

-- name: CeremonyNotDone :one
-- Whether a list has anything left to do.
SELECT count(*) FROM (SELECT 1 FROM ceremony_entries WHERE ceremony_id = sqlc.arg(ceremony_id) AND state IN ('collected', 'checked', 'printed') AND late < 2 LIMIT 1) n;

-- name: ListEntriesAll :many
SELECT * FROM ceremony_entries WHERE ceremony_id = sqlc.arg(ceremony_id) AND no > CAST(sqlc.arg(after) AS BIGINT) AND late < 2 AND state <> 'withdrawn' AND (CAST(sqlc.arg(sitting) AS BIGINT) = 0 OR sitting = CAST(sqlc.arg(sitting) AS BIGINT)) ORDER BY no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ListEntriesOfSign :many
-- Entries with a person of a zodiac sign: in one state, or in any but withdrawn.
SELECT e.* FROM entry_signs g JOIN ceremony_entries e ON e.id = g.entry_id
WHERE g.ceremony_id = sqlc.arg(ceremony_id) AND g.boundary = sqlc.arg(boundary) AND g.sign = sqlc.arg(sign) AND g.no > CAST(sqlc.arg(after) AS BIGINT)
    AND e.late < 2 AND (e.state = CAST(sqlc.arg(state) AS TEXT) OR CAST(sqlc.arg(state) AS TEXT) = '' AND e.state <> 'withdrawn')
    AND (CAST(sqlc.arg(sitting) AS BIGINT) = 0 OR e.sitting = CAST(sqlc.arg(sitting) AS BIGINT)) ORDER BY g.no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ListHasSigns :one
-- Whether any person on a list has a known sign.
SELECT count(*) FROM (SELECT 1 FROM entry_signs WHERE ceremony_id = sqlc.arg(ceremony_id) AND boundary = 'new-year' AND sign < 12 LIMIT 1) n;

-- name: EntrySignAdd :exec
INSERT INTO entry_signs (ceremony_id, boundary, sign, no, entry_id) VALUES ($1, $2, $3, $4, $5);

-- name: EntrySignsDrop :exec
DELETE FROM entry_signs WHERE entry_id = $1;

-- name: CeremoniesWithoutSigns :many
SELECT id FROM ceremonies WHERE signs_upto >= 0 ORDER BY id LIMIT 50;

-- name: CeremonySigns :exec
UPDATE ceremonies SET signs_upto = sqlc.arg(signs_upto) WHERE id = sqlc.arg(id);

-- name: EntriesToSign :many
-- Entries of a list with the form that each was made from: of its term, its order, or an imported lamp.
SELECT e.id, e.no, COALESCE(i.form_key, b.form_key, '') AS form_key, COALESCE(i.form_version, b.form_version, 0) AS form_version,
    COALESCE(NULLIF(t.form, ''), i.form, b.form, '') AS form
FROM ceremony_entries e
LEFT JOIN invoice_items i ON i.invoice_id = e.invoice_id AND i.id = e.item_id
LEFT JOIN subscription_terms t ON t.item_id = e.item_id
LEFT JOIN subscriptions b ON b.id = e.item_id AND e.invoice_id = ''
WHERE e.ceremony_id = sqlc.arg(ceremony_id) AND e.no > CAST(sqlc.arg(after) AS BIGINT) AND e.names_gone_at = 0
ORDER BY e.no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ListEntriesIn :many
SELECT * FROM ceremony_entries WHERE ceremony_id = sqlc.arg(ceremony_id) AND state = sqlc.arg(state) AND no > CAST(sqlc.arg(after) AS BIGINT) AND late < 2 AND (CAST(sqlc.arg(sitting) AS BIGINT) = 0 OR sitting = CAST(sqlc.arg(sitting) AS BIGINT)) ORDER BY no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ListEntriesToLookAt :many
SELECT * FROM ceremony_entries WHERE ceremony_id = sqlc.arg(ceremony_id) AND no > CAST(sqlc.arg(after) AS BIGINT) AND late < 2 AND state = 'collected' AND marks <> '[]' AND (CAST(sqlc.arg(sitting) AS BIGINT) = 0 OR sitting = CAST(sqlc.arg(sitting) AS BIGINT))
    AND (CAST(sqlc.arg(mark) AS TEXT) = '' OR marks LIKE '%"code":"' || CAST(sqlc.arg(mark) AS TEXT) || '"%') ORDER BY no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ListEntriesAgain :many
SELECT * FROM ceremony_entries WHERE ceremony_id = sqlc.arg(ceremony_id) AND no > CAST(sqlc.arg(after) AS BIGINT) AND state IN ('collected', 'checked') AND printed_revision > 0 AND late < 2 ORDER BY no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ListEntriesLate :many
SELECT * FROM ceremony_entries WHERE ceremony_id = sqlc.arg(ceremony_id) AND no > CAST(sqlc.arg(after) AS BIGINT) AND late = 2 AND state = 'collected' ORDER BY no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ListEntriesOut :many
SELECT * FROM ceremony_entries WHERE ceremony_id = sqlc.arg(ceremony_id) AND no > CAST(sqlc.arg(after) AS BIGINT) AND state = 'withdrawn' AND printed_revision > 0 AND out_at = 0 ORDER BY no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ListEntriesBySponsor :many
SELECT * FROM ceremony_entries WHERE ceremony_id = sqlc.arg(ceremony_id) AND (sponsor, no) > (CAST(sqlc.arg(after_text) AS TEXT), CAST(sqlc.arg(after) AS BIGINT)) AND late < 2 AND state <> 'withdrawn' AND (CAST(sqlc.arg(sitting) AS BIGINT) = 0 OR sitting = CAST(sqlc.arg(sitting) AS BIGINT)) ORDER BY sponsor, no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ListEntriesByPlace :many
-- Sorted by the lamps' present positions, hall by hall; entries without a position come last. A renewal has its
-- subscription's position.
SELECT k.id, k.hall_seq, k.tower_seq, k.tower, k.row_no, k.unit_no, k.no FROM (
    SELECT e.id, e.no, COALESCE(h.seq, 1000000) AS hall_seq, COALESCE(t.seq, 0) AS tower_seq, COALESCE(t.code, '') AS tower, COALESCE(p.row_no, 0) AS row_no, COALESCE(p.unit_no, 0) AS unit_no
    FROM ceremony_entries e LEFT JOIN (SELECT f.id, MIN(f.position_id) AS position_id FROM (
        SELECT e.id, u.position_id FROM ceremony_entries e
            JOIN position_uses u ON u.item_id = e.item_id AND u.copy = e.copy AND u.item_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing'
            WHERE e.ceremony_id = sqlc.arg(ceremony_id)
        UNION SELECT e.id, u.position_id FROM ceremony_entries e JOIN subscription_terms s ON s.item_id = e.item_id
            JOIN position_uses u ON u.subscription_id = s.subscription_id AND u.copy = e.copy AND u.subscription_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing'
            WHERE e.ceremony_id = sqlc.arg(ceremony_id)
        UNION SELECT e.id, u.position_id FROM ceremony_entries e
            JOIN position_uses u ON u.subscription_id = e.item_id AND u.copy = e.copy AND u.subscription_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing'
            WHERE e.ceremony_id = sqlc.arg(ceremony_id)
        ) f GROUP BY f.id) w ON w.id = e.id
    LEFT JOIN positions p ON p.id = w.position_id LEFT JOIN towers t ON t.id = p.tower_id LEFT JOIN halls h ON h.id = t.hall_id
    WHERE e.ceremony_id = sqlc.arg(ceremony_id) AND e.late < 2 AND e.state <> 'withdrawn' AND (CAST(sqlc.arg(sitting) AS BIGINT) = 0 OR e.sitting = CAST(sqlc.arg(sitting) AS BIGINT))
) k
WHERE (k.hall_seq, k.tower_seq, k.tower, k.row_no, k.unit_no, k.no) > (CAST(sqlc.arg(after_hall) AS BIGINT), CAST(sqlc.arg(after_tower_seq) AS BIGINT), CAST(sqlc.arg(after_tower) AS TEXT),
    CAST(sqlc.arg(after_row) AS BIGINT), CAST(sqlc.arg(after_unit) AS BIGINT), CAST(sqlc.arg(after) AS BIGINT))
ORDER BY k.hall_seq, k.tower_seq, k.tower, k.row_no, k.unit_no, k.no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ListEntryPlaces :many
-- Present position codes of some entries' lamps.
SELECT f.id, p.code FROM (
        SELECT e.id, u.position_id FROM ceremony_entries e
            JOIN position_uses u ON u.item_id = e.item_id AND u.copy = e.copy AND u.item_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing'
            WHERE e.id IN (SELECT i.key FROM json_each(sqlc.arg(ids)) i)
        UNION SELECT e.id, u.position_id FROM ceremony_entries e JOIN subscription_terms s ON s.item_id = e.item_id
            JOIN position_uses u ON u.subscription_id = s.subscription_id AND u.copy = e.copy AND u.subscription_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing'
            WHERE e.id IN (SELECT i.key FROM json_each(sqlc.arg(ids)) i)
        UNION SELECT e.id, u.position_id FROM ceremony_entries e
            JOIN position_uses u ON u.subscription_id = e.item_id AND u.copy = e.copy AND u.subscription_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing'
            WHERE e.id IN (SELECT i.key FROM json_each(sqlc.arg(ids)) i)
    ) f JOIN positions p ON p.id = f.position_id ORDER BY f.id, f.position_id;

-- name: ListEntryOfNumber :one
SELECT * FROM ceremony_entries WHERE ceremony_id = $1 AND no = $2;

-- name: ListEntryCounts :one
-- Number of entries per hall and session, each counted up to 10,001.
SELECT
    (SELECT count(*) FROM (SELECT 1 FROM ceremony_entries e WHERE e.ceremony_id = sqlc.arg(id) AND e.state = 'collected' AND e.late < 2 LIMIT 10001) a) AS collected,
    (SELECT count(*) FROM (SELECT 1 FROM ceremony_entries e WHERE e.ceremony_id = sqlc.arg(id) AND e.state = 'checked' AND e.late < 2 LIMIT 10001) a) AS checked,
    (SELECT count(*) FROM (SELECT 1 FROM ceremony_entries e WHERE e.ceremony_id = sqlc.arg(id) AND e.state = 'printed' AND e.late < 2 LIMIT 10001) a) AS printed,
    (SELECT count(*) FROM (SELECT 1 FROM ceremony_entries e WHERE e.ceremony_id = sqlc.arg(id) AND e.state = 'done' AND e.late < 2 LIMIT 10001) a) AS done,
    (SELECT count(*) FROM (SELECT 1 FROM ceremony_entries e WHERE e.ceremony_id = sqlc.arg(id) AND e.state = 'withdrawn' AND e.late < 2 LIMIT 10001) a) AS withdrawn,
    (SELECT count(*) FROM (SELECT 1 FROM ceremony_entries e WHERE e.ceremony_id = sqlc.arg(id) AND e.late < 2 AND e.state = 'collected' AND e.marks <> '[]' LIMIT 10001) a) AS look,
    (SELECT count(*) FROM (SELECT 1 FROM ceremony_entries e WHERE e.ceremony_id = sqlc.arg(id) AND e.state IN ('collected', 'checked') AND e.printed_revision > 0 AND e.late < 2 LIMIT 10001) a) AS again,
    (SELECT count(*) FROM (SELECT 1 FROM ceremony_entries e WHERE e.ceremony_id = sqlc.arg(id) AND e.late = 2 AND e.state = 'collected' LIMIT 10001) a) AS late,
    (SELECT count(*) FROM (SELECT 1 FROM ceremony_entries e WHERE e.ceremony_id = sqlc.arg(id) AND e.state = 'withdrawn' AND e.printed_revision > 0 AND e.out_at = 0 LIMIT 10001) a) AS to_take_out;

-- name: ItemsUnpaid :many
-- Items of orders that can still be paid, the oldest order first. They are not printed.
SELECT i.id, i.invoice_id, i.quantity, i.form_key, i.form_version, i.form, v.number, v.payer_name, v.payer_chinese, v.created_at, s.kind
FROM invoices v CROSS JOIN invoice_items i CROSS JOIN ceremony_sources s -- the open orders first, of which there are few
WHERE i.invoice_id = v.id AND s.offering_id = i.offering_id AND s.ceremony_id = sqlc.arg(ceremony_id) AND v.status IN ('awaiting-payment', 'under-verification', 'rejected') AND (s.option_id = '' OR s.option_id = i.option_id)
    AND v.created_at >= s.ordered_from_at AND (s.ordered_until = 0 OR v.created_at < s.ordered_until)
    AND (v.created_at, i.id) > (CAST(sqlc.arg(at) AS BIGINT), CAST(sqlc.arg(id) AS TEXT))
ORDER BY v.created_at, i.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: OrdersUnpaidCount :one
SELECT count(*) FROM (SELECT DISTINCT v.id FROM invoices v CROSS JOIN invoice_items i CROSS JOIN ceremony_sources s -- the open orders first, of which there are few
WHERE i.invoice_id = v.id AND s.offering_id = i.offering_id AND s.ceremony_id = $1 AND v.status IN ('awaiting-payment', 'under-verification', 'rejected') AND (s.option_id = '' OR s.option_id = i.option_id)
    AND v.created_at >= s.ordered_from_at AND (s.ordered_until = 0 OR v.created_at < s.ordered_until) LIMIT 10001) n;

-- name: OfferingHas :one
SELECT count(*) FROM offerings o WHERE o.id = sqlc.arg(offering_id)
    AND (CAST(sqlc.arg(option_id) AS TEXT) = '' OR EXISTS (SELECT 1 FROM offering_options p WHERE p.offering_id = o.id AND p.id = sqlc.arg(option_id)));

-- name: ListEntriesSame :many
-- Other entries of the list with the same text: only a warning.
SELECT id, no FROM ceremony_entries WHERE ceremony_id = sqlc.arg(ceremony_id) AND text_hash = sqlc.arg(text_hash) AND text_hash <> '' AND id <> sqlc.arg(id) AND state <> 'withdrawn' ORDER BY no LIMIT 5;

-- name: ItemsToFill :many
-- Orders of an offering within the days of a source, by invoice. Whether one is paid is checked under the invoice's
-- lock. Orders already on a list are skipped, as their copies are added together.
SELECT i.* FROM invoice_items i JOIN invoices v ON v.id = i.invoice_id
WHERE i.offering_id = sqlc.arg(offering_id) AND (i.invoice_id, i.position) > (CAST(sqlc.arg(after_invoice) AS TEXT), CAST(sqlc.arg(after_position) AS BIGINT))
    AND v.created_at >= CAST(sqlc.arg(ordered_from) AS BIGINT) AND (CAST(sqlc.arg(ordered_until) AS BIGINT) = 0 OR v.created_at < CAST(sqlc.arg(ordered_until) AS BIGINT))
    AND (CAST(sqlc.arg(gathers) AS TEXT) = 'running' OR NOT EXISTS (SELECT 1 FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id
        WHERE e.item_id = i.id AND c.gathers = 'bought'))
ORDER BY i.invoice_id, i.position LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ItemsToFillSince :many
-- The same of a source that begins on a day, by the time of the order: a list of this month does not read the orders of
-- ten years. CROSS JOIN keeps SQLite, which has no statistics, from reading all items of the offering first.
SELECT sqlc.embed(i), v.created_at FROM invoices v CROSS JOIN invoice_items i
WHERE i.invoice_id = v.id AND i.offering_id = sqlc.arg(offering_id) AND v.created_at >= CAST(sqlc.arg(after_at) AS BIGINT)
    AND (v.created_at, v.id, i.position) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_invoice) AS TEXT), CAST(sqlc.arg(after_position) AS BIGINT))
    AND (CAST(sqlc.arg(ordered_until) AS BIGINT) = 0 OR v.created_at < CAST(sqlc.arg(ordered_until) AS BIGINT))
    AND (CAST(sqlc.arg(gathers) AS TEXT) = 'running' OR NOT EXISTS (SELECT 1 FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id
        WHERE e.item_id = i.id AND c.gathers = 'bought'))
ORDER BY v.created_at, v.id, i.position LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ItemsToFillCount :one
-- How many of the newest 20,000 items a fill reads, for its progress: creating a list must not wait for a million.
SELECT count(*) FROM (SELECT o.id, o.invoice_id FROM invoice_items o WHERE o.offering_id = sqlc.arg(offering_id) ORDER BY o.invoice_id DESC LIMIT 20000) i
JOIN invoices v ON v.id = i.invoice_id
WHERE v.created_at >= CAST(sqlc.arg(ordered_from) AS BIGINT) AND (CAST(sqlc.arg(ordered_until) AS BIGINT) = 0 OR v.created_at < CAST(sqlc.arg(ordered_until) AS BIGINT))
    AND (CAST(sqlc.arg(gathers) AS TEXT) = 'running' OR NOT EXISTS (SELECT 1 FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id
        WHERE e.item_id = i.id AND c.gathers = 'bought'));

-- name: ItemsToFillSinceCount :one
-- The same of a source that begins on a day.
SELECT count(*) FROM (SELECT 1 FROM invoices v CROSS JOIN invoice_items i
    WHERE i.invoice_id = v.id AND i.offering_id = sqlc.arg(offering_id) AND v.created_at >= CAST(sqlc.arg(ordered_from) AS BIGINT)
        AND (CAST(sqlc.arg(ordered_until) AS BIGINT) = 0 OR v.created_at < CAST(sqlc.arg(ordered_until) AS BIGINT))
        AND (CAST(sqlc.arg(gathers) AS TEXT) = 'running' OR NOT EXISTS (SELECT 1 FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id
            WHERE e.item_id = i.id AND c.gathers = 'bought'))
    LIMIT 20000) AS n;

-- name: SubscriptionsToGather :many
-- Subscriptions of an offering, by id. Whether a term covers the day is checked per term.
SELECT * FROM subscriptions WHERE offering_id = sqlc.arg(offering_id) AND id > CAST(sqlc.arg(after) AS TEXT) ORDER BY id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: SubscriptionsToGatherCount :one
SELECT count(*) FROM subscriptions WHERE offering_id = $1;

-- name: TermOn :one
-- The term of a subscription that covers a day, paid or not: payment is checked under its invoice's lock.
SELECT * FROM subscription_terms WHERE subscription_id = sqlc.arg(subscription_id) AND starts_at <= sqlc.arg(day) AND ends_at > sqlc.arg(day) ORDER BY period LIMIT 1;

-- name: LateJoins :execrows
-- Entries that waited for a decision join a reopened list.
UPDATE ceremony_entries SET late = 0, updated_at = sqlc.arg(updated_at) WHERE ceremony_id = sqlc.arg(ceremony_id) AND late = 2 AND state = 'collected';

-- name: CorrectionAdd :exec
INSERT INTO entry_corrections (entry_id, revision, before, after, reason, by_id, at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: Corrections :many
SELECT * FROM entry_corrections WHERE entry_id = $1 ORDER BY revision;

-- name: CorrectionLast :one
SELECT * FROM entry_corrections WHERE entry_id = $1 ORDER BY revision DESC LIMIT 1;

-- name: DoneMarkAdd :exec
INSERT INTO done_marks (id, ceremony_id, sitting, entry_id, photo_id, words_en, words_zh, entries, by_id, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: DoneMark :one
SELECT * FROM done_marks WHERE id = $1;

-- name: DoneMarksOf :many
SELECT * FROM done_marks WHERE ceremony_id = $1 AND undone_at = 0 ORDER BY at, id;

-- name: DoneMarkUndo :execrows
-- A mark cannot be undone once the families were notified.
UPDATE done_marks SET undone_at = sqlc.arg(now) WHERE id = sqlc.arg(id) AND undone_at = 0 AND told_at = 0;

-- name: DoneMarkTold :execrows
-- From now on it cannot be undone.
UPDATE done_marks SET told_at = CASE WHEN told_at = 0 THEN CAST(sqlc.arg(now) AS BIGINT) ELSE told_at END WHERE id = sqlc.arg(id) AND undone_at = 0;

-- name: ListEntriesOfMark :many
SELECT * FROM ceremony_entries WHERE done_id = sqlc.arg(done_id) AND done_id <> '' AND no > CAST(sqlc.arg(after) AS BIGINT) ORDER BY no LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: ListEntriesToBlank :many
-- Deletes names that are no longer needed; number, state and days stay.
SELECT e.id, e.ceremony_id FROM ceremony_entries e JOIN ceremonies c ON c.id = e.ceremony_id
WHERE e.names_gone_at = 0 AND e.updated_at < sqlc.arg(before) AND c.starts_at < sqlc.arg(before) ORDER BY e.updated_at LIMIT 500;

-- name: ListEntryBlank :exec
UPDATE ceremony_entries SET original = '{}', text = '{}', text_hash = '', marks = '[]', sponsor = '', names_gone_at = $1 WHERE id = $2;

-- name: CorrectionsBlank :exec
UPDATE entry_corrections SET before = '{}', after = '{}' WHERE entry_id = $1;

-- name: ListEntriesOfUser :many
-- All list entries of a person's orders.
SELECT e.* FROM invoices v JOIN ceremony_entries e ON e.invoice_id = v.id AND e.invoice_id <> '' WHERE v.user_id = $1 ORDER BY v.created_at, e.ceremony_id, e.no;

-- name: ListEntriesToRefund :many
-- Late entries that cannot be performed and are not refunded yet.
SELECT e.* FROM ceremony_entries e JOIN invoices v ON v.id = e.invoice_id
WHERE e.late = 3 AND v.status = 'paid' AND (e.updated_at, e.id) > (CAST(sqlc.arg(at) AS BIGINT), CAST(sqlc.arg(id) AS TEXT))
ORDER BY e.updated_at, e.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: RitesOfUser :many
-- When the names of a person's orders, and of imported lamps, were or will be read. Newest first.
SELECT e.item_id, e.state, COALESCE(t.subscription_id, '') AS subscription_id, c.title_en, c.title_zh, s.starts_at AS starts_at, s.place_en, s.place_zh,
    COALESCE(m.at, 0) AS done_at, COALESCE(m.photo_id, '') AS photo_id
FROM invoices v
JOIN ceremony_entries e ON e.invoice_id = v.id AND e.invoice_id <> ''
JOIN ceremonies c ON c.id = e.ceremony_id
JOIN ceremony_sittings s ON s.ceremony_id = e.ceremony_id AND s.seq = e.sitting
LEFT JOIN subscription_terms t ON t.item_id = e.item_id
LEFT JOIN done_marks m ON m.id = e.done_id AND e.done_id <> ''
WHERE v.user_id = sqlc.arg(user_id) AND e.state <> 'withdrawn' AND e.late < 2
UNION ALL
SELECT e.item_id, e.state, b.id AS subscription_id, c.title_en, c.title_zh, s.starts_at AS starts_at, s.place_en, s.place_zh,
    COALESCE(m.at, 0) AS done_at, COALESCE(m.photo_id, '') AS photo_id
FROM subscriptions b
JOIN ceremony_entries e ON e.item_id = b.id AND e.invoice_id = ''
JOIN ceremonies c ON c.id = e.ceremony_id
JOIN ceremony_sittings s ON s.ceremony_id = e.ceremony_id AND s.seq = e.sitting
LEFT JOIN done_marks m ON m.id = e.done_id AND e.done_id <> ''
WHERE b.user_id = sqlc.arg(user_id) AND e.state <> 'withdrawn' AND e.late < 2
ORDER BY starts_at DESC LIMIT 300;

-- name: RitesOfGuest :many
-- Rites of orders without an account, by the number written on them.
SELECT e.item_id, e.state, COALESCE(t.subscription_id, '') AS subscription_id, c.title_en, c.title_zh, s.starts_at AS starts_at, s.place_en, s.place_zh,
    COALESCE(m.at, 0) AS done_at, COALESCE(m.photo_id, '') AS photo_id
FROM invoices v
JOIN ceremony_entries e ON e.invoice_id = v.id AND e.invoice_id <> ''
JOIN ceremonies c ON c.id = e.ceremony_id
JOIN ceremony_sittings s ON s.ceremony_id = e.ceremony_id AND s.seq = e.sitting
LEFT JOIN subscription_terms t ON t.item_id = e.item_id
LEFT JOIN done_marks m ON m.id = e.done_id AND e.done_id <> ''
WHERE v.user_id IS NULL AND v.payer_mobile = sqlc.arg(mobile) AND v.payer_mobile <> '' AND e.state <> 'withdrawn' AND e.late < 2
ORDER BY s.starts_at DESC LIMIT 300;

-- name: RitesOfOrder :many
-- Rites of one order.
SELECT e.item_id, e.state, COALESCE(t.subscription_id, '') AS subscription_id, c.title_en, c.title_zh, s.starts_at AS starts_at, s.place_en, s.place_zh,
    COALESCE(m.at, 0) AS done_at, COALESCE(m.photo_id, '') AS photo_id
FROM ceremony_entries e
JOIN ceremonies c ON c.id = e.ceremony_id
JOIN ceremony_sittings s ON s.ceremony_id = e.ceremony_id AND s.seq = e.sitting
LEFT JOIN subscription_terms t ON t.item_id = e.item_id
LEFT JOIN done_marks m ON m.id = e.done_id AND e.done_id <> ''
WHERE e.invoice_id = sqlc.arg(invoice_id) AND e.invoice_id <> '' AND e.state <> 'withdrawn' AND e.late < 2
ORDER BY s.starts_at DESC LIMIT 300;

-- name: DoneFamilies :one
-- How many families would be notified now: one message per family, whoever of them ordered. Counted by recipient.
SELECT count(*) FROM (SELECT DISTINCT COALESCE(v.user_id, NULLIF(v.payer_mobile || ' ' || v.payer_email, ' '), v.id, b.user_id, e.id) AS family
    FROM ceremony_entries e LEFT JOIN invoices v ON v.id = e.invoice_id LEFT JOIN subscriptions b ON e.invoice_id = '' AND b.id = e.item_id
    WHERE e.ceremony_id = sqlc.arg(ceremony_id) AND e.sitting = sqlc.arg(sitting) AND e.late < 2
        AND (e.state = 'printed' OR CAST(sqlc.arg(paperless) AS BIGINT) = 1 AND e.state IN ('collected', 'checked'))) f;

-- name: DoneReady :one
-- How many entries of a session would be marked now.
SELECT count(*) FROM ceremony_entries WHERE ceremony_id = sqlc.arg(ceremony_id) AND sitting = sqlc.arg(sitting) AND late < 2
    AND (state = 'printed' OR CAST(sqlc.arg(paperless) AS BIGINT) = 1 AND state IN ('collected', 'checked'));

-- name: EntrySteps :many
-- Progress of each copy of an order's items, on every list that has it.
SELECT e.item_id, e.copy, e.kind, e.state, e.revision, e.checked_revision, e.printed_revision, e.late, e.withdrawn_why, c.paper, s.starts_at, COALESCE(m.at, 0) AS done_at
FROM ceremony_entries e
JOIN ceremonies c ON c.id = e.ceremony_id
JOIN ceremony_sittings s ON s.ceremony_id = e.ceremony_id AND s.seq = e.sitting
LEFT JOIN done_marks m ON m.id = e.done_id AND e.done_id <> ''
WHERE e.invoice_id = sqlc.arg(invoice_id) AND e.invoice_id <> '' ORDER BY e.item_id, e.copy, s.starts_at, e.id;
