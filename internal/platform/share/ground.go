package share

import (
	"embed"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io/fs"
	"sync"
)

// Backgrounds of share pictures, drawn by tools/pictures from the pages' SVG drawings: scene.png of the temple, day.png
// of events, and one per offering drawing.
//
//go:embed ground/*.png
var groundFiles embed.FS

// ground is the background of a kind of picture, loaded once.
func (p *Painter) ground(kind string) (*canvas, error) {
	name := "ground/" + kind + ".png"
	if _, err := fs.Stat(p.files, name); err != nil {
		name = "ground/lamp.png" // as on the pages
	}
	p.mu.Lock()
	once := p.grounds[name]
	if once == nil {
		once = sync.OnceValues(func() (*canvas, error) { return p.readGround(name) })
		p.grounds[name] = once
	}
	p.mu.Unlock()
	return once()
}

func (p *Painter) readGround(name string) (*canvas, error) {
	f, err := p.files.Open(name)
	if err != nil {
		return nil, fmt.Errorf("ground: %w", err)
	}
	defer f.Close()
	from, err := png.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("ground %s: %w", name, err)
	}
	c := &canvas{Image: image.NewRGBA(image.Rect(0, 0, Width, Height))}
	draw.Draw(c.Image, c.Image.Rect, from, image.Point{}, draw.Src)
	return c, nil
}
