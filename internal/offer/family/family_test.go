package family_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/family"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
)

type fields = map[string]any

const path = "/api/family"

func solar(y, m, d int) fields { return fields{"calendar": "solar", "year": y, "month": m, "day": d} }
func lunarDate(y, m, d int) fields {
	return fields{"calendar": "lunar", "year": y, "month": m, "day": d}
}

func add(c *testkit.Client, entry fields) family.Person {
	var saved family.Saved
	c.Post(path, entry).Want(200).JSON(&saved)
	return saved.Person
}

func book(c *testkit.Client) family.List {
	var l family.List
	c.Get(path).Want(200).JSON(&l)
	return l
}

func TestFamilyBookKeepsPeopleAsTyped(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		if l := book(c); l.Items == nil || len(l.Items) != 0 || l.Most != family.MaxPeople || l.From != lunar.NewYear {
			t.Fatalf("a new book: %+v", l)
		}
		mother := add(c, fields{
			"kind": "living", "chineseName": "陈𠮷䶮 ", "name": "Tan Bee Leng", "relation": "母亲",
			"birthDate": lunarDate(1956, 1, 20), "address": "Blk 1\nLotus Road",
		})
		age, nominal := 70, 71
		want := family.Person{
			ID: mother.ID, Kind: family.Living, ChineseName: "陈𠮷䶮 ", Name: "Tan Bee Leng", Relation: "母亲", Address: "Blk 1\nLotus Road",
			RelationWords: &locale.Text{EN: "Mother", ZH: "母亲"},
			BirthDate:     &family.Date{Calendar: "lunar", Year: 1956, Month: 1, Day: 20},
			Born:          day("1956-03-02", 1956, 1, 20, "正月二十"), Zodiac: "monkey", Age: &age, NominalAge: &nominal,
		}
		if diff := cmp.Diff(want, mother); diff != "" {
			t.Error(diff)
		}
		father := add(c, fields{
			"kind": "departed", "chineseName": "陈大文", "relation": "先父", "birthDate": solar(1950, 6, 1),
			"passedOn": fields{"calendar": "lunar", "year": 2020, "month": 4, "day": 1, "leap": true},
		})
		age, nominal = 69, 71
		want = family.Person{
			ID: father.ID, Kind: family.Departed, ChineseName: "陈大文", Relation: "先父", RelationWords: &locale.Text{EN: "Late father", ZH: "先父"},
			BirthDate: &family.Date{Calendar: "solar", Year: 1950, Month: 6, Day: 1}, PassedOn: &family.Date{Calendar: "lunar", Year: 2020, Month: 4, Day: 1, Leap: true},
			Born: day("1950-06-01", 1950, 4, 16, "四月十六"), Passed: day("2020-05-23", 2020, 4, 1, "闰四月初一"),
			Zodiac: "tiger", Age: &age, NominalAge: &nominal, Anniversary: &family.Anniversary{On: "2027-05-06", Days: 166},
		}
		want.Passed.Lunar.Leap = true
		if diff := cmp.Diff(want, father); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]family.Person{mother, father}, book(c).Items); diff != "" {
			t.Error(diff)
		}
	})
}

func day(solar string, y, m, d int, chinese string) *family.BothCalendars {
	b := &family.BothCalendars{Solar: solar}
	b.Lunar.Year, b.Lunar.Month, b.Lunar.Day, b.Lunar.Chinese = y, m, d, chinese
	return b
}

// The codes are those of forms. Nothing is saved when a request is refused.
func TestFamilyBookRefusesWhatAFormRefuses(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		named := func(more fields) fields {
			e := fields{"kind": "living", "name": "Tan"}
			for k, v := range more {
				e[k] = v
			}
			return e
		}
		for name, refused := range map[string]struct {
			entry fields
			codes map[string]string
		}{
			"nobody":                           {fields{"kind": "living"}, map[string]string{"chineseName": "required"}},
			"blank names":                      {fields{"kind": "departed", "name": " ", "chineseName": "　"}, map[string]string{"chineseName": "required"}},
			"an unknown kind":                  {fields{"kind": "absent", "name": "Tan"}, map[string]string{"kind": "not-a-choice"}},
			"long names":                       {named(fields{"chineseName": strings.Repeat("𠮷", 41), "name": strings.Repeat("n", 81)}), map[string]string{"chineseName": "too-long", "name": "too-long"}},
			"a long relation":                  {named(fields{"relation": strings.Repeat("r", 21), "address": strings.Repeat("a", 201)}), map[string]string{"relation": "too-long", "address": "too-long"}},
			"an invisible character":           {named(fields{"chineseName": "陈\u202e"}), map[string]string{"chineseName": "control-character"}},
			"an impossible day":                {named(fields{"birthDate": solar(2026, 2, 30)}), map[string]string{"birthDate": "bad-date"}},
			"half a date":                      {named(fields{"birthDate": fields{"calendar": "solar", "year": 1990}}), map[string]string{"birthDate": "bad-date"}},
			"a leap month that the year lacks": {named(fields{"birthDate": fields{"calendar": "lunar", "year": 1956, "month": 1, "day": 2, "leap": true}}), map[string]string{"birthDate": "bad-date"}},
			"a birth tomorrow":                 {named(fields{"birthDate": solar(2026, 11, 22)}), map[string]string{"birthDate": "date-in-future"}},
			"a death tomorrow":                 {fields{"kind": "departed", "name": "Tan", "passedOn": lunarDate(2026, 10, 14)}, map[string]string{"passedOn": "date-in-future"}},
			"a death before the birth":         {fields{"kind": "departed", "name": "Tan", "birthDate": solar(1950, 6, 1), "passedOn": solar(1949, 6, 1)}, map[string]string{"passedOn": "before-birth"}},
			"a day of death of the living":     {named(fields{"passedOn": solar(2020, 1, 1)}), map[string]string{"passedOn": "unknown-field"}},
			"an unknown field":                 {named(fields{"nric": "S1234567D"}), map[string]string{"nric": "unknown-field"}},
			"a date in words":                  {named(fields{"birthDate": "yesterday"}), map[string]string{"birthDate": "bad-date"}},
		} {
			t.Run(name, func(t *testing.T) {
				r := c.Post(path, refused.entry)
				if r.Status != 400 || cmp.Diff(refused.codes, r.FieldCodes()) != "" {
					t.Errorf("%d %s", r.Status, r.Body)
				}
			})
		}
		if n := len(book(c).Items); n != 0 {
			t.Errorf("%d people are in the book", n)
		}
		longest := fields{"kind": "living", "chineseName": strings.Repeat("𠮷", 40), "name": strings.Repeat("é", 80), "birthDate": " ", "relation": nil}
		if p := add(c, longest); p.ChineseName != longest["chineseName"] || p.Name != longest["name"] || p.BirthDate != nil {
			t.Errorf("what just fits became %+v", p)
		}
		c.Locale = "zh"
		if r := c.Post(path, fields{"kind": "living"}); !strings.Contains(string(r.Body), "请") {
			t.Errorf("not in Chinese: %s", r.Body)
		}
	})
}

func TestFamilyBookChangesOnlyItsOwnersPeople(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, other := a.Member(t), a.NewMember(t, "Other", "+6581110001")
		p := add(c, fields{"kind": "living", "chineseName": "陈美玲", "birthDate": solar(1956, 3, 2), "address": "Lotus Road"})
		at := path + "/" + p.ID

		t.Run("OK", func(t *testing.T) {
			var saved family.Saved
			c.Put(at, fields{"kind": "departed", "chineseName": "陈美玲", "relation": "先母", "passedOn": solar(2026, 1, 5)}).Want(200).JSON(&saved)
			if got := book(c).Items; len(got) != 1 || cmp.Diff(saved.Person, got[0]) != "" {
				t.Errorf("answered %+v, kept %+v", saved.Person, got)
			}
			if q := saved.Person; q.ID != p.ID || q.Kind != family.Departed || q.BirthDate != nil || q.Address != "" || q.Anniversary.On != "2027-01-05" {
				t.Errorf("the whole entry is replaced: %+v", q)
			}
			if r := c.Put(at, fields{"kind": "departed"}); r.FieldCodes()["chineseName"] != "required" {
				t.Errorf("%d %s", r.Status, r.Body)
			}
		})
		t.Run("ErrAnotherMembersPerson", func(t *testing.T) {
			entry := fields{"kind": "living", "name": "Thief"}
			var words []string
			for _, r := range []*testkit.Response{
				other.Put(at, entry), other.Delete(at), other.Put(path+"/none", entry), other.Delete(path + "/none"), c.Delete(path + "/" + p.ID + "0"),
			} {
				words = append(words, string(r.Want(404).Body))
			}
			for _, w := range words {
				if w != words[0] {
					t.Errorf("%s is told apart from %s", w, words[0])
				}
			}
			if got := book(c).Items; len(got) != 1 || got[0].ChineseName != "陈美玲" || len(book(other).Items) != 0 {
				t.Errorf("%+v", got)
			}
		})
		t.Run("Remove", func(t *testing.T) {
			c.Delete(at).Want(200)
			c.Delete(at).Want(404)
			if n := a.Count(t, "SELECT count(*) FROM family_people"); n != 0 {
				t.Errorf("%d rows are kept", n)
			}
		})
		t.Run("ErrNotAMember", func(t *testing.T) {
			for _, call := range [][2]string{{"GET", path}, {"POST", path}, {"PUT", at}, {"DELETE", at}} {
				a.Guest().Do(call[0], call[1], fields{"kind": "living"}).Want(401)
				a.Staff(t, "counter").Do(call[0], call[1], fields{"kind": "living"}).Want(403)
			}
		})
	})
}

func TestEqualNamesAreMarkedButAllowed(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		for _, e := range []struct {
			entry fields
			same  bool
		}{
			{fields{"kind": "living", "chineseName": "陈美玲", "name": "Mei"}, false},
			{fields{"kind": "living", "chineseName": "陈美龄", "name": "Mei"}, false},
			{fields{"kind": "departed", "chineseName": "陈美玲"}, false},
			{fields{"kind": "living", "chineseName": " 陈美玲"}, true},
			{fields{"kind": "living", "name": "Tan"}, false},
			{fields{"kind": "living", "name": "TAN ", "chineseName": "谭"}, true},
		} {
			if p := add(c, e.entry); p.SameName != e.same {
				t.Errorf("%v: %v", e.entry, p.SameName)
			}
		}
		var marked []bool
		for _, p := range book(c).Items {
			marked = append(marked, p.SameName)
		}
		if diff := cmp.Diff([]bool{true, false, false, true, true, true}, marked); diff != "" {
			t.Error(diff)
		}
	})
}

// The same request sent twice with a key creates one entry; the same content without a key creates two.
func TestAddingTwiceWithOneIdempotencyKeyAddsOnce(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		c.Header.Set("Idempotency-Key", "the-same-attempt-0001")
		first, second := add(c, fields{"kind": "living", "name": "Tan"}), add(c, fields{"kind": "living", "name": "Tan"})
		if first.ID != second.ID || len(book(c).Items) != 1 {
			t.Errorf("%s and %s", first.ID, second.ID)
		}
	})
}

// For a birth between 立春 and the lunar new year the office decides the sign.
func TestZodiacFollowsTheConfiguredYearBoundary(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		add(c, fields{"kind": "living", "name": "Tan", "birthDate": solar(1985, 2, 5)})
		for boundary, want := range map[lunar.Boundary]string{lunar.NewYear: "rat", lunar.Lichun: "ox"} {
			a.Write(t, func(ctx context.Context, tx *db.Tx) error {
				f, err := content.Site(ctx, tx.Queries)
				if err != nil {
					return err
				}
				f.Zodiac = boundary
				return content.SaveSite(ctx, tx, f)
			})
			if l := book(c); l.From != boundary || l.Items[0].Zodiac != want {
				t.Errorf("from %s: %s %s", boundary, l.From, l.Items[0].Zodiac)
			}
		}
	})
}

// Days are those of Singapore: the anniversary is recomputed the day after it.
func TestAnniversaryIsTheNextUpcomingOne(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		add(c, fields{"kind": "departed", "name": "Tan", "passedOn": solar(2020, 11, 22)})
		add(c, fields{"kind": "departed", "name": "Lim", "passedOn": lunarDate(2020, 10, 14)})
		add(c, fields{"kind": "departed", "name": "Goh", "passedOn": solar(2026, 11, 21)})
		next := func(want ...string) {
			t.Helper()
			var got []string
			for _, p := range book(a.Member(t)).Items { // a session ends overnight
				got = append(got, fmt.Sprint(p.Anniversary.On, " ", p.Anniversary.Days))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		}
		next("2026-11-22 1", "2026-11-22 1", "2027-11-21 365")
		a.Clock.Set(time.Date(2026, 11, 21, 16, 0, 0, 0, time.UTC))
		next("2026-11-22 0", "2026-11-22 0", "2027-11-21 364")
		a.Clock.Advance(24 * time.Hour)
		next("2027-11-22 364", "2027-11-11 353", "2027-11-21 363")
	})
}

func TestAFamilyBookIsExportedAndErased(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, other := a.Member(t), a.NewMember(t, "Other", "+6581110001")
		var who struct{ User struct{ ID string } }
		c.Get("/api/auth/identity").Want(200).JSON(&who)
		if v, err := a.Family.Export(t.Context(), who.User.ID); err != nil || v != nil {
			t.Errorf("an empty book gives %v %v", v, err)
		}
		add(c, fields{"kind": "living", "chineseName": "陈𠮷䶮"})
		add(other, fields{"kind": "living", "name": "Lim"})
		v, err := a.Family.Export(t.Context(), who.User.ID)
		raw, _ := json.Marshal(v)
		if err != nil || !strings.Contains(string(raw), "陈𠮷䶮") || strings.Contains(string(raw), "Lim") {
			t.Errorf("%s %v", raw, err)
		}
		a.Write(t, func(ctx context.Context, tx *db.Tx) error { return a.Family.Erase(ctx, tx, who.User.ID) })
		if len(book(c).Items) != 0 || len(book(other).Items) != 1 {
			t.Error("not this book alone is erased")
		}
	})
}

func TestFamilyPageHasTheBookAndItsForms(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		add(c, fields{"kind": "living", "chineseName": "陈𠮷䶮"})
		var got struct{ Data family.Page }
		c.Get("/zh/member/profile/family/_payload.json").Want(200).JSON(&got)
		if len(got.Data.Items) != 1 || got.Data.Forms.Departed.Fields[4].Key != "passedOn" || len(got.Data.Forms.Living.Fields) != 5 {
			t.Errorf("%+v", got.Data)
		}
		page := c.Get("/zh/member/profile/family").Want(200)
		if strings.Contains(string(page.Body), "陈𠮷䶮") {
			t.Error("the HTML has a name in it")
		}
		if r := a.Staff(t, "counter").Get("/member/profile/family"); r.Status != 302 || !strings.HasSuffix(r.Header.Get("Location"), "/member/profile?notice=member-needed") {
			t.Errorf("%d %v", r.Status, r.Header)
		}
		if r := a.Guest().Get("/member/profile/family"); r.Status != 302 || !strings.Contains(r.Header.Get("Location"), "/member/login?redirect=") {
			t.Errorf("%d %v", r.Status, r.Header)
		}
	})
}
