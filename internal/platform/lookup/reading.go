package lookup

import (
	"slices"
	"strings"

	"github.com/mozillazg/go-pinyin"
	"golang.org/x/text/unicode/norm"
)

// How many syllables of a name are found by twos and threes, and how many ways to read it from a character on: as many as
// a surname of two characters has.
const (
	mostSpoken   = 4
	mostReadings = 32
)

// spoken is how a character is read, without tones, the usual way first: in each of its forms. For ü keyboards have v, and
// passports yu.
func spoken(r rune) []string {
	var out []string
	add := func(s string) {
		if s = keep(s, isWord); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, form := range []rune{r, simplify(r)} {
		for _, toned := range strings.Split(pinyin.PinyinDict[int(form)], ",") {
			add(unaccented(toned))
			if parts := norm.NFD.String(toned); strings.ContainsRune(parts, '\u0308') {
				for _, other := range []string{"v", "yu"} {
					add(unaccented(strings.ReplaceAll(parts, "u", other)))
				}
			}
		}
	}
	return out
}

// saidOf is how each character of a run is read. One that nobody knows to read is left out: it hides no other.
func saidOf(run string) (out [][]string) {
	for _, r := range cut(run) {
		if said := spoken(r); len(said) > 0 {
			out = append(out, said)
		}
	}
	return out
}

// ways are the ways to say characters one after the other. Where there are too many, the first characters keep all of
// theirs, for a surname stands there, and the last ones only the usual.
func ways(said [][]string) [][]string {
	out := [][]string{nil}
	for _, one := range slices.Backward(said) {
		var next [][]string
		for _, rest := range out {
			for _, s := range one {
				next = append(next, append([]string{s}, rest...))
			}
		}
		out = next[:min(len(next), mostReadings)]
	}
	return out
}

// letters are the first letters of the ways to say characters.
func letters(said [][]string) [][]string {
	out := make([][]string, len(said))
	for i, one := range said {
		for _, s := range one {
			if !slices.Contains(out[i], s[:1]) {
				out[i] = append(out[i], s[:1])
			}
		}
	}
	return out
}
