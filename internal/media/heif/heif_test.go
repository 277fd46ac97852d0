package heif

import (
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"os"
	"slices"
	"testing"
)

func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func anySize(int, int) error { return nil }

// box is an ISO base media box; parts are numbers of 1, 2 and 4 bytes, text and bytes.
func box(kind string, parts ...any) []byte {
	out := append([]byte{0, 0, 0, 0}, kind...)
	for _, p := range parts {
		switch v := p.(type) {
		case string:
			out = append(out, v...)
		case []byte:
			out = append(out, v...)
		case uint8:
			out = append(out, v)
		case uint16:
			out = binary.BigEndian.AppendUint16(out, v)
		case uint32:
			out = binary.BigEndian.AppendUint32(out, v)
		default:
			panic("box: unknown part")
		}
	}
	binary.BigEndian.PutUint32(out, uint32(len(out)))
	return out
}

// grid builds what phones write: a large picture of tiles of 512 × 512. Every tile is the picture of the
// sample; width and height are what the file promises for the whole.
func grid(t testing.TB, columns, rows int, width, height uint32) []byte {
	t.Helper()
	data := sample(t, "colour.heic")
	hvcC := data[271 : 271+121] // the decoder's settings, and where the coded picture lies
	coded := data[498 : 498+19681]
	tiles := columns * rows
	const zero = uint32(0) // version and flags

	whole := uint16(tiles + 1)
	references := []any{zero, uint32(12 + 2*tiles), "dimg", whole, uint16(tiles)}
	infos := []any{zero, whole}
	properties := []any{zero, uint32(whole)}
	for i := range whole - 1 { // libheif takes no tile twice, but different tiles may lie at one place
		references = append(references, i+1)
		infos = append(infos, box("infe", uint32(2<<24), i+1, uint16(0), "hvc1", uint8(0)))
		properties = append(properties, i+1, uint8(2), uint8(0x81), uint8(2))
	}
	infos = append(infos, box("infe", uint32(2<<24), whole, uint16(0), "grid", uint8(0)))
	properties = append(properties, whole, uint8(1), uint8(3))
	layout := box("idat", uint8(0), uint8(1), uint8(rows-1), uint8(columns-1), width, height)
	build := func(offset uint32) []byte {
		places := []any{uint32(1 << 24), uint16(0x4400), whole}
		for i := range whole - 1 {
			places = append(places, i+1, uint16(0), uint16(0), uint16(1), offset, uint32(len(coded)))
		}
		places = append(places, whole, uint16(1), uint16(0), uint16(1), zero, uint32(len(layout)-8))
		return box("meta", zero,
			box("hdlr", zero, zero, "pict", zero, zero, zero, uint8(0)),
			box("pitm", zero, whole),
			box("iloc", places...), box("iinf", infos...),
			box("iprp", box("ipco", hvcC, box("ispe", zero, uint32(512), uint32(512)), box("ispe", zero, width, height)),
				box("ipma", properties...)),
			box("iref", references...), layout)
	}
	head := box("ftyp", "heic", zero, "mif1heic")
	offset := uint32(len(head) + len(build(0)) + 8)
	return slices.Concat(head, build(offset), box("mdat", coded))
}

func TestColoursAndSizesAreThoseOfTheFile(t *testing.T) {
	t.Parallel()
	one, err := Decode(t.Context(), sample(t, "colour.heic"), anySize)
	if err != nil {
		t.Fatal(err)
	}
	many, err := Decode(t.Context(), grid(t, 3, 2, 1500, 1000), anySize)
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

func TestTheCallerRefusesBySize(t *testing.T) {
	t.Parallel()
	refused := errors.New("too large")
	var seen image.Point
	_, err := Decode(t.Context(), grid(t, 2, 2, 30_000, 30_000), func(w, h int) error {
		seen = image.Pt(w, h)
		return refused
	})
	if err != refused || seen != image.Pt(30_000, 30_000) {
		t.Errorf("%v after %v", err, seen)
	}
}

func TestTheSandboxHasACeiling(t *testing.T) {
	t.Parallel()
	// 144 megapixels pass the check here, and do not fit.
	passed := false
	_, err := Decode(t.Context(), grid(t, 24, 24, 12_000, 12_000), func(int, int) error { passed = true; return nil })
	if !errors.Is(err, ErrUnreadable) || !passed {
		t.Errorf("%v; size seen: %t", err, passed)
	}
}

func TestDamagedFilesAreErrors(t *testing.T) {
	t.Parallel()
	good := sample(t, "colour.heic")
	for name, data := range map[string][]byte{
		"empty": {}, "cut in the header": good[:300], "cut in the picture": good[:8000],
	} {
		if _, err := Decode(t.Context(), data, anySize); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Whatever is flipped, the process lives and the answer is a picture or an error.
	for i := 0; i < 490; i += 61 {
		bad := slices.Clone(good)
		bad[i] ^= 0xFF
		img, err := Decode(t.Context(), bad, anySize)
		if err != nil && !errors.Is(err, ErrUnreadable) || err == nil && img.Bounds().Empty() {
			t.Errorf("byte %d: %v", i, err)
		}
	}
}

func TestACallerThatGoesAwayStopsTheDecoder(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Decode(ctx, grid(t, 8, 6, 4032, 3024), func(int, int) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// near allows for the tiles of a grid going through one conversion of colours more.
func near(a, b color.Color) bool {
	p, q := a.(color.YCbCr), b.(color.YCbCr)
	off := func(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }
	return off(p.Y, q.Y) <= 4 && off(p.Cb, q.Cb) <= 12 && off(p.Cr, q.Cr) <= 12
}

func Benchmark12Megapixels(b *testing.B) {
	data := grid(b, 8, 6, 4032, 3024)
	b.ReportAllocs()
	for b.Loop() {
		img, err := Decode(b.Context(), data, anySize)
		if err != nil || img.Bounds() != image.Rect(0, 0, 4032, 3024) {
			b.Fatal(err)
		}
	}
}
