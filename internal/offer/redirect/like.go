package redirect

import (
	"path"
	"strings"
	"unicode"
)

// robots are parts of addresses that only vulnerability scanners request.
var robots = []string{
	"/wp-", "/.", "/xmlrpc", "/cgi-bin", "/vendor/", "/phpmyadmin", "/phpinfo", "/actuator", "/solr", "/boaform", "/owa/", "/backup", "/administrator",
	".sql", ".bak", ".env", ".asp", ".jsp", ".cgi", "/shell", "eval-stdin",
}

func robot(p string) bool {
	for _, part := range robots {
		if strings.Contains(p, part) && !strings.HasPrefix(p, "/.well-known/") {
			return true
		}
	}
	return false
}

// like is the page whose address and title have most words in common with an address; nil if none.
func like(asked string, places []Place) *Place {
	words := wordsOf(asked)
	var best *Place
	most := 0
	for i, p := range places {
		of := map[string]bool{}
		for _, w := range append(wordsOf(p.Path), wordsOf(p.Title)...) {
			of[w] = true
		}
		score := 0
		for j, w := range words {
			if of[w] {
				score += 2 * (j + 1) // the last words of an address count most
			}
		}
		if score > most {
			most, best = score, &places[i]
		}
	}
	return best
}

// wordsOf splits an address or title: words of three letters and more, and pairs of adjacent Chinese characters.
func wordsOf(text string) []string {
	text = strings.ToLower(text)
	if ext := path.Ext(text); len(ext) > 1 && len(ext) <= 6 {
		text = strings.TrimSuffix(text, ext)
	}
	var out []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		runes := []rune(w)
		if !unicode.Is(unicode.Han, runes[0]) {
			if len(runes) > 2 {
				out = append(out, w)
			}
			continue
		}
		for i := range len(runes) - 1 {
			out = append(out, string(runes[i:i+2]))
		}
	}
	return out
}
