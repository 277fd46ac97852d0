package bank

import (
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// alike are characters that are confused on paper, screens and keyboards. References contain none of 0, 1, I, L and O,
// so somebody who types one of these means another.
var alike = strings.NewReplacer("O", "0", "Q", "0", "D", "0", "I", "1", "L", "1", "J", "1", "Z", "2", "S", "5", "G", "6", "B", "8", "V", "U")

// fold normalises confusable characters in references; other signs become spaces.
func fold(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return ' '
	}, norm.NFKC.String(s))
	return alike.Replace(s)
}

func squeeze(s string) string { return strings.ReplaceAll(s, " ", "") }

// half of a reference: a single mistake leaves one half intact.
const half = 5

// references finds the targets that a text names. Values are indexes of targets.
type references struct {
	full, left, right map[string][]int32
	numbers           map[string][]int32
}

func indexReferences(targets []Target) *references {
	x := &references{
		full: make(map[string][]int32, len(targets)), left: make(map[string][]int32, len(targets)),
		right: make(map[string][]int32, len(targets)), numbers: make(map[string][]int32, len(targets)),
	}
	for i, t := range targets {
		r := squeeze(fold(t.Reference))
		if len(r) != 2*half {
			continue
		}
		x.full[r] = append(x.full[r], int32(i))
		x.left[r[:half]] = append(x.left[r[:half]], int32(i))
		x.right[r[half:]] = append(x.right[r[half:]], int32(i))
		if m := wholeNumber.FindStringSubmatch(fold(t.Number)); m != nil {
			key := m[1] + "-" + strings.TrimLeft(m[2], "0")
			x.numbers[key] = append(x.numbers[key], int32(i))
		}
	}
	return x
}

// An invoice number in folded form, and without its letters.
var (
	wholeNumber = regexp.MustCompile(`1NU *(20\d\d) *(\d{1,9})`)
	bareNumber  = regexp.MustCompile(`(?:^| )(20\d\d) ?(\d{6})(?: |$)`)
)

// find returns the targets whose reference or number is in one of the texts, exactly or with one mistake: a wrong,
// missing, extra or swapped character.
func (x *references) find(targets []Target, texts ...string) (exact, near []int32) {
	for _, text := range texts {
		folded := fold(text)
		s := squeeze(folded)
		for i := 0; i+2*half <= len(s); i++ {
			exact = merge(exact, x.full[s[i:i+2*half]])
		}
		for _, m := range wholeNumber.FindAllStringSubmatch(folded, 4) {
			exact = merge(exact, x.numbers[m[1]+"-"+strings.TrimLeft(m[2], "0")])
		}
	}
	for _, text := range texts {
		folded := fold(text)
		s := squeeze(folded)
		for i := 0; i+half <= len(s); i++ {
			for _, c := range x.left[s[i:i+half]] {
				if onceWrong(squeeze(fold(targets[c].Reference))[half:], s[i+half:], true) {
					near = merge(near, []int32{c})
				}
			}
			for _, c := range x.right[s[i:i+half]] {
				if onceWrong(squeeze(fold(targets[c].Reference))[:half], s[:i], false) {
					near = merge(near, []int32{c})
				}
			}
			if i+2*half <= len(s) { // the two middle characters are swapped
				w := []byte(s[i : i+2*half])
				w[half-1], w[half] = w[half], w[half-1]
				near = merge(near, x.full[string(w)])
			}
		}
		for _, m := range bareNumber.FindAllStringSubmatch(folded, 4) {
			near = merge(near, x.numbers[m[1]+"-"+strings.TrimLeft(m[2], "0")])
		}
	}
	kept := near[:0]
	for _, c := range near {
		if !has(exact, c) {
			kept = append(kept, c)
		}
	}
	return exact, kept
}

func merge(into, more []int32) []int32 {
	for _, c := range more {
		if !has(into, c) {
			into = append(into, c)
		}
	}
	return into
}

func has(list []int32, c int32) bool {
	for _, l := range list {
		if l == c {
			return true
		}
	}
	return false
}

// onceWrong returns whether the text starts (or, from the back, ends) with want, with one mistake.
func onceWrong(want, text string, front bool) bool {
	for n := len(want) - 1; n <= len(want)+1; n++ {
		if n > len(text) {
			return false
		}
		got := text[len(text)-n:]
		if front {
			got = text[:n]
		}
		if oneApart(want, got) {
			return true
		}
	}
	return false
}

// oneApart returns whether one character is wrong, missing or extra, or two neighbours are swapped.
func oneApart(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case len(b)-len(a) > 1:
		return false
	case len(b) > len(a):
		return a[i:] == b[i+1:]
	case i == len(a):
		return false // equal
	case a[i+1:] == b[i+1:]:
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
