package words

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// around is how many characters are shown on each side of a match.
const around = 36

// Excerpt is a part of a text around a match, with ellipses.
type Excerpt struct {
	Before string `json:"before"`
	Found  string `json:"found"`
	After  string `json:"after"`
}

// Find searches words in a text without markup, with the same folding as the text list.
func Find(text, q string) (Excerpt, bool) {
	q = fold(q)
	if q == "" {
		return Excerpt{}, false
	}
	text = norm.NFC.String(strings.Join(strings.Fields(text), " "))
	var folded strings.Builder
	var at []int // for each byte of the folded text, the character it belongs to
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

// cutOut keeps whole words on both sides in languages with spaces.
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
