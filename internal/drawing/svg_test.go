package drawing

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every drawing of the pages can be drawn here too.
func TestTheDrawingsOfThePages(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../web/src/ui/art/*.svg")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d drawings, %v", len(files), err)
	}
	for _, name := range append(files, "../../web/public/favicon.svg") {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Parse(bytes.NewReader(b))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		c := NewCanvas(int(p.Width/4), int(p.Height/4))
		if err := p.Draw(c, 0, 0, .25); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if dir := os.Getenv("DRAWINGS"); dir != "" { // to look at them
			var out bytes.Buffer
			c := NewCanvas(int(p.Width), int(p.Height))
			if err := p.Draw(c, 0, 0, 1); err != nil {
				t.Error(err)
			}
			_ = png.Encode(&out, c.Image)
			_ = os.WriteFile(filepath.Join(dir, filepath.Base(name)+".png"), out.Bytes(), 0o600)
		}
	}
}

// pixels draws a picture of 8 by 8 and writes each pixel's red and alpha as one hexadecimal digit.
func pixels(t *testing.T, inside string) string {
	t.Helper()
	p, err := Parse(strings.NewReader(`<svg viewBox="0 0 8 8">` + inside + `</svg>`))
	if err != nil {
		t.Fatal(err)
	}
	c := NewCanvas(8, 8)
	if err := p.Draw(c, 0, 0, 1); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for y := range 8 {
		for x := range 8 {
			b.WriteByte("0123456789abcdef"[c.Image.RGBAAt(x, y).R>>4])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestShapes(t *testing.T) {
	t.Parallel()
	square := "00000000\n00000000\n00ffff00\n00ffff00\n00ffff00\n00ffff00\n00000000\n00000000\n"
	for name, inside := range map[string]string{
		"rect":               `<rect x="2" y="2" width="4" height="4" fill="#fff"/>`,
		"path":               `<path d="M2 2H6V6H2Z" fill="#ffffff"/>`,
		"relative path":      `<path d="m2 2h4v4h-4z" fill="#fff"/>`,
		"lines after a move": `<path d="m2,2 4,0 0,4-4,0z" fill="#fff"/>`,
		"group":              `<g fill="#fff" transform="translate(2 2) scale(2)"><path d="M0 0h2v2h-2z"/></g>`,
		"turned":             `<rect width="4" height="4" fill="#fff" transform="rotate(90 4 4) translate(2 2)"/>`,
		"mirrored":           `<rect width="4" height="4" fill="#fff" transform="translate(6 2) scale(-1 1)"/>`,
		"stroke":             `<path d="M2 4H6" stroke="#fff" stroke-width="4"/>`,
		"mirrored stroke":    `<path d="M2 4H6" stroke="#fff" stroke-width="4" transform="translate(8 0) scale(-1 1)"/>`,
		"gradient":           `<linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#fff"/></linearGradient><rect x="2" y="2" width="4" height="4" fill="url(#g)"/>`,
		"mask":               `<mask id="m"><rect x="2" y="2" width="4" height="4" fill="#fff"/></mask><rect width="8" height="8" fill="#fff" mask="url(#m)"/>`,
		"crossing itself":    `<path d="M2 2H6V6H2ZM2 2H6V6H2Z" fill="#fff"/>`,
	} {
		if got := pixels(t, inside); got != square {
			t.Errorf("%s:\n%s", name, got)
		}
	}
	// A transparent group is transparent as a whole.
	if got := pixels(t, `<g opacity=".5" fill="#fff"><rect width="8" height="8"/><rect width="8" height="8"/></g>`); got != strings.Repeat("88888888\n", 8) && got != strings.Repeat("77777777\n", 8) {
		t.Errorf("group:\n%s", got)
	}
}

func TestWhatIsNotDrawnIsRefused(t *testing.T) {
	t.Parallel()
	for _, inside := range []string{
		`<text>a</text>`, `<path d="M0 0T1 1"/>`, `<path d="M0 0L1"/>`, `<path d="5 5"/>`, `<g transform="skewX(3)"/>`, `<g transform="scale("/>`, `<use href="#a"/>`, `<g>`,
	} {
		if _, err := Parse(strings.NewReader(`<svg viewBox="0 0 8 8">` + inside + `</svg>`)); err == nil {
			t.Errorf("%s was taken", inside)
		}
	}
	for _, inside := range []string{`<rect width="1" height="1" fill="red"/>`, `<rect width="1" height="1" fill="url(#none)"/>`, `<rect width="1" height="1" mask="url(#none)"/>`} {
		p, err := Parse(strings.NewReader(`<svg viewBox="0 0 8 8">` + inside + `</svg>`))
		if err != nil {
			t.Fatal(err)
		}
		if p.Draw(NewCanvas(8, 8), 0, 0, 1) == nil {
			t.Errorf("%s was drawn", inside)
		}
	}
	for _, file := range []string{`<html/>`, `<svg/>`, ``, `<svg viewBox="0 0 0 8"/>`} {
		if _, err := Parse(strings.NewReader(file)); err == nil {
			t.Errorf("%s was taken", file)
		}
	}
}
