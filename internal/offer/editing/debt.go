package editing

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Debt is a part of a text that is missing or outdated in one language: a paragraph, counted from 0.
type Debt struct {
	Field   string `json:"field" doc:"Field name without its language: html"`
	English int    `json:"english" doc:"Index of the English paragraph, from 0; -1: none"`
	Chinese int    `json:"chinese" doc:"Index of the Chinese paragraph, from 0; -1: none"`
}

// paragraph is a part of a text, identified by the hash of its content regardless of position.
type paragraph struct {
	hash    string
	heading bool
}

// The parts of a text that are translated separately.
var parts = []atom.Atom{atom.P, atom.H2, atom.H3, atom.H4, atom.Li, atom.Dt, atom.Dd, atom.Th, atom.Td, atom.Caption, atom.Figcaption, atom.Blockquote}

// paragraphs splits the text of a field.
func paragraphs(f Field, text string) []paragraph {
	if text == "" {
		return nil
	}
	if f.Type != FieldHTML {
		return []paragraph{{hash: hashOf(f.Name, text)}}
	}
	var out []paragraph
	var words strings.Builder
	heading := false
	end := func() {
		if said := strings.Join(strings.Fields(words.String()), " "); said != "" {
			out = append(out, paragraph{hashOf(f.Name, said), heading})
		}
		words.Reset()
		heading = false
	}
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			end()
			return out
		case html.TextToken:
			words.Write(z.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if t.DataAtom == atom.Img {
				for _, a := range t.Attr {
					if a.Key == "src" {
						words.WriteString(" " + a.Val + " ")
					}
				}
			}
			if slices.Contains(parts, t.DataAtom) {
				end()
				heading = kind == html.StartTagToken && (t.DataAtom == atom.H2 || t.DataAtom == atom.H3 || t.DataAtom == atom.H4)
			}
		}
	}
}

func hashOf(field, text string) string {
	sum := sha256.Sum256([]byte(field + "\x00" + text))
	return hex.EncodeToString(sum[:8])
}

// twins finds the English paragraph that each Chinese one translates, by heading and order; -1: none.
func twins(english, chinese []paragraph) []int {
	sections := func(all []paragraph) (starts []int) {
		starts = []int{0}
		for i, p := range all {
			if p.heading && i > 0 {
				starts = append(starts, i)
			}
		}
		return starts
	}
	en, zh := sections(english), sections(chinese)
	end := func(starts []int, s, length int) int {
		if s+1 < len(starts) {
			return starts[s+1]
		}
		return length
	}
	out := make([]int, len(chinese))
	for i := range out {
		out[i] = -1
	}
	if len(en) != len(zh) { // headings differ: match by order only
		for i := range out {
			if i < len(english) {
				out[i] = i
			}
		}
		return out
	}
	for s := range zh {
		until := end(en, s, len(english))
		for i := zh[s]; i < end(zh, s, len(chinese)); i++ {
			if j := en[s] + i - zh[s]; j < until {
				out[i] = j
			}
		}
	}
	return out
}

// known marks an English paragraph that needs no translation.
const known = "en:"

// confirm marks new Chinese paragraphs as up to date with their English ones.
func confirm(matches map[string]string, f Field, english, chinese, before string) {
	en, zh, old := paragraphs(f, english), paragraphs(f, chinese), paragraphs(f, before)
	for i, j := range twins(en, zh) {
		if slices.Contains(old, zh[i]) {
			continue
		}
		matches[zh[i].hash] = ""
		if j >= 0 {
			matches[zh[i].hash] = en[j].hash
			matches[known+en[j].hash] = ""
		}
	}
}

// confirmAll marks all Chinese paragraphs as up to date.
func confirmAll(matches map[string]string, k *Kind, fields Fields) {
	for _, f := range k.all(fields) {
		if !f.Each {
			continue
		}
		confirm(matches, f, fields[f.Name+"."+English], fields[f.Name+"."+Chinese], "")
		for _, p := range paragraphs(f, fields[f.Name+"."+English]) {
			matches[known+p.hash] = ""
		}
	}
}

// debt compares the languages of the draft. A text without any Chinese is missing, not outdated.
func (w *work) debt() []Debt {
	out := []Debt{}
	for _, f := range w.kind.all(w.fields) {
		if !f.Each || w.fields[f.Name+"."+Chinese] == "" {
			continue
		}
		out = append(out, debtOf(w.matches, f, w.fields[f.Name+"."+English], w.fields[f.Name+"."+Chinese])...)
	}
	return out
}

func debtOf(matches map[string]string, f Field, english, chinese string) (out []Debt) {
	en, zh := paragraphs(f, english), paragraphs(f, chinese)
	there, older := map[string]bool{}, map[int]bool{}
	for _, p := range en {
		there[p.hash] = true
	}
	for i, j := range twins(en, zh) {
		if was := matches[zh[i].hash]; was != "" && !there[was] {
			out = append(out, Debt{f.Name, j, i})
			older[j] = true
		}
	}
	for j, p := range en {
		if _, ok := matches[known+p.hash]; !ok && !older[j] {
			out = append(out, Debt{f.Name, j, -1})
		}
	}
	return out
}

// mostMatches limits the stored matches of deleted paragraphs.
const mostMatches = 4000

// forget deletes the matches of paragraphs that the draft no longer has, once there are too many.
func (w *work) forget() {
	if len(w.matches) < mostMatches {
		return
	}
	keep := map[string]string{}
	for _, f := range w.kind.all(w.fields) {
		for _, name := range f.names() {
			for _, p := range paragraphs(f, w.fields[name]) {
				for _, key := range []string{p.hash, known + p.hash} {
					if m, ok := w.matches[key]; ok {
						keep[key] = m
					}
				}
			}
		}
	}
	w.matches = keep
}
