-- name: SearchTermAdd :exec
INSERT INTO search_terms (kind, subject, term, at) VALUES ($1, $2, $3, $4);

-- name: SearchTermsRemove :exec
DELETE FROM search_terms WHERE kind = $1 AND subject = $2;

-- name: SearchRange :many
-- Whoever has a term in the range, and one in each of the others: newest first, looked for among the first
-- 10,001 of the range.
SELECT t.subject, t.at
FROM (SELECT n.subject, n.at FROM search_terms n WHERE n.kind = sqlc.arg(kind) AND n.term >= sqlc.arg(low) AND n.term < sqlc.arg(high) LIMIT 10001) t
WHERE (CAST(sqlc.arg(low2) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms o WHERE o.kind = sqlc.arg(kind) AND o.subject = t.subject AND o.term >= sqlc.arg(low2) AND o.term < sqlc.arg(high2)))
    AND (CAST(sqlc.arg(low3) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms o WHERE o.kind = sqlc.arg(kind) AND o.subject = t.subject AND o.term >= sqlc.arg(low3) AND o.term < sqlc.arg(high3)))
GROUP BY t.subject, t.at
ORDER BY t.at DESC, t.subject DESC;

-- name: SearchRangeCount :one
SELECT count(*) FROM (SELECT 1 FROM search_terms n WHERE n.kind = sqlc.arg(kind) AND n.term >= sqlc.arg(low) AND n.term < sqlc.arg(high) LIMIT 10001) t;

-- name: SearchWord :many
-- Of the 40,000 newest that have the very word those with a term in each of the other ranges.
SELECT t.subject, t.at
FROM (SELECT n.subject, n.at FROM search_terms n WHERE n.kind = sqlc.arg(kind) AND n.term = sqlc.arg(low) ORDER BY n.at DESC, n.subject DESC LIMIT 40000) t
WHERE (CAST(sqlc.arg(low2) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms o WHERE o.kind = sqlc.arg(kind) AND o.subject = t.subject AND o.term >= sqlc.arg(low2) AND o.term < sqlc.arg(high2)))
    AND (CAST(sqlc.arg(low3) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms o WHERE o.kind = sqlc.arg(kind) AND o.subject = t.subject AND o.term >= sqlc.arg(low3) AND o.term < sqlc.arg(high3)))
ORDER BY t.at DESC, t.subject DESC
LIMIT 10000;
