package lookup

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"shanmen/internal/base/pinyin"
)

// Limits of indexed syllable pairs and triples, and of pronunciations from a character on: as many as a two-character
// surname has.
const (
	mostSpoken   = 4
	mostReadings = 32
)

// spoken lists a character's pronunciations without tones, the usual one first, for each of its forms. ü is typed as v,
// and yu in passports.
func spoken(r rune) []string {
	var out []string
	add := func(s string) {
		if s = keep(s, isWord); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, form := range []rune{r, simplify(r)} {
		for _, toned := range pinyin.Of(form) {
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

// saidOf lists the pronunciations of each character in a run. Unknown characters are left out and do not hide others.
func saidOf(run string) (out [][]string) {
	for _, r := range cut(run) {
		if said := spoken(r); len(said) > 0 {
			out = append(out, said)
		}
	}
	return out
}

// ways lists the combined pronunciations of consecutive characters. If there are too many, the first characters keep
// all of theirs, because they are the surname, and the last only the usual one.
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

// initialsOf lists the initials of the combined pronunciations.
func initialsOf(said [][]string) [][]string {
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
