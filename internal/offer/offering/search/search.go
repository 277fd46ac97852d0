// Package search finds offerings by what a visitor types, in both languages and in pinyin.
package search

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mozillazg/go-pinyin"
	"golang.org/x/text/unicode/norm"

	"shanmen/internal/base/writing"
	"shanmen/internal/platform/db/query"
)

// Index is what a search of the catalogue looks in. It is made here alone, and given to the
// browser with each card, which searches while somebody types: testdata/search-cases.json holds
// both to the same answers.
type Index struct {
	Words  string `json:"words" doc:"For searching: names, summary, keywords, options and category in both languages, folded"`
	Pinyin string `json:"pinyin" doc:"For searching: how the Chinese names are read. Syllables stand apart by a space, readings of one character by a slash, names by a comma"`
}

// Of makes the index of an offering. In pinyin the names are found, not the summary: nearly
// any two letters begin two characters of a longer text.
func Of(o query.Offering, category query.Category, options []query.OfferingOption) Index {
	words := []string{o.TitleEn, o.TitleZh, o.SummaryEn, o.SummaryZh, o.KeywordsEn, o.KeywordsZh, category.TitleEn, category.TitleZh}
	names := []string{o.TitleZh, category.TitleZh}
	names = append(names, strings.FieldsFunc(o.KeywordsZh, func(r rune) bool { return strings.ContainsRune(" ,;，；、", r) })...)
	for _, p := range options {
		words = append(words, p.TitleEn, p.TitleZh)
		names = append(names, p.TitleZh)
	}
	if other := writing.InScript(o.TitleZh, true); other != o.TitleZh { // many of the older devotees type traditional characters
		words = append(words, other)
	}
	return Index{Words: apart(fold(strings.Join(words, "|"))), Pinyin: readings(names)}
}

// Finds tells whether every word of a folded query is in the index. Latin words are found from
// their beginning on and may be pinyin; Chinese is found anywhere.
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

// sounds tells whether the word can be read from a syllable on: whole syllables and first letters,
// mixed as people type them, the last syllable perhaps not yet finished.
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

// Words are the words of a query. Letters that stand alone are first letters of pinyin, and
// belong together: "g m d" is "gmd". A query of signs alone is a word that nothing has.
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

// fold makes texts alike that a person takes for the same: case, width, tone marks, the apostrophe
// of xi'an.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || r == '\'' || r == '’' {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s))
}

// apart leaves letters and digits, and one space wherever something else was or where Latin and
// other writing meet; it begins with one.
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

// readings writes how names are read, with every reading that a character has: which of them a
// name takes, no table knows. What is not Chinese ends a run of syllables.
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

// syllable is a character's readings without tones. For ü keyboards have v, and people who know
// none type u.
func syllable(r rune) string {
	var out []string
	add := func(s string) {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, toned := range strings.Split(pinyin.PinyinDict[int(r)], ",") {
		decomposed := norm.NFD.String(toned)
		if strings.ContainsRune(decomposed, '\u0308') {
			add(fold(strings.ReplaceAll(decomposed, "u", "v")))
		}
		add(fold(toned))
	}
	return strings.Join(out, "/")
}
