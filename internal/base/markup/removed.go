package markup

import (
	"strings"

	"golang.org/x/net/html"
)

// Kinds of markup that Clean removes; each has a message.
const (
	RemovedScripts    = "scripts"    // scripts and event handlers
	RemovedFrames     = "frames"     // embedded pages and players
	RemovedForms      = "forms"      // fields and buttons
	RemovedPictures   = "pictures"   // not from our library
	RemovedLinks      = "links"      // unsafe addresses
	RemovedFormatting = "formatting" // colours, fonts and boxes pasted from other programs
)

var removedOrder = []string{RemovedScripts, RemovedFrames, RemovedForms, RemovedPictures, RemovedLinks, RemovedFormatting}

// Removed lists the kinds that a text has before it is cleaned and not after.
func Removed(before, after string) []string {
	was, is := countOf(before), countOf(after)
	var out []string
	for _, what := range removedOrder {
		if was[what] > is[what] {
			out = append(out, what)
		}
	}
	return out
}

// countOf counts the removable elements of each kind.
func countOf(text string) map[string]int {
	n := map[string]int{}
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return n
		case html.CommentToken: // usually pasted from Word
			n[RemovedFormatting]++
		case html.StartTagToken, html.SelfClosingTagToken:
			count(n, z.Token())
		}
	}
}

func count(n map[string]int, t html.Token) {
	switch t.Data {
	case "script", "object", "embed", "applet":
		n[RemovedScripts]++
	case "iframe", "frame", "frameset", "video", "audio", "svg", "math", "canvas":
		n[RemovedFrames]++
	case "form", "input", "button", "select", "textarea", "label":
		n[RemovedForms]++
	case "style", "link", "meta", "font", "center", "div", "section", "article", "h1", "h5", "h6", "o:p", "xml", "marquee":
		n[RemovedFormatting]++
	}
	for _, a := range t.Attr {
		switch {
		case strings.HasPrefix(a.Key, "on"):
			n[RemovedScripts]++
		case a.Key == "style" || a.Key == "class" || a.Key == "id" || a.Key == "bgcolor" || a.Key == "align":
			n[RemovedFormatting]++
		case a.Key == "src" && t.Data == "img":
			n[RemovedPictures]++
		case a.Key == "href" && t.Data == "a":
			n[RemovedLinks]++
		}
	}
}
