package heif

import (
	"errors"
	"image"
	"image/color"
	"os"
	"slices"
	"testing"

	"shanmen/internal/testkit/heicgrid"
)

func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

const anyMemory = 384 << 20

func anySize(int, int) error { return nil }

func grid(t testing.TB, columns, rows int, width, height uint32) []byte {
	t.Helper()
	return heicgrid.Of(sample(t, "colour.heic"), columns, rows, width, height)
}

func TestDecodedColoursAndSizesAreRight(t *testing.T) {
	t.Parallel()
	one, err := Decode(t.Context(), sample(t, "colour.heic"), anyMemory, anySize)
	if err != nil {
		t.Fatal(err)
	}
	many, err := Decode(t.Context(), grid(t, 3, 2, 1500, 1000), anyMemory, anySize)
	if err != nil {
		t.Fatal(err)
	}
	if one.Bounds() != image.Rect(0, 0, 512, 512) || many.Bounds() != image.Rect(0, 0, 1500, 1000) {
		t.Fatalf("sizes %v and %v", one.Bounds(), many.Bounds())
	}
	seen := map[color.Color]bool{}
	for y := 5; y < 1000; y += 37 {
		for x := 5; x < 1500; x += 37 {
			want := one.At(x%512, y%512)
			seen[want] = true
			if got := many.At(x, y); !near(got, want) {
				t.Fatalf("pixel %d, %d is %v, in its tile %v", x, y, got, want)
			}
		}
	}
	if len(seen) < 50 {
		t.Errorf("only %d colours: not a picture", len(seen))
	}
}

func TestTheCallerCanRefuseBySize(t *testing.T) {
	t.Parallel()
	refused := errors.New("too large")
	var seen image.Point
	_, err := Decode(t.Context(), grid(t, 2, 2, 30_000, 30_000), anyMemory, func(w, h int) error {
		seen = image.Pt(w, h)
		return refused
	})
	if err != refused || seen != image.Pt(30_000, 30_000) {
		t.Errorf("%v after %v", err, seen)
	}
}

func TestTheSandboxHasAMemoryLimit(t *testing.T) {
	t.Parallel()
	// 144 megapixels pass the check here, but do not fit into memory.
	passed := false
	_, err := Decode(t.Context(), grid(t, 24, 24, 12_000, 12_000), anyMemory, func(int, int) error { passed = true; return nil })
	if !errors.Is(err, ErrUnreadable) || !passed {
		t.Errorf("%v; size seen: %t", err, passed)
	}
}

func TestDamagedFilesAreErrors(t *testing.T) {
	t.Parallel()
	good := sample(t, "colour.heic")
	rt, code, err := compile(t.Context(), anyMemory)
	if err != nil {
		t.Fatal(err)
	}
	decoded := func(data []byte) (image.Image, error) {
		sandbox, err := run(t.Context(), rt, code)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = sandbox.Close(t.Context()) }()
		return decoder{module: sandbox}.decode(t.Context(), data, anySize)
	}
	for name, data := range map[string][]byte{
		"empty": {}, "cut in the header": good[:300], "cut in the picture": good[:8000],
	} {
		if _, err := decoded(data); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// With any bit flipped the process survives and returns a picture or an error.
	for i := 0; i < 490; i += 61 {
		bad := slices.Clone(good)
		bad[i] ^= 0xFF
		img, err := decoded(bad)
		if err != nil && !errors.Is(err, ErrUnreadable) || err == nil && img.Bounds().Empty() {
			t.Errorf("byte %d: %v", i, err)
		}
	}
}

// near allows for grid tiles going through one more colour conversion.
func near(a, b color.Color) bool {
	p, q := a.(color.YCbCr), b.(color.YCbCr)
	off := func(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }
	return off(p.Y, q.Y) <= 4 && off(p.Cb, q.Cb) <= 12 && off(p.Cr, q.Cr) <= 12
}

func Benchmark12Megapixels(b *testing.B) {
	data := grid(b, 8, 6, 4032, 3024)
	b.ReportAllocs()
	for b.Loop() {
		img, err := Decode(b.Context(), data, anyMemory, anySize)
		if err != nil || img.Bounds() != image.Rect(0, 0, 4032, 3024) {
			b.Fatal(err)
		}
	}
}
