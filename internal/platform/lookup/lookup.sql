-- name: SearchTermsRemove :exec
DELETE FROM search_terms WHERE kind = $1 AND subject = $2;

-- name: SearchTermsIn :many
-- The first nine different terms of a range; each is one index lookup.
WITH RECURSIVE d (term) AS (
    SELECT CAST((SELECT min(n.term) FROM search_terms n WHERE n.kind = sqlc.arg(kind) AND n.term >= sqlc.arg(low) AND n.term < sqlc.arg(high)) AS TEXT)
    UNION ALL
    SELECT CAST((SELECT min(n.term) FROM search_terms n WHERE n.kind = sqlc.arg(kind) AND n.term > d.term AND n.term < sqlc.arg(high)) AS TEXT) FROM d WHERE d.term IS NOT NULL
)
SELECT CAST(d.term AS TEXT) AS term FROM d WHERE d.term IS NOT NULL LIMIT 9;

-- name: SearchRangeCount :one
SELECT count(*) FROM (SELECT 1 FROM search_terms n WHERE n.kind = sqlc.arg(kind) AND n.term >= sqlc.arg(low) AND n.term < sqlc.arg(high) LIMIT CAST(sqlc.arg(most) AS BIGINT)) t;

-- name: SearchTerm :many
-- Records with exactly this term and one in each of the other ranges, newest first, after a key.
SELECT n.subject, n.at FROM search_terms n
WHERE n.kind = sqlc.arg(kind) AND n.term = sqlc.arg(term) AND n.at >= CAST(sqlc.arg(since) AS BIGINT)
    AND (n.at, n.subject) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND (CAST(sqlc.arg(low2) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms o WHERE o.kind = sqlc.arg(kind) AND o.subject = n.subject AND o.term >= sqlc.arg(low2) AND o.term < sqlc.arg(high2)))
    AND (CAST(sqlc.arg(low3) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms o WHERE o.kind = sqlc.arg(kind) AND o.subject = n.subject AND o.term >= sqlc.arg(low3) AND o.term < sqlc.arg(high3)))
ORDER BY n.at DESC, n.subject DESC
LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: SearchRange :many
-- Records with a term in each of the ranges, newest first, after a key. The first range is short.
SELECT DISTINCT n.subject, n.at FROM search_terms n
WHERE n.kind = sqlc.arg(kind) AND n.term >= sqlc.arg(low) AND n.term < sqlc.arg(high)
    AND (n.at, n.subject) < (CAST(sqlc.arg(after_at) AS BIGINT), CAST(sqlc.arg(after_id) AS TEXT))
    AND (CAST(sqlc.arg(low2) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms o WHERE o.kind = sqlc.arg(kind) AND o.subject = n.subject AND o.term >= sqlc.arg(low2) AND o.term < sqlc.arg(high2)))
    AND (CAST(sqlc.arg(low3) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms o WHERE o.kind = sqlc.arg(kind) AND o.subject = n.subject AND o.term >= sqlc.arg(low3) AND o.term < sqlc.arg(high3)))
ORDER BY n.at DESC, n.subject DESC
LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: SearchFloor :one
-- When the 40,000th newest record with a term was created; 0 if there are fewer.
SELECT CAST(COALESCE((SELECT n.at FROM search_terms n WHERE n.kind = sqlc.arg(kind) AND n.term = sqlc.arg(term) ORDER BY n.at DESC LIMIT 1 OFFSET 40000), 0) AS BIGINT) AS at;

-- name: SearchCount :one
-- How many records have a term in each of the ranges: up to 10,001.
SELECT count(*) FROM (
    SELECT DISTINCT n.subject FROM search_terms n
    WHERE n.kind = sqlc.arg(kind) AND n.term >= sqlc.arg(low) AND n.term < sqlc.arg(high) AND n.at >= CAST(sqlc.arg(since) AS BIGINT)
        AND (CAST(sqlc.arg(low2) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms o WHERE o.kind = sqlc.arg(kind) AND o.subject = n.subject AND o.term >= sqlc.arg(low2) AND o.term < sqlc.arg(high2)))
        AND (CAST(sqlc.arg(low3) AS TEXT) = '' OR EXISTS (SELECT 1 FROM search_terms o WHERE o.kind = sqlc.arg(kind) AND o.subject = n.subject AND o.term >= sqlc.arg(low3) AND o.term < sqlc.arg(high3)))
    LIMIT 10001) c;

-- name: SearchTermsAdd :exec
-- The search terms of records, in one statement: {subject: {term: 1}}.
INSERT INTO search_terms (kind, subject, term, at)
SELECT sqlc.arg(kind), s.key, t.key, CAST(sqlc.arg(at) AS BIGINT) FROM json_each(sqlc.arg(terms)) s, json_each(s.value) t WHERE true
ON CONFLICT (kind, subject, term) DO NOTHING;

-- name: SearchTermsRemoveMany :exec
DELETE FROM search_terms WHERE kind = sqlc.arg(kind) AND subject IN (SELECT e.key FROM json_each(sqlc.arg(subjects)) e);

-- name: SearchTermsHold :exec
-- Waits for the job that completes the terms, so that later statements see its additions.
UPDATE search_terms SET at = at WHERE kind = $1 AND subject = $2;

-- name: SearchTermsHoldMany :exec
UPDATE search_terms SET at = at WHERE kind = sqlc.arg(kind) AND subject IN (SELECT e.key FROM json_each(sqlc.arg(subjects)) e);

-- name: SearchSpellingTo :execrows
-- Only the job that finds the cursor as it was read continues there.
INSERT INTO settings (key, value) VALUES ('search-spelling', sqlc.arg(next))
ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE settings.value = CAST(sqlc.arg(was) AS TEXT);

-- name: SearchSubjectsAfter :many
-- The next records with a term that is not only Latin letters.
SELECT DISTINCT kind, subject FROM search_terms
WHERE (kind, subject) > (CAST(sqlc.arg(kind) AS TEXT), CAST(sqlc.arg(subject) AS TEXT)) AND term >= CAST(sqlc.arg(from_term) AS TEXT)
ORDER BY kind, subject LIMIT CAST(sqlc.arg(most) AS BIGINT);

-- name: SearchTermsHeld :many
UPDATE search_terms SET at = at WHERE kind = sqlc.arg(kind) AND subject = sqlc.arg(subject) AND term >= CAST(sqlc.arg(from_term) AS TEXT) RETURNING term, at;
