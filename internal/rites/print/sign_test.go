package print_test

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/print"
	"shanmen/internal/testkit"
)

// The list by sign has the names of the term, as the list itself, and not those with which it was ordered.
func TestTheListBySignHasTheNamesOfTheTerm(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.TakeCash(t, a.Member(t).BuyFor(3800, a.Item(t, "light-lamp", "one", "term", "yearly", "form", testkit.People("陈大文"))))
		a.Exec(t, `UPDATE subscription_terms SET form = '{"people":[{"chineseName":"陈小明"}]}'`)
		offering := a.Text(t, "SELECT id FROM offerings WHERE key = 'light-lamp'")
		start := a.Clock.Now().Add(20 * 24 * time.Hour)
		var list ceremony.CeremonyView
		a.Staff(t, "ritual").Post("/api/admin/ceremony", fields{
			"title": fields{"en": "Lamps", "zh": "供灯"}, "gathers": "running", "script": "hans", "paper": false, "closesAt": start.Add(-48 * time.Hour),
			"sittings": []fields{{"startsAt": start, "endsAt": start.Add(time.Hour), "place": fields{"en": "Hall", "zh": "大殿"}}},
			"sources":  []fields{{"offeringId": offering, "kind": "lamp"}},
		}).Want(200).JSON(&list)
		a.Clock.Set(list.ClosesAt.Add(time.Minute))
		if err := a.Ceremonies.CloseDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		a.Drain(t)
		body := string(a.Staff(t, "ritual").Post("/api/admin/ceremony/"+list.ID+"/export", fields{"format": "csv", "state": "all", "by": "sign", "password": "temple-office-2026"}).Want(200).Body)
		if !strings.Contains(body, "陈小明") || strings.Contains(body, "陈大文") {
			t.Errorf("%s", body)
		}
	})
}

// A list of a Tai Sui ceremony is exported by sign, one person a row, with the age on the ceremony's day.
func TestTaiSuiListsAreGroupedBySign(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		offering := a.Text(t, "SELECT id FROM offerings WHERE key = 'tai-sui'")
		start := time.Date(2027, 2, 14, 2, 0, 0, 0, time.UTC) // in the year of the goat
		var list ceremony.CeremonyView
		a.Staff(t, "ritual").Post("/api/admin/ceremony", fields{
			"title": fields{"en": "Tai Sui", "zh": "安太岁"}, "gathers": "bought", "script": "hans", "paper": false, "closesAt": start.Add(-48 * time.Hour),
			"sittings": []fields{{"startsAt": start, "endsAt": start.Add(time.Hour), "place": fields{"en": "Hall", "zh": "大殿"}}},
			"sources":  []fields{{"offeringId": offering, "kind": "living"}},
		}).Want(200).JSON(&list)
		a.Drain(t)
		person := func(name, calendar string, y, m, d int, leap bool) fields {
			return fields{"chineseName": name, "gender": "female", "birthDate": fields{"calendar": calendar, "year": y, "month": m, "day": d, "leap": leap}}
		}
		option := a.Text(t, "SELECT key FROM offering_options WHERE offering_id = '"+offering+"' ORDER BY position LIMIT 1")
		c := a.Member(t)
		for _, people := range [][]fields{
			{person("陈𠮷䶮", "solar", 1985, 2, 5, false)}, {person("林美珠", "lunar", 2020, 4, 15, true)}, {person("王小明", "solar", 1984, 3, 1, false)}, {person("李大羊", "lunar", 1979, 1, 1, false)},
		} {
			a.TakeCash(t, c.Buy(a.Item(t, "tai-sui", option, "form", fields{"people": people})))
		}
		export := func(by string) [][]string {
			body := string(a.Staff(t, "ritual").Post("/api/admin/ceremony/"+list.ID+"/export", fields{"format": "csv", "state": "all", "by": by, "password": "temple-office-2026"}).Want(200).Body)
			rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(body, "\ufeff"))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			return rows
		}
		var got []string
		for _, row := range export("sign")[1:] {
			got = append(got, strings.Join(row[:7], "|"))
		}
		want := []string{
			"Rat 鼠|害太岁|王小明|王小明|44|1984-03-01|甲子年正月廿九",
			"Rat 鼠|害太岁|陈𠮷䶮|陈𠮷䶮|44|1985-02-05|甲子年十二月十六",
			"Rat 鼠|害太岁|林美珠|林美珠|8|2020-06-06|庚子年闰四月十五",
			"Goat 羊|值太岁|李大羊|李大羊|49|1979-01-28|己未年正月初一",
		}
		if !slices.Equal(got, want) {
			t.Errorf("by sign:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		// The same in print: a heading per sign with its count, and the names below.
		draft := fields{"source": "ceremony", "sourceId": list.ID, "kind": "list", "which": "ready", "sort": "sign"}
		var look print.RunLook
		a.Staff(t, "ritual").Post("/api/admin/run/look", draft).Want(200).JSON(&look)
		v := made(t, a, draft)
		if v.State != "ready" || v.Sort != "sign" || look.Picture == "" {
			t.Fatalf("%+v", v)
		}
		text, at := textOf(t, a, v.ID), 0
		for _, w := range []string{"按生肖排列", "姓名", "虚岁、生辰", "鼠 · 害太岁 · 3位", "王小明", "44 甲子年正月廿九", "陈𠮷䶮", "林美珠", "羊 · 值太岁 · 1位", "李大羊", "49 己未年正月初一", "共4位"} {
			i := strings.Index(text[at:], w)
			if i < 0 {
				t.Fatalf("%s does not follow: %s", w, text)
			}
			at += i
		}
		if r := a.Staff(t, "ritual").Post("/api/admin/run", with(draft, "kind", "tablet", "layoutKey", "tablet-two")).Want(400); r.FieldCodes()["sort"] != "not-a-choice" {
			t.Errorf("tablets by sign: %s", r.Body)
		}
		plain := export("number")
		sign, nominal := slices.IndexFunc(plain[0], func(c string) bool { return strings.Contains(c, "生肖") }), slices.IndexFunc(plain[0], func(c string) bool { return strings.Contains(c, "虚岁") })
		if sign < 0 || nominal < 0 || len(plain) != 5 || plain[1][sign] != "Rat 鼠" || plain[1][nominal] != "44" {
			t.Errorf("by number: %v", plain)
		}
		if r := a.Staff(t, "ritual").Post("/api/admin/ceremony/"+list.ID+"/export", fields{"format": "csv", "state": "all", "by": "moon", "password": "temple-office-2026"}); r.Status != 400 {
			t.Errorf("by moon: %d", r.Status)
		}
	})
}
