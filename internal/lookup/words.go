package lookup

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mozillazg/go-pinyin"
	"golang.org/x/text/unicode/norm"
)

// Words are what a record is found by. All may be empty.
type Words struct {
	Numbers []string // INV-2026-000123: found whole, without its prefix, and by its last part without zeros
	Names   []string // in any script; Latin words also by twos and threes, Chinese ones by every character
	Mobiles []string // E.164: found whole, without its country, and by any four digits or more of its last eight
	Others  []string // references, e-mail addresses: found from their beginning
}

// longest is where a run of Chinese characters is cut off: names are shorter.
const longest = 12

func (w Words) terms() []string {
	var out []string
	add := func(term string) {
		if term != "" && !slices.Contains(out, term) {
			out = append(out, term)
		}
	}
	for _, n := range w.Numbers {
		add(keep(fold(n), isWord))
		add(strings.TrimLeft(n[strings.LastIndexByte(n, '-')+1:], "0"))
		add(strings.TrimLeft(keep(n[strings.IndexByte(n, '-')+1:], isDigit), "0")) // a prefix may have digits of its own
	}
	for _, o := range w.Others {
		add(keep(fold(o), isWord))
	}
	for _, m := range w.Mobiles {
		d := keep(m, isDigit)
		add(d)
		for last := 8; last >= 4; last-- { // people say any part of it
			if len(d) > last {
				add(strings.TrimLeft(d[len(d)-last:], "0"))
			}
		}
	}
	for _, name := range w.Names {
		var latin []string
		for _, word := range strings.Fields(fold(name)) {
			for _, run := range runs(keep(word, isWord)) {
				if run[0] < 0x80 {
					add(run)
					latin = append(latin, run)
					continue
				}
				for i, char := range run { // a given name is looked for without the surname
					add(cut(run[i:]))
					add(string(char))
				}
				for _, initials := range readings(run) {
					for i := range max(1, len(initials)-1) {
						add(initials[i:])
					}
				}
				for _, spoken := range syllables(run) {
					for i := range spoken {
						add(strings.Join(spoken[i:], "")) // meiling, and mei by its beginning
						add(spoken[i])                    // where thousands have it, only the very word is looked for
					}
					addTogether(add, spoken[:min(len(spoken), mostSpoken)])
				}
			}
		}
		addTogether(add, latin[:min(len(latin), mostTogether)])
	}
	return out
}

// addTogether adds the words of one name by twos and threes.
func addTogether(add func(string), words []string) {
	for i := range words {
		for j := range i {
			add(together(words[i], words[j]))
			for k := range j {
				add(together(words[i], words[j], words[k]))
			}
		}
	}
}

// mostTogether are the words of a name that are found by twos and threes: twenty terms.
const mostTogether = 5

// together is the term of two or three words of one name, in whatever order they are typed: among a million names
// tens of thousands have each of them, and few all. No word that somebody types begins so.
func together(words ...string) string {
	slices.Sort(words)
	return " " + strings.Join(words, " ")
}

// runs parts Latin letters and digits from other writing.
func runs(s string) []string {
	var out []string
	start, last := 0, -1
	for i, r := range s {
		class := 0
		if r >= 0x80 {
			class = 1
		}
		if last >= 0 && class != last {
			out = append(out, s[start:i])
			start = i
		}
		last = class
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

// How many syllables of a name are found by twos and threes, and how many ways to read it: a name has three
// syllables, and seldom more than one character that is read in two ways.
const (
	mostSpoken   = 4
	mostReadings = 4
)

// syllables are the ways to read a run of Chinese characters, syllable by syllable without tones; none where one of
// them has no reading.
func syllables(run string) [][]string {
	out := [][]string{nil}
	for _, r := range cut(run) {
		var said []string
		for _, toned := range strings.Split(pinyin.PinyinDict[int(r)], ",") {
			if s := keep(fold(toned), isWord); s != "" && !slices.Contains(said, s) {
				said = append(said, s)
			}
		}
		if len(said) == 0 {
			return nil
		}
		var next [][]string
		for _, before := range out { // the first reading is the usual one: it is in the first of them
			for _, s := range said {
				next = append(next, append(slices.Clone(before), s))
			}
		}
		out = next[:min(len(next), mostReadings)]
	}
	return out
}

// readings are the first letters of a name's pinyin; a character that is read in several ways gives
// several, eight at most.
func readings(run string) []string {
	out := []string{""}
	for _, r := range cut(run) {
		var letters []string
		for _, toned := range strings.Split(pinyin.PinyinDict[int(r)], ",") {
			if l := fold(toned); l != "" && !slices.Contains(letters, l[:1]) {
				letters = append(letters, l[:1])
			}
		}
		if len(letters) == 0 {
			return nil
		}
		var next []string
		for _, l := range letters {
			for _, before := range out {
				next = append(next, before+l)
			}
		}
		out = next[:min(len(next), 8)]
	}
	return out
}

func cut(s string) string {
	n := 0
	for i := range s {
		if n++; n > longest {
			return s[:i]
		}
	}
	return s
}

// fold makes texts alike that a person takes for the same: case, width, accents.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s))
}

func keep(s string, which func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if which(r) {
			return r
		}
		return -1
	}, s)
}

func isWord(r rune) bool  { return unicode.IsLetter(r) || unicode.IsNumber(r) }
func isDigit(r rune) bool { return r >= '0' && r <= '9' }
func isNumber(s string) bool {
	return keep(s, isDigit) == s
}
