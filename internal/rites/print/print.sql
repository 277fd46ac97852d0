-- name: Layouts :many
-- The newest version of each layout.
SELECT l.* FROM layouts l WHERE l.version = (SELECT MAX(n.version) FROM layouts n WHERE n.key = l.key) ORDER BY l.created_at, l.key;

-- name: LayoutVersions :many
SELECT * FROM layouts WHERE key = $1 ORDER BY version DESC;

-- name: LayoutLock :one
-- Locks a layout's first version, so that saves exclude each other.
UPDATE layouts SET kind = kind WHERE key = $1 AND version = 1 RETURNING kind;

-- name: LayoutNewest :one
SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) AS version FROM layouts WHERE key = $1;

-- name: LayoutAdd :exec
INSERT INTO layouts (key, version, kind, name, sheet, params, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: LayoutCount :one
SELECT COUNT(DISTINCT key) FROM layouts;

-- name: LayoutVersion :one
SELECT * FROM layouts WHERE key = $1 AND version = $2;

-- name: EntriesToPrint :many
-- All entries of a list, each with the position of its lamp or tablet.
SELECT e.id, e.no, e.invoice_id, e.item_id, e.copy, e.sitting, e.kind, e.state, e.text, e.revision, e.printed_revision, e.late, e.sponsor, e.names_gone_at,
    COALESCE(p.code, '') AS code, COALESCE(p.row_no, 0) AS row_no, COALESCE(p.unit_no, 0) AS unit_no,
    COALESCE(t.code, '') AS tower, COALESCE(t.seq, 0) AS tower_seq, COALESCE(h.title_zh, '') AS hall, COALESCE(h.seq, 0) AS hall_seq
FROM ceremony_entries e
LEFT JOIN position_uses u ON u.item_id = e.item_id AND u.copy = e.copy AND u.item_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing'
LEFT JOIN positions p ON p.id = u.position_id LEFT JOIN towers t ON t.id = p.tower_id LEFT JOIN halls h ON h.id = t.hall_id
WHERE e.ceremony_id = sqlc.arg(ceremony_id) AND e.late < 2 AND e.state <> 'withdrawn'
ORDER BY e.no;

-- name: EntryPlacesOfTerms :many
-- For entries of a renewal's order, or an imported lamp: the position of their subscription.
SELECT e.id, p.code, p.row_no, p.unit_no, t.code AS tower, t.seq AS tower_seq, h.title_zh AS hall, h.seq AS hall_seq
FROM ceremony_entries e JOIN subscription_terms s ON s.item_id = e.item_id
JOIN position_uses u ON u.subscription_id = s.subscription_id AND u.copy = e.copy AND u.subscription_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing'
JOIN positions p ON p.id = u.position_id JOIN towers t ON t.id = p.tower_id JOIN halls h ON h.id = t.hall_id
WHERE e.ceremony_id = sqlc.arg(ceremony_id)
UNION ALL
SELECT e.id, p.code, p.row_no, p.unit_no, t.code AS tower, t.seq AS tower_seq, h.title_zh AS hall, h.seq AS hall_seq
FROM ceremony_entries e
JOIN position_uses u ON u.subscription_id = e.item_id AND u.copy = e.copy AND u.subscription_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing'
JOIN positions p ON p.id = u.position_id JOIN towers t ON t.id = p.tower_id JOIN halls h ON h.id = t.hall_id
WHERE e.ceremony_id = sqlc.arg(ceremony_id);

-- name: EntryPapers :many
-- Texts of a label or petition besides the names: from the order's item, and its payer.
SELECT e.id, i.option_title_zh, v.payer_name, v.payer_chinese
FROM ceremony_entries e JOIN invoices v ON v.id = e.invoice_id JOIN invoice_items i ON i.invoice_id = e.invoice_id AND i.id = e.item_id
WHERE e.ceremony_id = $1;

-- name: EntriesInRuns :many
-- Entries of a ceremony, or positions of a hall, that are already in an unconfirmed run.
SELECT c.entry_id, c.use_id, r.id AS run_id, r.no, r.by_id, r.created_at FROM print_runs r JOIN print_pieces c ON c.run_id = r.id AND c.outcome = ''
WHERE r.source_id = $1 AND r.state IN ('queued', 'running', 'ready', 'failed');

-- name: UsesToLabel :many
-- The taken positions of a hall, each with its order, or with the imported lamp.
SELECT u.id, u.invoice_id, u.item_id, u.subscription_id, u.labelled, p.code, COALESCE(i.option_title_zh, l.option_title_zh, '') AS option_title_zh,
    COALESCE(i.form_key, '') AS form_key, COALESCE(i.form_version, 0) AS form_version, COALESCE(i.form, '') AS form,
    COALESCE(v.payer_name, l.name, '') AS payer_name, COALESCE(v.payer_chinese, l.chinese_name, '') AS payer_chinese
FROM towers t JOIN positions p ON p.tower_id = t.id JOIN position_uses u ON u.id = p.use_id
LEFT JOIN invoices v ON v.id = u.invoice_id AND u.invoice_id <> '' LEFT JOIN invoice_items i ON i.invoice_id = u.invoice_id AND i.id = u.item_id AND u.invoice_id <> ''
LEFT JOIN imported_lamps l ON l.id = u.imported_id AND u.imported_id <> ''
WHERE t.hall_id = sqlc.arg(hall_id) AND u.state IN ('taken', 'kept') AND u.ended_at = 0
ORDER BY t.seq, t.code, p.row_no, p.unit_no;

-- name: PrintRunNext :one
-- The next run number of a list. The caller has locked its ceremony or hall.
SELECT CAST(COALESCE(MAX(no), 0) + 1 AS BIGINT) AS no FROM print_runs WHERE source_id = $1;

-- name: PrintRunAdd :exec
INSERT INTO print_runs (id, source, source_id, no, kind, which, sitting, layout_key, layout_version, sort, why, boxes, first_slot, offset_x, offset_y, by_sign, state, total, sheets, left_out, by_id, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'queued', $17, $18, $19, $20, $21);

-- name: PrintPiecesAdd :exec
-- Keys are the numbers of the pieces; values are arrays.
INSERT INTO print_pieces (run_id, seq, entry_id, use_id, revision, label, no, place, sheet, slot)
SELECT sqlc.arg(run_id), CAST(e.key AS BIGINT), e.value ->> 'entry', e.value ->> 'use', CAST(e.value ->> 'revision' AS BIGINT), e.value ->> 'label',
    CAST(e.value ->> 'no' AS BIGINT), e.value ->> 'place', CAST(e.value ->> 'sheet' AS BIGINT), CAST(e.value ->> 'slot' AS BIGINT)
FROM json_each(sqlc.arg(rows)) e WHERE true;

-- name: PrintRun :one
SELECT * FROM print_runs WHERE id = $1;

-- name: PrintRunLock :one
UPDATE print_runs SET no = no WHERE id = $1 RETURNING *;

-- name: PrintRunsNewest :many
SELECT * FROM print_runs WHERE (created_at, id) < (CAST(sqlc.arg(at) AS BIGINT), CAST(sqlc.arg(id) AS TEXT))
ORDER BY created_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: PrintRunsOf :many
SELECT * FROM print_runs WHERE source_id = sqlc.arg(source_id) AND (created_at, id) < (CAST(sqlc.arg(at) AS BIGINT), CAST(sqlc.arg(id) AS TEXT))
ORDER BY created_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: PrintRunBegin :execrows
-- Starts a new drawing of the run, which invalidates an earlier one.
UPDATE print_runs SET state = 'running', attempt = attempt + 1, drawn = 0, problem = '', beat_at = sqlc.arg(now) WHERE id = sqlc.arg(id) AND state IN ('queued', 'running');

-- name: PrintRunBeat :execrows
UPDATE print_runs SET drawn = sqlc.arg(drawn), beat_at = sqlc.arg(now) WHERE id = sqlc.arg(id) AND state = 'running' AND attempt = sqlc.arg(attempt);

-- name: PrintRunReady :execrows
UPDATE print_runs SET state = 'ready', drawn = sqlc.arg(sheets), sheets = sqlc.arg(sheets), storage_key = sqlc.arg(storage_key), sha256 = sqlc.arg(sha256), bytes = sqlc.arg(bytes),
    beat_at = sqlc.arg(ready_at), ready_at = sqlc.arg(ready_at)
WHERE id = sqlc.arg(id) AND state = 'running' AND attempt = sqlc.arg(attempt);

-- name: PrintRunFail :execrows
UPDATE print_runs SET state = 'failed', problem = sqlc.arg(problem) WHERE id = sqlc.arg(id) AND state = 'running' AND attempt = sqlc.arg(attempt);

-- name: PrintRunQueue :exec
UPDATE print_runs SET state = 'queued', problem = '', drawn = 0, beat_at = sqlc.arg(now) WHERE id = sqlc.arg(id);

-- name: PrintRunEnd :exec
UPDATE print_runs SET state = sqlc.arg(state), ended_at = sqlc.arg(ended_at), ended_by = sqlc.arg(ended_by) WHERE id = sqlc.arg(id);

-- name: PrintRunsWithOldFiles :many
SELECT id, storage_key FROM print_runs WHERE storage_key <> '' AND ready_at < sqlc.arg(before) ORDER BY ready_at LIMIT 100;

-- name: PrintRunFileGone :execrows
UPDATE print_runs SET storage_key = '' WHERE id = sqlc.arg(id) AND storage_key = sqlc.arg(storage_key);

-- name: PrintLabelsBlank :exec
UPDATE print_pieces SET label = '' WHERE run_id = $1 AND label <> '';

-- name: PrintPiecesLeftBlank :execrows
-- Pieces corrected, removed from the list, or ended since the run was made: their places on the sheets stay empty.
UPDATE print_pieces SET outcome = 'blank' WHERE run_id = sqlc.arg(run_id) AND outcome = ''
    AND (EXISTS (SELECT 1 FROM ceremony_entries e WHERE e.id = print_pieces.entry_id AND (e.state NOT IN ('checked', 'printed', 'done') OR e.late > 1 OR e.revision <> print_pieces.revision))
        OR EXISTS (SELECT 1 FROM position_uses u WHERE u.id = print_pieces.use_id AND u.state NOT IN ('taken', 'kept')));

-- name: PrintPiecesToDraw :many
-- The pieces of a run, each with the text of its own revision.
SELECT c.seq, c.entry_id, c.revision, c.label, c.no, c.place, c.outcome, COALESCE(k.after, e.original, '') AS text
FROM print_pieces c LEFT JOIN ceremony_entries e ON e.id = c.entry_id LEFT JOIN entry_corrections k ON k.entry_id = c.entry_id AND k.revision = c.revision
WHERE c.run_id = $1 ORDER BY c.seq;

-- name: PrintPieces :many
-- A page of a run's pieces with one outcome, or of all: each with the text of its own revision.
SELECT sqlc.embed(c), COALESCE(k.after, e.original, '') AS text
FROM print_pieces c LEFT JOIN ceremony_entries e ON e.id = c.entry_id LEFT JOIN entry_corrections k ON k.entry_id = c.entry_id AND k.revision = c.revision
WHERE c.run_id = sqlc.arg(run_id) AND CAST(sqlc.arg(every) AS BIGINT) + CASE WHEN c.outcome = sqlc.arg(outcome) THEN 1 ELSE 0 END > 0 AND c.seq > CAST(sqlc.arg(after) AS BIGINT)
ORDER BY c.seq LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: PrintPieceCounts :many
SELECT outcome, count(*) AS pieces FROM print_pieces WHERE run_id = $1 GROUP BY outcome;

-- name: PrintSheetsSpoiled :exec
UPDATE print_pieces SET outcome = 'spoiled' WHERE run_id = sqlc.arg(run_id) AND outcome = '' AND sheet BETWEEN sqlc.arg(from_sheet) AND sqlc.arg(to_sheet);

-- name: PrintPieceEnd :exec
UPDATE print_pieces SET outcome = sqlc.arg(outcome) WHERE run_id = sqlc.arg(run_id) AND seq = sqlc.arg(seq) AND outcome = '';

-- name: PrintPiecesReplaced :exec
-- Earlier pieces that this run's pieces replace, which need no reprint any more.
UPDATE print_pieces SET outcome = 'replaced'
WHERE outcome IN ('good', 'spoiled', 'stale') AND entry_id <> ''
    AND entry_id IN (SELECT n.entry_id FROM print_pieces n WHERE n.run_id = sqlc.arg(run_id) AND n.outcome = '' AND n.entry_id <> '');

-- name: PrintPiecesEnd :execrows
-- All waiting pieces.
UPDATE print_pieces SET outcome = sqlc.arg(outcome) WHERE run_id = sqlc.arg(run_id) AND outcome = '';

-- name: PrintPiecesByNumber :many
-- Waiting pieces, in the order in which entries are locked everywhere.
SELECT * FROM print_pieces WHERE run_id = $1 AND outcome = '' ORDER BY no, seq;

-- name: EntriesToExport :many
-- A page of a list by number, each entry with its form, of its term or its order, and its position.
SELECT e.*, COALESCE(i.title_zh, '') AS title_zh, COALESCE(i.option_title_zh, '') AS option_title_zh, COALESCE(i.form_key, '') AS form_key,
    COALESCE(i.form_version, 0) AS form_version, COALESCE(NULLIF(m.form, ''), i.form, '') AS form,
    COALESCE(v.number, '') AS number, COALESCE(v.payer_name, '') AS payer_name, COALESCE(v.payer_chinese, '') AS payer_chinese, COALESCE(v.status, '') AS status,
    COALESCE(p.code, '') AS code, COALESCE(h.title_zh, '') AS hall
FROM ceremony_entries e
LEFT JOIN invoices v ON v.id = e.invoice_id
LEFT JOIN invoice_items i ON i.invoice_id = e.invoice_id AND i.id = e.item_id
LEFT JOIN subscription_terms m ON m.item_id = e.item_id
LEFT JOIN position_uses u ON u.item_id = e.item_id AND u.copy = e.copy AND u.item_id <> '' AND u.ended_at = 0 AND u.state <> 'clearing'
LEFT JOIN positions p ON p.id = u.position_id LEFT JOIN towers t ON t.id = p.tower_id LEFT JOIN halls h ON h.id = t.hall_id
WHERE e.ceremony_id = sqlc.arg(ceremony_id) AND e.no > CAST(sqlc.arg(after) AS BIGINT)
    AND (CAST(sqlc.arg(state) AS TEXT) = 'all' OR e.state = CAST(sqlc.arg(state) AS TEXT))
ORDER BY e.no LIMIT CAST(sqlc.arg(most) AS BIGINT);
