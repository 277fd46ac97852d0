package ceremony_test

import (
	"encoding/base64"
	"image/png"
	"strings"
	"testing"
	"time"

	"shanmen/internal/ceremony"
	"shanmen/internal/testkit"
)

func TestWhatIsBoughtIsOnOneList(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		first := made(t, a)
		before := order(t, a.Member(t), 5000, solstice(t, a, "欧阳", 1))
		pay(t, a, before)
		second := made(t, a, "title", fields{"en": "Second", "zh": "第二"})
		if n := second.Counts.Collected; n != 0 {
			t.Errorf("%d names of the first list are on the second too", n)
		}
		pay(t, a, order(t, a.Member(t), 5000, solstice(t, a, "林", 1)))
		if one, other := get(t, a, first.ID).Counts.Collected, get(t, a, second.ID).Counts.Collected; one != 2 || other != 0 {
			t.Errorf("with both open, %d and %d: the next to be held takes it", one, other)
		}
		open := order(t, a.Member(t), 5000, solstice(t, a, "符", 1))
		act(t, a, "/api/admin/ceremony/"+first.ID+"/close", fields{}).Want(200)
		a.Clock.Advance(time.Minute)
		pay(t, a, open)
		pay(t, a, order(t, a.Member(t), 5000, solstice(t, a, "郭", 1)))
		if one, other := entries(t, a, first.ID, "&q=符").Items, entries(t, a, second.ID, "&q=郭").Items; len(one) != 1 || one[0].Late != "paid" || len(other) != 1 || get(t, a, second.ID).Counts.Collected != 1 {
			t.Errorf("ordered before closing %+v, after it %+v", one, other)
		}
	})
}

func TestADecisionIsAboutOneCopy(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		act(t, a, "/api/admin/ceremony/"+list.ID+"/close", fields{}).Want(200)
		a.Clock.Advance(time.Minute)
		pay(t, a, order(t, a.Member(t), 15000, solstice(t, a, "林", 3)))
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

func TestAPaperThatWasPulledIsInUseNoMore(t *testing.T) {
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

func TestAMarkIsSeenBeforeItIsMade(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		ready(t, a, list)
		_, second := ready(t, a, list)
		pay(t, a, order(t, a.Member(t), 5000, solstice(t, a, "林", 1))) // not printed
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

func TestThePhotoOfAMarkStaysAndGoesToTheFamilies(t *testing.T) {
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

func TestAnEntryIsSeenAsItWillBePrinted(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		pay(t, a, order(t, a.Member(t), 5000, solstice(t, a, "欧阳", 1)))
		e := entries(t, a, list.ID, "").Items[0]
		look := func(body fields) (l ceremony.EntryLook) {
			a.Staff(t, "counter").Post("/api/admin/entry/"+e.ID+"/look", body).Want(200).JSON(&l)
			return l
		}
		now := look(fields{})
		img, err := png.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(now.Picture)))
		if err != nil {
			t.Fatal(err)
		}
		if b := img.Bounds(); b.Dx() < 200 || b.Dy() < 2*b.Dx() || b.Dx() > 400 {
			t.Errorf("the picture of a tablet is %v", b)
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

func TestNamesAreFoundBySittingAndByWhatStandsOut(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		pay(t, a, order(t, a.Member(t), 10000, solstice(t, a, "欧阳", 2)))
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

func TestTodayTellsOfLists(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		invoiceID, _ := ready(t, a, list)
		pay(t, a, order(t, a.Member(t), 5000, solstice(t, a, "林", 1)))
		a.Staff(t, "counter").Post("/api/admin/invoice/"+invoiceID+"/refund", fields{"method": 1, "amount": 5000, "reason": "asked-by-devotee"}).Want(200)
		act(t, a, "/api/admin/ceremony/"+list.ID+"/close", fields{}).Want(200)
		a.Clock.Advance(time.Minute)
		pay(t, a, order(t, a.Member(t), 10000, solstice(t, a, "符", 2)))
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
