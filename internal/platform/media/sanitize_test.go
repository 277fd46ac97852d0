package media

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/admission"
)

// photo is a picture with broad shapes like a photograph; each seed gives another one.
func photo(w, h int, seed uint32) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	grid := [6][6][3]float64{}
	for y := range grid {
		for x := range grid[y] {
			for c := range grid[y][x] {
				seed = seed*1664525 + 1013904223
				grid[y][x][c] = float64(seed >> 24)
			}
		}
	}
	for y := range h {
		fy := float64(y) * 5 / float64(h)
		for x := range w {
			fx := float64(x) * 5 / float64(w)
			ix, iy := int(fx), int(fy)
			tx, ty := fx-float64(ix), fy-float64(iy)
			at := m.PixOffset(x, y)
			for c := range 3 {
				top := grid[iy][ix][c]*(1-tx) + grid[iy][ix+1][c]*tx
				bottom := grid[iy+1][ix][c]*(1-tx) + grid[iy+1][ix+1][c]*tx
				m.Pix[at+c] = byte(top*(1-ty) + bottom*ty)
			}
			m.Pix[at+3] = 255
		}
	}
	return m
}

func asJPEG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func sample(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// sanitizeFrom processes a file as an upload does.
func sanitizeFrom(ctx context.Context, t testing.TB, r io.Reader, name string) (Image, error) {
	t.Helper()
	s := NewSanitizer(admission.New(clock.Real{}, testMemory).Gate(admission.Pictures), t.TempDir())
	u, err := s.Receive(ctx, r, name)
	if err != nil {
		return Image{}, err
	}
	defer u.Close()
	return s.Sanitize(ctx, "member", u)
}

const testMemory = 512 << 20

func sanitize(t testing.TB, data []byte) (Image, error) {
	t.Helper()
	return sanitizeFrom(t.Context(), t, bytes.NewReader(data), "x.jpg")
}

// pngHeader is a PNG that declares a size and contains almost no data.
func pngHeader(w, h uint32) []byte {
	body := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), w), h)
	body = append(body, 8, 6, 0, 0, 0)
	out := binary.BigEndian.AppendUint32([]byte("\x89PNG\r\n\x1a\n"), 13)
	out = binary.BigEndian.AppendUint32(append(out, body...), crc32.ChecksumIEEE(body))
	return append(out, make([]byte, 3000)...)
}

// withSize changes the size in a JPEG's frame header.
func withSize(data []byte, w, h uint16) []byte {
	out := bytes.Clone(data)
	at := bytes.Index(out, []byte{0xFF, 0xC0})
	binary.BigEndian.PutUint16(out[at+5:], h)
	binary.BigEndian.PutUint16(out[at+7:], w)
	return out
}

// exifBlock contains an orientation, and a GPS position as text.
func exifBlock(orientation uint16) []byte {
	tiff := append([]byte("MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01"), 0, byte(orientation), 0, 0)
	return append(tiff, "\x00\x00\x00\x00GPSLatitude 1.3521 GPSLongitude 103.8198"...)
}

func withEXIF(data []byte, orientation uint16) []byte {
	body := append([]byte("Exif\x00\x00"), exifBlock(orientation)...)
	out := binary.BigEndian.AppendUint16([]byte{0xFF, 0xD8, 0xFF, 0xE1}, uint16(len(body)+2))
	return append(append(out, body...), data[2:]...)
}

func TestPhonePicturesAreAccepted(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		data []byte
		mime string
		w, h int
	}{
		{"JPEG", asJPEG(t, photo(300, 200, 1)), "image/jpeg", 300, 200},
		{"PNG", asPNG(t, photo(300, 201, 1)), "image/png", 300, 201},
		{"gray PNG of 16 bits", asPNG(t, image.NewGray16(image.Rect(0, 0, 31, 17))), "image/png", 31, 17},
		{"lossy WebP", sample(t, "testdata/photo.lossy.webp"), "image/webp", 150, 100},
		{"lossless WebP", sample(t, "testdata/drawing.lossless.webp"), "image/webp", 75, 100},
		{"HEIC", sample(t, "heif/testdata/colour.heic"), "image/heic", 512, 512},
		{"gray HEIC", sample(t, "heif/testdata/gray.heic"), "image/heic", 512, 512},
		{"HEIC of 12 bits", sample(t, "heif/testdata/deep.heic"), "image/heic", 512, 512},
		{"one pixel", asPNG(t, image.NewNRGBA(image.Rect(0, 0, 1, 1))), "image/png", 1, 1},
		{"larger than the maximum kept size", asJPEG(t, photo(4000, 3000, 1)), "image/jpeg", 2880, 2160},
		{"scrolled screenshot", asPNG(t, image.NewGray(image.Rect(0, 0, 1170, 9000))), "image/png", 1080, 8307},
		{"banner", asPNG(t, image.NewGray(image.Rect(0, 0, 15000, 100))), "image/png", 10000, 67},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := sanitize(t, tt.data)
			if err != nil {
				t.Fatal(err)
			}
			c, err := jpeg.DecodeConfig(bytes.NewReader(got.JPEG))
			if err != nil || c.Width != tt.w || c.Height != tt.h || got.Width != tt.w || got.Height != tt.h {
				t.Errorf("kept %d × %d, says %d × %d, want %d × %d (%v)", c.Width, c.Height, got.Width, got.Height, tt.w, tt.h, err)
			}
			if got.MIME != tt.mime || got.Size != int64(len(tt.data)) || len(got.SHA256) != 64 || got.Name != "x.jpg" {
				t.Errorf("upload: %s, %d bytes, %s, %q", got.MIME, got.Size, got.SHA256, got.Name)
			}
		})
	}
}

func TestInvalidUploadsAreRefused(t *testing.T) {
	t.Parallel()
	good := asJPEG(t, photo(300, 200, 1))
	big := append(bytes.Clone(good), make([]byte, MaxBytes+1-len(good))...)
	many := bytes.Clone(good[:len(good)-2])
	for range maxScans {
		many = append(many, 0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0)
	}
	heicCut := sample(t, "heif/testdata/colour.heic")
	tests := []struct {
		name string
		data []byte
		code string
	}{
		{"nothing", nil, "file-empty"},
		{"one byte over the limit", big, "file-too-large"},
		{"PDF", []byte("%PDF-1.7\n…"), "pdf-not-accepted"},
		{"PDF after a line of text", []byte("\n\n%PDF-1.7\n…"), "pdf-not-accepted"},
		{"GIF", []byte("GIF89a…<script>alert(1)</script>"), "gif-not-accepted"},
		{"SVG", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "svg-not-accepted"},
		{"SVG after an XML prologue", []byte(`<?xml version="1.0"?><!DOCTYPE svg><SVG/>`), "svg-not-accepted"},
		{"HTML", []byte("  <!doctype html><script>alert(1)</script>"), "html-not-accepted"},
		{"text", []byte("hello"), "file-type-not-accepted"},
		{"ZIP", []byte("PK\x03\x04…"), "file-type-not-accepted"},
		{"AVIF", []byte("\x00\x00\x00\x20ftypavif\x00\x00\x00\x00"), "file-type-not-accepted"},
		{"20,000 × 20,000 PNG", pngHeader(20_000, 20_000), "picture-too-large"},
		{"50 gigapixel PNG", pngHeader(250_000, 200_000), "picture-too-large"},
		{"PNG 2 billion pixels wide", pngHeader(1<<31-1, 1), "picture-too-large"},
		{"65,535 × 65,535 JPEG", withSize(good, 65535, 65535), "picture-too-large"},
		{"JPEG that says 7,000 × 7,000", withSize(good, 7000, 7000), "picture-unreadable"},
		{"JPEG of no width", withSize(good, 0, 10), "picture-unreadable"},
		{"truncated JPEG", good[:len(good)/2], "picture-unreadable"},
		{"two bytes after a JPEG marker", good[:5], "picture-unreadable"},
		{"truncated PNG", asPNG(t, photo(300, 200, 1))[:4000], "picture-unreadable"},
		{"truncated WebP", sample(t, "testdata/photo.lossy.webp")[:900], "picture-unreadable"},
		{"truncated HEIC", heicCut[:len(heicCut)/2], "picture-unreadable"},
		{"HEIC without pictures", []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), "picture-unreadable"},
		{"HEIC that says 30,000 × 30,000", heicOfSize(t, 30_000, 30_000), "picture-too-large"},
		{"JPEG of a thousand scans", many, "picture-unreadable"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := sanitize(t, tt.data)
			if !errors.Is(err, fault.Invalid(tt.code)) {
				t.Errorf("got %v, want %s", err, tt.code)
			}
			if got.JPEG != nil {
				t.Error("a picture came with the refusal")
			}
		})
	}
}

// heicOfSize changes every size declared in the file's properties.
func heicOfSize(t testing.TB, w, h uint32) []byte {
	t.Helper()
	data := bytes.Clone(sample(t, "heif/testdata/colour.heic"))
	mark, found := []byte("ispe\x00\x00\x00\x00"), false
	for at := 0; ; at += len(mark) {
		next := bytes.Index(data[at:], mark)
		if next < 0 {
			break
		}
		at += next
		binary.BigEndian.PutUint32(data[at+8:], w)
		binary.BigEndian.PutUint32(data[at+12:], h)
		found = true
	}
	if !found {
		t.Fatal("the sample has no size")
	}
	return data
}

// Not parallel: it measures the allocations of the whole process.
func TestADecompressionBombIsRefusedByItsHeader(t *testing.T) {
	good := asJPEG(t, photo(300, 200, 1))
	for _, data := range [][]byte{pngHeader(20_000, 20_000), pngHeader(250_000, 200_000), withSize(good, 65535, 65535)} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		_, err := sanitize(t, data)
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, fault.Invalid("picture-too-large")) {
			t.Fatal(err)
		}
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 1<<20 || took > 100*time.Millisecond {
			t.Errorf("refusal took %s and %d bytes", took, allocated)
		}
	}
}

func TestAnOversizedProgressiveJPEGIsRefused(t *testing.T) {
	t.Parallel()
	data := withSize(asJPEG(t, photo(300, 200, 1)), 7000, 7000)
	data[bytes.Index(data, []byte{0xFF, 0xC0})+1] = 0xC2 // its coefficients alone would take 600 MB
	data[bytes.Index(data, []byte{0xFF, 0xC2})+11] = 0x11
	if _, err := sanitize(t, data); !errors.Is(err, fault.Invalid("picture-too-large")) {
		t.Error(err)
	}
}

func TestOnlyPixelsAreKept(t *testing.T) {
	t.Parallel()
	const script = "<script>alert('shanmen')</script>"
	plain := asJPEG(t, photo(300, 200, 1))
	withText := asPNG(t, photo(300, 200, 1))
	tests := map[string][]byte{
		"EXIF":          withEXIF(plain, 1),
		"HTML appended": append(bytes.Clone(plain), script...),
		"HTML in a comment": append(append([]byte{0xFF, 0xD8, 0xFF, 0xFE, 0, byte(len(script) + 2)}, script...),
			plain[2:]...),
		"ZIP appended":      append(bytes.Clone(plain), "PK\x03\x04"+script...),
		"HTML behind a PNG": append(bytes.Clone(withText), script...),
	}
	for name, data := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !bytes.Contains(data, []byte("GPS")) && !bytes.Contains(data, []byte(script)) {
				t.Fatal("the upload carries nothing to lose")
			}
			got, err := sanitize(t, data)
			if err != nil {
				t.Fatal(err)
			}
			for _, secret := range []string{"GPS", "1.3521", "Exif", "script", "PK\x03\x04"} {
				if bytes.Contains(got.JPEG, []byte(secret)) {
					t.Errorf("%q survived", secret)
				}
			}
			if !bytes.HasSuffix(got.JPEG, []byte{0xFF, 0xD9}) {
				t.Error("something follows the picture")
			}
		})
	}
}

func TestPicturesAreTurnedUpright(t *testing.T) {
	t.Parallel()
	// A white picture with a black corner at the top left, stored with each EXIF orientation.
	const w, h = 48, 32
	scene := image.NewGray(image.Rect(0, 0, w, h))
	for i := range scene.Pix {
		scene.Pix[i] = 255
	}
	for y := range 12 {
		for x := range 20 {
			scene.SetGray(x, y, color.Gray{})
		}
	}
	for o := uint16(1); o <= 8; o++ {
		stored := image.NewGray(image.Rect(0, 0, w, h))
		if o >= 5 {
			stored = image.NewGray(image.Rect(0, 0, h, w))
		}
		for y := range h {
			for x := range w {
				// Where row 0 and column 0 of the stored picture are in the scene (EXIF 2.32, 4.6.5).
				sx, sy := [...]int{0, x, w - 1 - x, w - 1 - x, x, y, y, h - 1 - y, h - 1 - y}[o],
					[...]int{0, y, y, h - 1 - y, h - 1 - y, x, w - 1 - x, w - 1 - x, x}[o]
				stored.SetGray(sx, sy, scene.GrayAt(x, y))
			}
		}
		got, err := sanitize(t, withEXIF(asJPEG(t, stored), o))
		if err != nil {
			t.Fatal(err)
		}
		m, err := jpeg.Decode(bytes.NewReader(got.JPEG))
		if err != nil || got.Width != w || got.Height != h {
			t.Fatalf("orientation %d: %d × %d, %v", o, got.Width, got.Height, err)
		}
		for _, p := range []struct {
			x, y  int
			black bool
		}{{2, 2, true}, {17, 2, true}, {2, 9, true}, {24, 2, false}, {2, 16, false}, {45, 29, false}, {45, 2, false}, {2, 29, false}} {
			r, _, _, _ := m.At(p.x, p.y).RGBA()
			if (r < 0x8000) != p.black {
				t.Errorf("orientation %d: pixel %d, %d is %x", o, p.x, p.y, r)
			}
		}
	}
}

func TestOrientationIsFoundInEveryFormat(t *testing.T) {
	t.Parallel()
	pngData := asPNG(t, photo(30, 20, 1))
	body := append([]byte("eXIf"), exifBlock(6)...)
	block := binary.BigEndian.AppendUint32(nil, uint32(len(body)-4))
	block = binary.BigEndian.AppendUint32(append(block, body...), crc32.ChecksumIEEE(body))
	pngData = append(append(bytes.Clone(pngData[:33]), block...), pngData[33:]...)
	if got, err := sanitize(t, pngData); err != nil || got.Width != 20 || got.Height != 30 {
		t.Errorf("PNG: %d × %d, %v", got.Width, got.Height, err)
	}

	webpData := sample(t, "testdata/photo.lossy.webp")
	exif := exifBlock(8)
	webpData = append(binary.LittleEndian.AppendUint32(append(bytes.Clone(webpData), "EXIF"...), uint32(len(exif))), exif...)
	binary.LittleEndian.PutUint32(webpData[4:], uint32(len(webpData)-8))
	if got, err := sanitize(t, webpData); err != nil || got.Width != 100 || got.Height != 150 {
		t.Errorf("WebP: %d × %d, %v", got.Width, got.Height, err)
	}
}

func TestDamagedMetadataIsIgnored(t *testing.T) {
	t.Parallel()
	whole := exifBlock(6)
	for n := range whole {
		if o := orientation(whole[:n]); o != 1 && o != 6 {
			t.Errorf("%d bytes: orientation %d", n, o)
		}
	}
	for _, bad := range []string{"II*\x00\xFF\xFF\xFF\xFF", "XX*\x00\x08\x00\x00\x00\x01\x00", "MM\x00*\x00\x00\x00\x08\xFF\xFF"} {
		if o := orientation([]byte(bad)); o != 1 {
			t.Errorf("%q: orientation %d", bad, o)
		}
	}
	if o := orientation(exifBlock(9)); o != 1 {
		t.Errorf("orientation 9 is taken as %d", o)
	}
}

func TestColoursSurvive(t *testing.T) {
	t.Parallel()
	// Transparent parts of a PNG become white, not black.
	src := image.NewNRGBA(image.Rect(0, 0, 5200, 400))
	for y := range 400 {
		for x := range 2600 {
			src.SetNRGBA(x, y, color.NRGBA{R: 200, G: 30, B: 40, A: 255})
		}
	}
	got, err := sanitize(t, asPNG(t, src))
	if err != nil {
		t.Fatal(err)
	}
	m, err := jpeg.Decode(bytes.NewReader(got.JPEG))
	if err != nil {
		t.Fatal(err)
	}
	near := func(x, y int, want [3]int) {
		t.Helper()
		r, g, b, _ := m.At(x, y).RGBA()
		for i, v := range [3]uint32{r, g, b} {
			if d := int(v>>8) - want[i]; d < -4 || d > 4 {
				t.Errorf("pixel %d, %d is %d %d %d, want %v", x, y, r>>8, g>>8, b>>8, want)
				return
			}
		}
	}
	near(got.Width/4, got.Height/2, [3]int{200, 30, 40})
	near(got.Width*3/4, got.Height/2, [3]int{255, 255, 255})
}

func TestSimilarPicturesHaveSimilarFingerprints(t *testing.T) {
	t.Parallel()
	hash := func(data []byte) uint64 {
		t.Helper()
		img, err := sanitize(t, data)
		if err != nil {
			t.Fatal(err)
		}
		return img.DHash
	}
	original := photo(1200, 900, 7)
	base := hash(asPNG(t, original))
	small := resample(original, 400, 300)
	for name, data := range map[string][]byte{
		"as JPEG": asJPEG(t, original), "scaled to a third": asJPEG(t, small), "stretched": asPNG(t, resample(original, 700, 600)),
	} {
		if d := Distance(base, hash(data)); d > 6 {
			t.Errorf("%s: distance %d", name, d)
		}
	}
	for seed := uint32(8); seed < 28; seed++ {
		if d := Distance(base, hash(asJPEG(t, photo(600, 450, seed)))); d < 12 {
			t.Errorf("picture %d: distance %d", seed, d)
		}
	}
	if white := image.NewGray(image.Rect(0, 0, 90, 80)); hash(asPNG(t, white)) != 0 {
		t.Error("an even surface has bits")
	}
}

func TestReadErrorsAreReturned(t *testing.T) {
	t.Parallel()
	good := asJPEG(t, photo(300, 200, 1))
	half := func(err error) io.Reader {
		return io.MultiReader(bytes.NewReader(good[:len(good)/2]), iotest.ErrReader(err))
	}
	if _, err := sanitizeFrom(t.Context(), t, half(io.ErrUnexpectedEOF), ""); !errors.Is(err, fault.Invalid("upload-interrupted")) {
		t.Errorf("client gone: %v", err)
	}
	if _, err := sanitizeFrom(t.Context(), t, half(&http.MaxBytesError{Limit: 1}), ""); !errors.Is(err, fault.Invalid("file-too-large")) {
		t.Errorf("body limit: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, data := range [][]byte{good, sample(t, "heif/testdata/gray.heic")} {
		if _, err := sanitizeFrom(ctx, t, bytes.NewReader(data), ""); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	}
	// A refused file is not read to its end.
	rest := strings.NewReader("%PDF-1.7" + strings.Repeat(" ", 1<<20))
	if _, err := sanitizeFrom(t.Context(), t, rest, ""); err == nil || rest.Len() < 1<<19 {
		t.Errorf("%v; %d bytes left", err, rest.Len())
	}
}

func BenchmarkSanitize12Megapixels(b *testing.B) {
	data := asJPEG(b, photo(4000, 3000, 1))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := sanitize(b, data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSanitizeScreenshot(b *testing.B) {
	data := asPNG(b, photo(1170, 2532, 1))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := sanitize(b, data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSanitizeHEIC(b *testing.B) {
	data := sample(b, "heif/testdata/colour.heic")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := sanitize(b, data); err != nil {
			b.Fatal(err)
		}
	}
}
