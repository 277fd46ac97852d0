package media

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"golang.org/x/image/webp"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/admission"
)

// sunset is a picture with soft gradients and an edge, like a photograph.
func sunset(t testing.TB, w, h int) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.RGBA{uint8(200 * x / w), uint8(180 * y / h), 90, 255}
			if x > w/3 && x < w/2 && y > h/3 {
				c = color.RGBA{160, 30, 30, 255}
			}
			m.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPictureWidthsAreMade(t *testing.T) {
	t.Parallel()
	s := NewSanitizer(admission.New(clock.Real{}, 512<<20).Gate(admission.Pictures), t.TempDir())
	for _, c := range []struct {
		w, h int
		want [][2]int
	}{
		{1800, 1350, [][2]int{{400, 300}, {800, 600}, {1600, 1200}}},
		{1000, 500, [][2]int{{400, 200}, {800, 400}, {1000, 500}}},
		{120, 90, [][2]int{{120, 90}}},
		{1080, 4000, [][2]int{{400, 1481}, {800, 2963}, {1080, 4000}}},
		{1, 1, [][2]int{{1, 1}}},
	} {
		made, err := s.InWidths(t.Context(), "office", sunset(t, c.w, c.h))
		if err != nil {
			t.Fatalf("%d × %d: %v", c.w, c.h, err)
		}
		if len(made) != len(c.want) {
			t.Fatalf("%d × %d: %d widths, want %v", c.w, c.h, len(made), c.want)
		}
		for i, m := range made {
			a, err := webp.Decode(bytes.NewReader(m.WebP))
			if err != nil {
				t.Fatal(err)
			}
			b, err := jpeg.Decode(bytes.NewReader(m.JPEG))
			if err != nil {
				t.Fatal(err)
			}
			for _, got := range []image.Rectangle{a.Bounds(), b.Bounds(), image.Rect(0, 0, m.Width, m.Height)} {
				if got.Dx() != c.want[i][0] || got.Dy() != c.want[i][1] {
					t.Errorf("%d × %d: %v, want %v", c.w, c.h, got, c.want[i])
				}
			}
			if d := farthest(a, b); d > 40 {
				t.Errorf("%d × %d at %d: WebP and JPEG differ by %d of 255", c.w, c.h, m.Width, d)
			}
		}
	}
}

// farthest is the largest difference between two pictures, at some sample points.
func farthest(a, b image.Image) (most int) {
	r := a.Bounds()
	for i := range 9 {
		for j := range 9 {
			x, y := (2*i+1)*r.Dx()/18, (2*j+1)*r.Dy()/18
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			for _, d := range []int{int(ar) - int(br), int(ag) - int(bg), int(ab) - int(bb)} {
				most = max(most, max(d, -d)>>8)
			}
		}
	}
	return most
}

func TestWidthsOfANonPictureFail(t *testing.T) {
	t.Parallel()
	s := NewSanitizer(admission.New(clock.Real{}, 512<<20).Gate(admission.Pictures), t.TempDir())
	half := sunset(t, 900, 600)
	for name, data := range map[string][]byte{"words": []byte("no picture"), "nothing": nil, "half a picture": half[:300]} {
		if made, err := s.InWidths(t.Context(), "office", data); err == nil {
			t.Errorf("%s: %d widths", name, len(made))
		}
	}
}

func BenchmarkWidths(b *testing.B) {
	s := NewSanitizer(admission.New(clock.Real{}, 512<<20).Gate(admission.Pictures), b.TempDir())
	data := sunset(b, 2600, 1950)
	for b.Loop() {
		if _, err := s.InWidths(b.Context(), "office", data); err != nil {
			b.Fatal(err)
		}
	}
}
