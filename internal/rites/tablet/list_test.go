package tablet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var listHeadOf = ListHead{Title: "冬至祭祖法会", Second: "Winter solstice prayer for ancestors", When: "2026年12月22日星期二 · 丙午年十一月十四 · 上午10时场", Sort: "hall", By: "李慧心", At: "2026-12-17 09:14"}

// listRows are n rows; the first ones are difficult for a list.
func listRows(n int) (out []ListRow) {
	hard := []ListRow{
		{Text: Text{Kind: Departed, People: []Person{{Name: "吴䶮", Honorific: "先父"}, {Name: "李秀英", Honorific: "先母"}}, Dedicators: names("吴国强", "吴美珍", "陈𠮷祥", "吴思婷")}, Sponsor: []string{"吴国强", "Goh Kok Keong"}, Kind: "往生莲位"},
		{Text: Text{Kind: Ancestors, Surname: "欧阳", Dedicators: names("欧阳文辉", "欧阳嘉欣", "欧阳俊杰", "郑雅雯", "Mary Ouyang", "欧阳𠮷安")}, Sponsor: []string{"欧阳文辉", "Ouyang Boon Hwee"}, Kind: "历代祖先"},
		{Text: Text{Kind: Departed, People: []Person{{Name: "黄水春", Honorific: "先祖父"}, {Name: "黄永顺", Honorific: "先父"}, {Name: "符玉兰", Honorific: "先母"}}, Dedicators: names("黄建成", "黄惠珍", "Ng Jun Jie")}, Sponsor: []string{"黄建成", "Ng Kian Seng"}, Kind: "往生莲位"},
		{Text: Text{Kind: Creditors, Dedicators: names("林嘉欣")}, Sponsor: []string{"林嘉欣"}, Kind: "冤亲债主"},
		{Text: Text{Kind: Departed, People: []Person{{Name: "Muthukrishnan s/o Ramasamy", Honorific: "故友"}}, Dedicators: names("Tan Bee Leng")}, Sponsor: []string{"陈美玲", "Tan Bee Leng"}, Kind: "往生莲位"},
		{Text: Text{Kind: Departed, People: []Person{{Name: "黄𤦹英", Honorific: "先母"}}, Dedicators: names("郭明德", "郭静宜")}, Sponsor: []string{"郭明德", "Quek Beng Teck"}, Kind: "往生莲位"},
		{Text: Text{Kind: Infant, Surname: "陈", Dedicators: []Person{{Name: "陈家豪", Relation: "父"}, {Name: "许佳颖", Relation: "母"}}}, Sponsor: []string{"陈家豪", "Tan Jia Hao"}, Kind: "婴灵"},
		{Text: Text{Kind: Departed, People: []Person{{Name: "李佳颖", Honorific: "先祖母"}}, Dedicators: names("李永顺", "李雅雯")}, Sponsor: []string{"李永顺"}, Kind: "往生莲位", Late: true},
	}
	for i := range n {
		r := ListRow{Text: Text{Kind: Departed, People: []Person{{Name: "吴凤娇", Honorific: "先母"}}, Dedicators: names("吴建成", "吴敏慧")}, Sponsor: []string{"吴建成"}, Kind: "往生莲位"}
		if i < len(hard) {
			r = hard[i]
		}
		r.Group, r.No, r.Place = "莲堂 B 架", fmt.Sprintf("%04d", 42+i), fmt.Sprintf("B-03-%02d", 11+i)
		out = append(out, r)
	}
	return out
}

func list(t testing.TB, h ListHead, rows []ListRow) ([]byte, int) {
	t.Helper()
	l := layoutOf("", Full)
	l.Script = Simplified
	var b bytes.Buffer
	pages := 0
	if err := List(t.Context(), &b, l, h, rows, func(n int) { pages = n }); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), pages
}

// Twenty rows fit on a group's first page and twenty-two on the next; another group begins a page.
func TestListPageHolds20Or22Rows(t *testing.T) {
	m := meterOf(t)
	rows := listRows(100)[8:]
	for i := range rows[60:] {
		rows[60+i].Group = "莲堂 C 架"
	}
	laid := make([]listEntry, len(rows))
	for i, r := range rows {
		laid[i] = m.listRow(r, Simplified)
	}
	want := []listSpan{{0, 20, true}, {20, 42, false}, {42, 60, false}, {60, 80, true}, {80, 92, false}}
	if got := m.listPages(rows, laid); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := m.listPages(nil, nil); !slices.Equal(got, []listSpan{{0, 0, true}}) {
		t.Errorf("an empty list: %v", got)
	}
	// Tall rows leave fewer rows on a page, and no page overflows.
	var high []ListRow
	for range 10 {
		high = append(high, listRows(3)...)
	}
	laid = laid[:0]
	for _, r := range high {
		laid = append(laid, m.listRow(r, Simplified))
	}
	for _, p := range m.listPages(high, laid) {
		top, sum := listNext, 0.0
		if p.first {
			top = listHead
		}
		for _, e := range laid[p.from:p.to] {
			sum += e.height
		}
		if top+m.List.HeadRow+sum > listFoot {
			t.Errorf("%+v is %v high", p, sum)
		}
	}
}

// No name of a list is lost, truncated or reordered.
func TestNoNameOfAPrintedListIsLost(t *testing.T) {
	file, pages := list(t, listHeadOf, listRows(8))
	got := extracted(t, file)
	at := 0
	for _, want := range []string{"冬至祭祖法会 · 名单", "莲堂 B 架", "按位置排列", "第1页，共1页", "0042B-03-11先父吴䶮先母李秀英吴国强、吴美珍、陈𠮷祥、吴思婷吴国强Goh Kok Keong往生莲位",
		"0043", "欧阳门堂上历代祖先欧阳文辉、欧阳嘉欣、欧阳俊杰、郑雅雯、Mary Ouyang、欧阳𠮷安", "0046", "故友Muthukrishnans/o RamasamyTan Bee Leng陈美玲Tan Bee Leng",
		"0047", "先母黄英郭明德、郭静宜", "陈门婴灵父 陈家豪、母 许佳颖", "0049", "先祖母李佳颖截止后", "共8条 · 本页8条", "罕见字", "0047：U+249B9", "李慧心 · 印于2026-12-17 09:14 · 用后请碎纸"} {
		i := strings.Index(got[at:], want)
		if i < 0 {
			t.Fatalf("no %q after %q in\n%s", want, got[:at], got)
		}
		at += i
	}
	if pages != 1 {
		t.Errorf("%d pages", pages)
	}
}

func TestANameListReportsErrors(t *testing.T) {
	t.Run("ErrLayout", func(t *testing.T) {
		h := listHeadOf
		h.Sort = "name"
		if err := List(t.Context(), &bytes.Buffer{}, layoutOf("", Full), h, nil, func(int) {}); !errors.Is(err, ErrLayout) {
			t.Error(err)
		}
	})
	t.Run("cancel", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		err := List(ctx, &bytes.Buffer{}, layoutOf("", Full), listHeadOf, listRows(50), func(int) { cancel() })
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	t.Run("same bytes", func(t *testing.T) {
		a, _ := list(t, listHeadOf, listRows(30))
		b, _ := list(t, listHeadOf, listRows(30))
		if !bytes.Equal(a, b) {
			t.Error("differ")
		}
	})
}

func TestWriteSamplesOfListsAndGrids(t *testing.T) {
	folder := os.Getenv("PICTURES")
	if folder == "" {
		folder = t.TempDir()
	}
	file, _ := list(t, listHeadOf, listRows(45))
	if err := os.WriteFile(filepath.Join(folder, "list.pdf"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"A4-2", "L7160", "A4-landscape"} {
		l := petitionLayout(s)
		l.Offset = [2]float64{1.5, -0.5}
		var b bytes.Buffer
		if err := Grid(t.Context(), &b, l); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "grid-"+s+".pdf"), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// A heading is above the first row that has it and again on the next page, never alone at the end of a page; no page
// overflows.
func TestListHeadingsRepeatOnEachPage(t *testing.T) {
	m := meterOf(t)
	rows := listRows(100)[8:]
	for i := range rows {
		rows[i].Group = ""
		rows[i].Band = []string{"鼠 · 3位", "牛 · 40位", "兔 · 49位"}[min(2, (i+37)/40)]
	}
	laid := make([]listEntry, len(rows))
	for i, r := range rows {
		laid[i] = m.listRow(r, Simplified)
	}
	for n, p := range m.listPages(rows, laid) {
		top, sum := listNext, 0.0
		if p.first {
			top = listHead
		}
		if bandOf(rows, p.from, p.from) == 0 {
			t.Errorf("page %d begins without its heading", n+1)
		}
		for i := p.from; i < p.to; i++ {
			sum += bandOf(rows, i, p.from) + laid[i].height
		}
		if top+m.List.HeadRow+sum > listFoot {
			t.Errorf("page %d is %v high", n+1, sum)
		}
	}
	head := listHeadOf
	head.Sort = "sign"
	if _, pages := list(t, head, rows); pages != len(m.listPages(rows, laid)) {
		t.Errorf("%d pages", pages)
	}
}
