package tablet

import (
	"math/rand/v2"
	"strings"
	"testing"
)

var (
	surnames = []string{"陈", "林", "黄", "李", "吴", "欧阳", "司徒", "郑", "符"}
	given    = []string{"美玲", "国华", "嘉欣", "俊", "水春", "玉兰", "𠮷祥", "䶮", "慧心", "英"}
	others   = []string{"Tan Bee Leng", "Siti Nurhaliza binte Mohamed Yusof", "Muthukrishnan s/o Ramasamy", "José Álvarez", "Lim", "约翰·史密斯", "陈明（法名净慧）", "林玛丽 Mary", "葛\U000e0100城", "黄𤦹英"}
)

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func randomPerson(r *rand.Rand) Person {
	if r.IntN(4) == 0 {
		return Person{Name: pick(r, others)}
	}
	return Person{Name: pick(r, surnames) + pick(r, given)}
}

func randomText(r *rand.Rand) Text {
	t := Text{Kind: pick(r, []string{Departed, Departed, Departed, Ancestors, Creditors, Infant, Living, Living})}
	switch t.Kind {
	case Departed:
		for range 1 + r.IntN(4) {
			p := randomPerson(r)
			p.Honorific = pick(r, []string{"先父", "先祖母", "先妻", "故兄弟", ""})
			t.People = append(t.People, p)
		}
		if r.IntN(7) == 0 {
			t.Ancestors = pick(r, surnames)
		}
	case Living:
		t.Longevity = r.IntN(2) == 0
		for range 1 + r.IntN(10) {
			t.People = append(t.People, randomPerson(r))
		}
		if r.IntN(20) == 0 {
			t.People[0].Name = "新加坡莲山建筑私人有限公司"
		}
	default:
		t.Surname = pick(r, surnames)
	}
	if t.Kind != Living {
		for range 1 + r.IntN(6) {
			p := randomPerson(r)
			if r.IntN(10) == 0 {
				p.Relation = "孝男"
			}
			t.Dedicators = append(t.Dedicators, p)
		}
	}
	return t
}

func (m *meter) area(p part) (left, top, right, bottom float64) {
	half := p.size / 2
	for i, r := range p.runs {
		if r.kind != turned {
			break
		}
		if i == len(p.runs)-1 {
			half *= m.Latin.Scale
		}
	}
	return p.x - half, p.top, p.x + half, p.bottom
}

// Any text that fits is inside the frame, without overlaps; text that does not fit is still laid out completely.
func TestNothingOverlapsOverflowsOrIsLost(t *testing.T) {
	m := meterOf(t)
	r := rand.New(rand.NewPCG(5, 14))
	unfit := 0
	for n := range 4000 {
		text := randomText(r)
		key := pick(r, []string{"T1", "T2", "T5", "T10"})
		s := pick(r, []Script{Simplified, Traditional})
		p := m.Pieces[key]
		columns, fits := m.lay(text, p, s)
		var got, want strings.Builder
		var parts []part
		for _, c := range columns {
			parts = append(parts, c.parts...)
			for _, q := range c.parts {
				if q.role == "name" {
					for _, x := range q.runs {
						got.WriteString(x.text)
					}
				}
			}
		}
		for _, x := range append(m.main(text, s), text.Dedicators...) {
			want.WriteString(clean(x.Name))
		}
		if g, w := strings.ReplaceAll(got.String(), " ", ""), strings.ReplaceAll(want.String(), " ", ""); g != w {
			t.Fatalf("%d: %s, want %s", n, g, w)
		}
		if !fits {
			unfit++
			continue
		}
		for i, a := range parts {
			al, at, ar, ab := m.area(a)
			if al < p.Frame.Inner-0.01 || ar > p.W-p.Frame.Inner+0.01 || at < p.Frame.Inner || ab > p.H-p.Frame.Inner {
				t.Errorf("%d: %s %+v: %s is outside", n, key, text, a.text)
			}
			for _, b := range parts[i+1:] {
				bl, bt, br, bb := m.area(b)
				if al < br-0.02 && bl < ar-0.02 && at < bb-0.02 && bt < ab-0.02 {
					t.Errorf("%d: %s %+v: %s stands upon %s", n, key, text, a.text, b.text)
				}
			}
		}
	}
	if unfit > 1000 {
		t.Errorf("%d of 4000 do not fit: too few were looked at", unfit)
	}
}

// Any text is laid out completely, quickly: Draw, which loads the font each time, has its own fuzz test.
func FuzzLay(f *testing.F) {
	for _, s := range []string{"", "陈", "\u202eabc", "e\u0301\u0301", "\x00", "שלום", "𠮷\ufe0f", "a b c d e", "·", "A1陈", "\u0301", "\xff"} {
		f.Add(s, "先父", 3)
	}
	f.Fuzz(func(t *testing.T, name, honorific string, many int) {
		m := meterOf(t)
		for _, kind := range []string{Departed, Living, Ancestors, "unknown"} {
			text := Text{Kind: kind, Surname: name, Dates: []string{honorific}}
			for range min(max(many, 0), 12) {
				text.People = append(text.People, Person{Name: name, Honorific: honorific, After: name})
				text.Dedicators = append(text.Dedicators, Person{Name: name, Relation: honorific})
			}
			if text.tooLong() {
				return
			}
			columns, _ := m.lay(text, m.Pieces["T5"], Traditional)
			for _, c := range columns {
				if c.role != "dedicator" {
					continue
				}
				if got := textOf(c.parts[len(c.parts)-1].runs); got != clean(name) {
					t.Fatalf("%q, want %q", got, clean(name))
				}
			}
		}
	})
}
