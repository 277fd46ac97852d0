// Package markup sanitises the HTML of the office's texts: headings, paragraphs, lists, tables, links, pictures of the
// site. It runs when a text is saved and again when it is shown.
package markup

import (
	"html"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/microcosm-cc/bluemonday"
)

var policy = newPolicy()

var plain = bluemonday.StrictPolicy()

func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	// No h1: only the page's own title is one. No style, class, id, script, form or frame.
	p.AllowElements("h2", "h3", "h4", "p", "br", "hr", "ul", "li", "dl", "dt", "dd", "strong", "em", "b", "i", "u", "s",
		"sub", "sup", "blockquote", "figure", "figcaption", "table", "caption", "thead", "tbody", "tfoot", "tr")
	p.AllowElements("a", "span", "ruby", "rt", "rp", "ol", "th", "td")
	p.AllowAttrs("lang").Matching(regexp.MustCompile(`^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$`)).Globally()
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowAttrs("colspan", "rowspan").Matching(regexp.MustCompile(`^[1-9][0-9]?$`)).OnElements("th", "td")
	p.AllowAttrs("scope").Matching(regexp.MustCompile(`^(row|col|rowgroup|colgroup)$`)).OnElements("th")
	p.AllowURLSchemes("https", "http", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("target").Matching(regexp.MustCompile(`^_blank$`)).OnElements("a")
	// Only pictures of the library: it has their description, size and files.
	p.AllowAttrs("src").Matching(regexp.MustCompile(`^/media/[0-9A-Za-z-]{1,64}(/[0-9a-z.-]{1,40})?$`)).OnElements("img")
	p.AllowNoAttrs().OnElements("a", "span")
	return p
}

var pictureFile = regexp.MustCompile(`(<img src="/media/[0-9A-Za-z-]+)/[^"]*"`)

var blankTarget = regexp.MustCompile(`(<a\b[^>]*) target="_blank"`)

// Clean removes everything that is not allowed. Links to a new tab get rel="noopener"; pictures of the library are
// named without a width; unclosed elements are closed. Cleaning twice changes nothing.
func Clean(s string) string {
	// The policy has just written every attribute in quotes and without rel.
	s = blankTarget.ReplaceAllString(closed(policy.Sanitize(s)), `$1 target="_blank" rel="noopener"`)
	return pictureFile.ReplaceAllString(s, `$1"`)
}

var breaks = regexp.MustCompile(`(?i)<(/p|/h[2-4]|/li|/t[dh]|br ?/?)>`)

// Excerpt is the start of the text without markup, for descriptions: at most n code points, cut at a nearby space if
// there is one.
func Excerpt(s string, n int) string {
	text := html.UnescapeString(plain.Sanitize(breaks.ReplaceAllString(s, "$0 ")))
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	cut := string([]rune(text)[:n-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)*2/3 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:，、；：") + "…"
}
