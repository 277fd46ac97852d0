package markup

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// deepest is the maximum nesting depth of elements.
const deepest = 40

// void elements have no end tag.
var void = []string{"br", "hr", "img"}

// closed adds missing end tags to HTML that the policy has written: an unclosed element would continue into the page
// below the text. HTML that is already closed stays unchanged.
func closed(s string) string {
	if isClosed(s) {
		return s
	}
	nodes, err := html.ParseFragment(strings.NewReader(s), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil { // endlessly nested elements
		return policy.Sanitize(plain.Sanitize(s))
	}
	var b strings.Builder
	for _, n := range nodes {
		write(&b, n, 1)
	}
	return b.String()
}

func isClosed(s string) bool {
	var open []string
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return len(open) == 0
		case html.StartTagToken, html.SelfClosingTagToken: // a browser takes <b/> for <b>
			if name, _ := z.TagName(); !slices.Contains(void, string(name)) {
				open = append(open, string(name))
			}
			if len(open) > deepest {
				return false
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if len(open) == 0 || open[len(open)-1] != string(name) {
				return false
			}
			open = open[:len(open)-1]
		}
	}
}

// write serialises a node as the policy does. Of elements nested too deeply only the text is kept.
func write(b *strings.Builder, n *html.Node, depth int) {
	element := n.Type == html.ElementNode && depth <= deepest
	switch {
	case n.Type == html.TextNode:
		b.WriteString(html.EscapeString(n.Data))
	case element:
		b.WriteString(html.Token{Type: html.StartTagToken, Data: n.Data, Attr: n.Attr}.String())
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		write(b, c, depth+1)
	}
	if element && !slices.Contains(void, n.Data) {
		b.WriteString("</" + n.Data + ">")
	}
}
