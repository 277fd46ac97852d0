package site

import (
	"bytes"
	"encoding/json"
	"html"
	"slices"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/markup"
	"shanmen/internal/platform/httpd"
)

// Keys of page data with headings and paragraphs. Others are for the design.
var (
	plainHeadings   = []string{"title", "question", "name"}
	plainParagraphs = []string{"chineseTitle", "optionTitle", "summary", "text", "description", "place", "address", "hours", "directions"}
)

// plainPage is the content of a page that could not be rendered: title, links, texts of its data, and the temple's
// phone number.
func (s *Service) plainPage(l locale.Locale, title, phone string, data any) string {
	var b strings.Builder
	b.WriteString(`<div class="wrap py-8"><nav><ul>`)
	for _, p := range s.HTTP.Pages() {
		if p.Path == "" || p.TitleKey == "" || p.Personal || len(p.Guards) > 0 || strings.Contains(p.Path, ":") {
			continue
		}
		b.WriteString(`<li><a class="link" href="` + html.EscapeString(l.Path(p.Path)) + `">` + html.EscapeString(s.Messages.T(l, p.TitleKey, nil)) + `</a></li>`)
	}
	b.WriteString(`</ul></nav><main id="main"><h1>` + html.EscapeString(title) + `</h1><div class="prose">`)
	if raw, err := json.Marshal(data); err == nil {
		plainData(&b, json.NewDecoder(bytes.NewReader(raw)))
	}
	b.WriteString(`</div>`)
	if phone != "" {
		b.WriteString(`<p><a class="link" href="tel:` + html.EscapeString(strings.ReplaceAll(phone, " ", "")) + `">` + html.EscapeString(phone) + `</a></p>`)
	}
	b.WriteString(`</main></div>`)
	return b.String()
}

// soonPage is the plain page of a temple that opens soon: title, description and the link to the office.
func (s *Service) soonPage(d httpd.Document) string {
	return `<div class="wrap py-8"><main id="main"><h1>` + html.EscapeString(d.Meta.Title) + `</h1><p>` + html.EscapeString(d.Meta.Description) +
		`</p><p><a class="link" href="/admin">` + html.EscapeString(s.Messages.T(d.Locale, "common.soon-office", nil)) + `</a></p></main></div>`
}

// plainData writes the texts of a JSON value in order.
func plainData(b *strings.Builder, d *json.Decoder) {
	t, err := d.Token()
	if err != nil {
		return
	}
	open, ok := t.(json.Delim)
	if !ok {
		return
	}
	for d.More() {
		if open == '[' {
			plainData(b, d)
			continue
		}
		key, err := d.Token()
		if err != nil {
			return
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return
		}
		var text string
		if json.Unmarshal(value, &text) != nil {
			plainData(b, json.NewDecoder(bytes.NewReader(value)))
			continue
		}
		plainText(b, key, text)
	}
	_, _ = d.Token()
}

func plainText(b *strings.Builder, key json.Token, text string) {
	name, _ := key.(string)
	switch {
	case text == "":
	case name == "html":
		b.WriteString(markup.Clean(text))
	case slices.Contains(plainHeadings, name):
		b.WriteString(`<h2>` + html.EscapeString(text) + `</h2>`)
	case slices.Contains(plainParagraphs, name):
		b.WriteString(`<p>` + html.EscapeString(text) + `</p>`)
	}
}

// plainOf builds a document's plain page when it is needed.
func (s *Service) plainOf(d httpd.Document, phone string) func() string {
	return func() string { return s.plainPage(d.Locale, d.Meta.Title, phone, d.Data) }
}
