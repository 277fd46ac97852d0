package share

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/admission"
	"shanmen/internal/testkit/together"
)

func open(t testing.TB) *Painter {
	t.Helper()
	p, err := Open(nil, admission.New(clock.Real{}, 0).Gate(admission.Papers))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var samples = map[string]Card{
	"home-en":  {Locale: locale.EN, Temple: "Qing Lian Temple", ChineseName: "清莲寺", Title: "Light a lamp. Keep a name in prayer.", Lines: []string{"18 Lotus Hill Road, Singapore 108018"}},
	"home-zh":  {Locale: locale.ZH, Temple: "清莲寺", ChineseName: "清莲寺", Title: "点一盏灯，把名字留在祈愿里。", Lines: []string{"新加坡莲山路18号，邮编108018"}},
	"event-en": {Locale: locale.EN, Temple: "Qing Lian Temple", ChineseName: "清莲寺", Eyebrow: "Events", Title: "Full moon chanting", Lines: []string{"9:30 am, Main Hall"}, Day: &Day{"November 2026", "24", "Tuesday", "十月十六"}},
	"event-zh": {Locale: locale.ZH, Temple: "清莲寺", ChineseName: "清莲寺", Eyebrow: "活动", Title: "农历新年：头炷香", Lines: []string{"上午7时30分 · 大殿"}, Day: &Day{"2027年2月", "6", "星期六", "正月初一"}},
	"lamp-en":  {Locale: locale.EN, Temple: "Qing Lian Temple", ChineseName: "清莲寺", Eyebrow: "Blessing services", Title: "Light a lamp", Lines: []string{"点灯"}, Price: "From S$28", Art: "lamp"},
	"lamp-zh":  {Locale: locale.ZH, Temple: "清莲寺", ChineseName: "清莲寺", Eyebrow: "祈福服务", Title: "光明灯", Price: "S$28 起", Art: "tablet"},
	"full-en":  {Locale: locale.EN, Temple: "Qing Lian Temple", ChineseName: "清莲寺", Eyebrow: "Blessing services", Title: "Winter solstice prayer for ancestors and all the departed of the family", Lines: []string{"冬至祭祖", "At the Lotus Hall, with a vegetarian lunch for all who come from far away"}, Price: "From S$50", Art: "tablet"},
	"long-en":  {Locale: locale.EN, Temple: "Qing Lian Temple", ChineseName: "清莲寺", Eyebrow: "About the temple", Title: "The history of the temple from its first days on Lotus Hill, its abbots, and what the neighbours remember of the great flood of 1954 and the years that followed it"},
	"long-zh":  {Locale: locale.ZH, Temple: "清莲寺", ChineseName: "清莲寺", Eyebrow: "关于本寺", Title: "本寺自莲山开山以来的历史、历代住持，以及街坊邻里对一九五四年大水与其后岁月的共同回忆，并附录历年修缮功德芳名与碑记全文，谨供十方信众参阅"},
}

func TestSharePicturesAreDrawn(t *testing.T) {
	t.Parallel()
	p, other := open(t), open(t)
	for name, c := range samples {
		b, err := p.Picture(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if dir := os.Getenv("PICTURES"); dir != "" { // for looking at them
			if err := os.WriteFile(filepath.Join(dir, name+".png"), b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		m, err := png.Decode(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if d := m.Bounds(); d.Dx() != Width || d.Dy() != Height {
			t.Errorf("%s: %v", name, d)
		}
		if len(b) > 300_000 { // some chat apps show no picture above that size
			t.Errorf("%s: %d bytes", name, len(b))
		}
		ground, err := p.ground("scene")
		if err != nil {
			t.Fatal(err)
		}
		for y := int(footer); y < Height; y++ { // no text overlaps the border pattern
			for x := range int(textEnd) {
				got, want := color.RGBAModel.Convert(m.At(x, y)), ground.Image.RGBAAt(x, y)
				if got != want {
					t.Fatalf("%s: %v at %d, %d", name, got, x, y)
				}
			}
		}
		if name == "event-zh" {
			again, err := other.Picture(t.Context(), c)
			if err != nil || !bytes.Equal(b, again) {
				t.Errorf("%s: the same card gives another picture (%v)", name, err)
			}
		}
	}
}

func TestSharePictureTextFits(t *testing.T) {
	t.Parallel()
	f, err := openFaces()
	if err != nil {
		t.Fatal(err)
	}
	en, zh := &writer{faces: f, locale: locale.EN}, &writer{faces: f, locale: locale.ZH}
	t.Run("a long title shrinks, then is cut with dots", func(t *testing.T) {
		short, large := en.fit("Full moon", titleSizes, textWide, titleLines)
		middle, smaller := en.fit("Winter solstice prayer for ancestors, with vegetarian lunch in the courtyard", titleSizes, textWide, titleLines)
		long, smallest := en.fit(strings.Repeat("a very long title ", 20), titleSizes, textWide, titleLines)
		if len(short) != 1 || large != titleSizes[0] || len(middle) > titleLines || !(smaller < large) || strings.Contains(strings.Join(middle, ""), "…") {
			t.Errorf("%q %v, %q %v", short, large, middle, smaller)
		}
		if len(long) != titleLines || smallest != titleSizes[len(titleSizes)-1] || !strings.HasSuffix(long[2], "…") {
			t.Errorf("%q %v", long, smallest)
		}
	})
	t.Run("no line is too long", func(t *testing.T) {
		for _, text := range []string{strings.Repeat("慈悲", 40), strings.Repeat("compassion ", 12), strings.Repeat("x", 90), "法会 2026 Vesak 浴佛节"} {
			for _, w := range []*writer{en, zh} {
				lines, size := w.fit(text, titleSizes, textWide, titleLines)
				for _, l := range lines {
					if w.width(l, size) > textWide {
						t.Errorf("%q is %.0f wide", l, w.width(l, size))
					}
				}
			}
		}
	})
	t.Run("Chinese breaks anywhere but at punctuation", func(t *testing.T) {
		for _, l := range zh.wrap("一切众生，皆有佛性；若人发心：“愿生西方”，即得往生。", 60, 190) {
			if first := []rune(l)[0]; strings.ContainsRune("，。；：”", first) {
				t.Errorf("a line begins with %q", string(first))
			}
			if last := []rune(l); last[len(last)-1] == '“' {
				t.Error("a line ends with an opening mark")
			}
		}
	})
	t.Run("characters without a glyph are left out", func(t *testing.T) {
		if got := zh.shown("清\U0001F64F莲\u200b\x00  寺\U000F0000"); got != "清莲 寺" {
			t.Errorf("%q", got)
		}
		if got := zh.shown("𫍽𬭎"); got != "𫍽𬭎" { // rare, but in the font
			t.Errorf("%q", got)
		}
		if _, err := open(t).Picture(t.Context(), Card{Locale: locale.EN, Title: "\U0001F64F\U0001F64F"}); err != nil {
			t.Error(err)
		}
	})
}

// watched counts how often an icon file is opened.
type watched struct {
	fs.FS
	opened atomic.Int64
}

func (w *watched) Open(name string) (fs.File, error) {
	w.opened.Add(1)
	return w.FS.Open(name)
}

func TestAPictureIsDrawnOnce(t *testing.T) {
	t.Parallel()
	p := open(t)
	art := &watched{FS: p.files}
	p.files = art
	together.AtOnce(12, func(int) {
		if _, err := p.Picture(t.Context(), samples["event-en"]); err != nil {
			t.Error(err)
		}
	})
	if len(p.order) != 1 {
		t.Errorf("%d pictures are kept", len(p.order))
	}
	if _, err := p.Picture(t.Context(), samples["lamp-en"]); err != nil {
		t.Fatal(err)
	}
	before := art.opened.Load()
	if _, err := p.Picture(t.Context(), Card{Locale: locale.EN, Title: "Another", Art: "lamp"}); err != nil {
		t.Fatal(err)
	}
	if read := art.opened.Load() - before; read > 1 { // whether there is such an icon
		t.Errorf("the ground was drawn again (%d)", read)
	}
}

func TestAnUnknownDrawingFallsBackToTheLamp(t *testing.T) {
	t.Parallel()
	p := open(t)
	lamp, err := p.ground("lamp")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"none", "../../package", "/etc/passwd"} {
		g, err := p.ground(name)
		if err != nil || !bytes.Equal(g.Image.Pix, lamp.Image.Pix) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheSharePictureCacheIsBounded(t *testing.T) {
	t.Parallel()
	p := open(t)
	for i := range 10 {
		p.keep(fmt.Sprint(i), make([]byte, keepBytes/4))
	}
	if p.bytes > keepBytes || len(p.kept) != 4 || p.find("9") == nil || p.find("0") != nil {
		t.Errorf("%d bytes, %d pictures", p.bytes, len(p.kept))
	}
}

func TestACancelledRequestStopsWaiting(t *testing.T) {
	t.Parallel()
	p := open(t)
	var leave []func()
	for range p.gate.Limit().Running { // all slots are taken
		one, err := p.gate.Enter(t.Context(), admission.Work{})
		if err != nil {
			t.Fatal(err)
		}
		leave = append(leave, one)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Picture(ctx, samples["home-en"]); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if len(p.kept) != 0 {
		t.Error("more pictures are drawn at once than there are places")
	}
	for _, one := range leave {
		one()
	}
	if b, err := p.Picture(t.Context(), samples["home-en"]); err != nil || len(b) == 0 { // it went on
		t.Error(err)
	}
}

func TestThePictureVersionFollowsItsContent(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for name, c := range samples {
		v := c.Version()
		if seen[v] != "" || len(v) != 12 || v != c.Version() {
			t.Errorf("%s: %s, as %q", name, v, seen[v])
		}
		seen[v] = name
	}
	c := samples["event-en"]
	c.Day = &Day{"November 2026", "24", "Tuesday", "十月十七"}
	if c.Version() == samples["event-en"].Version() {
		t.Error("another day, the same version")
	}
}
