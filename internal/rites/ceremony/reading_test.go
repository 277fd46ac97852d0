package ceremony_test

import (
	"fmt"
	"testing"
	"time"

	"shanmen/internal/rites/ceremony"
	"shanmen/internal/testkit"
)

func TestTheReadingListMatchesTheNameList(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		for _, surname := range []string{"欧阳", "林", "符", "郭"} {
			a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, surname, 1)))
		}
		unpaid := a.Member(t).BuyFor(5000, solstice(t, a, "黄", 1))
		all := entries(t, a, list.ID, "").Items
		act(t, a, "/api/admin/entry/"+all[1].ID+"/withdraw", fields{}).Want(200)
		act(t, a, "/api/admin/entry/"+all[2].ID+"/check", fields{"revision": 1, "right": true}).Want(200)
		text := all[3].Text
		text.Surname = "郭曾"
		act(t, a, "/api/admin/entry/"+all[3].ID+"/correct", fields{"revision": 1, "text": text, "reason": "typed-wrong"}).Want(200)
		act(t, a, "/api/admin/ceremony/"+list.ID+"/sitting", fields{"sitting": 2, "entries": []string{all[3].ID}}).Want(200)
		act(t, a, "/api/admin/ceremony/"+list.ID+"/close", fields{}).Want(200)
		a.Clock.Advance(time.Minute)
		a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "关", 1))) // waits for a decision

		// As the reading tablet shows its pages, one name each.
		var got []ceremony.ReadingName
		for after := int64(0); ; {
			var page ceremony.ReadingList
			a.Staff(t, "ritual").Get(fmt.Sprintf("/api/admin/ceremony/%s/reading?limit=1&after=%d", list.ID, after)).Want(200).JSON(&page)
			if len(page.Sittings) != 2 || page.Title.ZH == "" || page.Lunar == "" {
				t.Fatalf("%+v", page)
			}
			got = append(got, page.Items...)
			if after = page.Next; after == 0 {
				break
			}
		}
		said := ""
		for _, n := range got {
			said += fmt.Sprintf("%d %s %v %d; ", n.No, n.Text.Surname, n.Checked, n.Sitting)
		}
		if want := "1 欧阳 false 1; 3 符 true 1; 4 郭曾 false 2; "; said != want {
			t.Errorf("read %s, want %s", said, want)
		}
		a.TakeCash(t, unpaid) // ordered before closing: added late automatically
		var page ceremony.ReadingList
		a.Staff(t, "ritual").Get("/api/admin/ceremony/" + list.ID + "/reading").Want(200).JSON(&page)
		if n := len(page.Items); n != 4 || page.Items[3].Text.Surname != "黄" {
			t.Errorf("%d names once the last is paid: %+v", n, page.Items)
		}
		a.Staff(t, "counter").Get("/api/admin/ceremony/" + list.ID + "/reading").Want(403)
		a.Staff(t, "ritual").Get("/api/admin/ceremony/nothing/reading").Want(404)
	})
}
