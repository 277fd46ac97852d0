package editing

import (
	"errors"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/markup"
	"shanmen/internal/base/writing"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/event/rule"
	"shanmen/internal/people/account"
)

// removedHidden: invisible characters that change text direction.
const removedHidden = "bidi"

// mostPictures is the maximum number of pictures in a text.
const mostPictures = 40

var (
	somePhone   = regexp.MustCompile(`(?:[0-9][^0-9]*){3}`)
	wholeNumber = regexp.MustCompile(`^\+(?:[ ().-]*[0-9]){8,15}$`)
)

// clean returns a text for storage and what was removed from it, or the code of its refusal. Links to home, the address
// of the site, become paths.
func (f Field) clean(text, home string) (clean string, removed []string, wrong *fault.Field) {
	no := func(code string, params map[string]any) (string, []string, *fault.Field) {
		return "", nil, &fault.Field{Code: code, Params: params}
	}
	if !utf8.ValidString(text) {
		return no("control-character", nil)
	}
	if f.Type == FieldRule && text != "" {
		return f.cleanRule(text)
	}
	many := f.Type == FieldLines || f.Type == FieldHTML || f.Type == FieldLaterPrices
	if !many {
		text = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(text)
	}
	clean = writing.Readable(text, many)
	hid := clean != text
	if f.Type == FieldHTML {
		before := clean
		written := markup.Clean(before)
		clean = writing.Readable(written, many) // also if written as a character reference: &#8238;
		hid = hid || clean != written
		removed = append(removed, markup.Removed(before, written)...)
		clean = ownLinks(clean, home)
		_, pictures := named(clean)
		if len(pictures) > mostPictures {
			return no("too-many-pictures", map[string]any{"max": mostPictures})
		}
		if len(pictures) == 0 && !writing.Visible(markup.Excerpt(clean, longestHTML)) {
			clean = ""
		}
	} else {
		clean = strings.TrimSpace(clean)
	}
	if hid {
		removed = append([]string{removedHidden}, removed...)
	}
	if f.Most > 0 && !f.counts() && utf8.RuneCountInString(clean) > f.Most {
		return no("too-long", map[string]any{"max": f.Most})
	}
	if (f.Type == FieldLine || f.Type == FieldLines || f.Type == FieldForm) && !writing.Visible(clean) {
		clean = "" // a title of invisible characters only is empty
	}
	if clean == "" {
		return clean, removed, nil
	}
	if f.counts() {
		if clean, wrong = f.cleanNumbers(clean); wrong != nil {
			return no(wrong.Code, wrong.Params)
		}
		return clean, removed, nil
	}
	switch f.Type {
	case FieldChoice:
		if !slices.Contains(f.Choices, clean) {
			return no("not-a-choice", nil)
		}
	case FieldEmail:
		if _, ok := account.ParseEmail(clean); !ok {
			return no("email-invalid", nil)
		}
	case FieldPhone:
		if !somePhone.MatchString(clean) {
			return no("phone-invalid", nil)
		}
	case FieldWhatsApp:
		if !wholeNumber.MatchString(clean) {
			return no("whatsapp-invalid", nil)
		}
	case FieldOpening:
		said, err := content.ParseOpening(clean)
		var wrong content.OpeningLineError
		switch {
		case errors.As(err, &wrong):
			return no("bad-opening-line", map[string]any{"line": wrong.Line})
		case err != nil:
			return no("invalid-value", nil)
		}
		words := Field{Type: FieldLine}
		for i := range said {
			for _, name := range []*string{&said[i].Name.EN, &said[i].Name.ZH} {
				var gone []string
				if *name, gone, _ = words.clean(*name, ""); len(gone) > 0 {
					removed = []string{removedHidden}
				}
			}
		}
		clean = content.OpeningText(said)
	case FieldPath:
		clean = ownAddress(clean, home)
		if u, err := url.Parse(clean); err != nil || u.Scheme != "" && u.Host == "" {
			return no("bad-address", nil)
		}
		if (!strings.HasPrefix(clean, "/") || strings.HasPrefix(clean, "//") || strings.Contains(clean, `\`)) && !strings.HasPrefix(clean, "https://") {
			return no("bad-address", nil)
		}
	}
	return clean, removed, nil
}

// ownAddress converts an address of this site to a path, and leaves others unchanged.
func ownAddress(address, home string) string {
	at, err := url.Parse(home)
	u, err2 := url.Parse(address)
	if home == "" || err != nil || err2 != nil || u.User != nil || !strings.EqualFold(u.Host, at.Host) || u.Scheme != "http" && u.Scheme != "https" {
		return address
	}
	u.Scheme, u.Host = "", ""
	if u.Path == "" {
		u.Path = "/"
	}
	if strings.HasPrefix(u.EscapedPath(), "//") { // a browser would take it for another site
		return address
	}
	return u.String()
}

var linkTo = regexp.MustCompile(`(<a\b[^>]* href=")([^"]*)(")`)

// ownLinks converts links to this site in a cleaned text to paths, so that they are checked, redirected, and shown in
// the reader's language.
func ownLinks(text, home string) string {
	return linkTo.ReplaceAllStringFunc(text, func(link string) string {
		m := linkTo.FindStringSubmatch(link)
		was := html.UnescapeString(m[2])
		if own := ownAddress(was, home); own != was {
			return m[1] + html.EscapeString(own) + m[3]
		}
		return link
	})
}

// cleanRule normalises a rule for storage and removes invisible characters from its texts.
func (f Field) cleanRule(text string) (clean string, removed []string, wrong *fault.Field) {
	words := Field{Type: FieldLine}
	r, err := rule.Read([]byte(text), func(word string) string {
		clean, gone, _ := words.clean(word, "")
		if len(gone) > 0 {
			removed = []string{removedHidden}
		}
		return clean
	})
	if err != nil {
		return "", nil, &fault.Field{Code: "rule-unreadable"}
	}
	return r.JSON(), removed, nil
}
