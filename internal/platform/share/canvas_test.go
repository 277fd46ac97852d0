package share

import (
	"image"
	"strings"
	"testing"
)

// pixels draws on a black picture of 8 by 8 and writes each pixel's red as one hexadecimal digit.
func pixels(paint func(c *canvas)) string {
	c := &canvas{Image: image.NewRGBA(image.Rect(0, 0, 8, 8))}
	paint(c)
	var b strings.Builder
	for y := range 8 {
		for x := range 8 {
			b.WriteByte("0123456789abcdef"[c.Image.RGBAAt(x, y).R>>4])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestCanvasShapesAreDrawn(t *testing.T) {
	t.Parallel()
	square := "00000000\n00000000\n00ffff00\n00ffff00\n00ffff00\n00ffff00\n00000000\n00000000\n"
	white := rgb(0xffffff, 1)
	for name, paint := range map[string]func(c *canvas){
		"fill":            func(c *canvas) { c.fill(rect(2, 2, 4, 4), white) },
		"moved":           func(c *canvas) { c.fill(rect(0, 0, 4, 4).at(2, 2), white) },
		"crossing itself": func(c *canvas) { c.fill(append(rect(2, 2, 4, 4), rect(2, 2, 4, 4)...), white) },
		"hole": func(c *canvas) {
			c.fill(append(rect(0, 0, 8, 8), outline{{{0, 0}, {0, 8}, {8, 8}, {8, 0}}}...), white)
			c.fill(rect(2, 2, 4, 4), white)
		},
		"stroke": func(c *canvas) {
			c.fill(rect(3, 3, 2, 2), white)
			c.stroke(outline{{{2.5, 2.5}, {5.5, 2.5}, {5.5, 5.5}, {2.5, 5.5}}}, 1, white)
			for _, corner := range [][2]float64{{2, 2}, {5, 2}, {5, 5}, {2, 5}} { // the pen is round
				c.fill(rect(corner[0], corner[1], 1, 1), white)
			}
		},
		"outside": func(c *canvas) { c.fill(rect(20, 20, 4, 4), white); c.fill(rect(2, 2, 4, 4), white) },
	} {
		if got := pixels(paint); got != square {
			t.Errorf("%s:\n%s", name, got)
		}
	}
	if got, want := pixels(func(c *canvas) { c.fill(rect(-4, -4, 16, 16), rgb(0xffffff, .5)) }), strings.Repeat("88888888\n", 8); got != want {
		t.Errorf("half opaque:\n%s", got)
	}
	round := pixels(func(c *canvas) { c.stroke(outline{{{4, 4}, {4, 4.001}}}, 8, white) })
	if !strings.HasPrefix(round, "0") || strings.Count(round, "f") < 32 {
		t.Errorf("a dot of the pen:\n%s", round)
	}
}
