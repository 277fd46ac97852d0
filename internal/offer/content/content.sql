-- Pages, policies, questions and banners.

-- name: ContentPage :one
SELECT * FROM content_pages WHERE key = $1 AND published = 1;

-- name: ContentPageLock :one
-- Locks the row, so that the audit trail's old values are right.
UPDATE content_pages SET published = published WHERE key = $1 RETURNING *;

-- name: ContentPagesOf :many
SELECT * FROM content_pages WHERE kind = $1 AND published = 1 ORDER BY position, key;

-- name: ContentTitles :many
SELECT key, title_en, title_zh, position FROM content_pages WHERE kind = $1 AND published = 1 ORDER BY position, key;

-- name: ContentBanners :many
SELECT * FROM banners WHERE published = 1 ORDER BY type, position, id;

-- name: ContentPutPage :exec
INSERT INTO content_pages (key, kind, position, title_en, title_zh, html_en, html_zh, published, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (key) DO UPDATE SET kind = excluded.kind, position = excluded.position, title_en = excluded.title_en,
    title_zh = excluded.title_zh, html_en = excluded.html_en, html_zh = excluded.html_zh,
    published = excluded.published, updated_at = excluded.updated_at;

-- name: ContentBump :one
-- Every replica polls this number. Its row is locked until the commit, so that numbers become visible in order.
INSERT INTO settings (key, value) VALUES ('content-version', '1')
ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(settings.value AS BIGINT) + 1 AS TEXT)
RETURNING CAST(value AS BIGINT);

-- name: ContentHold :exec
-- Locks the list of published records: counting and publishing exclude each other.
INSERT INTO settings (key, value) VALUES ('content-version', '0') ON CONFLICT (key) DO UPDATE SET value = settings.value;

-- name: ContentChange :exec
INSERT INTO content_changes (version, tag) VALUES ($1, $2);

-- name: ContentChanges :many
SELECT version, tag FROM content_changes WHERE version > sqlc.arg(after) AND version <= sqlc.arg(until) ORDER BY version;

-- name: ContentForgetChanges :exec
DELETE FROM content_changes WHERE version <= $1;

-- name: ContentAddresses :many
-- Every published page and question, for the sitemap; the texts of those with library pictures.
SELECT kind, key, updated_at, CAST(CASE WHEN html_en LIKE '%/media/%' OR html_zh LIKE '%/media/%' THEN html_en ELSE '' END AS TEXT) AS html_en,
    CAST(CASE WHEN html_en LIKE '%/media/%' OR html_zh LIKE '%/media/%' THEN html_zh ELSE '' END AS TEXT) AS html_zh FROM content_pages WHERE published = 1 ORDER BY kind, position, key;

-- name: MessageEdits :many
SELECT * FROM message_edits ORDER BY locale, key;

-- name: PutMessageEdit :exec
INSERT INTO message_edits (locale, key, text, over, updated_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (locale, key) DO UPDATE SET text = excluded.text, over = excluded.over, updated_at = excluded.updated_at;

-- name: DropMessageEdit :exec
DELETE FROM message_edits WHERE locale = $1 AND key = $2;

-- name: SettingsOf :many
SELECT key, value FROM settings WHERE key IN (SELECT k.key FROM json_each(sqlc.arg(keys)) k);

-- name: ContentOnSite :many
-- Public pages, without their texts.
SELECT kind, key FROM content_pages WHERE published = 1 AND kind <> 'faq' ORDER BY kind, key;

-- name: ContentPutBanner :exec
INSERT INTO banners (id, type, position, title_en, title_zh, text_en, text_zh, href, art, published, picture, opens_at, closes_at, ends_with)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT (id) DO UPDATE SET type = excluded.type, position = excluded.position, title_en = excluded.title_en, title_zh = excluded.title_zh,
    text_en = excluded.text_en, text_zh = excluded.text_zh, href = excluded.href, art = excluded.art, published = excluded.published,
    picture = excluded.picture, opens_at = excluded.opens_at, closes_at = excluded.closes_at, ends_with = excluded.ends_with;

-- name: ContentBannerOffering :one
-- When a banner's link target ends, by its record; 0: never.
SELECT o.key, o.published, o.closes_at FROM records r JOIN offerings o ON o.key = r.key WHERE r.id = $1 AND r.kind = 'offering';

-- name: ContentBannerEvent :one
-- The end of the last date that is not cancelled; 0: none.
SELECT e.key, e.published, CAST(COALESCE((SELECT MAX(d.ends_at) FROM event_dates d WHERE d.event_id = e.id AND d.cancelled = 0), 0) AS BIGINT) AS ends_at
FROM records r JOIN events e ON e.key = r.key WHERE r.id = $1 AND r.kind = 'event';

-- name: ContentDropPage :exec
DELETE FROM content_pages WHERE key = $1 AND published = 0;

-- name: ContentDropBanner :exec
DELETE FROM banners WHERE id = $1 AND published = 0;

-- name: ContentPageKey :exec
UPDATE content_pages SET key = sqlc.arg(key) WHERE key = sqlc.arg(was);

-- name: TaiSuiYears :many
SELECT * FROM tai_sui_years WHERE year BETWEEN sqlc.arg(first) AND sqlc.arg(last) ORDER BY year;

-- name: TaiSuiPut :execrows
-- Only if unchanged since it was read: of two people who change a year the second is refused.
INSERT INTO tai_sui_years AS t (year, rev, meets, changed_by, changed_at)
VALUES (sqlc.arg(year), sqlc.arg(seen) + 1, sqlc.arg(meets), sqlc.arg(changed_by), sqlc.arg(changed_at))
ON CONFLICT (year) DO UPDATE SET rev = excluded.rev, meets = excluded.meets, changed_by = excluded.changed_by, changed_at = excluded.changed_at
WHERE t.rev = sqlc.arg(seen);

-- name: TaxSpanBegin :exec
-- Two changes within one millisecond make one period.
INSERT INTO tax_spans (key, since, until, number) VALUES ($1, $2, 0, $3)
ON CONFLICT (key, since) DO UPDATE SET until = 0, number = excluded.number;

-- name: TaxSpanEnd :exec
UPDATE tax_spans SET until = $1 WHERE key = $2 AND until = 0;

-- name: TaxSpans :many
SELECT * FROM tax_spans ORDER BY key, since;
