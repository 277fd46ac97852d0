package document

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

func mustFace(t testing.TB) *face {
	t.Helper()
	font, err := wenkaiTypeface()
	if err != nil {
		t.Fatal(err)
	}
	f, err := font.paperFace()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestCombiningMarksAreComposed(t *testing.T) {
	t.Parallel()
	f := mustFace(t)
	for in, want := range map[string]string{
		"Lu\u0308 Jose\u0301": "Lü José",
		"\uf9dc":              "\uf9dc", // a compatibility ideograph of a family name is unchanged
		"n\u0303\u0301":       "ñ\u0301",
		"\u0301":              "\u0301",
	} {
		if got := f.clean(in); got != want {
			t.Errorf("clean(%+q) = %+q, want %+q", in, got, want)
		}
	}
}

func TestTextIsWrapped(t *testing.T) {
	t.Parallel()
	f := mustFace(t)
	for _, c := range []struct {
		name, in string
		limit    float64
		want     []string
	}{
		{"nothing", " \u200b ", 100, nil},
		{"at spaces", "Tan Ah Kow", 40, []string{"Tan Ah", "Kow"}},
		{"between ideographs", "一二三四五", 30, []string{"一二三", "四五"}},
		{"a full stop never starts a line", "一二三。四", 30, []string{"一二", "三。四"}},
		{"a bracket never ends a line", "一二（三）", 30, []string{"一二", "（三）"}},
		{"a long word breaks anywhere", "AAAAAAAA", 20, []string{"AAA", "AAA", "AA"}},
		{"narrower than a character", "一二", 3, []string{"一", "二"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := f.wrap(c.in, 10, c.limit); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// FuzzNames: for any name the document is made, and wrapping loses no character.
func FuzzNames(f *testing.F) {
	for _, s := range []string{
		"陈𠮷𠀋䶮", "a\u0301\u0301\u0301", "\u202e\x00\xff", "👨\u200d👩\u200d👧", strings.Repeat("（", 300), "\u0301（\u0301 \u00a0、",
		strings.Repeat("A ", 200), "%PDF-1.7 endobj\nstartxref\n", "(\\)<FEFF>", "مريم", "สมชาย",
	} {
		f.Add(s)
	}
	face := mustFace(f)
	solid := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	f.Fuzz(func(t *testing.T, name string) {
		if got, want := solid(strings.Join(face.wrap(name, 11, 90), "")), solid(face.clean(name)); got != want {
			t.Errorf("wrapping %+q lost characters: %+q", want, got)
		}
		r := sample(Both)
		r.Number, r.Payer.Name, r.Items[0].Title.EN, r.Items[0].Groups, r.Temple.Name, r.VoidReason = name, name, name, blessing(name, name), name, name
		r.Voided = true
		if _, err := printer.Render(t.Context(), &bytes.Buffer{}, r); err != nil {
			t.Errorf("%+q: %v", name, err)
		}
	})
}

func TestASharedGlyphMapsToTheLowerCharacter(t *testing.T) {
	t.Parallel()
	r := sample(English)
	r.Temple.Name = "Qing\u2011Lian" // drawn before any plain hyphen
	file, _ := render(t, r)
	contains(t, extract(t, file)[0], "Qing-Lian", "OR-2026-000098")
}

// A part of a font draws its glyphs as the whole does, also those that are made of others, and no other.
func TestAPartOfAFontDrawsAsTheWhole(t *testing.T) {
	t.Parallel()
	whole := mustFace(t)
	for _, by := range []*face{whole, whole.serif, whole.sans} {
		used := glyphs{}
		for _, c := range "Aéñü·陈𠮷䶮" {
			if g := by.glyph(c); g != 0 {
				used[g] = c
			}
		}
		parsed, err := sfnt.Parse(part(by.data, used))
		if err != nil {
			t.Fatal(by.family, err)
		}
		other := by.glyph('z')
		for g := range used {
			want, err := by.parsed.LoadGlyph(nil, g, fixed.I(em), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := parsed.LoadGlyph(nil, g, fixed.I(em), nil); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %c is drawn otherwise: %v", by.family, used[g], err)
			}
		}
		if got, err := parsed.LoadGlyph(nil, other, fixed.I(em), nil); err != nil || len(got) > 0 {
			t.Errorf("%s: z is in the part: %v", by.family, err)
		}
	}
}
