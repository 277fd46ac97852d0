package ssr

import (
	"bytes"
	"net/url"
	"strings"

	"shanmen/internal/base/locale"
)

// Document is the input for the head and the page. The content of the root element comes from the renderer, which gets
// PayloadJSON.
type Document struct {
	Locale      locale.Locale
	Title       string
	Description string
	Canonical   string // absolute URL
	Alternates  []Alternate
	NoIndex     bool // not indexed, and without preview in chats
	SiteName    string
	Article     bool // an article with an author, in preview metadata
	Picture     Picture
	Manifest    string // path of the web app manifest
	Feed        Feed
	LinkedData  []byte // JSON-LD
	// PayloadJSON is valid JSON, passed unchanged to the renderer and as equal text to the browser.
	PayloadJSON []byte
	// RouteID names the chunk to load early: src/routes/<id>.tsx, if it exists.
	RouteID string
	// Waits: until its code is there the page shows little, so the browser loads the code before the first paint.
	Waits bool
	// Secret lists query parameters that grant access: they are removed from the address before any request, and passed
	// to web/src/site/navigator/secret-query.ts.
	Secret []string
	// Scriptless omits scripts and payload: the page is Page.Plain.
	Scriptless bool
}

// Alternate is the address of the page in a language.
type Alternate struct{ Lang, Href string }

// Links returns the absolute addresses of a page: canonical in the locale, and alternates, which are the same in either
// language. plain is the path without a language prefix, not escaped.
func Links(base *url.URL, l locale.Locale, plain string) (canonical string, alternates []Alternate) {
	at := func(l locale.Locale) string {
		u := url.URL{Scheme: base.Scheme, Host: base.Host, Path: strings.TrimSuffix(base.Path, "/") + l.Path(plain)}
		return u.String()
	}
	en, zh := at(locale.EN), at(locale.ZH)
	return at(l), []Alternate{{"x-default", en}, {"en", en}, {"zh-Hans", zh}}
}

// This script runs before the first paint. It checks whether the browser can run the pages (old ones lack toSorted, or
// Safari's lookbehind; they keep the server's page and its notice), and sets the visitor's text size. It is written so
// that the oldest browser can parse it.
const firstScript = `var r=document.documentElement;try{new RegExp("(?<=a)");if([].toSorted)r.dataset.js=""}catch(e){}` +
	`try{var s=localStorage.getItem("shanmen.size");if(s)r.dataset.size=s}catch(e){}` +
	// A form submitted before the page's code is loaded would navigate to a path that only the code uses, and lose the
	// input: the event is kept for web/src/site/shell/replay-early.tsx. A search with method=get needs no code.
	`document.addEventListener("submit",function(e){if(!("live"in r.dataset)&&e.target.getAttribute("method")!="get"){e.preventDefault();r.pressed=e.target}},true);` +
	// The HTML is the same for every query, so until the code is loaded a link does not know which parameters to carry
	// along: the named one, or with data-keep="" the whole query and the fragment.
	`document.addEventListener("click",function(e){var a=e.target.closest&&e.target.closest("a[data-keep]");if(!a||"live"in r.dataset||!("js"in r.dataset))return;` +
	`var n=a.dataset.keep,v=new URLSearchParams(location.search).get(n);if(!n){a.search=location.search;a.hash=location.hash}` +
	`else if(v)a.search="?"+n+"="+encodeURIComponent(v)},true);` +
	codeScript

// The page is painted before its scripts are requested: on a slow line text, fonts and pictures come first, and
// interactivity right after.
const codeScript = `if("js"in r.dataset)document.addEventListener("DOMContentLoaded",function(){requestAnimationFrame(function(){setTimeout(function(){` +
	`var t=document.getElementById("code");if(t)document.head.appendChild(document.importNode(t.content,true))})})})`

// A browser may send the page's address when requesting its fonts, whatever the page's own Referrer-Policy: Chromium
// does so for fonts of an inline style sheet.
const secretScript = `try{var r=document.documentElement,q=new URLSearchParams(location.search);r.secrets={};` +
	`document.currentScript.dataset.secret.split(" ").forEach(function(n){if(q.has(n)){r.secrets[n]=q.get(n);q.delete(n)}});` +
	`q=q.toString();history.replaceState(history.state,"",location.pathname+(q&&"?"+q)+location.hash)}catch(e){}`

// Otherwise phones turn numbers into links, and the DOM no longer matches what was rendered.
const headStart = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
	`<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">` +
	`<meta name="theme-color" content="#35120d"><link rel="icon" href="/favicon.svg" type="image/svg+xml">` +
	`<link rel="icon" href="/favicon-32.png" sizes="32x32" type="image/png"><link rel="apple-touch-icon" href="/apple-touch-icon.png">` +
	`<script>` + firstScript + `</script>`

// html writes the document. rendered is false for a shell that the browser fills.
func (s *shell) html(d *Document, body string, rendered bool) []byte {
	hoisted, body := cutHoisted(body)
	head := s.head[d.Locale]
	route, ok := s.routes[d.RouteID]
	if !ok {
		route = s.plain
	}
	b := bytes.NewBuffer(make([]byte, 0, 4096+len(head)+len(s.sheet.element)+len(route.styles)+len(route.scripts)+len(body)+len(d.PayloadJSON)+len(d.PayloadJSON)/8))
	b.WriteString(`<!doctype html><html lang="` + d.Locale.Tag() + `"><head>` + headStart)
	if len(d.Secret) > 0 && !d.Scriptless {
		b.WriteString(`<script data-secret="` + strings.Join(d.Secret, " ") + `">` + secretScript + `</script>`)
	}
	writeHead(b, d)
	b.WriteString(head)
	b.WriteString(hoisted)
	b.Write(s.sheet.element)
	if d.Scriptless {
		b.WriteString(`</head><body><div id="root">` + body + `</div></body></html>`)
		return b.Bytes()
	}
	b.WriteString(route.styles)
	if d.Waits {
		b.WriteString(route.early)
	}
	if rendered {
		b.WriteString(`</head><body><div id="root">`)
	} else {
		b.WriteString(`</head><body><div id="root" data-render="client">`)
	}
	b.WriteString(body)
	b.WriteString(`</div><script id="payload" type="application/json">`)
	writeJSON(b, d.PayloadJSON)
	b.WriteString(`</script><template id="code">` + route.scripts + `</template></body></html>`)
	return b.Bytes()
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\x00", "\ufffd")

func element(b *bytes.Buffer, before, text, after string) {
	b.WriteString(before)
	escaper.WriteString(b, text) // a bytes.Buffer does not fail
	b.WriteString(after)
}

// cutHoisted removes the resource hints that React puts first: they belong in the head, and inside the root they would
// break hydration. React escapes > in attributes.
func cutHoisted(body string) (links, rest string) {
	n := 0
	for strings.HasPrefix(body[n:], "<link ") {
		end := strings.IndexByte(body[n:], '>')
		if end < 0 {
			break
		}
		n += end + 1
	}
	return body[:n], body[n:]
}

// writeJSON writes JSON that cannot close or break a script element. The three escaped characters only occur in JSON
// strings, so the value is unchanged.
func writeJSON(b *bytes.Buffer, json []byte) {
	start := 0
	for i := 0; i < len(json); i++ {
		var safe string
		width := 1
		switch c := json[i]; {
		case c == '<':
			safe = `\u003c`
		case c == 0xE2 && i+2 < len(json) && json[i+1] == 0x80 && json[i+2]&^1 == 0xA8:
			safe, width = `\u2028`, 3
			if json[i+2] == 0xA9 {
				safe = `\u2029`
			}
		default:
			continue
		}
		b.Write(json[start:i])
		b.WriteString(safe)
		i += width - 1
		start = i + 1
	}
	b.Write(json[start:])
}
