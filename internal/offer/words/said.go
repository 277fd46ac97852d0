package words

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"shanmen/internal/base/locale"
)

// SaidWords lists the messages that a visible text may come from, likeliest first.
type SaidWords struct {
	Items []SaidWord `json:"items"`
}

// SaidWord is a message as visitors read it.
type SaidWord struct {
	Key  string `json:"key"`
	Live string `json:"live"`
}

type saidIn struct {
	Text     string `query:"text" required:"true" minLength:"1" maxLength:"1000" doc:"Text as shown on the page, with values filled in"`
	Language string `query:"language" required:"true" enum:"en,zh" doc:"Language of the page"`
	Path     string `query:"path" required:"true" maxLength:"500" doc:"Path of the page, without /zh"`
}

// mostSaid is the maximum number of candidates; people distinguish equal ones by key.
const mostSaid = 10

// Said finds the messages of a page that match the text the editor clicked: most common words first. Texts of records
// are no messages and give no result.
func (s *Service) Said(_ context.Context, in *saidIn) (*SaidWords, error) {
	out := &SaidWords{Items: []SaidWord{}}
	said, l := fold(in.Text), locale.Locale(in.Language)
	own := map[string]int{} // letters of the message itself, without filled-in values
	for key, text := range s.Messages.Namespaces(l, s.PageWords(in.Path)...) {
		if n, ok := says(text, said); ok && !kept(key) {
			out.Items, own[key] = append(out.Items, SaidWord{Key: key, Live: text}), n
		}
	}
	slices.SortFunc(out.Items, func(a, b SaidWord) int {
		return cmp.Or(cmp.Compare(own[b.Key], own[a.Key]), strings.Compare(a.Key, b.Key))
	})
	out.Items = out.Items[:min(len(out.Items), mostSaid)]
	return out, nil
}

// lineOf returns whether a folded text is the start or end of a folded message: headings break lines after a full stop
// or comma.
func lineOf(sentence, said string) bool {
	const stops = ".!?。," // in folded form
	if rest, ok := strings.CutPrefix(sentence, said); ok && rest != "" {
		return strings.TrimRight(said, stops) != said
	}
	before, ok := strings.CutSuffix(sentence, said)
	before = strings.TrimSpace(before)
	return ok && before != "" && strings.TrimRight(before, stops) != before
}

var filledIn = regexp.MustCompile(`\{\w+\}`)

// says returns whether a folded text can be a message with its placeholders filled in, and how many letters are the
// message's own.
func says(sentence, said string) (own int, ok bool) {
	pieces := filledIn.Split(fold(sentence), -1)
	for _, piece := range pieces {
		own += utf8.RuneCountInString(strings.TrimSpace(piece))
	}
	if own == 0 { // placeholders alone would match any text
		return 0, false
	}
	first, last := pieces[0], pieces[len(pieces)-1]
	if len(pieces) == 1 {
		if lineOf(first, said) {
			return 0, true // ranked after exact matches
		}
		return own, first == said
	}
	rest, ok := strings.CutPrefix(said, first)
	if !ok {
		return 0, false
	}
	if rest, ok = strings.CutSuffix(rest, last); !ok {
		return 0, false
	}
	for _, piece := range pieces[1 : len(pieces)-1] {
		if _, rest, ok = strings.Cut(rest, piece); !ok {
			return 0, false
		}
	}
	return own, true
}
