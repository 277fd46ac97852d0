package tablet

import (
	"strings"
	"testing"
)

// columnsOf are the texts of a petition's columns, in reading order.
func columnsOf(t *testing.T, l Layout, text Text) (out []string) {
	t.Helper()
	m := meterOf(t)
	aside := m.Petition[l.Sheet].Size * 0.2 // how far small words are from their column's axis
	set, fits := m.petition(text, l)
	if !fits {
		t.Fatal("it does not fit")
	}
	last := -1.0
	for _, r := range set.runs {
		if r.x != last && !(len(out) > 0 && r.x > last && r.x-last < aside) {
			out = append(out, "")
		}
		last = r.x
		out[len(out)-1] += r.text
	}
	return out
}

// A petition is in one script from its title to its seal; only people's names are as typed.
func TestAPetitionHasOneScript(t *testing.T) {
	t.Parallel()
	for _, script := range []Script{Traditional, Simplified} {
		l := petitionLayout("A4-landscape")
		l.Script = script
		l.Petition.Values = map[string]string{"temple": "清莲寺", "templeAddress": "莲山路18号，新加坡邮区108018", "rite": "药师佛圣诞祈福法会", "hall": "大雄宝殿", "solarDate": "公元二〇二六年十二月廿五日"}
		text := petitioner.Text
		text.Address, text.Wish = "新加坡宏茂桥十道大牌441号#08-123", "学业进步、身体健康。"
		all := strings.Join(columnsOf(t, l, text), "|")
		for _, want := range map[Script][]string{
			Traditional: {"清蓮寺", "蓮山路十八號", "郵區一〇八〇一八", "藥師佛聖誕祈福法會", "宏茂橋十道大牌四四一號〇八之一二三", "釋迦如來", "歲", "林国华", "陈美玲"},
			Simplified:  {"清莲寺", "莲山路十八号", "邮区一〇八〇一八", "药师佛圣诞祈福法会", "宏茂桥十道大牌四四一号〇八之一二三", "释迦如来", "岁", "林国华", "陈美玲"},
		}[script] {
			if !strings.Contains(strings.ReplaceAll(all, "|", ""), want) {
				t.Errorf("%s: no %s in %s", script, want, all)
			}
		}
		if n := strings.Count(strings.ReplaceAll(all, "|", ""), "新加坡"); n != 1 {
			t.Errorf("%s names the country %d times: %s", script, n, all)
		}
		if strings.ContainsAny(all, "，、。0123456789") {
			t.Errorf("%s has pauses of prose, or plain digits: %s", script, all)
		}
	}
}

// The country's name is not split, nor a number from its unit, wherever a column ends.
func TestAPetitionIsWrappedBetweenWords(t *testing.T) {
	t.Parallel()
	words := []string{"新加坡", "四四一號", "郵區一〇八〇一八", "二〇二六年"}
	for lead := range 30 {
		l := petitionLayout("A4-landscape")
		l.Petition.Text = strings.Repeat("南", lead) + "新加坡大牌四四一號郵區一〇八〇一八公元二〇二六年\n{names}"
		columns := columnsOf(t, l, petitioner.Text)
		for _, w := range words {
			found := false
			for _, c := range columns {
				found = found || strings.Contains(c, w)
			}
			if !found {
				t.Errorf("after %d characters %s is broken: %q", lead, w, columns[:3])
			}
		}
	}
}

func TestNumbersAreWrittenInChineseCharacters(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"莲山路18号": "蓮山路十八號", "第２０座": "第二十座", "郵區 108018": "郵區 一〇八〇一八", "#05-08": "〇五之〇八", "25樓": "二十五樓", "7號": "七號", "100人": "一〇〇人",
		"Blk 441 Ang Mo Kio Ave 10": "Blk 441 Ang Mo Kio Ave 10", "甲，乙、 丙。": "甲　乙　丙",
	} {
		if got := solemn(text, Traditional); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
