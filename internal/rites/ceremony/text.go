package ceremony

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/writing"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/rites/tablet"
)

// Kinds of papers besides tablets; both name the living.
const (
	kindLamp     = "lamp"
	kindPetition = "petition"
)

// The marks that this package adds to those of a text.
const (
	markPayerDeparted = "payer-departed" // the payer is named among the departed
	markChangedBoth   = "changed-both"   // the devotee changed a text that the office had corrected
)

// EntryMark is something to check before a text is printed.
type EntryMark struct {
	Code  string `json:"code"`
	Char  string `json:"char,omitempty" doc:"The character that the warning is about"`
	Other string `json:"other,omitempty" doc:"For a look-alike: the character usually meant; for a text that needs another layout: the layout's name"`
}

// payer is who ordered, by both names.
type payer struct{ name, chinese string }

func payerOf(v query.Invoice) payer { return payer{v.PayerName, v.PayerChinese} }

func (p payer) first() string {
	if p.chinese != "" {
		return p.chinese
	}
	return p.name
}

// textOf builds the print text of a form for a kind of paper and the rite's time. Names stay as typed. If a form has no
// names, the payer is the beneficiary.
func textOf(kind string, sheet *form.Sheet, by payer, rite clock.Millis) tablet.Text {
	t := tablet.Text{Kind: kind}
	if kind == kindLamp || kind == kindPetition {
		t.Kind = tablet.Living
	}
	var departed, living []tablet.Person
	if sheet != nil {
		for _, g := range sheet.Groups {
			for _, p := range g.People {
				one := personOf(p)
				if g.Kind == form.InDeparted {
					departed = append(departed, one)
				} else if one.Name != "" {
					one.Honorific = ""
					if kind == kindPetition {
						one.Birth, one.Age = bornOf(p, rite)
					}
					living = append(living, one)
				}
			}
		}
	}
	if kind == kindPetition {
		t.Address, t.Wish = answerTo(sheet, "address"), answerTo(sheet, "wish")
	}
	switch t.Kind {
	case tablet.Living:
		t.People = living
		if len(t.People) == 0 {
			t.People = []tablet.Person{{Name: by.first()}}
		}
	case tablet.Ancestors, tablet.Infant:
		if len(departed) > 0 {
			t.Surname = departed[0].Name
		}
		t.Dedicators = living
	case tablet.Creditors:
		t.Dedicators = living
		if len(living) == 0 {
			t.Dedicators = []tablet.Person{{Name: by.first()}}
		}
	default:
		t.People, t.Dedicators = departed, living
	}
	return t
}

func personOf(p form.Person) tablet.Person {
	one := tablet.Person{Name: p.ChineseName}
	if one.Name == "" {
		one.Name = p.Name
	}
	for _, a := range p.Answers {
		if a.About == form.AboutRelation && a.Type == form.Relation {
			one.Honorific = a.Value.ZH
		}
	}
	return one
}

// answerTo is a form's own answer under a key; "" if it is not asked.
func answerTo(sheet *form.Sheet, key string) string {
	if sheet == nil {
		return ""
	}
	for _, a := range sheet.Answers {
		if a.Field == key {
			return a.Value.ZH
		}
	}
	return ""
}

// bornOf is a birth date in a petition's format, 丙申年三月初二日, and the nominal age on the day of the rite: 七十一. "" if
// unknown.
func bornOf(p form.Person, rite clock.Millis) (birth, age string) {
	for _, a := range p.Answers {
		if a.About != form.AboutBirth || a.Day == (lunar.Day{}) {
			continue
		}
		moon, ok := lunar.FromSolar(a.Day)
		if !ok {
			continue
		}
		birth = moon.ChineseYear() + "年" + moon.ChineseDay()
		if !strings.HasSuffix(birth, "日") {
			birth += "日"
		}
		if then, ok := lunar.FromSolar(lunar.DayOf(rite.Time())); ok {
			age = chineseNumber(then.Year - moon.Year + 1)
		}
		return birth, age
	}
	return "", ""
}

// chineseNumber formats a number from 1 to 199; "" for any other.
func chineseNumber(n int) string {
	digits := []string{"", "一", "二", "三", "四", "五", "六", "七", "八", "九"}
	switch {
	case n < 1 || n > 199:
		return ""
	case n < 10:
		return digits[n]
	case n < 20:
		return "十" + digits[n-10]
	case n < 100:
		return digits[n/10] + "十" + digits[n%10]
	case n == 100:
		return "一百"
	case n < 110:
		return "一百零" + digits[n-100]
	}
	return "一百" + digits[n/10-10] + "十" + digits[n%10]
}

// hashOf is equal for equal texts.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// namesOf lists the names of a text for search.
func namesOf(t tablet.Text) (out []string) {
	for _, n := range []string{t.Surname, t.Ancestors} {
		if n != "" {
			out = append(out, n)
		}
	}
	if t.Sponsor != "" {
		out = append(out, t.Sponsor)
	}
	for _, p := range append(slices.Clone(t.People), t.Dedicators...) {
		if p.Name != "" {
			out = append(out, p.Name)
		}
	}
	return out
}

// Limits of a corrected text.
const (
	mostPeople = 40
	mostName   = 80
	mostWord   = 20
	mostLine   = 80 // a petition's address and wish, each
)

// checkText refuses a corrected text that no form could have produced: its kind stays, and names have maximum lengths.
func checkText(was, t tablet.Text) error {
	var wrong []fault.Field
	add := func(path, code string) { wrong = append(wrong, fault.Field{Path: path, Code: code}) }
	if t.Kind != was.Kind {
		add("text.kind", "not-a-choice")
	}
	long := func(path, v string, most int) {
		if utf8.RuneCountInString(v) > most {
			add(path, "too-long")
		}
	}
	long("text.surname", t.Surname, mostName)
	long("text.ancestors", t.Ancestors, mostName)
	long("text.sponsor", t.Sponsor, mostWord)
	long("text.address", t.Address, mostLine)
	long("text.wish", t.Wish, mostLine)
	for name, list := range map[string][]tablet.Person{"people": t.People, "dedicators": t.Dedicators} {
		if len(list) > mostPeople {
			add("text."+name, "too-many")
			continue
		}
		for i, p := range list {
			at := fmt.Sprintf("text.%s[%d].", name, i)
			if strings.TrimSpace(p.Name) == "" {
				add(at+"name", "required")
			}
			long(at+"name", p.Name, mostName)
			long(at+"honorific", p.Honorific, mostWord)
			long(at+"after", p.After, mostWord)
			long(at+"relation", p.Relation, mostWord)
			long(at+"birth", p.Birth, mostWord)
			long(at+"age", p.Age, mostWord)
		}
	}
	if len(t.Dates) > 2 {
		add("text.dates", "too-many")
	}
	for i, d := range t.Dates {
		long(fmt.Sprintf("text.dates[%d]", i), d, 60)
	}
	switch t.Kind {
	case tablet.Ancestors, tablet.Infant:
		if strings.TrimSpace(t.Surname) == "" {
			add("text.surname", "required")
		}
	case tablet.Departed, tablet.Living:
		if len(t.People) == 0 && t.Ancestors == "" {
			add("text.people", "required")
		}
	}
	return fault.InvalidFields(wrong)
}

// unprintable refuses a corrected text with unprintable characters: "unprintable-character" at its fields.
func unprintable(t tablet.Text) error {
	var wrong []fault.Field
	look := func(path, text string) {
		if signs := writing.Unprintable(text); signs != "" {
			wrong = append(wrong, fault.Field{Path: "text." + path, Code: "unprintable-character", Params: map[string]any{"chars": signs}})
		}
	}
	look("surname", t.Surname)
	look("ancestors", t.Ancestors)
	look("sponsor", t.Sponsor)
	look("address", t.Address)
	look("wish", t.Wish)
	for i, d := range t.Dates {
		look(fmt.Sprintf("dates[%d]", i), d)
	}
	for name, list := range map[string][]tablet.Person{"people": t.People, "dedicators": t.Dedicators} {
		for i, p := range list {
			look(fmt.Sprintf("%s[%d].name", name, i), p.Name)
			for part, word := range map[string]string{"honorific": p.Honorific, "after": p.After, "relation": p.Relation, "birth": p.Birth, "age": p.Age} {
				look(fmt.Sprintf("%s[%d].%s", name, i, part), word)
			}
		}
	}
	return fault.InvalidFields(wrong)
}
