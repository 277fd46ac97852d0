package lookup

import (
	"slices"
	"strings"
)

// Words are the searchable words of a record. All may be empty.
type Words struct {
	Numbers []string // INV-2026-000123: found whole, without prefix, and by its last part without zeros
	Names   []string // in any script; Latin words also in pairs and triples, Chinese names by every character
	Mobiles []string // E.164: found whole, without country code, and by any four or more of the last eight digits
	Others  []string // references, e-mail addresses: found by their start
}

// leastMobile is the minimum number of digits to find a mobile number.
const leastMobile = 4

// longest is the maximum indexed length of a run of Chinese characters; names are shorter.
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
		add(strings.TrimLeft(keep(n[strings.IndexByte(n, '-')+1:], isDigit), "0")) // the prefix may contain digits
	}
	for _, o := range w.Others {
		add(keep(fold(o), isWord))
	}
	for _, m := range w.Mobiles {
		d := keep(m, isDigit)
		add(d)
		for last := 8; last >= leastMobile; last-- { // people search by any part of it
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
				for i, char := range simple { // given names are searched without the surname
					add(cut(simple[i:]))
					add(string(char))
				}
				said := saidOf(run)
				initials := initialsOf(said)
				for i := range said {
					if i == 0 || i < len(said)-1 { // the last letter alone is not searched
						for _, way := range ways(initials[i:]) {
							add(strings.Join(way, ""))
						}
					}
					for _, one := range said[i] {
						add(one) // for words that thousands have, only exact matches are searched
					}
					for _, way := range ways(said[i:]) {
						add(strings.Join(way, "")) // meiling; mei matches as its start
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

// addTogether adds pairs and triples of the words of one name.
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

// mostTogether is how many words of a name are combined: twenty terms.
const mostTogether = 5

// together is the term for two or three words of one name in any order: among a million names tens of thousands have
// each word, and few have all. No typed word starts like this.
func together(words ...string) string {
	slices.Sort(words)
	return " " + strings.Join(words, " ")
}

// runs separates Latin letters and digits from other scripts.
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
