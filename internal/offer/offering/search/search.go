// Package search finds offerings by typed words, in both languages and in pinyin.
package search

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"shanmen/internal/base/pinyin"
	"shanmen/internal/base/writing"
	"shanmen/internal/platform/db/query"
)

// Index is the search text of an offering. The server builds it and sends it to the browser, where search runs while
// typing: testdata/search-cases.json tests both.
type Index struct {
	Words  string `json:"words" doc:"For searching: names, summary, keywords, options and category in both languages, folded"`
	Pinyin string `json:"pinyin" doc:"For searching: pinyin of the Chinese names. Syllables are separated by a space, alternative readings by a slash, names by a comma"`
}

// Of builds the index of an offering. Pinyin covers the names only, not the summary: in a longer text nearly any two
// letters start two characters.
func Of(o query.Offering, category query.Category, options []query.OfferingOption) Index {
	words := []string{o.TitleEn, o.TitleZh, o.SummaryEn, o.SummaryZh, o.KeywordsEn, o.KeywordsZh, category.TitleEn, category.TitleZh}
	names := []string{o.TitleZh, category.TitleZh}
	names = append(names, strings.FieldsFunc(o.KeywordsZh, func(r rune) bool { return strings.ContainsRune(" ,;，；、", r) })...)
	for _, p := range options {
		words = append(words, p.TitleEn, p.TitleZh)
		names = append(names, p.TitleZh)
	}
	if other := writing.InScript(o.TitleZh, true); other != o.TitleZh { // many older devotees type traditional characters
		words = append(words, other)
	}
	return Index{Words: apart(fold(strings.Join(words, "|"))), Pinyin: readings(names)}
}

// Finds returns whether every word of a folded query is in the index. Latin words match from a word's start and may be
// pinyin; Chinese matches anywhere.
func (x Index) Finds(words []string) bool {
	for _, w := range words {
		if latin(w) {
			if !strings.Contains(x.Words, " "+w) && !x.sounds(w) {
				return false
			}
		} else if !strings.Contains(x.Words, w) {
			return false
		}
	}
	return true
}

// sounds returns whether the word matches from some syllable on: full syllables and initials mixed, the last syllable
// possibly incomplete.
func (x Index) sounds(word string) bool {
	for _, name := range strings.Split(x.Pinyin, ",") {
		syllables := strings.Split(name, " ")
		for i := range syllables {
			if reads(syllables[i:], word) {
				return true
			}
		}
	}
	return false
}

func reads(syllables []string, rest string) bool {
	if rest == "" {
		return true
	}
	if len(syllables) == 0 || syllables[0] == "" {
		return false
	}
	first := false
	for _, r := range strings.Split(syllables[0], "/") {
		if strings.HasPrefix(r, rest) || len(r) > 1 && strings.HasPrefix(rest, r) && reads(syllables[1:], rest[len(r):]) {
			return true
		}
		first = first || r[0] == rest[0]
	}
	return first && reads(syllables[1:], rest[1:])
}

// Words splits a query. Single letters are pinyin initials and are joined: "g m d" is "gmd". A query of signs only
// gives a word that never matches.
func Words(search string) []string {
	folded := strings.TrimSpace(fold(search))
	var out []string
	var letters bool
	for _, w := range strings.Fields(apart(folded)) {
		single := len(w) == 1 && latin(w)
		if single && letters {
			out[len(out)-1] += w
			continue
		}
		out, letters = append(out, w), single
	}
	if out == nil && folded != "" {
		return []string{folded}
	}
	return out
}

// fold normalises case, width, tone marks and the apostrophe of xi'an.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || r == '\'' || r == '’' {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s))
}

// apart keeps letters and digits, and puts one space at other characters and between Latin and other scripts; the
// result starts with a space.
func apart(s string) string {
	var b strings.Builder
	b.WriteByte(' ')
	last := ' '
	for _, r := range s {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsNumber(r):
			r = ' '
			if last == ' ' {
				continue
			}
		case last != ' ' && (r < unicode.MaxASCII) != (last < unicode.MaxASCII):
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last = r
	}
	return strings.TrimRight(b.String(), " ")
}

func latin(w string) bool {
	for _, r := range w {
		if r >= unicode.MaxASCII {
			return false
		}
	}
	return true
}

// readings lists the pinyin of names, with every pronunciation of a character, because no table knows which one a name
// uses. Other scripts end a run of syllables.
func readings(names []string) string {
	var out []string
	for _, name := range names {
		var run []string
		end := func() {
			if s := strings.Join(run, " "); s != "" && !slices.Contains(out, s) {
				out = append(out, s)
			}
			run = nil
		}
		for _, r := range name {
			if s := syllable(r); s != "" {
				run = append(run, s)
			} else {
				end()
			}
		}
		end()
	}
	return strings.Join(out, ",")
}

// syllable lists a character's pronunciations without tones. ü is typed as v or u.
func syllable(r rune) string {
	var out []string
	add := func(s string) {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, toned := range pinyin.Of(r) {
		decomposed := norm.NFD.String(toned)
		if strings.ContainsRune(decomposed, '\u0308') {
			add(fold(strings.ReplaceAll(decomposed, "u", "v")))
		}
		add(fold(toned))
	}
	return strings.Join(out, "/")
}
