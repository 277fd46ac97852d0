package ssr

import (
	"bytes"
	"strconv"

	"shanmen/internal/base/locale"
)

// Picture is the picture for link previews.
type Picture struct {
	URL           string // absolute
	Alt           string
	Width, Height int // pixels
}

// Feed is the site's Atom feed.
type Feed struct{ Title, Path string }

// previewLocale is the locale in og:locale's format.
var previewLocale = map[locale.Locale]string{locale.EN: "en_SG", locale.ZH: "zh_CN"}

// writeHead writes the metadata for search engines, chats and phones.
func writeHead(b *bytes.Buffer, d *Document) {
	element(b, `<title>`, d.Title, `</title>`)
	if d.Description != "" {
		element(b, `<meta name="description" content="`, d.Description, `">`)
	}
	if d.Manifest != "" {
		element(b, `<link rel="manifest" href="`, d.Manifest, `">`)
	}
	if d.Feed.Path != "" {
		element(b, `<link rel="alternate" type="application/atom+xml" title="`, d.Feed.Title, `"`)
		element(b, ` href="`, d.Feed.Path, `">`)
	}
	if d.Canonical != "" {
		element(b, `<link rel="canonical" href="`, d.Canonical, `">`)
	}
	for _, a := range d.Alternates {
		element(b, `<link rel="alternate" hreflang="`, a.Lang, `"`)
		element(b, ` href="`, a.Href, `">`)
	}
	if d.NoIndex {
		b.WriteString(`<meta name="robots" content="noindex">`)
		return
	}
	writePreview(b, d)
	if len(d.LinkedData) > 0 { // data is not executed, so the CSP does not apply
		b.WriteString(`<script type="application/ld+json">`)
		writeJSON(b, d.LinkedData)
		b.WriteString(`</script>`)
	}
}

// writePreview writes the Open Graph and Twitter metadata for link previews.
func writePreview(b *bytes.Buffer, d *Document) {
	kind := "website"
	if d.Article {
		kind = "article"
	}
	b.WriteString(`<meta property="og:type" content="` + kind + `"><meta property="og:locale" content="` + previewLocale[d.Locale] + `">`)
	for _, l := range locale.All {
		if l != d.Locale {
			b.WriteString(`<meta property="og:locale:alternate" content="` + previewLocale[l] + `">`)
		}
	}
	properties := [][2]string{{"site_name", d.SiteName}, {"title", d.Title}, {"description", d.Description}, {"url", d.Canonical}}
	if p := d.Picture; p.URL != "" {
		properties = append(properties, [2]string{"image", p.URL}, [2]string{"image:type", "image/png"},
			[2]string{"image:width", strconv.Itoa(p.Width)}, [2]string{"image:height", strconv.Itoa(p.Height)}, [2]string{"image:alt", p.Alt})
		b.WriteString(`<meta name="twitter:card" content="summary_large_image">`)
	}
	for _, m := range properties {
		if m[1] != "" {
			element(b, `<meta property="og:`+m[0]+`" content="`, m[1], `">`)
		}
	}
}
