package markup

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestHTMLIsSanitised(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"text is kept", `<h2>历史</h2><p lang="zh-Hans">清莲寺 <strong>1928</strong></p>`, `<h2>历史</h2><p lang="zh-Hans">清莲寺 <strong>1928</strong></p>`},
		{"style attributes are removed", `<p style="color:red" class="x" id="y">a</p>`, `<p>a</p>`},
		{"scripts are removed with their text", `a<script>alert(1)</script><style>p{}</style>b`, `ab`},
		{"event handlers are removed", `<p onclick="x()">a</p>`, `<p>a</p>`},
		{"javascript links lose their address", `<a href="javascript:alert(1)">a</a>`, `<a>a</a>`},
		{"links within the site are kept", `<a href="/zh/about-us">a</a>`, `<a href="/zh/about-us">a</a>`},
		{"phone and mail links are kept", `<a href="tel:+6560000000">a</a><a href="mailto:a@b.sg">b</a>`, `<a href="tel:+6560000000">a</a><a href="mailto:a@b.sg">b</a>`},
		{"a link in a new tab has noopener", `<a href="https://x.sg" target="_blank">a</a>`, `<a href="https://x.sg" target="_blank" rel="noopener">a</a>`},
		{"a given rel attribute is replaced", `<a rel="opener" href="https://x.sg" target="_blank">a</a>`, `<a href="https://x.sg" target="_blank" rel="noopener">a</a>`},
		{"the word target in a text is kept", `<p>&lt;a target="_blank"</p>`, `<p>&lt;a target=&#34;_blank&#34;</p>`},
		{"other targets are removed", `<a href="/a" target="top">a</a>`, `<a href="/a">a</a>`},
		{"pictures from other sites are removed", `a<img src="https://x.sg/p.gif" alt="p"><img src="//x.sg/p.gif"><img src="/assets/p.png" alt="p"><img src="/media/../x">`, `a`},
		{"pictures of the library are kept", `<img src="/media/0190-a" alt="p" width="9" onerror="x()"><img src="/media/0190-b/2-800.jpg">`, `<img src="/media/0190-a"><img src="/media/0190-b">`},
		{"frames and forms are removed", `<iframe src="/a"></iframe><form action="/x"><input name="a"></form>`, ``},
		{"a link ends with its text", `<p><a href="/a">all that follows`, `<p><a href="/a">all that follows</a></p>`},
		{"a table ends with its text", `<table><tr><td>a`, `<table><tbody><tr><td>a</td></tr></tbody></table>`},
		{"an element that only looks closed is closed", `<a href="/a"/>a<b/>b</a><br/>c<hr/>`, `<a href="/a">a<b>b</b></a><b><br>c<hr></b>`},
		{"a surplus end tag is removed", `a</table></p><br>b</li>`, `a<p></p><br>b`},
		{"crossed elements are put in order", `<b>a<i>b</b>c</i>`, `<b>a<i>b</i></b><i>c</i>`},
		{"a text in thousands of nested elements is kept", strings.Repeat("<ul>", 3000) + "a &lt;b&gt;", `a &lt;b&gt;`},
		{"data URLs are removed", `<a href="data:text/html,x">a</a>`, `<a>a</a>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Clean(c.in)
			if got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
			if again := Clean(got); again != got {
				t.Errorf("cleaned twice:\n got %s\nwant %s", again, got)
			}
			if strings.Contains(got, "style=") {
				t.Error("a style remains")
			}
		})
	}
}

// No input leaves an element open in the page around it.
func FuzzCleanIsClosed(f *testing.F) {
	f.Add("<p>a<p>b<ul><li>c<li>d<table><td>e</ul><img src=/media/a><a href=/b>")
	f.Add("<p>a<b/>b<a href=/b />c")
	f.Add("<ruby>a<rt>b</ruby><h2><h3>a</h2><blockquote><p>b</blockquote></a>")
	f.Fuzz(func(t *testing.T, text string) {
		once := Clean(text)
		if !isClosed(once) || strings.Contains(once, "/>") {
			t.Errorf("%q became %q", text, once)
		}
		if again := Clean(once); again != once {
			t.Errorf("%q became %q, and %q", text, once, again)
		}
	})
}

func TestExcerptsEndAtAWord(t *testing.T) {
	for _, c := range []struct {
		in, want string
		n        int
	}{
		{"<p>One &amp; two.</p><p>Three</p>", "One & two. Three", 50},
		{"<p>The bell is rung at six in the morning</p>", "The bell is rung at…", 22},
		{"<p>晨钟响起，诵念芳名，回向十方。</p>", "晨钟响起，诵念…", 8},
	} {
		if got := Excerpt(c.in, c.n); got != c.want {
			t.Errorf("Excerpt(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// The browser's sanitiser is tested on the same cases (web/src/site/navigator/purifier.test.ts): one rule for link
// targets.
func TestLinkTargetsAreCheckedAsInTheBrowser(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("testdata/targets.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ HTML, Clean string }
	if err := json.Unmarshal(b, &cases); err != nil || len(cases) == 0 {
		t.Fatal(cases, err)
	}
	for _, c := range cases {
		if got := Clean(c.HTML); got != c.Clean {
			t.Errorf("%s: %s, want %s", c.HTML, got, c.Clean)
		}
	}
}

// FuzzExcerpt: an excerpt is plain text, no longer than asked for.
func FuzzExcerpt(f *testing.F) {
	for _, s := range []string{"<p>陈𠮷</p><p>b</p>", "<script>x", "&lt;b&gt;", "&#xd800;<", "<p>a b c d e f g h i j k"} {
		f.Add(s, 10)
	}
	f.Fuzz(func(t *testing.T, s string, n int) {
		if n < 1 || n > 1000 || !utf8.ValidString(s) { // neither a request body nor the database can contain it
			return
		}
		if got := Excerpt(s, n); utf8.RuneCountInString(got) > n || !utf8.ValidString(got) {
			t.Errorf("%q: %q", s, got)
		}
	})
}
