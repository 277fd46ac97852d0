package tablet

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// petitionText is the text of the design's petition, with every mark and variable.
const petitionText = `伏以
/覺皇垂範　度群生於苦海　妙法弘開　濟萬類於迷津
爰有一四天下南贍部洲新加坡共和國　{templeAddress}
^{temple}　秉
/釋迦如來遺教　奉行祈福法事沙門<{abbot}>今據
{address}居住
/佛設供　消災延生　祈福迎祥　弟子<{sponsor}>暨闔家人等
是日焚香頂禮　一心拜叩
/南無消災延壽藥師琉璃光佛
/南無大慈大悲觀世音菩薩　蓮座之下　言念弟子等
{names}
惟願家門清吉　人眷咸安　災障蠲除　福壽增延
謹涓{solarDate}　恭逢
/{rite}　就於本寺{hall}　諷誦經咒
修建功德　普願存歿均霑　冤親等利　伏乞
/三寶證明　龍天護佑　凡在時中　吉祥如意　謹疏
佛曆{buddhistYear}年　歲次{lunarDate}　具疏`

func petitionLayout(sheet string) Layout {
	l := layoutOf(sheet, Full)
	l.Petition = PetitionText{Title: "消災祈福文疏", Text: petitionText, Values: map[string]string{
		"templeAddress": "蓮山路十八號", "temple": "清蓮寺", "abbot": "釋淨慧", "rite": "阿彌陀佛聖誕祈福法會", "hall": "大雄寶殿",
		"solarDate": "公元二〇二六年十二月廿五日", "buddhistYear": "二五七〇", "lunarDate": "丙午年十一月十七日"}}
	return l
}

var petitioner = Piece{Note: "彌陀聖誕 2026 · 0317 · r1", Text: Text{Kind: Petition, Sponsor: "林国华", Address: "新加坡宏茂桥十道大牌四四一号〇八之一二三", People: []Person{
	{Relation: "信士", Name: "林国华", Birth: "丙申年三月初二日", Age: "七十一"},
	{Relation: "信女", Name: "陈美玲", Birth: "庚子年七月十五日", Age: "六十七"},
	{Relation: "信女", Name: "Muthukrishnan s/o Ramasamy", Birth: "戊辰年正月初八日", Age: "三十九"},
	{Relation: "信士", Name: "林俊", Birth: "壬申年十一月廿四日", Age: "三十五"},
	{Relation: "信士", Name: "陈𠮷䶮"},
}}}

var lamps = []Piece{
	{Text: Text{Kind: Lamp, People: names("傅佳颖")}, Code: "A-12-03", Foot: "个人灯 · 丁未 2027"},
	{Text: Text{Kind: Lamp, People: names("吴䶮", "陈𠮷祥")}, Code: "A-12-04", Foot: "合家灯 · 丁未 2027"},
	{Text: Text{Kind: Lamp, People: names("黄瑞莲", "黄彩云", "黄慧心", "黄金水", "曾凤娇", "黄伟强")}, Code: "A-12-08", Foot: "莲花大灯 · 丁未 2027"},
	{Text: Text{Kind: Lamp, People: names("Siti Nurhaliza", "Ahmad Yusof")}, Code: "A-12-09", Foot: "合家灯 · 丁未 2027"},
	{Text: Text{Kind: Lamp, People: names("新加坡莲山建筑有限公司")}, Code: "A-12-12", Foot: "公司灯 · 丁未 2027"},
	{Text: Text{Kind: Lamp, People: names("林嘉欣", "Mary Tan")}, Code: "A-12-13", Foot: "合家灯 · 丁未 2027"},
	{Text: Text{Kind: Lamp, People: names("黄𤦹英")}, Code: "A-12-16", Foot: "个人灯 · 丁未 2027"},
	{Text: Text{Kind: Lamp, People: names("Muthukrishnan Balasubramaniam Ramasamy")}, Code: "A-12-17", Foot: "个人灯 · 丁未 2027"},
}

var labelSheets = []string{"L7160", "L7163", "L7159", "L7165", "L7651"}

func TestLabelsAndPetitionsMatchTheirReferencePictures(t *testing.T) {
	folder := os.Getenv("PICTURES")
	if folder == "" {
		folder = t.TempDir()
	}
	write := func(name string, l Layout, p ...Piece) {
		if err := os.WriteFile(filepath.Join(folder, name+".pdf"), drawn(t, l, p), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range labelSheets {
		l := layoutOf(s, Full)
		l.Script, l.First, l.Head = Simplified, 5, "清莲寺 · 光明灯 丁未年"
		write("labels-"+s, l, lampsOn(s)...)
	}
	for _, s := range []string{"A4-landscape", "A3-landscape"} {
		write("petition-"+s, petitionLayout(s), petitioner)
	}
	long := petitioner
	for range 12 {
		long.Text.People = append(long.Text.People, petitioner.Text.People[1])
	}
	write("petition-long", petitionLayout("A4-landscape"), long)
}

// lampsOn are lamps that a sheet has room for: a company's name and one very long word fit all but the smallest.
func lampsOn(sheet string) []Piece {
	if sheet != "L7651" {
		return lamps
	}
	return slices.DeleteFunc(slices.Clone(lamps), func(p Piece) bool { return p.Code == "A-12-12" || p.Code == "A-12-17" })
}

func TestLabelsRefuseTextThatDoesNotFit(t *testing.T) {
	l := layoutOf("L7651", Full)
	for _, p := range lamps {
		marks, err := Check(l, p.Text)
		fits := !slices.ContainsFunc(marks, func(m Mark) bool { return m.Code == "does-not-fit" })
		if err != nil || fits != slices.ContainsFunc(lampsOn("L7651"), func(q Piece) bool { return q.Code == p.Code }) {
			t.Errorf("%s: fits %v, %v", p.Code, fits, err)
		}
		if err := Draw(t.Context(), &bytes.Buffer{}, l, []Piece{p}, func(int) {}); fits != (err == nil) {
			t.Errorf("%s: %v", p.Code, err)
		}
	}
}

// Every label keeps the margins that the sheet's manufacturer requires, whatever the names.
func TestLabelsKeepTheirMargins(t *testing.T) {
	m := meterOf(t)
	for _, s := range labelSheets {
		g := m.labels[s]
		if g.Columns*g.Rows != g.PerSheet {
			t.Errorf("%s: %+v", s, g)
		}
		_, left, top, right, bottom := m.room(g)
		for _, p := range lampsOn(s) {
			set, fits := m.label(p.Text, g)
			if !fits {
				t.Errorf("%s: %s does not fit", s, p.Code)
			}
			for _, c := range set.columns {
				if c.x-c.size/2 < left-0.01 || c.x+c.size/2 > right+0.01 || c.top < top-0.01 || c.bottom > bottom+0.01 {
					t.Errorf("%s %s: %+v outside %v %v %v %v", s, p.Code, c, left, top, right, bottom)
				}
			}
			for i, line := range set.lines {
				y := set.first + float64(i)*set.pitch
				if w := m.width(line) * set.size; set.middle-w/2 < left || set.middle+w/2 > right || y-0.75*set.size < top-0.3 || y > bottom {
					t.Errorf("%s %s: %q at %v, %v wide", s, p.Code, line, y, w)
				}
			}
		}
	}
}

func TestLabelsStartAtTheFirstFreeLabel(t *testing.T) {
	l := layoutOf("L7160", Full)
	l.First = 20
	at, sheets, err := l.Places(lamps[:3])
	if err != nil || sheets != 2 || at[0] != (Place{1, 20}) || at[1] != (Place{1, 21}) || at[2] != (Place{2, 1}) {
		t.Errorf("%v, %d, %v", at, sheets, err)
	}
	l.First = 22
	if _, _, err := l.Places(nil); !errors.Is(err, ErrLayout) {
		t.Errorf("a label that the sheet does not have: %v", err)
	}
}

func TestTheTextOfLabelsAndPetitionsCanBeExtracted(t *testing.T) {
	l := layoutOf("L7160", Full)
	l.Script = Simplified
	got := extracted(t, drawn(t, l, lamps[1:5]))
	want := "吴䶮陈𠮷祥光明灯A-12-04合家灯 · 丁未 2027黄瑞莲黄彩云黄慧心黄金水曾凤娇黄伟强光明灯A-12-08莲花大灯 · 丁未 2027" +
		"Siti NurhalizaAhmad Yusof光明灯A-12-09合家灯 · 丁未 2027新加坡莲山建筑有限公司光明灯A-12-12公司灯 · 丁未 2027"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	got = extracted(t, drawn(t, petitionLayout("A4-landscape"), []Piece{petitioner}))
	want = "消災祈福文疏清蓮寺印伏以覺皇垂範度群生於苦海妙法弘開濟萬類於迷津爰有一四天下南贍部洲新加坡共和國蓮山路十八號清蓮寺秉" +
		"釋迦如來遺教奉行祈福法事沙門釋淨慧今據宏茂橋十道大牌四四一號〇八之一二三居住佛設供消災延生祈福迎祥弟子林国华暨闔家人等" +
		"是日焚香頂禮一心拜叩南無消災延壽藥師琉璃光佛南無大慈大悲觀世音菩薩蓮座之下言念弟子等" +
		"信士林国华本命丙申年三月初二日建生行庚七十一歲信女陈美玲本命庚子年七月十五日建生行庚六十七歲" +
		"信女Muthukrishnan s/o Ramasamy本命戊辰年正月初八日建生行庚三十九歲信士林俊本命壬申年十一月廿四日建生行庚三十五歲信士陈𠮷䶮本命吉年吉月吉日建生" +
		"惟願家門清吉人眷咸安災障蠲除福壽增延謹涓公元二〇二六年十二月廿五日恭逢阿彌陀佛聖誕祈福法會就於本寺大雄寶殿諷誦經咒修建功德普願存歿均霑冤親等利伏乞" +
		"三寶證明龍天護佑凡在時中吉祥如意謹疏佛曆二五七〇年歲次丙午年十一月十七日具疏彌陀聖誕 2026 · 0317 · r1"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestPetitionTextsAreChecked(t *testing.T) {
	for _, c := range []struct {
		name, title, text string
		want              error
	}{
		{"OK", "文疏", petitionText, nil},
		{"OK without names", "文疏", "伏以<{sponsor}>", nil},
		{"ErrPetitionLong empty", "文疏", " \n", ErrPetitionLong},
		{"OK at the most", "", strings.Repeat("願", 1200), nil},
		{"ErrPetitionLong", "", strings.Repeat("願", 1201), ErrPetitionLong},
		{"ErrPetitionLong title", strings.Repeat("疏", 21), "伏以", ErrPetitionLong},
		{"ErrPetitionNames twice", "", "{names}\n{names}", ErrPetitionNames},
		{"ErrPetitionNames within a line", "", "弟子{names}等", ErrPetitionNames},
		{"ErrPetitionVariable", "", "{master}", ErrPetitionVariable},
		{"ErrPetitionVariable case", "", "{Temple}", ErrPetitionVariable},
		{"ErrPetitionVariable open", "", "弟子{sponsor", ErrPetitionVariable},
		{"ErrPetitionVariable nested", "", "{{sponsor}}", ErrPetitionVariable},
		{"ErrPetitionVariable small open", "", "弟子<某", ErrPetitionVariable},
		{"ErrPetitionVariable small twice", "", "<弟子<某>>", ErrPetitionVariable},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := PetitionText{Title: c.title, Text: c.text}.Check()
			if !errors.Is(err, c.want) || c.want == nil && err != nil {
				t.Errorf("%v, want %v", err, c.want)
			}
			l := layoutOf("A4-landscape", Full)
			l.Petition = PetitionText{Title: c.title, Text: c.text}
			if err := Draw(t.Context(), &bytes.Buffer{}, l, []Piece{petitioner}, func(int) {}); c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("drawn: %v", err)
			}
		})
	}
}

// Raised lines begin above the others; no text leaves the ruled columns, on any sheet.
func TestPetitionKeepsItsColumns(t *testing.T) {
	m := meterOf(t)
	l := petitionLayout("A4-landscape")
	long := petitioner.Text
	for range 20 {
		long.People = append(long.People, petitioner.Text.People[:4]...)
	}
	for _, text := range []Text{petitioner.Text, long} {
		set, fits := m.petition(text, l)
		if !fits {
			t.Fatal("does not fit")
		}
		p := m.Petition[l.Sheet]
		bottom, left := p.Top+float64(p.Cells)*p.Cell, p.Right-float64(p.Columns)*p.ColumnPitch
		last := map[string]float64{}
		for _, r := range set.runs {
			if r.y < p.Top-0.01 || r.y+r.length > bottom+0.3*p.Cell || r.x-r.size/2 < left || r.x+r.size/2 > p.Right {
				t.Errorf("%+v", r)
			}
			key := strings.Join([]string{string(rune('a' + r.sheet)), string(rune(int(r.x*10 + 1000)))}, "")
			if end, ok := last[key]; ok && r.y < end-0.01 {
				t.Errorf("%s at %.2f stands on what ends at %.2f", r.text, r.y, end)
			}
			last[key] = r.y + r.length
			if r.text == "覺" && r.y > p.Top+p.Cell {
				t.Errorf("the Buddha's line begins at %.2f", r.y)
			}
		}
		if want := (p.Title.Columns + 16 + len(text.People) + longNames(text) + p.Columns - 1) / p.Columns; set.sheets != want {
			t.Errorf("%d people: %d sheets, want %d", len(text.People), set.sheets, want)
		}
	}
}

// longNames need a second column for their age.
func longNames(t Text) (n int) {
	for _, p := range t.People {
		if len([]rune(p.Name)) > 20 {
			n++
		}
	}
	return n
}

func TestUnknownBirthDatesArePrintedAsLuckyDates(t *testing.T) {
	l := petitionLayout("A4-landscape")
	l.Petition.Text = "{solarDate}　{lunarDate}　{address}\n{wish}\n{names}"
	got := extracted(t, drawn(t, l, []Piece{{Text: Text{Kind: Petition, People: names("林俊")}}}))
	if want := "消災祈福文疏清蓮寺印公元二〇二六年十二月廿五日丙午年十一月十七日林俊本命吉年吉月吉日建生"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	l.Petition.Values = nil
	if got := extracted(t, drawn(t, l, []Piece{{Text: Text{Kind: Petition, People: names("林俊")}}})); !strings.Contains(got, "吉年吉月吉日吉年吉月吉日林俊") {
		t.Error(got)
	}
}
