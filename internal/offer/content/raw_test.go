package content_test

import (
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db/query"
)

// putRaw inserts a row directly, without the package's functions.
func putRaw(key, html string) query.ContentPutPageParams {
	return query.ContentPutPageParams{Key: key, Kind: content.KindPolicy, TitleEn: "P", HtmlEn: html, Published: true}
}
