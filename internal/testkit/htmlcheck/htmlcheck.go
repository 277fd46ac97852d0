// Package htmlcheck finds errors in a page's HTML: what browsers silently repair, and what hinders screen readers.
package htmlcheck

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

var void = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

// interactive elements must not be nested.
var interactive = []string{"a", "button", "select", "textarea", "summary"}

// only phrasing content is allowed inside these.
var phrasing = []string{"p", "h1", "h2", "h3", "h4", "span", "button", "label", "legend"}

var block = []string{"div", "p", "ul", "ol", "dl", "section", "article", "main", "form", "table", "h1", "h2", "h3", "h4", "header", "footer", "fieldset", "figure"}

// Problems parses a document and lists its errors; nil if there are none.
func Problems(page string) []string {
	c := &checker{ids: map[string]int{}, labels: map[string]bool{}}
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if z.Err() != io.EOF {
				c.say("cannot be read: %v", z.Err())
			}
			return c.finish()
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			c.open(t, z.Raw())
		case html.EndTagToken:
			c.close(z.Token().Data)
		}
	}
}

type checker struct {
	stack    []string
	svg      int // depth inside <svg>, whose elements are self-closing
	ids      map[string]int
	refs     []string
	labels   map[string]bool // ids referenced by <label for>
	fields   []field
	headings int
	title    int
	problems []string
}

type field struct {
	what, id string
	named    bool
}

func (c *checker) say(format string, args ...any) {
	if p := fmt.Sprintf(format, args...); !slices.Contains(c.problems, p) {
		c.problems = append(c.problems, p)
	}
}

func (c *checker) inside(names ...string) string {
	for _, s := range c.stack {
		if slices.Contains(names, s) {
			return s
		}
	}
	return ""
}

func (c *checker) open(t html.Token, raw []byte) {
	attr := map[string]string{}
	for _, a := range t.Attr {
		if _, twice := attr[a.Key]; twice {
			c.say("<%s> has %s twice", t.Data, a.Key)
		}
		attr[a.Key] = a.Val
		if strings.HasPrefix(a.Key, "on") {
			c.say("<%s> has a handler in HTML: %s", t.Data, a.Key)
		}
	}
	if _, there := attr["style"]; there {
		c.say("<%s> has a style attribute", t.Data)
	}
	if id, there := attr["id"]; there {
		if c.ids[id]++; c.ids[id] == 2 {
			c.say("id %q stands twice", id)
		}
		if id == "" || strings.ContainsAny(id, " \t\n") {
			c.say("id %q is none", id)
		}
	}
	for _, key := range []string{"aria-labelledby", "aria-describedby", "aria-controls"} {
		c.refs = append(c.refs, strings.Fields(attr[key])...)
	}
	if c.svg == 0 {
		c.element(t.Data, attr)
	}
	if t.Data == "svg" {
		c.svg++
	}
	if t.Type == html.StartTagToken && !slices.Contains(void, t.Data) && !strings.HasSuffix(string(raw), "/>") {
		c.stack = append(c.stack, t.Data)
	}
}

func (c *checker) element(name string, attr map[string]string) {
	if slices.Contains(interactive, name) {
		if outer := c.inside(interactive...); outer != "" {
			c.say("<%s> inside <%s>", name, outer)
		}
	}
	if len(c.stack) > 0 && slices.Contains(block, name) {
		if parent := c.stack[len(c.stack)-1]; slices.Contains(phrasing, parent) && !(parent == "legend" && strings.HasPrefix(name, "h")) {
			c.say("<%s> inside <%s>", name, parent)
		}
	}
	_, hidden := attr["aria-hidden"]
	named := attr["aria-label"] != "" || attr["aria-labelledby"] != ""
	switch name {
	case "img":
		if _, there := attr["alt"]; !there {
			c.say("<img> without alt")
		}
	case "html":
		if attr["lang"] == "" {
			c.say("<html> without lang")
		}
	case "title":
		c.title++
	case "h1":
		c.headings++
	case "label":
		c.labels[attr["for"]] = true
	case "input", "select", "textarea":
		if k := attr["type"]; k != "hidden" && k != "submit" && k != "button" && !hidden {
			c.fields = append(c.fields, field{name + " " + attr["name"], attr["id"], named || c.inside("label") != ""})
		}
	case "li":
		if len(c.stack) == 0 || !slices.Contains([]string{"ul", "ol", "menu"}, c.stack[len(c.stack)-1]) {
			c.say("<li> outside a list")
		}
	case "button":
		if attr["type"] == "" && c.inside("form") == "" {
			c.say("<button> without a type outside a form")
		}
	case "a":
		if href, there := attr["href"]; there && href == "" {
			c.say("<a> leads nowhere")
		}
		if attr["target"] == "_blank" && !strings.Contains(attr["rel"], "noopener") {
			c.say("<a target=_blank> without rel=noopener")
		}
	}
}

func (c *checker) close(name string) {
	if name == "svg" {
		c.svg--
	}
	if len(c.stack) == 0 || c.stack[len(c.stack)-1] != name {
		top := "nothing"
		if len(c.stack) > 0 {
			top = "<" + c.stack[len(c.stack)-1] + ">"
		}
		c.say("</%s> closes %s", name, top)
		if i := slices.Index(c.stack, name); i >= 0 {
			c.stack = c.stack[:i]
		}
		return
	}
	c.stack = c.stack[:len(c.stack)-1]
}

func (c *checker) finish() []string {
	if len(c.stack) > 0 {
		c.say("left open: %v", c.stack)
	}
	if c.title != 1 {
		c.say("%d titles", c.title)
	}
	if c.headings != 1 {
		c.say("%d main headings", c.headings)
	}
	for _, r := range c.refs {
		if c.ids[r] == 0 {
			c.say("aria refers to %q, which is not there", r)
		}
	}
	for _, f := range c.fields {
		if !f.named && !c.labels[f.id] {
			c.say("field %s has no label", f.what)
		}
	}
	return c.problems
}
