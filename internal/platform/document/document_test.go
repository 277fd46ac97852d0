package document

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/ledongthuc/pdf"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/admission"
)

var update = flag.Bool("update", false, "write the golden files of extracted text anew")

// printer is shared, as in the program: the font is loaded once.
var printer = func() *Printer {
	m, err := locale.Load()
	if err != nil {
		panic(err)
	}
	return NewPrinter(m, admission.New(clock.Real{}, 0).Gate(admission.Papers))
}()

func sample(language Language) Receipt {
	return Receipt{
		Kind: OfficialReceipt, Number: "OR-2026-000098", InvoiceNumber: "INV-2026-000123",
		IssuedAt:      time.Date(2026, 11, 20, 17, 30, 0, 0, time.UTC), // already the 21st in Singapore
		TransferredAt: time.Date(2026, 11, 18, 4, 0, 0, 0, time.UTC),
		Language:      language,
		Temple: Temple{
			Name: "Qing Lian Temple", ChineseName: "清莲寺", UEN: "T08SS0001L", Phone: "6000 0000",
			Address: locale.Text{EN: "18 Lotus Hill Road, Singapore 108018", ZH: "新加坡莲花山路18号，邮区108018"},
		},
		Payer:  Payer{Name: "Tan Mei Ling", ChineseName: "陈𠮷䶮", Mobile: "+65 9123 4567", Email: "meiling@example.sg"},
		Method: "paynow", Reference: "TM26K7Q4X9",
		Items: []Item{
			{
				Title: locale.Text{EN: "Blessing lamp", ZH: "光明灯"}, OptionTitle: locale.Text{EN: "Family, one year", ZH: "合家灯，一年"},
				Quantity: 1, UnitPrice: 8800, Amount: 8800, Groups: []Group{{Kind: "blessing", People: []Person{{Name: "陈𠮷𠀋䶮"}, {Name: "林国华"}, {Name: "Tan Mei Ling"}}}},
				Answers: []Answer{{Label: locale.Text{EN: "Dedication", ZH: "回向文"}, Value: locale.Text{EN: "平安", ZH: "平安"}}},
			},
			{
				Title:       locale.Text{EN: "Ullambana Festival tablet for ancestors of all generations", ZH: "盂兰盆法会历代祖先往生莲位"},
				OptionTitle: locale.Text{EN: "Large tablet", ZH: "大牌位"},
				Quantity:    2, UnitPrice: 60025, Amount: 120050, Groups: []Group{
					{Kind: "departed", People: []Person{{Name: "陈门堂上历代祖先", Details: locale.Text{EN: "Father · died 3 Mar 2019, 正月廿七", ZH: "父亲 · 2019年3月3日（正月廿七）往生"}}}},
					{Kind: "dedicators", People: []Person{{Name: "Lim Ah Kow"}}},
				},
			},
		},
		Total: 128850, Received: 128850,
		Footer: locale.Text{EN: "Thank you. May you and your family be well.", ZH: "感恩护持，阖家平安。"},
	}
}

func blessing(names ...string) []Group {
	g := Group{Kind: "blessing"}
	for _, n := range names {
		g.People = append(g.People, Person{Name: n})
	}
	return []Group{g}
}

func namesOf(it Item) (out []string) {
	for _, g := range it.Groups {
		for _, p := range g.People {
			out = append(out, p.Name)
		}
	}
	return out
}

func render(t *testing.T, r Receipt) (file []byte, missing []rune) {
	t.Helper()
	var b bytes.Buffer
	missing, err := printer.Render(t.Context(), &b, r)
	if err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("DOCUMENT_OUT"); dir != "" {
		name := strings.ReplaceAll(t.Name(), "/", "-") + "-" + r.Number + "-" + fmt.Sprint(r.Voided) + ".pdf"
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes(), missing
}

// run is a piece of text drawn by one operator of the PDF.
type run struct {
	x, y, size float64 // points from the lower left corner
	text       string
}

// read takes the text out of a page as a reader's search and copy would. The library knows no widths of our fonts: all
// glyphs of a run stand where it begins.
func read(t *testing.T, page pdf.Page) (runs []run) {
	t.Helper()
	for _, tx := range page.Content().Text {
		if tx.S == "\uFFFD" {
			t.Error("a glyph has no text")
		}
		if last := len(runs) - 1; last >= 0 && runs[last].x == tx.X && runs[last].y == tx.Y {
			runs[last].text += tx.S
			continue
		}
		runs = append(runs, run{tx.X, tx.Y, tx.FontSize, tx.S})
	}
	return runs
}

func pagesOf(t *testing.T, file []byte) (pages [][]run) {
	t.Helper()
	doc, err := pdf.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= doc.NumPage(); n++ {
		pages = append(pages, read(t, doc.Page(n)))
	}
	return pages
}

// joined are the runs of a page, with those merged that a reader sees as one line: a second font begins where the first
// ends.
func joined(t *testing.T, runs []run) (out []run) {
	t.Helper()
	measures := mustFace(t)
	end := 0.0 // of the last run of out
	for _, r := range runs {
		if n := len(out); n > 0 && out[n-1].y == r.y && out[n-1].size == r.size && math.Abs(end-r.x) < 0.5 {
			out[n-1].text += r.text
		} else {
			out = append(out, r)
		}
		last := out[len(out)-1]
		end = last.x + measures.width(last.text, last.size)
	}
	return out
}

// extract writes each page's text from top to bottom, with a bar between the runs of a line.
func extract(t *testing.T, file []byte) (pages []string) {
	t.Helper()
	for _, runs := range pagesOf(t, file) {
		slices.SortStableFunc(runs, func(a, b run) int { return cmp.Or(cmp.Compare(b.y, a.y), cmp.Compare(a.x, b.x)) })
		runs = joined(t, runs)
		var b strings.Builder
		for i, r := range runs {
			if i > 0 && runs[i-1].y == r.y {
				b.WriteString(" | ")
			} else if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(r.text)
		}
		pages = append(pages, b.String())
	}
	return pages
}

func contains(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, w := range wants {
		if !strings.Contains(text, w) {
			t.Errorf("%q is not on the paper:\n%s", w, text)
		}
	}
}

func TestAReceiptIsDrawnInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language Language
		has, not []string
	}{
		{English, []string{"Official receipt", "21 Nov 2026", "Blessing lamp", "Total", "PayNow"}, []string{"光明灯", "正式收据", "21日"}},
		{Chinese, []string{"正式收据", "2026年11月21日", "光明灯", "合家灯，一年", "总额"}, []string{"Blessing lamp", "Official receipt", "21 Nov"}},
		{Both, []string{"Official receipt", "正式收据", "21 Nov 2026", "2026年11月21日", "Blessing lamp", "光明灯", "Total 总额"}, nil},
	} {
		t.Run(string(c.language), func(t *testing.T) {
			t.Parallel()
			file, missing := render(t, sample(c.language))
			if len(missing) != 0 {
				t.Errorf("missing %q", missing)
			}
			pages := extract(t, file)
			if len(pages) != 1 {
				t.Fatalf("%d pages", len(pages))
			}
			text := pages[0]
			contains(t, text, c.has...)
			contains(t, text, "OR-2026-000098", "INV-2026-000123", "TM26K7Q4X9", "陈𠮷𠀋䶮", "陈𠮷䶮", "林国华", "Tan Mei Ling",
				"S$1,288.50", "S$600.25", "S$88.00", "Not a tax-deductible receipt / 本收据不可用于扣税", "T08SS0001L")
			for _, n := range append(c.not, "Tax Invoice", "\uFFFD") {
				if strings.Contains(strings.ToLower(text), strings.ToLower(n)) {
					t.Errorf("%q is on the paper", n)
				}
			}
			golden(t, "receipt-"+string(c.language), pages)
		})
	}
}

func golden(t *testing.T, name string, pages []string) {
	t.Helper()
	got := strings.Join(pages, "\n\f\n") + "\n"
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the text differs from %s (run with -update and look at the change):\n%s", path, got)
	}
}

func TestFortyItemsSpanSeveralPages(t *testing.T) {
	t.Parallel()
	r := sample(Both)
	r.Items = nil
	for i := range 40 {
		it := sample(Both).Items[i%2]
		it.Title.EN = fmt.Sprintf("Offering number %02d", i+1)
		it.Groups, it.Answers = []Group{{Kind: "blessing"}}, nil
		for n := range i % 7 {
			it.Groups[0].People = append(it.Groups[0].People, Person{Name: fmt.Sprintf("陈%02d之%d号", i+1, n+1)})
		}
		r.Items = append(r.Items, it)
	}
	file, _ := render(t, r)
	pages := extract(t, file)
	if len(pages) < 4 || len(pages) > 9 {
		t.Fatalf("%d pages", len(pages))
	}
	all := strings.Join(pages, "\n")
	for _, it := range r.Items {
		contains(t, all, append(namesOf(it), it.Title.EN)...)
	}
	for n, p := range pages {
		contains(t, p, fmt.Sprintf("Page %d of %d", n+1, len(pages)), "OR-2026-000098", "Not a tax-deductible receipt")
	}
	contains(t, pages[1], "continued 续页", "Amount 金额")
	contains(t, pages[len(pages)-1], "Total 总额")
}

func TestNamesArePrintedWhole(t *testing.T) {
	t.Parallel()
	chinese := strings.Repeat("欧阳𠮷䶮诸葛孔明司马", 6)                              // 60 characters
	latin := "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis" // 60, one word
	r := sample(English)
	r.Payer = Payer{Name: chinese, ChineseName: latin}
	r.Items[0].Groups = blessing(chinese, latin, "林国华")
	for i := range 300 {
		r.Items[1].Groups[0].People = append(r.Items[1].Groups[0].People, Person{Name: fmt.Sprintf("Devotee %03d", i)})
	}
	file, _ := render(t, r)
	text := strings.Join(extract(t, file), "\n")
	flat := strings.NewReplacer("\n", "", " | ", "").Replace(text)
	for _, w := range []string{chinese, latin} {
		if !strings.Contains(flat, w) {
			t.Errorf("%q was cut:\n%s", w, text)
		}
	}
	contains(t, text, namesOf(r.Items[1])...)
	contains(t, text, "Ullambana Festival tablet for ancestors of all generations · continued")
	f := mustFace(t)
	for _, runs := range pagesOf(t, file) {
		for _, r := range joined(t, runs) {
			if end := r.x + f.width(r.text, r.size); r.x < left-0.1 || end > right+0.1 || r.y < 40 {
				t.Errorf("%q runs out of the frame: from %.1f to %.1f", r.text, r.x, end)
			}
		}
	}
}

func TestCharactersWithoutAGlyphBecomeBoxes(t *testing.T) {
	t.Parallel()
	r := sample(Both)
	r.Items[0].Groups = blessing("陈\U00031350明", "👨\u200d👩\u200d👧 Tan", "مريم", "\xff\xfe", "❤\ufe0f")
	file, missing := render(t, r)
	for _, c := range []rune{0x31350, '👨', '👩', '👧', 'م', 0xFFFD} {
		if !slices.Contains(missing, c) {
			t.Errorf("%U is not reported in %U", c, missing)
		}
	}
	if !slices.IsSorted(missing) || slices.Contains(missing, 0x200d) || slices.Contains(missing, 0xfe0f) {
		t.Errorf("missing %U", missing)
	}
	contains(t, extract(t, file)[0], "陈", "明", "Tan")
}

func TestControlCharactersAreDropped(t *testing.T) {
	t.Parallel()
	r := sample(English)
	r.Payer.Name = "Tan \u202eA\x00h\u200b K\u2066o\u2069w\ufeff\r\nLim"
	r.Items[0].Groups = blessing("\u202e\u200b", "林\u3164国华\U000e0101")
	file, missing := render(t, r)
	if len(missing) != 0 {
		t.Errorf("missing %U", missing)
	}
	text := extract(t, file)[0]
	contains(t, text, "Tan Ah Kow  Lim", "林国华", "Blessing for")
}

func TestAVoidedDocumentIsMarkedOnEveryPage(t *testing.T) {
	t.Parallel()
	r := sample(Both)
	r.Voided, r.VoidReason = true, "recorded twice 重复入账"
	for range 20 {
		r.Items = append(r.Items, r.Items[1])
	}
	file, _ := render(t, r)
	pages := extract(t, file)
	for _, p := range pages {
		contains(t, p, "VOID", "作废")
	}
	contains(t, pages[0], "This document is void.", "本单据已作废。", "recorded twice 重复入账")
	file, _ = render(t, sample(Both))
	if text := strings.Join(extract(t, file), "\n"); strings.Contains(text, "作废") || strings.Contains(text, "recorded twice") {
		t.Error("a valid paper shows a void mark")
	}
}

func TestRenderingIsDeterministic(t *testing.T) {
	t.Parallel()
	a, _ := render(t, sample(Both))
	b, _ := render(t, sample(Both))
	if !bytes.Equal(a, b) {
		t.Error("two files of one receipt differ")
	}
	if len(a) > 200_000 {
		t.Errorf("%d bytes: the whole font is in the file", len(a))
	}
	if !bytes.Contains(a, []byte("/CreationDate (D:20261121013000+08'00')")) || !bytes.Contains(a, []byte("/Lang (en-SG)")) {
		t.Error("date or language of the file is wrong")
	}
}

func TestTheFontIsReadWithoutCopying(t *testing.T) {
	t.Parallel()
	face, err := wenkaiTypeface()
	if err != nil {
		t.Fatal(err)
	}
	if len(face.data) != len(wenkai) || unsafe.SliceData(face.data) != unsafe.StringData(wenkai) {
		t.Error("the font was copied from the program to the heap")
	}
	if _, err := parseTypeface([]byte("not a font")); err == nil {
		t.Error("a damaged font was read")
	}
}

func TestRenderingRefusesUnknownDocuments(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Receipt){
		"ErrKind":     func(r *Receipt) { r.Kind = "tax invoice" },
		"ErrLanguage": func(r *Receipt) { r.Language = "fr" },
	} {
		t.Run(name, func(t *testing.T) {
			r := sample(Both)
			change(&r)
			var b bytes.Buffer
			if _, err := printer.Render(t.Context(), &b, r); err == nil || b.Len() > 0 {
				t.Errorf("err %v, %d bytes", err, b.Len())
			}
		})
	}
}

func TestEveryDocumentTextIsInBothLanguages(t *testing.T) {
	t.Parallel()
	for _, l := range []Language{English, Chinese, Both} {
		for _, kind := range []Kind{Invoice, OfficialReceipt} {
			r := sample(l)
			r.Kind, r.Voided, r.VoidReason, r.Received = kind, true, "x", 1
			file, _ := render(t, r)
			if text := strings.Join(extract(t, file), "\n"); strings.Contains(text, "document.") {
				t.Errorf("%s %s: a message is missing:\n%s", kind, l, text)
			}
		}
	}
}

func TestAnAlmostEmptyReceiptIsRendered(t *testing.T) {
	t.Parallel()
	file, missing := render(t, Receipt{Kind: Invoice, Language: Both, Items: []Item{{}}})
	if len(missing) != 0 || len(extract(t, file)) != 1 {
		t.Errorf("missing %q", missing)
	}
}

func BenchmarkRender(b *testing.B) {
	r := sample(Both)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		r.Number = fmt.Sprint("OR-2026-", n) // each is another document: the cache keeps the last ones
		if _, err := printer.Render(b.Context(), &bytes.Buffer{}, r); err != nil {
			b.Fatal(err)
		}
	}
}

func TestLatinTextUsesTheSitesFonts(t *testing.T) {
	t.Parallel()
	f := mustFace(t)
	for _, c := range []struct {
		text string
		size float64
		want []string // family and text
	}{
		{"Official receipt", 22, []string{serifFamily, "Official receipt"}},
		{"Blessing lamp", 11, []string{sansFamily, "Blessing lamp"}},
		{"陈美玲 Tan Mei Ling", 11, []string{family, "陈美玲", sansFamily, " Tan Mei Ling"}},
		{"2026年11月21日", 10, []string{sansFamily, "2026", family, "年", sansFamily, "11", family, "月", sansFamily, "21", family, "日"}},
		{"the family’s", 11, []string{sansFamily, "the family’s"}},
		{"他说“平安”。", 11, []string{family, "他说“平安”。"}},
		{"Nguyễn", 11, []string{sansFamily, "Nguy", family, "ễ", sansFamily, "n"}},
	} {
		var got []string
		for _, run := range f.stretches(c.text, c.size) {
			got = append(got, run.face.family, run.text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s at %g: %q", c.text, c.size, got)
		}
	}
}

func TestAReceiptCopyIsMarkedAndNamesTheClerk(t *testing.T) {
	t.Parallel()
	for _, language := range []Language{English, Chinese, Both} {
		r := sample(language)
		file, _ := render(t, r)
		if text := extract(t, file)[0]; strings.Contains(text, "Copy") || strings.Contains(text, "副本") {
			t.Errorf("%s: the receipt itself is called a copy", language)
		}
		r.Copy, r.Clerk = true, "Lim Siew Ngoh"
		file, _ = render(t, r)
		pages := extract(t, file)
		contains(t, pages[0], "副本 Copy", "Lim Siew Ngoh")
		if len(pages) != 1 {
			t.Errorf("%s: %d pages", language, len(pages))
		}
	}
}
