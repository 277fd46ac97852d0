package ceremony_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/platform/db"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/testkit"
)

// taiSuiList is a list of a Tai Sui ceremony with an order for each group of people.
func taiSuiList(t *testing.T, a *testkit.App, groups ...[]fields) ceremony.CeremonyView {
	t.Helper()
	in := ceremonyOf(t, a, "tai-sui", "living")
	in["paper"] = false
	var list ceremony.CeremonyView
	a.Staff(t, "ritual").Post("/api/admin/ceremony", in).Want(200).JSON(&list)
	a.Drain(t)
	option := a.Text(t, "SELECT p.key FROM offering_options p JOIN offerings o ON o.id = p.offering_id WHERE o.key = 'tai-sui' ORDER BY p.position LIMIT 1")
	c := a.Member(t)
	for _, people := range groups {
		a.TakeCash(t, c.Buy(a.Item(t, "tai-sui", option, "form", fields{"people": people})))
	}
	return get(t, a, list.ID)
}

func bornOn(name, calendar string, y, m, d int) fields {
	return fields{"chineseName": name, "gender": "female", "birthDate": fields{"calendar": calendar, "year": y, "month": m, "day": d, "leap": false}}
}

// ofSign are the names on all pages of a list filtered by zodiac sign, two a page.
func ofSign(t *testing.T, a *testkit.App, list, sign, more string) string {
	t.Helper()
	var names []string
	for after, pages := "", 0; ; pages++ {
		var page ceremony.EntryList
		a.Staff(t, "ritual").Get(fmt.Sprintf("/api/admin/ceremony/%s/entry?limit=2&sign=%s&after=%s%s", list, sign, after, more)).Want(200).JSON(&page)
		if len(page.Items) > 2 || pages > 9 {
			t.Fatalf("page %d has %d names", pages, len(page.Items))
		}
		for _, e := range page.Items {
			names = append(names, e.Text.People[0].Name)
		}
		if after = page.Next; after == "" {
			return strings.Join(names, " ")
		}
	}
}

// A list is filtered by zodiac sign, page by page, with the year boundary that the temple uses.
func TestEntriesAreFilteredByZodiacSign(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := taiSuiList(t, a,
			[]fields{bornOn("鼠一", "lunar", 1984, 3, 1)}, []fields{bornOn("鼠二", "solar", 1984, 6, 1)}, []fields{bornOn("龙", "solar", 1988, 6, 1)},
			[]fields{bornOn("鼠三", "solar", 1996, 6, 1)}, []fields{bornOn("立春后", "solar", 1985, 2, 10)}, // a rat until the lunar new year, an ox since Lichun
		)
		if !list.Signs || list.Counts.Collected != 5 {
			t.Fatalf("%+v", list)
		}
		expect := func(when, sign, more, want string) {
			t.Helper()
			if got := ofSign(t, a, list.ID, sign, more); got != want {
				t.Errorf("%s, %s%s: %s, want %s", when, sign, more, got, want)
			}
		}
		expect("at first", "rat", "", "鼠一 鼠二 鼠三 立春后")
		expect("at first", "dragon", "", "龙")
		expect("at first", "ox", "", "")
		expect("at first", "unknown", "", "")
		a.Exec(t, "INSERT INTO settings (key, value) VALUES ('zodiac-boundary', 'lichun') ON CONFLICT (key) DO UPDATE SET value = 'lichun'")
		expect("from Lichun on", "rat", "", "鼠一 鼠二 鼠三")
		expect("from Lichun on", "ox", "", "立春后")
		a.Exec(t, "UPDATE settings SET value = 'new-year' WHERE key = 'zodiac-boundary'")

		all := entries(t, a, list.ID, "").Items
		act(t, a, "/api/admin/entry/"+all[1].ID+"/check", fields{"revision": 1, "right": true}).Want(200)
		act(t, a, "/api/admin/entry/"+all[3].ID+"/withdraw", fields{}).Want(200)
		act(t, a, "/api/admin/ceremony/"+list.ID+"/sitting", fields{"sitting": 2, "entries": []string{all[0].ID}}).Want(200)
		expect("after acts", "rat", "", "鼠一 鼠二 立春后")
		expect("after acts", "rat", "&state=checked", "鼠二")
		expect("after acts", "rat", "&sitting=2", "鼠一")
		expect("after acts", "rat", "&sort=sponsor", "鼠一 鼠二 立春后")

		// The devotee corrects a date of birth: the name is listed under the new sign.
		item := a.Text(t, "SELECT item_id FROM ceremony_entries WHERE id = '"+all[1].ID+"'")
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			return a.Ceremonies.NamesChanged(ctx, tx, item, []byte(`{"people":[{"chineseName":"鼠二","gender":"female","birthDate":{"calendar":"solar","year":1988,"month":6,"day":1}}]}`), "")
		})
		expect("after a change", "rat", "", "鼠一 立春后")
		expect("after a change", "dragon", "", "鼠二 龙")
		a.Staff(t, "ritual").Get("/api/admin/ceremony/" + list.ID + "/entry?sign=cat").Want(400)

		// When the names are erased, their signs are too.
		a.Clock.Advance(ceremony.KeptFor + 40*24*time.Hour)
		a.Write(t, func(ctx context.Context, tx *db.Tx) error { return a.Ceremonies.ForgetNames(ctx, tx, a.Clock.Now()) })
		if n := a.Count(t, "SELECT count(*) FROM entry_signs"); n != 0 {
			t.Errorf("%d signs are kept without names", n)
		}
	})
}

// Lists from before signs were stored are processed once; entries that join meanwhile get their sign directly.
func TestZodiacSignsOfEarlierListsAreFilledIn(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := taiSuiList(t, a, []fields{bornOn("鼠", "solar", 1984, 6, 1)}, []fields{bornOn("龙", "solar", 1988, 6, 1)})
		plain := made(t, a)
		a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "欧阳", 1)))
		read := func() (out []string) {
			rows, err := a.DB.SQL().QueryContext(t.Context(), "SELECT ceremony_id || ' ' || boundary || ' ' || sign || ' ' || no || ' ' || entry_id FROM entry_signs ORDER BY 1")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = rows.Close() }()
			for rows.Next() {
				var one string
				if err := rows.Scan(&one); err != nil {
					t.Fatal(err)
				}
				out = append(out, one)
			}
			if rows.Err() != nil {
				t.Fatal(rows.Err())
			}
			return out
		}
		want := read()
		if len(want) != 6 || get(t, a, plain.ID).Signs {
			t.Fatalf("%v", want)
		}
		a.Exec(t, "DELETE FROM entry_signs")
		a.Exec(t, "UPDATE ceremonies SET signs_upto = 0")
		for range 2 {
			if err := a.Ceremonies.ReadSigns(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := read(); !slices.Equal(got, want) {
				t.Errorf("read %v, want %v", got, want)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM ceremonies WHERE signs_upto >= 0"); n != 0 || !get(t, a, list.ID).Signs {
			t.Errorf("%d lists are still to be read", n)
		}
	})
}
