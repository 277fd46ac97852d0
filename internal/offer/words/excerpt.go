package words

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// around is how many characters stand on each side of what was found.
const around = 36

// Excerpt is a part of a text with what was found in it; what was left out is said by an ellipsis.
type Excerpt struct {
	Before string `json:"before"`
	Found  string `json:"found"`
	After  string `json:"after"`
}

// Find looks for words in a text without markup, as the sentences of the program are looked for.
func Find(text, q string) (Excerpt, bool) {
	q = fold(q)
	if q == "" {
		return Excerpt{}, false
	}
	text = norm.NFC.String(strings.Join(strings.Fields(text), " "))
	var folded strings.Builder
	var at []int // which character each byte of the folded text is of
	all := []rune(text)
	for i, r := range all {
		one := " "
		if r != ' ' {
			one = fold(string(r))
		}
		folded.WriteString(one)
		for range len(one) {
			at = append(at, i)
		}
	}
	from := strings.Index(folded.String(), q)
	if from < 0 {
		return Excerpt{}, false
	}
	return cutOut(all, at[from], at[from+len(q)-1]+1), true
}

// cutOut leaves whole words on both sides, where a language has spaces between them.
func cutOut(all []rune, from, to int) Excerpt {
	e := Excerpt{Before: string(all[:from]), Found: string(all[from:to]), After: string(all[to:])}
	if start := from - around; start > 0 {
		e.Before = string(all[start:from])
		if n := strings.Index(e.Before, " "); n >= 0 && n < len(e.Before)-1 {
			e.Before = e.Before[n+1:]
		}
		e.Before = "…" + e.Before
	}
	if end := to + around; end < len(all) {
		e.After = string(all[to:end])
		if n := strings.LastIndex(e.After, " "); n > 0 {
			e.After = e.After[:n]
		}
		e.After += "…"
	}
	return e
}
