package editing

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"shanmen/internal/fault"
	"shanmen/internal/markup"
	"shanmen/internal/writing"
)

// removedHidden: invisible characters that turn the order of a text around.
const removedHidden = "bidi"

// mostPictures is how many pictures a text may have.
const mostPictures = 40

var hourShape = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d$`)

// clean is a text as it is stored, and what was taken out of it; or the code of why it is refused.
func (f Field) clean(text string) (clean string, removed []string, wrong *fault.Field) {
	no := func(code string, params map[string]any) (string, []string, *fault.Field) {
		return "", nil, &fault.Field{Code: code, Params: params}
	}
	if !utf8.ValidString(text) {
		return no("control-character", nil)
	}
	several := f.Type == lines || f.Type == markUp
	if !several {
		text = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(text)
	}
	clean = strings.Map(func(r rune) rune {
		if writing.Unreadable(string(r), several) {
			return -1
		}
		return r
	}, text)
	if clean != text {
		removed = append(removed, removedHidden)
	}
	if f.Type == markUp {
		before := clean
		clean = markup.Clean(before)
		removed = append(removed, markup.Removed(before, clean)...)
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
	if f.Most > 0 && utf8.RuneCountInString(clean) > f.Most {
		return no("too-long", map[string]any{"max": f.Most})
	}
	if clean == "" {
		return clean, removed, nil
	}
	switch f.Type {
	case choice:
		if !slices.Contains(f.Choices, clean) {
			return no("not-a-choice", nil)
		}
	case hour:
		if !hourShape.MatchString(clean) {
			return no("bad-hour", nil)
		}
	case path:
		if (!strings.HasPrefix(clean, "/") || strings.HasPrefix(clean, "//") || strings.Contains(clean, `\`)) && !strings.HasPrefix(clean, "https://") {
			return no("bad-address", nil)
		}
	}
	return clean, removed, nil
}
