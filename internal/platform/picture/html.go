package picture

import (
	"context"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/markup"
	"shanmen/internal/platform/db"
)

// inText matches a library picture as markup.Clean writes it.
var inText = regexp.MustCompile(`<img src="/media/([0-9A-Za-z-]+)"\s*/?>`)

// sizes is the sizes attribute of a picture in a text: the column, or the whole phone.
const sizes = "(min-width: 48em) 44em, 100vw"

// HTML prepares a text of the office for a page: sanitised, with its pictures' widths and descriptions. Deleted
// pictures are left out.
func HTML(ctx context.Context, r db.Reader, l locale.Locale, text string) (string, error) {
	text = markup.Clean(text)
	if !strings.Contains(text, Prefix) {
		return text, nil
	}
	var failed error
	text = inText.ReplaceAllStringFunc(text, func(found string) string {
		p, err := Find(ctx, r, l, inText.FindStringSubmatch(found)[1])
		if err != nil {
			failed = err
		}
		if err != nil || p == nil {
			return ""
		}
		return p.html()
	})
	return text, failed
}

func (p *Photo) html() string {
	var b strings.Builder
	b.WriteString("<picture>")
	if p.WebP != "" {
		fmt.Fprintf(&b, `<source type="image/webp" srcset="%s" sizes="%s">`, p.WebP, sizes)
	}
	fmt.Fprintf(&b, `<img src="%s"`, p.Src)
	if p.JPEG != "" {
		fmt.Fprintf(&b, ` srcset="%s" sizes="%s"`, p.JPEG, sizes)
	}
	fmt.Fprintf(&b, ` alt="%s" width="%d" height="%d" loading="lazy" decoding="async"></picture>`, html.EscapeString(p.Alt), p.Width, p.Height)
	return b.String()
}

// InText lists the ids of a text's library pictures, without duplicates.
func InText(text string) (ids []string) {
	if !strings.Contains(text, Prefix) {
		return nil
	}
	for _, found := range inText.FindAllStringSubmatch(markup.Clean(text), -1) {
		if !slices.Contains(ids, found[1]) {
			ids = append(ids, found[1])
		}
	}
	return ids
}
