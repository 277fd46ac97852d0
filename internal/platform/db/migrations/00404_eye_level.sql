-- Towers whose row 1 is the highest were filled from the twelfth row from above; eye level is counted from the floor. Only the
-- order changes in which free places are given. Written as 00100 says.

-- +goose Up
UPDATE positions SET fill = (
    SELECT (ABS(positions.row_no - l.level) * 2 + CASE WHEN positions.row_no > l.level THEN 1 ELSE 0 END) * 200 + positions.unit_no
    FROM (SELECT t.id, t.row_count + 1 - CASE WHEN t.row_count >= 23 THEN 12 ELSE (t.row_count + 1) / 2 END AS level FROM towers t) l
    WHERE l.id = positions.tower_id)
WHERE tower_id IN (SELECT id FROM towers WHERE upwards = 0);
