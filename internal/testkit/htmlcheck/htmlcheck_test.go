package htmlcheck

import (
	"slices"
	"testing"
)

func TestHTMLProblemsAreFound(t *testing.T) {
	page := func(body string) string {
		return `<!doctype html><html lang="en-SG"><head><title>T</title></head><body><h1>H</h1>` + body + `</body></html>`
	}
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"OK", `<main><p>Hi <a href="/">home</a><br></p><svg><title>x</title><path d="M0 0"/></svg><label>Name <input name="n"></label><label for="m">M</label><input id="m"></main>`, nil},
		{"ErrNotClosed", `<div><p>x</div>`, []string{"</div> closes <p>"}},
		{"ErrSameID", `<i id="a"></i><i id="a"></i>`, []string{`id "a" stands twice`}},
		{"ErrNoAlt", `<img src="x">`, []string{"<img> without alt"}},
		{"ErrStyle", `<p style="color:red">x</p>`, []string{"<p> has a style attribute"}},
		{"ErrHandler", `<p onclick="x()">x</p>`, []string{"<p> has a handler in HTML: onclick"}},
		{"ErrButtonInLink", `<a href="/"><button type="button">x</button></a>`, []string{"<button> inside <a>"}},
		{"ErrBlockInText", `<p><div>x</div></p>`, []string{"<div> inside <p>"}},
		{"ErrNoLabel", `<input name="n">`, []string{"field input n has no label"}},
		{"ErrDanglingReference", `<p aria-describedby="nobody">x</p>`, []string{`aria refers to "nobody", which is not there`}},
		{"ErrTwoHeadings", `<h1>again</h1>`, []string{"2 main headings"}},
		{"ErrLooseItem", `<div><li>x</li></div>`, []string{"<li> outside a list"}},
		{"ErrNewWindow", `<a href="https://x.example" target="_blank">x</a>`, []string{"<a target=_blank> without rel=noopener"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Problems(page(c.body))
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
