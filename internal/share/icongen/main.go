// Command icongen draws the icons of the web app manifest and of phones' home screens from
// web/public/favicon.svg into web/public. Run it from the repository's root when that drawing
// changes; the files are committed, and its test says when they are old:
//
//	go run ./internal/share/icongen
package main

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"

	"shanmen/internal/drawing"
)

// icon is a file to be written. Phones cut shapes of their own out of maskable ones, of which only
// a round in the middle, four fifths of the width, is sure to be seen (W3C Web App Manifest, "Icon
// masks"); theirs and Apple's fill the whole square.
type icon struct {
	name   string
	size   int
	filled bool
	scale  float64 // of the drawing in its square
}

var icons = []icon{
	{"favicon-32.png", 32, false, 1},
	{"apple-touch-icon.png", 180, true, 1},
	{"icon-192.png", 192, false, 1},
	{"icon-512.png", 512, false, 1},
	{"icon-maskable-512.png", 512, true, .8},
}

func main() {
	dir := flag.String("dir", "web/public", "folder of favicon.svg and of the icons")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "icongen:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	for _, i := range icons {
		b, err := i.draw(filepath.Join(dir, "favicon.svg"))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, i.name), b, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (i icon) draw(from string) ([]byte, error) {
	f, err := os.Open(from)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := drawing.Parse(f)
	if err != nil {
		return nil, err
	}
	size := float64(i.size)
	c := drawing.NewCanvas(i.size, i.size)
	if i.filled {
		c.Fill(drawing.Rect(0, 0, size, size, 0), drawing.Color(0x9f2a1f, 1)) // the drawing's own ground
	}
	scale := size * i.scale / p.Width
	edge := (size - p.Width*scale) / 2
	if err := p.Draw(c, edge, edge, scale); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestCompression}
	if err := e.Encode(&b, c.Image); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
