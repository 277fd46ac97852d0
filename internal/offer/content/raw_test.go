package content_test

import (
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db/query"
)

// putRaw is a row that no function of ours wrote.
func putRaw(key, html string) query.ContentPutPageParams {
	return query.ContentPutPageParams{Key: key, Kind: content.KindPolicy, TitleEn: "P", HtmlEn: html, Published: true}
}
