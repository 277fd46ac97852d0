-- Positions of lamps and tablets. Taking, releasing or moving a position requires its option's row lock
-- (OfferingTakeStock, OfferingLockStock); the condition on use_id is a second safeguard.

-- name: PositionTakeNext :one
-- The next free one in assignment order.
UPDATE positions SET use_id = sqlc.arg(use_id)
WHERE id = (SELECT n.id FROM positions n WHERE n.option_id = sqlc.arg(option_id) AND n.use_id = '' AND n.usable = 1 ORDER BY n.fill, n.id LIMIT 1)
    AND use_id = '' AND usable = 1
RETURNING *;

-- name: PositionTake :one
UPDATE positions SET use_id = sqlc.arg(use_id)
WHERE id = sqlc.arg(id) AND option_id = sqlc.arg(option_id) AND use_id = '' AND usable = 1
RETURNING *;

-- name: PositionRun :one
-- The first of several adjacent free ones in one row.
SELECT p.* FROM positions p
WHERE p.option_id = sqlc.arg(option_id) AND p.use_id = '' AND p.usable = 1
    AND (SELECT COUNT(*) FROM positions n WHERE n.tower_id = p.tower_id AND n.row_no = p.row_no
        AND n.unit_no BETWEEN p.unit_no AND p.unit_no + CAST(sqlc.arg(many) AS BIGINT) - 1
        AND n.option_id = p.option_id AND n.use_id = '' AND n.usable = 1) = CAST(sqlc.arg(many) AS BIGINT)
ORDER BY p.fill, p.id LIMIT 1;

-- name: PositionBeside :many
SELECT id FROM positions
WHERE tower_id = sqlc.arg(tower_id) AND row_no = sqlc.arg(row_no)
    AND unit_no BETWEEN sqlc.arg(unit_no) AND CAST(sqlc.arg(unit_no) AS BIGINT) + CAST(sqlc.arg(many) AS BIGINT) - 1
ORDER BY unit_no;

-- name: PositionNear :many
-- Free ones of the same option nearest to a position: in its row first, then in its tower, then anywhere.
SELECT p.* FROM positions p
WHERE p.option_id = sqlc.arg(option_id) AND p.use_id = '' AND p.usable = 1
ORDER BY CASE WHEN p.tower_id = sqlc.arg(tower_id) THEN 0 ELSE 1 END, ABS(p.row_no - CAST(sqlc.arg(row_no) AS BIGINT)),
    ABS(p.unit_no - CAST(sqlc.arg(unit_no) AS BIGINT)), p.fill, p.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: PositionFree :execrows
UPDATE positions SET use_id = '' WHERE id = sqlc.arg(id) AND use_id = sqlc.arg(use_id);

-- name: Position :one
SELECT * FROM positions WHERE id = $1;

-- name: PositionUseAdd :exec
INSERT INTO position_uses (id, position_id, state, invoice_id, item_id, copy, subscription_id, from_at, until_at, labelled, created_at, imported_id, placing_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- name: PositionUseHold :exec
UPDATE position_uses SET hold_id = sqlc.arg(hold_id), cart_item_id = sqlc.arg(cart_item_id) WHERE id = sqlc.arg(id) AND ended_at = 0;

-- name: PositionUseBook :exec
UPDATE position_uses SET state = 'booked', invoice_id = sqlc.arg(invoice_id), item_id = sqlc.arg(item_id), hold_id = '', cart_item_id = '' WHERE id = sqlc.arg(id) AND ended_at = 0;

-- name: PositionUseInstead :exec
UPDATE position_uses SET instead = sqlc.arg(instead) WHERE id = sqlc.arg(id);

-- name: PositionUseDrop :exec
-- Deletes a use within the transaction that created it.
DELETE FROM position_uses WHERE id = sqlc.arg(id) AND state = 'held' AND hold_id = '';

-- name: PositionUsesOfHold :many
SELECT * FROM position_uses WHERE hold_id = $1 AND hold_id <> '' AND ended_at = 0 ORDER BY position_id;

-- name: PositionUsesOfItem :many
SELECT * FROM position_uses WHERE item_id = $1 AND item_id <> '' AND ended_at = 0 AND state <> 'clearing' ORDER BY position_id;

-- name: PositionLastOfItem :many
-- Last positions of an item's copies, newest first.
SELECT * FROM position_uses WHERE item_id = $1 AND item_id <> '' AND (ended_at > 0 OR state = 'clearing') ORDER BY copy, created_at DESC, id DESC;

-- name: SubscriptionNow :one
-- The term of a subscription, and its names at a time: those of the paid term, which may be with its invoice only (of an erased
-- account), else those of the next.
SELECT s.term, s.form_key, s.form_version, CAST(COALESCE((SELECT COALESCE(NULLIF(t.form, ''), NULLIF(i.form, '')) FROM subscription_terms t
        JOIN invoice_items i ON i.invoice_id = t.invoice_id AND i.id = t.item_id
        WHERE t.subscription_id = s.id AND t.paid_at > 0 AND t.starts_at <= sqlc.arg(now) AND t.ends_at > sqlc.arg(now) LIMIT 1), s.form) AS TEXT) AS form
FROM subscriptions s WHERE s.id = sqlc.arg(id);

-- name: PositionUsesOverOfUnpaid :one
-- Positions of an order, if it was not refunded, that were released after their time. A subscription releases its own.
SELECT count(*) FROM position_uses u JOIN invoices v ON v.id = u.invoice_id
WHERE u.invoice_id = $1 AND u.invoice_id <> '' AND u.ended_why = 'over' AND u.subscription_id = '' AND v.status <> 'refunded';

-- name: PositionUseTaken :execrows
-- No row if it was moved or ended meanwhile.
UPDATE position_uses SET state = sqlc.arg(state), subscription_id = sqlc.arg(subscription_id), from_at = sqlc.arg(from_at), until_at = sqlc.arg(until_at)
WHERE id = sqlc.arg(id) AND ended_at = 0 AND state <> 'clearing';

-- name: PositionUseEnd :exec
UPDATE position_uses SET state = 'ended', ended_at = sqlc.arg(ended_at), ended_why = sqlc.arg(ended_why), hold_id = '', cart_item_id = ''
WHERE id = sqlc.arg(id) AND ended_at = 0;

-- name: PositionUseClear :exec
-- The use has ended, but its label is still there.
UPDATE position_uses SET state = 'clearing', ended_why = sqlc.arg(ended_why) WHERE id = sqlc.arg(id) AND ended_at = 0;

-- name: PositionUseLock :one
-- Locks the use: moving it waits for the payment of its order, and sees the result.
UPDATE position_uses SET labelled = labelled WHERE id = $1 RETURNING *;

-- name: PositionUse :one
SELECT * FROM position_uses WHERE id = $1;

-- name: PositionUsesOver :many
-- Taken positions whose time has ended, a page at a time.
SELECT * FROM position_uses
WHERE ended_at = 0 AND state = 'taken' AND until_at > 0 AND until_at <= sqlc.arg(now)
    AND (until_at > CAST(sqlc.arg(after_at) AS BIGINT) OR until_at = CAST(sqlc.arg(after_at) AS BIGINT) AND id > sqlc.arg(after_id))
ORDER BY until_at, id LIMIT 200;

-- name: PositionSubscriptionOfItem :one
SELECT s.* FROM subscription_terms t JOIN subscriptions s ON s.id = t.subscription_id WHERE t.item_id = $1;

-- name: PositionsFreeOf :one
SELECT COUNT(*) FROM positions WHERE option_id = $1 AND use_id = '' AND usable = 1;

-- Halls and towers ---------------------------------------------------------------------------

-- name: Halls :many
SELECT * FROM halls ORDER BY seq, key;

-- name: HallByKey :one
SELECT * FROM halls WHERE key = $1;

-- name: HallLock :one
UPDATE halls SET seq = seq WHERE key = $1 RETURNING *;

-- name: HallAdd :execrows
INSERT INTO halls (id, key, seq, title_en, title_zh, created_at)
VALUES ($1, $2, (SELECT COALESCE(MAX(h.seq), 0) + 1 FROM halls h), $3, $4, $5) ON CONFLICT (key) DO NOTHING;

-- name: HallChange :execrows
UPDATE halls SET title_en = $1, title_zh = $2 WHERE key = $3;

-- name: HallNameSittings :exec
-- Sessions held in a hall show its name.
UPDATE ceremony_sittings SET place_en = sqlc.arg(title_en), place_zh = sqlc.arg(title_zh)
WHERE hall_id <> '' AND hall_id = (SELECT h.id FROM halls h WHERE h.key = sqlc.arg(key));

-- name: Towers :many
SELECT * FROM towers ORDER BY hall_id, seq, code;

-- name: Tower :one
SELECT * FROM towers WHERE id = $1;

-- name: TowerAdd :execrows
INSERT INTO towers (id, hall_id, code, seq, title_en, title_zh, x, y, upwards, row_count, unit_count, way_en, way_zh)
VALUES ($1, $2, $3, (SELECT COALESCE(MAX(t.seq), 0) + 1 FROM towers t WHERE t.hall_id = $2), $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (hall_id, code) DO NOTHING;

-- name: TowerChange :execrows
UPDATE towers SET title_en = $1, title_zh = $2, x = $3, y = $4, way_en = $5, way_zh = $6 WHERE id = $7;

-- name: PositionAdd :exec
INSERT INTO positions (id, tower_id, row_no, unit_no, code, fill) VALUES ($1, $2, $3, $4, $5, $6);

-- name: HallPositions :many
-- The positions of a hall that are not simply taken: the free ones, and those in another state.
SELECT p.tower_id, p.row_no, p.unit_no, p.usable, p.option_id, '' AS state
FROM towers t JOIN positions p ON p.tower_id = t.id AND p.use_id = '' WHERE t.hall_id = sqlc.arg(hall_id)
UNION ALL SELECT p.tower_id, p.row_no, p.unit_no, p.usable, p.option_id, u.state
FROM position_uses u JOIN positions p ON p.id = u.position_id AND p.use_id = u.id JOIN towers t ON t.id = p.tower_id
WHERE u.state IN ('held', 'booked', 'kept', 'clearing') AND t.hall_id = sqlc.arg(hall_id);

-- name: TowerPositionsOfRows :many
SELECT * FROM positions WHERE tower_id = sqlc.arg(tower_id) AND row_no BETWEEN sqlc.arg(from_row) AND sqlc.arg(to_row) ORDER BY id;

-- name: PositionSell :execrows
-- The option that a free position is sold for.
UPDATE positions SET option_id = sqlc.arg(option_id) WHERE id = sqlc.arg(id) AND use_id = '';

-- name: PositionUsable :execrows
UPDATE positions SET usable = sqlc.arg(usable) WHERE id = sqlc.arg(id) AND use_id = '' AND usable <> sqlc.arg(usable);

-- name: PositionByCode :many
SELECT p.*, t.code AS tower_code, h.key AS hall_key, h.title_en AS hall_en, h.title_zh AS hall_zh
FROM positions p JOIN towers t ON t.id = p.tower_id JOIN halls h ON h.id = t.hall_id
WHERE p.code = $1 ORDER BY h.seq, h.key LIMIT 20;

-- name: PositionPlace :one
SELECT p.*, t.code AS tower_code, t.title_en AS tower_en, t.title_zh AS tower_zh, t.way_en, t.way_zh, t.upwards,
    h.key AS hall_key, h.title_en AS hall_en, h.title_zh AS hall_zh
FROM positions p JOIN towers t ON t.id = p.tower_id JOIN halls h ON h.id = t.hall_id WHERE p.id = $1;

-- name: PositionHistory :many
-- Earlier uses, newest first.
SELECT * FROM position_uses WHERE position_id = $1 ORDER BY created_at DESC, id DESC LIMIT 50;

-- name: PositionUseLabel :execrows
UPDATE position_uses SET labelled = sqlc.arg(labelled) WHERE id = sqlc.arg(id) AND ended_at = 0;

-- name: PositionUseLabelled :execrows
UPDATE position_uses SET labelled = 1 WHERE id = sqlc.arg(id) AND ended_at = 0 AND state IN ('taken', 'kept');

-- name: PositionUsesOfUser :many
-- All positions, past and present, of an account's orders and imported lamps, newest first.
SELECT u.*, p.code, p.row_no, p.unit_no, t.id AS tower_id, t.code AS tower_code, t.row_count, t.unit_count, t.upwards, t.way_en, t.way_zh,
    h.key AS hall_key, h.title_en AS hall_en, h.title_zh AS hall_zh
FROM position_uses u
JOIN positions p ON p.id = u.position_id JOIN towers t ON t.id = p.tower_id JOIN halls h ON h.id = t.hall_id
WHERE u.id IN (SELECT o.id FROM invoices v JOIN position_uses o ON o.invoice_id = v.id AND o.invoice_id <> '' WHERE v.user_id = sqlc.arg(user_id)
        UNION ALL SELECT o.id FROM imported_lamps l JOIN position_uses o ON o.imported_id = l.id AND o.imported_id <> '' WHERE l.user_id = sqlc.arg(user_id))
    AND u.from_at > 0
ORDER BY u.created_at DESC, u.id DESC;

-- name: PositionUsesOfGuest :many
-- Positions of orders and imported lamps without an account, by mobile number.
SELECT u.*, p.code, p.row_no, p.unit_no, t.id AS tower_id, t.code AS tower_code, t.row_count, t.unit_count, t.upwards, t.way_en, t.way_zh,
    h.key AS hall_key, h.title_en AS hall_en, h.title_zh AS hall_zh
FROM position_uses u
JOIN positions p ON p.id = u.position_id JOIN towers t ON t.id = p.tower_id JOIN halls h ON h.id = t.hall_id
WHERE u.id IN (SELECT o.id FROM invoices v JOIN position_uses o ON o.invoice_id = v.id AND o.invoice_id <> ''
            WHERE v.user_id IS NULL AND v.payer_mobile = sqlc.arg(mobile) AND v.payer_mobile <> ''
        UNION ALL SELECT o.id FROM imported_lamps l JOIN position_uses o ON o.imported_id = l.id AND o.imported_id <> ''
            WHERE l.user_id IS NULL AND l.mobile = sqlc.arg(mobile) AND l.mobile <> '')
    AND u.from_at > 0
ORDER BY u.created_at DESC, u.id DESC;

-- name: PositionUsesOfOrder :many
-- Positions of one order.
SELECT u.*, p.code, p.row_no, p.unit_no, t.id AS tower_id, t.code AS tower_code, t.row_count, t.unit_count, t.upwards, t.way_en, t.way_zh,
    h.key AS hall_key, h.title_en AS hall_en, h.title_zh AS hall_zh
FROM position_uses u
JOIN positions p ON p.id = u.position_id JOIN towers t ON t.id = p.tower_id JOIN halls h ON h.id = t.hall_id
WHERE u.invoice_id = sqlc.arg(invoice_id) AND u.invoice_id <> '' AND u.from_at > 0
ORDER BY u.created_at DESC, u.id DESC;

-- name: PositionAtTower :one
SELECT * FROM positions WHERE tower_id = $1 AND row_no = $2 AND unit_no = $3;

-- name: PositionUsesOfImported :one
-- Number of positions of an imported lamp.
SELECT COUNT(*) FROM position_uses WHERE imported_id = $1 AND imported_id <> '' AND ended_at = 0 AND state <> 'clearing';

-- name: PositionLiveOfImported :many
SELECT * FROM position_uses WHERE imported_id = $1 AND imported_id <> '' AND ended_at = 0 ORDER BY position_id;

-- name: PositionImportedGoesOn :execrows
UPDATE position_uses SET subscription_id = sqlc.arg(subscription_id), item_id = sqlc.arg(item_id)
WHERE imported_id = sqlc.arg(imported_id) AND imported_id <> '' AND ended_at = 0 AND state <> 'clearing';

-- name: PositionImported :one
SELECT * FROM imported_lamps WHERE id = $1;

-- name: PositionUsesOfInvoice :many
SELECT * FROM position_uses WHERE invoice_id = $1 AND invoice_id <> '' AND ended_at = 0 ORDER BY item_id, copy;

-- name: PositionAt :one
SELECT p.id FROM halls h JOIN towers t ON t.hall_id = h.id JOIN positions p ON p.tower_id = t.id
WHERE h.key = sqlc.arg(key) AND t.code = sqlc.arg(code) AND p.row_no = sqlc.arg(row_no) AND p.unit_no = sqlc.arg(unit_no);

-- Positions offered to devotees ---------------------------------------------------------------

-- name: PositionByOf :one
SELECT position_by FROM offering_options WHERE id = $1;

-- name: PositionsFreeByTower :many
SELECT tower_id, COUNT(*) AS free FROM positions
WHERE option_id = $1 AND use_id = '' AND usable = 1 GROUP BY tower_id;

-- name: PositionsFreeByRow :many
SELECT row_no, COUNT(*) AS free, CAST(MIN(fill) AS BIGINT) AS first FROM positions
WHERE option_id = sqlc.arg(option_id) AND tower_id = sqlc.arg(tower_id) AND use_id = '' AND usable = 1
GROUP BY row_no ORDER BY row_no;

-- name: PositionsFreeOfRow :many
SELECT id, code, unit_no FROM positions
WHERE tower_id = sqlc.arg(tower_id) AND row_no = sqlc.arg(row_no) AND option_id = sqlc.arg(option_id) AND use_id = '' AND usable = 1
ORDER BY unit_no;

-- Tablets with a position in a hall -------------------------------------------------------------

-- name: KioskAdd :exec
INSERT INTO kiosks (id, hall_id, token_hash, created_at, seen_at) VALUES ($1, $2, $3, $4, $4);

-- name: Kiosks :many
SELECT k.id, k.created_at, k.seen_at, h.key, h.title_en, h.title_zh FROM kiosks k JOIN halls h ON h.id = k.hall_id ORDER BY k.created_at, k.id LIMIT 100;

-- name: KioskByToken :one
SELECT k.id, k.seen_at, h.key, h.title_en, h.title_zh FROM kiosks k JOIN halls h ON h.id = k.hall_id WHERE k.token_hash = $1;

-- name: KioskSeen :exec
UPDATE kiosks SET seen_at = sqlc.arg(now) WHERE id = sqlc.arg(id) AND seen_at < sqlc.arg(before);

-- name: KioskClose :execrows
DELETE FROM kiosks WHERE id = $1;

-- Lamps without a position ------------------------------------------------------------------------

-- name: OptionsByPositions :many
-- Options sold by position.
SELECT p.id, p.title_en, p.title_zh, p.lasts_months, o.title_en AS offering_en, o.title_zh AS offering_zh,
    (SELECT COUNT(*) FROM positions n WHERE n.option_id = p.id AND n.use_id = '' AND n.usable = 1) AS free
FROM offering_options p JOIN offerings o ON o.id = p.offering_id WHERE p.position_by <> '' ORDER BY o.title_en, p.title_en, p.id;

-- name: Placeless :many
-- Running lamps of an option without a position: subscriptions, one-time payments that still last, and imported lamps
-- not yet renewed. Longest waiting first. An order is looked up item by item: PostgreSQL would read all paid ones.
SELECT w.kind, w.id, w.invoice_id, w.at, w.missing FROM (
    SELECT 'subscription' AS kind, s.id, '' AS invoice_id, s.starts_at AS at, CAST(s.quantity - (SELECT COUNT(*) FROM position_uses u
            WHERE u.item_id = s.item_id AND u.item_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing') AS BIGINT) AS missing
        FROM subscriptions s WHERE s.option_id = sqlc.arg(option_id) AND (s.status = 1 OR s.ends_at > CAST(sqlc.arg(now) AS BIGINT))
    UNION ALL SELECT 'order' AS kind, i.id, i.invoice_id, CAST(COALESCE((SELECT r.issued_at FROM official_receipts r WHERE r.invoice_id = i.invoice_id AND r.voided_at = 0), 0) AS BIGINT) AS at,
            i.quantity - i.placed AS missing
        FROM invoice_items i WHERE i.option_id = sqlc.arg(option_id) AND i.placed < i.quantity
            AND (SELECT v.status FROM invoices v WHERE v.id = i.invoice_id) = 'paid' AND NOT EXISTS (SELECT 1 FROM subscription_terms t WHERE t.item_id = i.id)
    UNION ALL SELECT 'lamp' AS kind, l.id, '' AS invoice_id, l.from_at AS at, CAST(1 - (SELECT COUNT(*) FROM position_uses u
            WHERE u.imported_id = l.id AND u.imported_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing') AS BIGINT) AS missing
        FROM imported_lamps l WHERE l.option_id = sqlc.arg(option_id) AND l.subscription_id = '' AND l.until_at > CAST(sqlc.arg(now) AS BIGINT)
) w
WHERE w.missing > 0 AND (w.kind <> 'order' OR w.at > CAST(sqlc.arg(paid_after) AS BIGINT)) AND (w.at, w.id) > (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
ORDER BY w.at, w.id LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: PlacelessCount :one
-- Their number, counted up to 10,001.
SELECT CAST(COUNT(*) AS BIGINT) FROM (SELECT 1 FROM (
    SELECT 'subscription' AS kind, s.id, '' AS invoice_id, s.starts_at AS at, CAST(s.quantity - (SELECT COUNT(*) FROM position_uses u
            WHERE u.item_id = s.item_id AND u.item_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing') AS BIGINT) AS missing
        FROM subscriptions s WHERE s.option_id = sqlc.arg(option_id) AND (s.status = 1 OR s.ends_at > CAST(sqlc.arg(now) AS BIGINT))
    UNION ALL SELECT 'order' AS kind, i.id, i.invoice_id, CAST(COALESCE((SELECT r.issued_at FROM official_receipts r WHERE r.invoice_id = i.invoice_id AND r.voided_at = 0), 0) AS BIGINT) AS at,
            i.quantity - i.placed AS missing
        FROM invoice_items i WHERE i.option_id = sqlc.arg(option_id) AND i.placed < i.quantity
            AND (SELECT v.status FROM invoices v WHERE v.id = i.invoice_id) = 'paid' AND NOT EXISTS (SELECT 1 FROM subscription_terms t WHERE t.item_id = i.id)
    UNION ALL SELECT 'lamp' AS kind, l.id, '' AS invoice_id, l.from_at AS at, CAST(1 - (SELECT COUNT(*) FROM position_uses u
            WHERE u.imported_id = l.id AND u.imported_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing') AS BIGINT) AS missing
        FROM imported_lamps l WHERE l.option_id = sqlc.arg(option_id) AND l.subscription_id = '' AND l.until_at > CAST(sqlc.arg(now) AS BIGINT)
) w WHERE w.missing > 0 AND (w.kind <> 'order' OR w.at > CAST(sqlc.arg(paid_after) AS BIGINT)) LIMIT 10001) n;

-- name: PlacelessItem :one
-- An order's item without a position that belongs to no subscription: subscriptions are listed themselves.
SELECT i.*, v.status, r.issued_at, o.lasts_months FROM invoice_items i JOIN invoices v ON v.id = i.invoice_id
JOIN official_receipts r ON r.invoice_id = v.id AND r.voided_at = 0 JOIN offering_options o ON o.id = i.option_id
WHERE i.id = sqlc.arg(id) AND i.invoice_id = sqlc.arg(invoice_id) AND NOT EXISTS (SELECT 1 FROM subscription_terms t WHERE t.item_id = i.id);

-- name: PlacelessUsesOver :many
-- Copies of an item whose time has ended.
SELECT copy FROM position_uses WHERE item_id = $1 AND item_id <> '' AND ended_why = 'over';

-- name: PlacelessInvoice :one
-- The first order of a subscription; an imported lamp has none.
SELECT t.invoice_id FROM subscription_terms t JOIN subscriptions s ON s.id = t.subscription_id WHERE t.subscription_id = $1 AND t.item_id = s.item_id;

-- name: PlacelessWords :many
-- Position words of running imported lamps of an option that have no position.
SELECT l.id, l.subscription_id, l.place FROM imported_lamps l LEFT JOIN subscriptions s ON s.id = l.subscription_id AND l.subscription_id <> ''
WHERE l.place <> '' AND l.id IN (SELECT a.id FROM imported_lamps a WHERE a.option_id = sqlc.arg(option_id) AND a.subscription_id = '' AND a.until_at > CAST(sqlc.arg(now) AS BIGINT)
        UNION ALL SELECT b.id FROM subscriptions g JOIN imported_lamps b ON b.subscription_id = g.id AND b.subscription_id <> ''
            WHERE g.option_id = sqlc.arg(option_id) AND (g.status = 1 OR g.ends_at > CAST(sqlc.arg(now) AS BIGINT)))
    AND NOT EXISTS (SELECT 1 FROM position_uses u WHERE u.imported_id = l.id AND u.imported_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing')
ORDER BY l.from_at, l.id;

-- name: PositionsFreeInOrder :many
-- Free positions of an option, in one tower or all, in assignment order.
SELECT id, code, tower_id, row_no, unit_no FROM positions
WHERE option_id = sqlc.arg(option_id) AND use_id = '' AND usable = 1 AND (CAST(sqlc.arg(tower_id) AS TEXT) = '' OR tower_id = CAST(sqlc.arg(tower_id) AS TEXT))
ORDER BY fill, id;

-- name: PositionFirstFree :one
-- Where the next lamp of an option would go.
SELECT h.key, t.code, p.row_no, p.unit_no FROM positions p JOIN towers t ON t.id = p.tower_id JOIN halls h ON h.id = t.hall_id
WHERE p.option_id = $1 AND p.use_id = '' AND p.usable = 1 ORDER BY p.fill, p.id LIMIT 1;

-- name: SubscriptionHasPlace :exec
-- A subscription without a position gets one, which is released when it ends.
UPDATE subscriptions SET limited = 1 WHERE id = $1 AND limited = 0;

-- name: InvoiceItemHasPlace :exec
UPDATE invoice_items SET limited = 1 WHERE invoice_id = $1 AND id = $2 AND limited = 0;

-- name: PositionUsesOfPlacing :many
SELECT * FROM position_uses WHERE placing_id = $1 AND placing_id <> '' ORDER BY position_id;

-- name: PositionUseUnplace :execrows
-- Deletes a use that was assigned by mistake, unless it was changed since.
DELETE FROM position_uses WHERE id = sqlc.arg(id) AND ended_at = 0 AND state IN ('taken', 'kept') AND labelled = 0;

-- Lamps without a position are locked in the order used everywhere: orders, imported lamps, subscriptions.

-- name: PlacelessOrderLock :one
UPDATE invoices SET paid = paid WHERE id = $1 RETURNING id;

-- name: PlacelessLampLock :one
UPDATE imported_lamps SET name = name WHERE id = $1 RETURNING id;

-- name: PlacelessSubscriptionLock :one
UPDATE subscriptions SET status = status WHERE id = $1 RETURNING id;
