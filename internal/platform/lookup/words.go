package lookup

import (
	"slices"
	"strings"
)

// Words are what a record is found by. All may be empty.
type Words struct {
	Numbers []string // INV-2026-000123: found whole, without its prefix, and by its last part without zeros
	Names   []string // in any script; Latin words also by twos and threes, Chinese ones by every character
	Mobiles []string // E.164: found whole, without its country, and by any four digits or more of its last eight
	Others  []string // references, e-mail addresses: found from their beginning
}

// leastMobile is how many digits of a mobile number find it.
const leastMobile = 4

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
		for last := 8; last >= leastMobile; last-- { // people say any part of it
			if len(d) > last {
				add(strings.TrimLeft(d[len(d)-last:], "0"))
			}
		}
	}
	for _, name := range w.Names {
		var latin []string
		for _, word := range strings.Fields(unaccented(name)) {
			for _, run := range runs(keep(word, isWord)) {
				if run[0] < 0x80 {
					add(run)
					latin = append(latin, run)
					continue
				}
				simple := strings.Map(simplify, run)
				for i, char := range simple { // a given name is looked for without the surname
					add(cut(simple[i:]))
					add(string(char))
				}
				said := saidOf(run)
				initials := letters(said)
				for i := range said {
					if i == 0 || i < len(said)-1 { // the last letter alone is no way to look for a name
						for _, way := range ways(initials[i:]) {
							add(strings.Join(way, ""))
						}
					}
					for _, one := range said[i] {
						add(one) // where thousands have it, only the very word is looked for
					}
					for _, way := range ways(said[i:]) {
						add(strings.Join(way, "")) // meiling, and mei by its beginning
					}
				}
				for _, way := range ways(said[:min(len(said), mostSpoken)]) {
					addTogether(add, way)
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

func cut(s string) string {
	n := 0
	for i := range s {
		if n++; n > longest {
			return s[:i]
		}
	}
	return s
}
