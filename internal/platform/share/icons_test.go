package share

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"shanmen/internal/testkit/source"
)

// The icons drawn by tools/pictures have the format that browsers and phones expect.
func TestTheSiteIconsHaveTheRightFormat(t *testing.T) {
	t.Parallel()
	for _, i := range []struct {
		name   string
		size   int
		filled bool
	}{
		{"favicon-32.png", 32, false},
		{"apple-touch-icon.png", 180, true},
		{"icon-192.png", 192, false},
		{"icon-512.png", 512, false},
		{"icon-maskable-512.png", 512, true},
	} {
		f, err := os.Open(source.Path(t, "web/public/"+i.name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		m, err := png.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		if d := m.Bounds(); d.Dx() != i.size || d.Dy() != i.size {
			t.Errorf("%s is %v", i.name, d)
		}
		if _, _, _, a := m.At(0, 0).RGBA(); (a == 0xffff) != i.filled {
			t.Errorf("%s: its corner has an opacity of %d", i.name, a)
		}
		light := 0
		for y := range i.size {
			for x := range i.size {
				if r, _, b, _ := m.At(x, y).RGBA(); r > 0xe000 && b > 0xb000 {
					light++
				}
			}
		}
		if share := float64(light) / float64(i.size*i.size); share < .05 || share > .5 {
			t.Errorf("%s: the lotus covers %.2f", i.name, share)
		}
	}
}

// Each icon that an offering's page may show has a background colour of its own.
func TestEachOfferingDrawingHasABackground(t *testing.T) {
	t.Parallel()
	drawings := source.Files(t, 17, "web/src/ui/art", func(path string) bool { return filepath.Ext(path) == ".svg" })
	p := open(t)
	for _, path := range drawings {
		name := filepath.Base(path[:len(path)-len(".svg")])
		if name == "map" { // for directions to the temple, never for an offering
			continue
		}
		if _, err := groundFiles.ReadFile("ground/" + name + ".png"); err != nil {
			t.Errorf("%s: %v: make generate", name, err)
		}
		if _, err := p.ground(name); err != nil {
			t.Error(err)
		}
	}
}
