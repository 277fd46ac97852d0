package tablet

import (
	"bytes"
	"image"
	"image/color"
	"image/color/palette"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"shanmen/internal/platform/document"
	"shanmen/internal/testkit/raster"
)

const (
	goldenDPI  = 100
	mostDiffer = 0.002 // of all pixels
)

// goldenPages are twelve pages: each kind of sheet, background, colour and script.
func goldenPages(t *testing.T) map[string][]byte {
	with := func(sheet, ground string, change func(*Layout)) Layout {
		l := layoutOf(sheet, ground)
		l.Head = "清蓮寺 · 冬至祭祖法會 · 印次 12"
		change(&l)
		return l
	}
	none := func(*Layout) {}
	var living []Piece
	for _, n := range []int{1, 4} {
		living = append(living, Piece{Text: Text{Kind: Living, People: samples[3].Text.People[:n], Longevity: n == 1}, Note: "0317"})
	}
	dated := samples[1]
	dated.Text.Dates = []string{"先父歿於丙午年三月初二日"}
	pages, _ := list(t, listHeadOf, listRows(30))
	return map[string][]byte{
		"a4-1":      drawn(t, with("A4-1", Full, none), []Piece{dated}),
		"a4-2":      drawn(t, with("A4-2", Full, none), samples[:2]),
		"a4-2-red":  drawn(t, with("A4-2", Full, none), living),
		"white":     drawn(t, with("A4-2", Full, func(l *Layout) { l.Tint, l.Script = White, Simplified }), samples[4:6]),
		"paper":     drawn(t, with("A4-2", Paper, func(l *Layout) { l.Offset = [2]float64{1.5, -2} }), samples[1:3]),
		"a4-5":      drawn(t, with("A4-5", Full, none), samples[2:]),
		"a4-10":     drawn(t, with("A4-10", Frame, none), slices.Repeat(samples[4:5], 10)),
		"l7160":     drawn(t, with("L7160", Full, func(l *Layout) { l.Script, l.First = Simplified, 5 }), lamps),
		"l7651":     drawn(t, with("L7651", Frame, none), lampsOn("L7651")),
		"petition":  drawn(t, petitionLayout("A4-landscape"), []Piece{petitioner}),
		"name-list": pages,
		"grid":      grid(t, with("L7160", Full, func(l *Layout) { l.Offset = [2]float64{1, 1} })),
	}
}

func grid(t *testing.T, l Layout) []byte {
	var b bytes.Buffer
	if err := Grid(t.Context(), &b, l); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pictured is a page in few colours, as it is stored.
func pictured(t *testing.T, file []byte) *image.Paletted {
	t.Helper()
	img, err := raster.Page(file, 1, goldenDPI)
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewPaletted(img.Bounds(), palette.WebSafe)
	six := func(c uint8) int { return (int(c) + 25) / 51 }
	for i := range out.Pix {
		p := img.Pix[4*i:]
		out.Pix[i] = uint8(36*six(p[0]) + 6*six(p[1]) + six(p[2]))
	}
	return out
}

func differ(a, b *image.Paletted) float64 {
	if a.Bounds() != b.Bounds() {
		return 1
	}
	n := 0
	for i := range a.Pix {
		if a.Pix[i] != b.Pix[i] {
			n++
		}
	}
	return float64(n) / float64(len(a.Pix))
}

// UPDATE=1 go test -run PagesByPicture ./internal/rites/tablet draws them again: check what changed.
func TestPagesMatchTheirReferencePictures(t *testing.T) {
	pages := goldenPages(t)
	if len(pages) != 12 {
		t.Fatalf("%d pages", len(pages))
	}
	for name, file := range pages {
		t.Run(name, func(t *testing.T) {
			got := pictured(t, file)
			path := filepath.Join("testdata", "pages", name+".png")
			if os.Getenv("UPDATE") != "" {
				var b bytes.Buffer
				if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, got); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			stored, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer stored.Close()
			want, err := png.Decode(stored)
			if err != nil {
				t.Fatal(err)
			}
			if d := differ(got, want.(*image.Paletted)); d > mostDiffer {
				t.Errorf("%.2f %% of the pixels differ", d*100)
			}
		})
	}
}

// The comparison detects a page that is shifted by half a millimetre, and one different character.
func TestPictureComparisonDetectsSmallChanges(t *testing.T) {
	base := pictured(t, drawn(t, layoutOf("A4-2", Full), samples[:2]))
	moved := layoutOf("A4-2", Full)
	moved.Offset = [2]float64{0.5, 0}
	other := slices.Clone(samples[:2])
	other[1].Text.People = []Person{{Name: "陈吉龑", Honorific: "先父"}, other[1].Text.People[1]}
	if d := differ(base, pictured(t, drawn(t, moved, samples[:2]))); d <= mostDiffer {
		t.Errorf("moved: %.3f %%", d*100)
	}
	if d := differ(base, pictured(t, drawn(t, layoutOf("A4-2", Full), other))); d == 0 {
		t.Error("another character: no difference")
	}
}

// The corners of each frame are within 0.2 mm of their specified place, on every sheet.
func TestFrameCornersAreInPlace(t *testing.T) {
	const dpi = 300
	mm := func(x float64) float64 { return x * 25.4 / dpi }
	ink := color.RGBA{0x8c, 0x2a, 0x1c, 255}
	near := func(c color.RGBA) bool {
		d := func(a, b uint8) float64 { return math.Abs(float64(a) - float64(b)) }
		return d(c.R, ink.R)+d(c.G, ink.G)+d(c.B, ink.B) < 120
	}
	for _, s := range []string{"A4-1", "A4-2", "A4-5", "A4-10"} {
		sheet := loaded().Sheets[s]
		p := loaded().Pieces[sheet.Piece]
		l := layoutOf(s, Full)
		img, err := raster.Page(drawn(t, l, slices.Repeat(samples[4:5], len(sheet.At))), 1, dpi)
		if err != nil {
			t.Fatal(err)
		}
		// first is where, in mm, the frame's ink begins along a line of pixels.
		first := func(x, y, dx, dy int) float64 {
			for range 600 {
				if near(img.RGBAAt(x, y)) {
					if dx != 0 {
						return mm(float64(x) + float64(1-dx)/2)
					}
					return mm(float64(y) + float64(1-dy)/2)
				}
				x, y = x+dx, y+dy
			}
			return math.Inf(1)
		}
		px := func(x float64) int { return int(x * dpi / 25.4) }
		half := p.Frame.OuterLine / 2
		for i, at := range sheet.At {
			x, y := at[0]+p.Frame.Outer, at[1]+p.Frame.Outer
			right, bottom := at[0]+p.W-p.Frame.Outer, at[1]+p.H-p.Frame.Outer
			const in = 1.2 // mm from a corner along its side
			for _, c := range []struct {
				name      string
				got, want float64
			}{
				{"upper left, from the left", first(px(at[0]), px(y+in), 1, 0), x - half},
				{"upper left, from above", first(px(x+in), px(at[1]), 0, 1), y - half},
				{"upper right, from the right", first(px(at[0]+p.W)-1, px(y+in), -1, 0), right + half},
				{"upper right, from above", first(px(right-in), px(at[1]), 0, 1), y - half},
				{"lower left, from the left", first(px(at[0]), px(bottom-in), 1, 0), x - half},
				{"lower left, from below", first(px(x+in), px(at[1]+p.H)-1, 0, -1), bottom + half},
				{"lower right, from the right", first(px(at[0]+p.W)-1, px(bottom-in), -1, 0), right + half},
				{"lower right, from below", first(px(right-in), px(at[1]+p.H)-1, 0, -1), bottom + half},
			} {
				if math.Abs(c.got-c.want) > 0.2 {
					t.Errorf("%s, place %d, %s: %.2f, want %.2f", s, i+1, c.name, c.got, c.want)
				}
			}
		}
	}
}

// The office looks at a page as an SVG: each character of the file is in it, and whatever it uses.
func TestPreviewsShowEveryCharacter(t *testing.T) {
	for name, file := range goldenPages(t) {
		if name == "name-list" { // two pages, of which it would be the first
			continue
		}
		svg, err := document.SVG(file, 1, document.Box{})
		if err != nil {
			t.Fatal(err)
		}
		uses := map[string]int{}
		for _, m := range regexp.MustCompile(`<use href="#(\w+)"`).FindAllStringSubmatch(svg, -1) {
			uses[m[1]]++
		}
		glyphs := 0
		for id, n := range uses {
			if id[0] == 'F' {
				glyphs += n
			}
			if strings.Count(svg, ` id="`+id+`"`) != 1 {
				t.Errorf("%s: %s is not in the drawing once", name, id)
			}
		}
		if want := utf8.RuneCountInString(extracted(t, file)); glyphs != want {
			t.Errorf("%s: %d characters, want %d", name, glyphs, want)
		}
	}
	for name, page := range map[string]int{"ErrPage": 2, "ErrNoPDF": 0} {
		file := drawn(t, layoutOf("A4-2", Full), samples[:1])
		if page == 0 {
			file = file[:len(file)/2]
		}
		if _, err := document.SVG(file, page, document.Box{}); err == nil {
			t.Errorf("%s: it was drawn", name)
		}
	}
}

// A large run takes no more memory than a small one, and less than a minute.
func TestFiveThousandTabletsUseLittleMemory(t *testing.T) {
	pieces := slices.Repeat(samples[:4], 1250)
	var out counter
	var peak uint64
	begun := time.Now()
	err := Draw(t.Context(), &out, layoutOf("A4-2", Full), pieces, func(n int) {
		if n%100 == 0 {
			var s runtime.MemStats
			runtime.ReadMemStats(&s)
			peak = max(peak, s.HeapInuse)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v, %d MB, a file of %d kB", time.Since(begun).Round(time.Millisecond), peak/1e6, out/1e3)
	if took := time.Since(begun); took > time.Minute || peak > 300e6 {
		t.Errorf("%v and %d bytes, want a minute and 300 MB at most", took, peak)
	}
}
