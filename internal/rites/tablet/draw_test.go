package tablet

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ledongthuc/pdf"
)

func layoutOf(sheet, ground string) Layout {
	return Layout{Sheet: sheet, Script: Traditional, Ground: ground, Title: "冬至祭祖", Author: "清蓮寺", Created: time.Date(2026, 12, 17, 9, 14, 0, 0, time.UTC)}
}

func names(list ...string) (out []Person) {
	for _, n := range list {
		out = append(out, Person{Name: n})
	}
	return out
}

// samples are one of each kind, with difficult names.
var samples = []Piece{
	{Text: Text{Kind: Ancestors, Surname: "欧阳", Dedicators: names("欧阳文辉", "欧阳嘉欣", "欧阳俊杰", "郑雅雯", "Mary Ouyang", "欧阳𠮷安")}, Note: "冬至祭祖 2026 · 0043 · r1 · B-03-12"},
	{Text: Text{Kind: Departed, People: []Person{{Name: "陈𠮷䶮", Honorific: "先父"}, {Name: "葛\U000e0100城\u200d", Honorific: "先母"}}, Dedicators: names("José\u200d Álvarez")}, Note: "0044"},
	{Text: Text{Kind: Departed, People: []Person{{Name: "约翰·史密斯（法名净慧）", Honorific: "先夫"}}, Dedicators: names("黄慧心")}, Note: "0045"},
	{Text: Text{Kind: Living, People: names("林国华", "陈美玲", "林嘉欣", "林俊")}, Note: "0317"},
	{Text: Text{Kind: Creditors, Dedicators: names("林嘉欣")}, Note: "0318"},
	{Text: Text{Kind: Infant, Surname: "陈", Dedicators: []Person{{Name: "陈家豪", Relation: "父"}, {Name: "许佳颖", Relation: "母"}}}, Note: "0319"},
	{Text: Text{Kind: Departed, People: []Person{{Name: "黄𤦹英", Honorific: "先母"}}, Dedicators: names("郭明德", "郭静宜")}, Note: "0320"},
}

func drawn(t testing.TB, l Layout, pieces []Piece) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Draw(t.Context(), &b, l, pieces, func(int) {}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func extracted(t *testing.T, file []byte) string {
	t.Helper()
	doc, err := pdf.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := 1; n <= doc.NumPage(); n++ {
		for _, x := range doc.Page(n).Content().Text {
			if x.S != "\uFFFD" && x.S != "\n" {
				b.WriteString(x.S)
			}
		}
	}
	return b.String()
}

// Text copied from the PDF is what was typed, in reading order: rare characters, and brackets that were drawn in
// another form. Variation selectors and joiners are stored only.
func TestExtractedTextIsThePrintText(t *testing.T) {
	want := "佛力超薦欧阳門堂上歷代祖先往生蓮位陽上欧阳文辉欧阳嘉欣欧阳俊杰郑雅雯Mary Ouyang欧阳𠮷安叩薦冬至祭祖 2026 · 0043 · r1 · B-03-12" +
		"佛力超薦先父陈𠮷䶮先母葛城往生蓮位陽上José Álvarez叩薦0044" +
		"佛力超薦先夫约翰·史密斯（法名净慧）往生蓮位陽上黄慧心敬薦0045" +
		"佛光注照林国华陈美玲林嘉欣林俊消災延生祿位0317" +
		"佛力超薦累劫冤親債主往生蓮位陽上林嘉欣敬薦0318" +
		"佛力超薦陈門嬰靈往生蓮位陽上父陈家豪母许佳颖敬薦0319" +
		"佛力超薦先母黄英往生蓮位陽上郭明德郭静宜叩薦0320 · U+249B9"
	for _, sheet := range []string{"A4-1", "A4-2", "A4-5"} {
		if got := extracted(t, drawn(t, layoutOf(sheet, Full), samples)); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", sheet, got, want)
		}
	}
}

func TestPaperHasNamesOnly(t *testing.T) {
	got := extracted(t, drawn(t, layoutOf("A4-2", Paper), samples[1:2]))
	if want := "先父陈𠮷䶮先母葛城José Álvarez0044"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestDrawingIsDeterministic(t *testing.T) {
	for _, ground := range []string{Paper, Frame, Full} {
		if !bytes.Equal(drawn(t, layoutOf("A4-5", ground), samples), drawn(t, layoutOf("A4-5", ground), samples)) {
			t.Errorf("%s differs", ground)
		}
	}
}

func TestDrawingSheetsReportsErrors(t *testing.T) {
	long := Piece{Text: Text{Kind: Departed, People: names(strings.Repeat("Balasubramaniam ", 8))}}
	t.Run("ErrDoesNotFit", func(t *testing.T) {
		var b bytes.Buffer
		if err := Draw(t.Context(), &b, layoutOf("A4-10", Frame), []Piece{samples[4], long}, func(int) {}); !errors.Is(err, ErrDoesNotFit) || bytes.HasSuffix(b.Bytes(), []byte("%%EOF\n")) {
			t.Errorf("%v, %d bytes", err, b.Len())
		}
	})
	t.Run("ErrLayout", func(t *testing.T) {
		for _, l := range []Layout{{}, {Sheet: "A4-2", Ground: Full}, {Sheet: "A4-2", Script: Simplified}, {Sheet: "A4-3", Script: Simplified, Ground: Full}} {
			if err := Draw(t.Context(), &bytes.Buffer{}, l, nil, func(int) {}); !errors.Is(err, ErrLayout) {
				t.Errorf("%+v: %v", l, err)
			}
		}
	})
	t.Run("progress and cancel", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var b bytes.Buffer
		var told []int
		err := Draw(ctx, &b, layoutOf("A4-2", Frame), samples, func(n int) {
			if told = append(told, n); n == 2 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) || bytes.HasSuffix(b.Bytes(), []byte("%%EOF\n")) || !slices.Equal(told, []int{1, 2}) {
			t.Errorf("%v, %d bytes, told %v", err, b.Len(), told)
		}
	})
	t.Run("sheets", func(t *testing.T) {
		at, n, err := layoutOf("A4-2", Full).Places(make([]Piece, 7))
		if n != 4 || err != nil || at[0] != (Place{1, 1}) || at[6] != (Place{4, 1}) {
			t.Errorf("%d, %v, %v", n, at, err)
		}
	})
}

func TestPrintTextsGetWarningMarks(t *testing.T) {
	marks, err := Check(layoutOf("A4-2", Full), Text{Kind: Departed,
		People:     []Person{{Name: "陈𠮷䶮"}, {Name: "黄𤦹\ue000英", Honorific: "先母"}},
		Dedicators: names("陈𠮷䶮", "\u05d0")})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range marks {
		got = append(got, m.Code+m.Char+m.Other)
	}
	want := []string{"living-and-departed", "look-alike䶮龑", "look-alike𠮷吉", "no-glyph\u05d0", "no-glyph𤦹", "no-honorific", "private-use\ue000", "rare䶮", "rare𠮷"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Any text is drawn or refused.
func FuzzDraw(f *testing.F) {
	for _, s := range []string{"", "陈", "\u202eabc", "e\u0301\u0301\u0301", "\x00\x01", "שלום", "𠮷\ufe0f", strings.Repeat("长", 500), "·", " \u3000 ", "A1", "\u0301", "\xff"} {
		f.Add(s, "先父", 1)
	}
	f.Fuzz(func(t *testing.T, name, honorific string, many int) {
		many = min(max(many, 0), 60)
		for _, k := range []string{Departed, Living, Ancestors, "unknown"} {
			text := Text{Kind: k, Surname: name, Dates: []string{honorific}}
			for range many {
				text.People = append(text.People, Person{Name: name, Honorific: honorific, After: name})
				text.Dedicators = append(text.Dedicators, Person{Name: name, Relation: honorific})
			}
			l := layoutOf("A4-10", Paper)
			marks, err := Check(l, text)
			if err != nil {
				t.Fatal(err)
			}
			fits := !slices.ContainsFunc(marks, func(m Mark) bool { return m.Code == "does-not-fit" })
			var b bytes.Buffer
			err = Draw(t.Context(), &b, l, []Piece{{Text: text, Note: name}}, func(int) {})
			if fits != (err == nil) || !fits && !errors.Is(err, ErrDoesNotFit) {
				t.Fatalf("%q: fits %v, %v", name, fits, err)
			}
			if !utf8.Valid([]byte(clean(name))) {
				t.Fatalf("%q", name)
			}
		}
	})
}

// PICTURES=/tmp go test -run Pictures ./internal/rites/tablet writes each kind of sheet, for viewing.
func TestWriteSamplePicturesOfSheets(t *testing.T) {
	folder := os.Getenv("PICTURES")
	if folder == "" {
		folder = t.TempDir()
	}
	for _, sheet := range []string{"A4-1", "A4-2", "A4-5", "A4-10"} {
		pieces := samples
		if sheet == "A4-10" {
			pieces = slices.Repeat(samples[4:5], 10)
		}
		file := drawn(t, layoutOf(sheet, Full), pieces)
		if err := os.WriteFile(filepath.Join(folder, "tablets-"+sheet+".pdf"), file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// counter is a writer that only counts bytes.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func BenchmarkDraw5000(b *testing.B) {
	for _, ground := range []string{Paper, Full} {
		b.Run(ground, func(b *testing.B) {
			pieces := slices.Repeat(samples[:4], 1250)
			for b.Loop() {
				var peak uint64
				n := 0
				var out counter
				seen := func() {
					var s runtime.MemStats
					runtime.ReadMemStats(&s)
					peak = max(peak, s.Sys-s.HeapReleased)
				}
				if err := Draw(b.Context(), &out, layoutOf("A4-2", ground), pieces, func(int) {
					if n++; n%100 == 0 {
						seen()
					}
				}); err != nil {
					b.Fatal(err)
				}
				seen()
				b.ReportMetric(float64(peak)/1e6, "peak-MB")
				b.ReportMetric(float64(out)/1e6, "file-MB")
			}
		})
	}
}
