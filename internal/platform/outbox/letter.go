package outbox

import (
	"context"
	"html"
	"net/url"
	"strings"

	"shanmen/internal/base/locale"
)

// Order is what a mail shows of an order: its items with the names each is for.
type Order struct {
	Number string
	Lines  []OrderLine
	Total  string // with its currency
	// Code is a PNG of the payment reference for the counter, while the order waits for cash, with its text.
	Code      []byte
	Reference string
}

// OrderLine is one item of an order.
type OrderLine struct {
	Title, Amount string
	Groups        []OrderGroup
}

// OrderGroup is people under one heading.
type OrderGroup struct {
	Word     string
	Departed bool
	People   []OrderPerson
}

// OrderPerson is a person of an order: the name, and details below it.
type OrderPerson struct{ Name, More string }

// OrderReader reads an order when its mail is sent; nil if it no longer exists.
type OrderReader func(ctx context.Context, id string, l locale.Locale) (*Order, error)

// Content ids of the pictures in a mail.
const (
	sealID = "seal"
	codeID = "code"
)

// A mail's styles are inline, because mail programs ignore style sheets.
const (
	face   = `font-family:-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei',sans-serif`
	ink    = `color:#2b1d16`
	quiet  = `color:#5a493d`
	button = `display:inline-block;background:#9f2a1f;color:#fff8ea;text-decoration:none;font-size:18px;font-weight:600;line-height:24px;padding:15px 32px;border-radius:28px`
	cell   = `padding:11px 16px;border-top:1px solid #e6d8bf;vertical-align:top`
)

// letterHTML formats the text of a mail, large and simple, because many readers are elderly and on a phone. URLs become
// buttons with a label. contact is the target of the footer's link.
func letterHTML(m *locale.Messages, l locale.Locale, subject, body, label, signature string, o *Order, contact string) string {
	esc := html.EscapeString
	var b strings.Builder
	w := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
	}
	temple, _, _ := strings.Cut(signature, "\n")
	w(`<!doctype html><html lang="`, l.Tag(), `"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>`, esc(subject), `</title></head>`,
		`<body style="margin:0;background:#e9dcc6;`, face, `;`, ink, `;font-size:18px;line-height:1.6">`,
		`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:16px 8px">`,
		`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#fffdf8;border-radius:16px;overflow:hidden">`,
		`<tr><td style="background:#35120d;padding:14px 24px"><table role="presentation" cellpadding="0" cellspacing="0"><tr>`,
		`<td style="padding-right:14px"><img src="cid:`, sealID, `" width="46" height="46" alt="" style="display:block;border-radius:10px"></td>`,
		`<td style="color:#fbe9c4;font-size:19px;line-height:1.3">`, esc(temple), `</td></tr></table></td></tr>`,
		`<tr><td style="padding:24px">`)
	if o != nil {
		w(`<p style="margin:0;font-size:15px;font-weight:600;color:#75510c">`, esc(o.Number), `</p>`)
	}
	w(`<h1 style="margin:2px 0 12px;font-size:26px;line-height:1.3;font-weight:600">`, esc(subject), `</h1>`)
	shown := o == nil
	for para := range strings.SplitSeq(body, "\n\n") {
		text, links := withoutLinks(para)
		if len(links) > 0 && !shown {
			writeOrder(w, m, l, *o)
			shown = true
		}
		if text != "" {
			w(`<p style="margin:0 0 14px">`, strings.ReplaceAll(esc(text), "\n", "<br>"), `</p>`)
		}
		for _, link := range links {
			w(`<p style="margin:18px 0"><a href="`, esc(link), `" style="`, button, `">`, esc(label), `</a></p>`)
		}
	}
	if !shown {
		writeOrder(w, m, l, *o)
	}
	w(`</td></tr><tr><td style="background:#f3ead9;padding:16px 24px 20px;font-size:14px;line-height:1.65;`, quiet, `">`,
		strings.ReplaceAll(esc(signature), "\n", "<br>"), `<br><a href="`, esc(contact), `" style="`, quiet, `">`, esc(m.T(l, "mail.contact", nil)), `</a>`,
		`</td></tr></table></td></tr></table></body></html>`)
	return b.String()
}

func writeOrder(w func(...string), m *locale.Messages, l locale.Locale, o Order) {
	esc := html.EscapeString
	w(`<table width="100%" cellpadding="0" cellspacing="0" style="margin:14px 0 18px;background:#faf5ea;border-radius:14px;border-collapse:separate;font-size:17px">`)
	for i, line := range o.Lines {
		top := cell
		if i == 0 {
			top = strings.Replace(cell, "1px solid #e6d8bf", "0", 1)
		}
		w(`<tr><th scope="row" align="left" style="`, top, `;font-weight:600">`, esc(line.Title), `</th><td align="right" style="`, top, `;white-space:nowrap">`, esc(line.Amount), `</td></tr>`)
		for _, g := range line.Groups {
			mark := `background:#f7e3b5;color:#75510c`
			if g.Departed {
				mark = `background:#e3e9e5;color:#37544c`
			}
			w(`<tr><td style="`, cell, `"><span style="`, mark, `;font-size:15px;font-weight:600;border-radius:12px;padding:2px 11px">`, esc(g.Word), `</span></td><td align="right" style="`, cell, `">`)
			for _, p := range g.People {
				w(`<div style="font-size:21px;line-height:1.4">`, esc(p.Name), `</div>`)
				if p.More != "" {
					w(`<div style="font-size:15px;line-height:1.35;margin-bottom:5px;`, quiet, `">`, esc(p.More), `</div>`)
				}
			}
			w(`</td></tr>`)
		}
	}
	w(`<tr><th scope="row" align="left" style="`, cell, `;background:#f3ead9;font-weight:700">`, esc(m.T(l, "mail.total", nil)), `</th><td align="right" style="`, cell, `;background:#f3ead9;font-weight:700;white-space:nowrap">`, esc(o.Total), `</td></tr></table>`)
	if len(o.Code) > 0 {
		alt := m.T(l, "mail.code-alt", map[string]any{"reference": o.Reference})
		w(`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 18px;border:2px solid #e6d8bf;border-radius:14px"><tr>`,
			`<td width="148" style="padding:14px"><img src="cid:`, codeID, `" width="128" height="128" alt="`, esc(alt), `" style="display:block;background:#fff"></td>`,
			`<td style="padding:14px 14px 14px 0;font-size:16px">`, esc(m.T(l, "mail.code-text", nil)), `<br><b style="font-size:20px;letter-spacing:1px">`, esc(o.Reference), `</b></td></tr></table>`)
	}
}

// withoutLinks removes URLs from a paragraph. A colon before a URL stays and leads to the button.
func withoutLinks(para string) (text string, links []string) {
	var lines []string
	for line := range strings.SplitSeq(para, "\n") {
		var words []string
		for word := range strings.SplitSeq(line, " ") {
			at := max(strings.Index(word, "https://"), strings.Index(word, "http://"))
			if at < 0 {
				words = append(words, word)
				continue
			}
			links = append(links, word[at:])
			if before := word[:at]; before != "" { // Chinese has no space before it
				words = append(words, before)
			}
		}
		if line = strings.TrimSpace(strings.Join(words, " ")); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n"), links
}

// contactAt is the contact page in a language.
func contactAt(base *url.URL, l locale.Locale) string {
	return base.String() + l.Path("/contact-us")
}
