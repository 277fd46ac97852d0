package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

const public = "../../../web/public"

func TestTheIconsAreWhatTheDrawingGives(t *testing.T) {
	t.Parallel()
	for _, i := range icons {
		want, err := i.draw(filepath.Join(public, "favicon.svg"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(public, i.name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is old: go run ./internal/share/icongen (%v)", i.name, err)
			continue
		}
		m, err := png.Decode(bytes.NewReader(got))
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
