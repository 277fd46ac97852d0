package media

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"testing"
)

// For any focal point, the crop has the right proportions, lies within the picture and contains the point.
func TestACropContainsItsFocalPoint(t *testing.T) {
	t.Parallel()
	for range 5000 {
		full := image.Rect(0, 0, 2+rand.IntN(1600), 2+rand.IntN(3000))
		x, y := rand.Int64N(101), rand.Int64N(101)
		part := cropOf(full, x, y, 1200, 630)
		at := image.Pt(min(full.Dx()-1, full.Dx()*int(x)/100), min(full.Dy()-1, full.Dy()*int(y)/100))
		near := part
		near.Max = near.Max.Add(image.Pt(1, 1)) // it begins at an even pixel
		if !part.In(full) || part.Empty() || !at.In(near) {
			t.Fatalf("%v of %v at %d, %d", part, full, x, y)
		}
		if full.Dx() > 300 && full.Dy() > 300 {
			if off := part.Dx()*630 - part.Dy()*1200; off < -1200 || off > 1200 {
				t.Fatalf("%v of %v", part, full)
			}
		}
	}
}

func TestCropSizesAreRight(t *testing.T) {
	t.Parallel()
	m := image.NewRGBA(image.Rect(0, 0, 800, 1600))
	for y := range 1600 {
		for x := range 800 {
			c := color.RGBA{200, 20, 20, 255} // red above, blue below
			if y >= 800 {
				c = color.RGBA{20, 20, 200, 255}
			}
			m.SetRGBA(x, y, c)
		}
	}
	var whole bytes.Buffer
	if err := jpeg.Encode(&whole, m, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		y    int64
		red  bool
	}{{"top", 0, true}, {"bottom", 100, false}, {"upper", 30, true}} {
		t.Run(c.name, func(t *testing.T) {
			b, err := Cropped(whole.Bytes(), 50, c.y, 1200, 630, 300_000)
			if err != nil {
				t.Fatal(err)
			}
			got, err := jpeg.Decode(bytes.NewReader(b))
			if err != nil || got.Bounds() != image.Rect(0, 0, 1200, 630) {
				t.Fatalf("%v, %v", got.Bounds(), err)
			}
			if r, _, blue, _ := got.At(600, 315).RGBA(); (r > blue) != c.red {
				t.Errorf("the middle is %v", got.At(600, 315))
			}
		})
	}
	t.Run("a picture that compresses badly is compressed more", func(t *testing.T) {
		noise := image.NewRGBA(image.Rect(0, 0, 1200, 630))
		for i := range noise.Pix {
			noise.Pix[i] = uint8(rand.IntN(256))
		}
		var b bytes.Buffer
		if err := jpeg.Encode(&b, noise, nil); err != nil {
			t.Fatal(err)
		}
		easy, err := Cropped(b.Bytes(), 50, 50, 1200, 630, 5_000_000)
		if err != nil {
			t.Fatal(err)
		}
		if close, err := Cropped(b.Bytes(), 50, 50, 1200, 630, 300_000); err != nil || len(close) >= len(easy) {
			t.Errorf("%d and %d bytes, %v", len(close), len(easy), err)
		}
	})
	if _, err := Cropped([]byte("no picture"), 50, 50, 1200, 630, 1); err == nil {
		t.Error("no picture is cut")
	}
}
