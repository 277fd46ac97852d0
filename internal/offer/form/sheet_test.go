package form_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
)

func text(en, zh string) locale.Text { return locale.Text{EN: en, ZH: zh} }

var nameFields = []form.Field{
	{Key: "chineseName", Type: form.ChineseName, Label: text("Chinese name", "中文姓名")},
	{Key: "name", Type: form.Name, Label: text("English name", "英文姓名")},
}

func peopleField(key, takes string, more ...form.Field) form.Field {
	return form.Field{Key: key, Type: form.People, Takes: takes, Label: text(key, key), Fields: append(append([]form.Field{}, nameFields...), more...)}
}

func wording(l locale.Locale) func(about, date string) string {
	return func(about, date string) string {
		if l == locale.ZH {
			return date + map[string]string{"born": "出生", "died": "往生"}[about]
		}
		return about + " " + date
	}
}

// written is a sheet in one language, a line for each person and answer.
func written(s form.Sheet, l locale.Locale) string {
	var lines []string
	for _, g := range s.Groups {
		for _, p := range g.People {
			lines = append(lines, strings.TrimSuffix(g.Kind+" | "+p.FullName()+" | "+p.Details(l, wording(l)), " | "))
		}
	}
	for _, a := range s.Answers {
		lines = append(lines, a.In(l))
	}
	return strings.Join(lines, "\n")
}

func TestTheFormSheetSeparatesDepartedAndLiving(t *testing.T) {
	relation := form.Field{Key: "relation", Type: form.Relation, Label: text("Relation", "关系"), Options: []form.Option{{Key: "father", Label: text("Late father", "先父")}}}
	passed := form.Field{Key: "passedOn", Type: form.BirthDate, Label: text("Day of passing", "往生日期")}
	born := form.Field{Key: "birthDate", Type: form.BirthDate, Label: text("Birth date", "出生日期")}
	gender := form.Field{Key: "gender", Type: form.Choice, Label: text("Gender", "性别"), Options: []form.Option{{Key: "male", Label: text("Male", "男")}}}
	wish := form.Field{Key: "wish", Type: form.Text, Label: text("Dedication", "回向文")}
	shown := form.Field{Key: "shown", Type: form.Consent, Label: text("The names may be shown", "姓名可公开")}
	day := form.Field{Key: "day", Type: form.BirthDate, Ahead: true, Label: text("On which day?", "哪一天？")}
	memorial := form.Definition{Key: "memorial", Version: 1, Fields: []form.Field{
		peopleField("living", form.Living), peopleField("departed", form.Departed, passed, relation), shown,
	}}
	lamp := form.Definition{Key: "lamp", Version: 1, Fields: []form.Field{peopleField("people", form.Living, gender, born, relation), wish, day}}
	surname := form.Field{Key: "surname", Type: form.ChineseName, Label: text("Surname", "祖先姓氏")}
	old := form.Definition{Key: "ancestors", Version: 1, Fields: []form.Field{surname, peopleField("dedicators", form.Living)}}
	surname.Takes = form.Departed
	ancestors := form.Definition{Key: "ancestors", Version: 2, Fields: []form.Field{surname, peopleField("family", form.Living)}}
	gift := form.Definition{Key: "gift", Version: 1, Fields: append(append([]form.Field{}, nameFields...), wish)}

	for name, c := range map[string]struct {
		of     form.Definition
		values string
		en, zh string
	}{
		"departed first, with relation and both calendars": {
			memorial, `{"living":[{"chineseName":"陈小明","name":"Tan Siew Ming"}],"departed":[{"chineseName":"陈公大文","name":"Tan Tai Boon","relation":"先父",
				"passedOn":{"calendar":"solar","year":2019,"month":3,"day":3}}],"shown":true}`,
			"departed | 陈公大文 Tan Tai Boon | Late father · died 3 Mar 2019, 正月廿七\ndedicators | 陈小明 Tan Siew Ming\nThe names may be shown: Yes",
			"departed | 陈公大文 Tan Tai Boon | 先父 · 2019年3月3日（正月廿七）往生\ndedicators | 陈小明 Tan Siew Ming\n姓名可公开：是",
		},
		"a consent that was not given, and a relation in free words": {
			memorial, `{"departed":[{"name":"Ong","relation":"Great-aunt"}]}`,
			"departed | Ong | Great-aunt\nThe names may be shown: No",
			"departed | Ong | Great-aunt\n姓名可公开：否",
		},
		"a known relation, whichever language it was written in": {
			memorial, `{"departed":[{"name":"Ong","relation":"late Father "},{"chineseName":"黄秀英","relation":"外祖母"}],"shown":true}`,
			"departed | Ong | Late father\ndeparted | 黄秀英 | Maternal grandmother\nThe names may be shown: Yes",
			"departed | Ong | 先父\ndeparted | 黄秀英 | 外祖母\n姓名可公开：是",
		},
		"every answer about the living": {
			lamp, `{"people":[{"name":"Lim Jun","gender":"male","birthDate":{"calendar":"lunar","year":2014,"month":1,"day":4}}],"wish":" peace ","day":{"calendar":"solar","year":2026,"month":12,"day":1}}`,
			"blessing | Lim Jun | Gender: Male · born 2014 lunar 正月初四 (3 Feb 2014)\nDedication: peace\nOn which day?: 1 Dec 2026, 十月廿三",
			"blessing | Lim Jun | 性别：男 · 农历2014年正月初四（2014年2月3日）出生\n回向文：peace\n哪一天？：2026年12月1日（十月廿三）",
		},
		"a lunar year that differs from the solar one": {
			lamp, `{"people":[{"name":"A","birthDate":{"calendar":"solar","year":2019,"month":1,"day":3}}]}`,
			"blessing | A | born 3 Jan 2019, 2018年十一月廿八", "blessing | A | 2019年1月3日（2018年十一月廿八）出生",
		},
		"a family's ancestors": {
			ancestors, `{"surname":"陈","family":[{"name":"Tan"}]}`,
			"departed | 陈 | Surname\ndedicators | Tan", "departed | 陈 | 祖先姓氏\ndedicators | Tan",
		},
		"ancestors in the format of earlier forms": {
			old, `{"surname":"陈","dedicators":[{"name":"Tan"}]}`,
			"departed | 陈 | Surname\ndedicators | Tan", "departed | 陈 | 祖先姓氏\ndedicators | Tan",
		},
		"a giver": {gift, `{"name":"Tan","wish":"x"}`, "blessing | Tan\nDedication: x", "blessing | Tan\n回向文：x"},
		"keys that the definition does not know, of persons too": {
			lamp, `{"people":[{"name":"A","nick":"Ah Boy"}],"hall":{"row":3,"seat":"B"},"seats":["1",2],"none":null,"wish":5}`,
			"blessing | A | nick: Ah Boy\nDedication: 5\nhall: row 3, seat B\nseats: 1; 2",
			"blessing | A | nick：Ah Boy\n回向文：5\nhall：row 3, seat B\nseats：1; 2",
		},
		"a choice that the form no longer has": {lamp, `{"people":[{"name":"A","gender":"x"}]}`, "blessing | A | Gender: x", "blessing | A | 性别：x"},
		"no definition at all":                 {form.Definition{}, `{"people":[{"name":"A"}]}`, "people: name A", "people：name A"},
		"nothing":                              {lamp, `{}`, "", ""},
		"an entry of the wrong type":           {lamp, `[1]`, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := form.Read(c.of, json.RawMessage(c.values))
			if got := written(s, locale.EN); got != c.en {
				t.Errorf("English:\n%s\nwant\n%s", got, c.en)
			}
			if got := written(s, locale.ZH); got != c.zh {
				t.Errorf("Chinese:\n%s\nwant\n%s", got, c.zh)
			}
		})
	}
}

func TestPastDatesAreNotCopiedIntoANewOrder(t *testing.T) {
	d := form.Definition{Key: "meal", Version: 1, Fields: []form.Field{
		{Key: "day", Type: form.BirthDate, Ahead: true, Label: text("Day", "日")}, {Key: "wish", Type: form.Text, Label: text("Wish", "愿")},
	}}
	now := time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)
	for values, want := range map[string]string{
		`{"day":{"calendar":"solar","year":2026,"month":11,"day":20}, "wish":"x"}`: `{"wish":"x"}`,
		`{"day":{"calendar":"solar","year":2026,"month":11,"day":21}, "wish":"x"}`: `{"day":{"calendar":"solar","year":2026,"month":11,"day":21}, "wish":"x"}`,
		`{ "wish":"x"}`: `{ "wish":"x"}`,
		`[]`:            `[]`,
	} {
		if got := string(form.WithoutPast(d, json.RawMessage(values), now)); got != want {
			t.Errorf("%s: %s", values, got)
		}
	}
}
