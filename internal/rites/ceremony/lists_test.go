package ceremony_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/offer/position"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/testkit"
)

func TestEachPaidItemIsOnOneList(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		first := made(t, a)
		before := a.Member(t).BuyFor(5000, solstice(t, a, "欧阳", 1))
		a.TakeCash(t, before)
		second := made(t, a, "title", fields{"en": "Second", "zh": "第二"})
		if n := second.Counts.Collected; n != 0 {
			t.Errorf("%d names of the first list are on the second too", n)
		}
		a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "林", 1)))
		if one, other := get(t, a, first.ID).Counts.Collected, get(t, a, second.ID).Counts.Collected; one != 2 || other != 0 {
			t.Errorf("with both open, %d and %d: the next to be held takes it", one, other)
		}
		open := a.Member(t).BuyFor(5000, solstice(t, a, "符", 1))
		act(t, a, "/api/admin/ceremony/"+first.ID+"/close", fields{}).Want(200)
		a.Clock.Advance(time.Minute)
		a.TakeCash(t, open)
		a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "郭", 1)))
		if one, other := entries(t, a, first.ID, "&q=符").Items, entries(t, a, second.ID, "&q=郭").Items; len(one) != 1 || one[0].Late != "paid" || len(other) != 1 || get(t, a, second.ID).Counts.Collected != 1 {
			t.Errorf("ordered before closing %+v, after it %+v", one, other)
		}
	})
}

func TestALateDecisionAppliesToOneEntry(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		act(t, a, "/api/admin/ceremony/"+list.ID+"/close", fields{}).Want(200)
		a.Clock.Advance(time.Minute)
		a.TakeCash(t, a.Member(t).BuyFor(15000, solstice(t, a, "林", 3)))
		late := entries(t, a, list.ID, "&state=late").Items
		next := made(t, a, "title", fields{"en": "Next", "zh": "下一场"})
		act(t, a, "/api/admin/entry/"+late[0].ID+"/late", fields{"decision": "next"}).Want(200)
		act(t, a, "/api/admin/entry/"+late[1].ID+"/late", fields{"decision": "in"}).Want(200)
		here, there := get(t, a, list.ID).Counts, get(t, a, next.ID).Counts
		if here.Collected != 1 || here.Late != 1 || there.Collected != 1 {
			t.Errorf("of three copies: %+v, next %+v", here, there)
		}
	})
}

func TestAPulledPaperIsNoLongerInUse(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		_, e := ready(t, a, list)
		path := "/api/admin/entry/" + e.ID
		act(t, a, path+"/withdraw", fields{}).Want(200)
		act(t, a, path+"/withdraw", fields{"back": true}).Want(200)
		if got := entries(t, a, list.ID, "").Items[0]; got.State != ceremony.Printed {
			t.Errorf("its paper is still there, and it is %s", got.State)
		}
		act(t, a, path+"/withdraw", fields{}).Want(200)
		act(t, a, path+"/taken-out", fields{}).Want(200)
		act(t, a, path+"/withdraw", fields{"back": true}).Want(200)
		if got := entries(t, a, list.ID, "").Items[0]; got.State != ceremony.Checked || got.Printed != 0 {
			t.Errorf("its paper was pulled, and it is %s with paper %d", got.State, got.Printed)
		}
	})
}

func TestADoneMarkIsPreviewed(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		ready(t, a, list)
		_, second := ready(t, a, list)
		a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "林", 1))) // not printed
		look := func(body fields) (l ceremony.DoneLook) {
			act(t, a, "/api/admin/ceremony/"+list.ID+"/done-look", body).Want(200).JSON(&l)
			return l
		}
		got := look(fields{"sitting": 1, "words": fields{"en": "Namo Amitabha", "zh": "南无阿弥陀佛"}})
		if got.Entries != 2 || got.Left != 1 || got.Families != 1 || !strings.Contains(got.Letter.EN, "Namo Amitabha") || !strings.Contains(got.Text.ZH, "冬至祭祖法会") {
			t.Errorf("%+v", got)
		}
		if got := look(fields{"sitting": 1, "entries": []string{second.ID}}); got.Entries != 1 || got.Left != 0 || got.Families != 1 {
			t.Errorf("of one that was chosen: %+v", got)
		}
		if got := look(fields{"sitting": 2}); got.Entries != 0 || got.Families != 0 {
			t.Errorf("of an empty sitting: %+v", got)
		}
	})
}

func TestADoneMarksPhotoIsKeptAndSent(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		ready(t, a, list)
		ritual := a.Staff(t, "ritual")
		var up struct{ Picture struct{ ID string } }
		ritual.Upload("/api/admin/ceremony/photo?replaces=nothing", testkit.Screenshot(t)).Want(200).JSON(&up)
		ritual.Upload("/api/admin/picture", testkit.Screenshot(t)).Want(403)
		act(t, a, "/api/admin/ceremony/"+list.ID+"/done", fields{"sitting": 1, "photo": "nothing"}).Want(404)
		act(t, a, "/api/admin/ceremony/"+list.ID+"/done", fields{"sitting": 1, "photo": up.Picture.ID}).Want(200)
		if r := a.Staff(t, "editor").Post("/api/admin/picture/"+up.Picture.ID+"/delete", nil).Want(400); r.Code() != "picture-in-use" {
			t.Error(r.Code())
		}
		a.Clock.Advance(ceremony.TakeBackFor)
		found := false
		for _, m := range a.Mails(t) {
			for _, part := range m.GetParts() {
				text, err := part.GetContent()
				found = found || err == nil && strings.Contains(string(text), "/media/"+up.Picture.ID+"/photo")
			}
		}
		for _, text := range a.Texts(t) {
			found = found || strings.Contains(text.Body, "/media/"+up.Picture.ID+"/photo")
		}
		if !found {
			t.Error("no family was sent the photo")
		}
	})
}

func TestAnEntrysPrintIsPreviewed(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "欧阳", 1)))
		e := entries(t, a, list.ID, "").Items[0]
		look := func(body fields) (l ceremony.EntryLook) {
			a.Staff(t, "counter").Post("/api/admin/entry/"+e.ID+"/look", body).Want(200).JSON(&l)
			return l
		}
		now := look(fields{})
		if w, h := testkit.SVGSize(t, now.Picture); w < 200 || h < 2*w || h > 4*w {
			t.Errorf("the picture of a tablet is %g by %g", w, h)
		}
		if len(now.Marks) == 0 {
			t.Error("a rare character has no mark")
		}
		text := e.Text
		text.Dedicators = []ceremony.EntryPerson{{Name: "陈吉祥"}}
		if typed := look(fields{"text": text}); len(typed.Marks) != 0 || typed.Picture == now.Picture {
			t.Errorf("what is typed looks as what is saved: %+v", typed.Marks)
		}
		for range 38 {
			text.Dedicators = append(text.Dedicators, ceremony.EntryPerson{Name: "欧阳娜娜欧阳娜娜"})
		}
		if long := look(fields{"text": text}); long.Picture != "" || len(long.Marks) == 0 || long.Marks[0].Code != "does-not-fit" {
			t.Errorf("what does not fit: %+v", long.Marks)
		}
	})
}

func TestEntriesAreFilteredBySittingAndWarning(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		a.TakeCash(t, a.Member(t).BuyFor(10000, solstice(t, a, "欧阳", 2)))
		all := entries(t, a, list.ID, "").Items
		act(t, a, "/api/admin/ceremony/"+list.ID+"/sitting", fields{"sitting": 2, "entries": []string{all[1].ID}}).Want(200)
		for _, more := range []string{"&sitting=2", "&sitting=2&state=collected", "&sitting=2&sort=sponsor", "&sitting=2&sort=place", "&sitting=2&state=look&mark=rare"} {
			if got := entries(t, a, list.ID, more).Items; len(got) != 1 || got[0].ID != all[1].ID || got[0].Same != 1 {
				t.Errorf("%s: %+v", more, got)
			}
		}
		if got := entries(t, a, list.ID, "&state=look&mark=no-glyph").Items; len(got) != 0 {
			t.Errorf("without a glyph: %+v", got)
		}
	})
}

func TestTodayListsCeremonies(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		invoiceID, _ := ready(t, a, list)
		a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "林", 1)))
		a.Staff(t, "counter").Refund(invoiceID, money.Cash, 5000, "asked-by-devotee").Want(200)
		act(t, a, "/api/admin/ceremony/"+list.ID+"/close", fields{}).Want(200)
		a.Clock.Advance(time.Minute)
		a.TakeCash(t, a.Member(t).BuyFor(10000, solstice(t, a, "符", 2)))
		waits := func(role string) map[string]int64 {
			var today struct {
				Waiting []struct {
					What, ID string
					Count    int64
				}
			}
			a.Staff(t, role).Get("/api/admin/today").Want(200).JSON(&today)
			out := map[string]int64{}
			for _, w := range today.Waiting {
				if out[w.What] = w.Count; w.What == "names" && w.ID != list.ID {
					t.Errorf("%+v", w)
				}
			}
			return out
		}
		if got := waits("ritual"); got["names"] != 1 || got["late-names"] != 2 || got["papers"] != 1 {
			t.Errorf("%+v", got)
		}
		late := entries(t, a, list.ID, "&state=late").Items[0]
		act(t, a, "/api/admin/entry/"+late.ID+"/late", fields{"decision": "cannot"}).Want(200)
		if got := waits("treasurer"); got["late-refunds"] != 1 || got["names"] != 0 {
			t.Errorf("%+v", got)
		}
	})
}

// A list sorted by position follows the towers in the lamps' present positions, page by page, and entries without a
// position come last. Lamps of a hall where a session is held are listed there.
func TestALampListIsSortedByPosition(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		ritual := a.Staff(t, "ritual")
		option := a.Option(t, "light-lamp", "grand")
		var places []string
		for _, h := range []struct{ key, en, zh, tower string }{{"east", "East Hall", "东殿", "Y"}, {"west", "West Hall", "西殿", "X"}} {
			ritual.Post("/api/admin/hall", fields{"key": h.key, "title": fields{"en": h.en, "zh": h.zh}}).Want(200)
			var halls position.Halls
			ritual.Post("/api/admin/hall/"+h.key+"/tower", fields{"code": h.tower, "title": fields{"en": h.tower, "zh": h.tower}, "x": 1, "y": 1, "upwards": true, "rows": 1, "units": 4}).Want(200).JSON(&halls)
			for _, one := range halls.Items {
				if one.Key == h.key {
					ritual.Post("/api/admin/tower/"+one.Towers[0].ID+"/sell", fields{"fromRow": 1, "toRow": 1, "optionId": option, "positionBy": "devotee", "lastsMonths": 0}).Want(200)
				}
			}
		}
		for _, code := range []string{"X-01-02", "Y-01-03", "Y-01-01", "X-01-01"} {
			id := a.Text(t, "SELECT id FROM positions WHERE code = $1", code)
			places = append(places, id)
		}
		in := ceremonyOf(t, a, "light-lamp", "lamp")
		start := a.Clock.Now().Add(20 * 24 * time.Hour).Truncate(time.Second)
		in["sittings"] = []fields{
			{"startsAt": start, "endsAt": start.Add(2 * time.Hour), "hall": "east", "place": fields{"en": "", "zh": ""}},
			{"startsAt": start.Add(24 * time.Hour), "endsAt": start.Add(26 * time.Hour), "hall": "west", "place": fields{"en": "", "zh": ""}},
		}
		var list ceremony.CeremonyView
		ritual.Post("/api/admin/ceremony", in).Want(200).JSON(&list)
		if s := list.Sittings; s[1].Hall != "west" || s[1].Place.ZH != "西殿" {
			t.Errorf("%+v", s)
		}
		bad := ceremonyOf(t, a, "light-lamp", "lamp")
		bad["sittings"] = []fields{{"startsAt": start, "endsAt": start.Add(time.Hour), "hall": "nowhere", "place": fields{"en": "", "zh": ""}}}
		ritual.Post("/api/admin/ceremony", bad).Want(400)
		names := testkit.People("陈美玲")
		a.TakeCash(t, a.Member(t).BuyFor(3800, a.Item(t, "light-lamp", "one", "form", names)))
		for _, id := range places {
			a.TakeCash(t, a.Member(t).BuyFor(18800, a.Item(t, "light-lamp", "grand", "form", names, "positions", []string{id})))
		}
		read := func() (said string) {
			for after := ""; ; {
				var page ceremony.EntryList
				ritual.Get("/api/admin/ceremony/" + list.ID + "/entry?sort=place&limit=2&after=" + after).Want(200).JSON(&page)
				for _, e := range page.Items {
					said += fmt.Sprintf("%s %d; ", e.Place, e.Sitting)
				}
				if after = page.Next; after == "" {
					return said
				}
			}
		}
		if got, want := read(), "Y-01-01 1; Y-01-03 1; X-01-01 2; X-01-02 2;  1; "; got != want {
			t.Errorf("by place: %s, want %s", got, want)
		}
		ritual.Post("/api/admin/position/"+places[3]+"/move", fields{"code": "Y-01-02", "hall": "east"}).Want(200)
		if got, want := read(), "Y-01-01 1; Y-01-02 2; Y-01-03 1; X-01-02 2;  1; "; got != want {
			t.Errorf("after a move: %s, want %s", got, want)
		}
		ritual.Get("/api/admin/ceremony/" + list.ID + "/entry?sort=place&after=" + base64.RawURLEncoding.EncodeToString([]byte("1 nonsense"))).Want(400)
		ritual.Put("/api/admin/hall/west", fields{"title": fields{"en": "Hall of the West", "zh": "西方殿"}}).Want(200)
		if s := get(t, a, list.ID).Sittings; s[1].Place.ZH != "西方殿" {
			t.Errorf("%+v", s)
		}
		var page ceremony.ReadingList
		ritual.Get("/api/admin/ceremony/" + list.ID + "/reading").Want(200).JSON(&page)
		if page.Items[1].Place != "X-01-02" {
			t.Errorf("%+v", page.Items)
		}
	})
}
