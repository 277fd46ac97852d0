package document

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/image/font/sfnt"
)

// The Latin fonts of documents, as on the pages: serif for large text, otherwise sans. Subset by
// web/scripts/share-font.mjs; both under the SIL Open Font License.
var (
	//go:embed latin/source-serif.ttf
	serifData []byte
	//go:embed latin/source-sans.ttf
	sansData []byte
)

// largeText is the size in points from which Latin text is serif.
const largeText = 13.0

// The font names in the file. Each starts with the six letters that mark a subset.
const (
	family      = "SHANMN+LXGWWenKai"
	serifFamily = "SHANMN+SourceSerif"
	sansFamily  = "SHANMN+SourceSans"
)

type latinFaces struct{ serif, sans *sfnt.Font }

var parsedLatin = sync.OnceValues(func() (latinFaces, error) {
	serif, err := sfnt.Parse(serifData)
	if err != nil {
		return latinFaces{}, fmt.Errorf("document: serif: %w", err)
	}
	sans, err := sfnt.Parse(sansData)
	if err != nil {
		return latinFaces{}, fmt.Errorf("document: sans: %w", err)
	}
	return latinFaces{serif, sans}, nil
})

// paperFace measures text for one document, with separate fonts for Latin letters.
func (t *typeface) paperFace() (*face, error) {
	latin, err := parsedLatin()
	if err != nil {
		return nil, err
	}
	f := t.face()
	f.serif = newFace("F2", serifFamily, serifData, latin.serif)
	f.sans = newFace("F3", sansFamily, sansData, latin.sans)
	return f, nil
}

// eitherScript are punctuation marks of both scripts; they use the font of their neighbour.
const eitherScript = "·—–‘’“”…"

// at is the font for the character at index i of a text.
func (f *face) at(text []rune, i int, size float64) *face {
	latin := f.sans
	if size >= largeText {
		latin = f.serif
	}
	c := text[i]
	if latin == nil || wide(c) || !latin.has(c) {
		return f
	}
	if strings.ContainsRune(eitherScript, c) && (i > 0 && wide(text[i-1]) || i+1 < len(text) && wide(text[i+1])) {
		return f
	}
	return latin
}

// advance is the width in thousandths of the font size.
func (f *face) advance(text []rune, i int, size float64) int {
	if a := f.at(text, i, size).lookup(text[i]); a >= 0 {
		return a
	}
	return boxAdvance
}

// faceRun is a part of a text in one font; a character in no font is a run of its own.
type faceRun struct {
	face *face
	text string
	lack bool
}

func (f *face) stretches(text string, size float64) (out []faceRun) {
	chars := []rune(text)
	for i, c := range chars {
		by := f.at(chars, i, size)
		lack := !by.has(c)
		if n := len(out); n > 0 && !lack && !out[n-1].lack && out[n-1].face == by {
			out[n-1].text += string(c)
			continue
		}
		out = append(out, faceRun{by, string(c), lack})
	}
	return out
}
