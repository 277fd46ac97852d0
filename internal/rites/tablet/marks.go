package tablet

import (
	"cmp"
	"slices"
	"sync"
	"unicode"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// Mark is something to check before a text is printed. Char is the character concerned; Other is the common character
// that a look-alike may be mistaken for.
type Mark struct {
	Code  string `json:"code"`
	Char  string `json:"char,omitempty"`
	Other string `json:"-"`
}

// lookAlikes are pairs of a rare character in names and the common one it is confused with.
var lookAlikes = map[rune]string{'𠮷': "吉", '䶮': "龑"}

// common are the characters in both everyday character sets, GB 2312 and Big5.
var common = sync.OnceValue(func() map[rune]bool {
	out := map[rune]bool{}
	add := func(e encoding.Encoding, from, to byte, trails [][2]byte) {
		d := e.NewDecoder()
		for a := int(from); a <= int(to); a++ {
			for _, t := range trails {
				for b := int(t[0]); b <= int(t[1]); b++ {
					if s, err := d.Bytes([]byte{byte(a), byte(b)}); err == nil {
						for _, c := range string(s) {
							out[c] = true
						}
					}
				}
			}
		}
	}
	add(simplifiedchinese.GBK, 0xB0, 0xF7, [][2]byte{{0xA1, 0xFE}})
	add(traditionalchinese.Big5, 0xA4, 0xF9, [][2]byte{{0x40, 0x7E}, {0xA1, 0xFE}})
	return out
})

func rare(c rune) bool { return unicode.Is(unicode.Han, c) && c != '〇' && !common()[c] }

// marksOf lists a text's marks by code and character. They are hints; nothing is changed.
func (m *meter) marksOf(t Text, s Script, fits bool) []Mark {
	seen := map[Mark]bool{}
	for _, p := range append(m.main(t, s), t.Dedicators...) {
		for _, c := range clean(p.Honorific + p.Name + p.After + p.Relation) {
			m.mark(c, seen)
		}
	}
	for _, text := range append([]string{t.Sponsor, t.Address, t.Wish}, t.Dates...) {
		for _, c := range clean(text) {
			m.mark(c, seen)
		}
	}
	if !fits {
		seen[Mark{Code: "does-not-fit"}] = true
	}
	departed := map[string]bool{}
	for _, p := range t.People {
		departed[clean(p.Name)] = true
		if t.Kind == Departed && p.Honorific == "" {
			seen[Mark{Code: "no-honorific"}] = true
		}
	}
	for _, d := range t.Dedicators {
		if departed[clean(d.Name)] {
			seen[Mark{Code: "living-and-departed"}] = true
		}
	}
	out := make([]Mark, 0, len(seen))
	for k := range seen {
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b Mark) int { return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Char, b.Char)) })
	return out
}

func (m *meter) mark(c rune, seen map[Mark]bool) {
	char := string(c)
	switch {
	case c == ' ' || c == '\u3000':
	case unicode.Is(unicode.Co, c):
		seen[Mark{Code: "private-use", Char: char}] = true
	case !m.has(m.form(c)):
		seen[Mark{Code: "no-glyph", Char: char}] = true
	case rare(c):
		seen[Mark{Code: "rare", Char: char}] = true
	}
	if other := lookAlikes[c]; other != "" {
		seen[Mark{Code: "look-alike", Char: char, Other: other}] = true
	}
}
