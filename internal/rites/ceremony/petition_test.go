package ceremony_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"shanmen/internal/platform/db"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/testkit"
)

// taiSui is an item whose form asks for dates of birth and a wish.
func taiSui(t *testing.T, a *testkit.App) fields {
	t.Helper()
	return a.Item(t, "tai-sui", "one", "form", fields{
		"people": []fields{{"chineseName": "林国华", "gender": "male", "birthDate": fields{"calendar": "lunar", "year": 1956, "month": 3, "day": 2}}},
		"wish":   "合家平安",
	})
}

func TestAPetitionCorrectionKeepsItsFields(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		item := taiSui(t, a)
		in := ceremonyOf(t, a, "winter-solstice", "ancestors")
		in["sources"] = []fields{{"offeringId": item["offeringId"], "kind": "petition"}}
		var list ceremony.CeremonyView
		act(t, a, "/api/admin/ceremony", in).Want(200).JSON(&list)
		a.Drain(t)
		a.Staff(t, "counter").Post("/api/admin/walk-in", fields{"locale": "zh", "payer": fields{"name": "Lim Kok Hwa"}, "items": []fields{item}, "paymentAmount": 3800, "method": 1, "amountReceived": 3800}).Want(200)
		e := entries(t, a, list.ID, "").Items[0]
		if p := e.Text.People[0]; p.Birth != "丙申年三月初二日" || p.Age != "七十一" || e.Text.Wish != "合家平安" {
			t.Fatalf("as the form gave it: %+v", e.Text)
		}
		text := e.Text
		text.Address, text.Sponsor, text.People[0].Relation = "宏茂桥十道大牌四四一号", "林国华", "信士"
		act(t, a, "/api/admin/entry/"+e.ID+"/correct", fields{"revision": 1, "text": text, "reason": "family-asked"}).Want(200)
		text.Wish = "身体健康"
		act(t, a, "/api/admin/entry/"+e.ID+"/correct", fields{"revision": 2, "text": text, "reason": "typed-wrong", "right": true}).Want(200)
		var now ceremony.EntryView
		a.Staff(t, "ritual").Get("/api/admin/entry/" + e.ID).Want(200).JSON(&now)
		p := now.Text.People[0]
		if now.Text.Address != text.Address || now.Text.Sponsor != "林国华" || now.Text.Wish != "身体健康" || p.Birth != "丙申年三月初二日" || p.Age != "七十一" || p.Relation != "信士" {
			t.Errorf("corrected: %+v", now.Text)
		}
		if before := now.Changes[1].Before; before.Wish != "合家平安" || before.Address != text.Address || before.People[0].Birth == "" || now.Original.Wish != "合家平安" || now.Original.Address != "" {
			t.Errorf("what it was: %+v, as it was typed: %+v", before, now.Original)
		}
		text.Wish = strings.Repeat("愿", 81)
		act(t, a, "/api/admin/entry/"+e.ID+"/correct", fields{"revision": 3, "text": text, "reason": "typed-wrong"}).Want(400)

		// The devotee changes the wish: the text added by the office stays.
		form := fields{"people": []fields{{"chineseName": "林国华", "gender": "male", "birthDate": fields{"calendar": "lunar", "year": 1956, "month": 3, "day": 2}}}, "wish": "学业进步"}
		values, err := json.Marshal(form)
		if err != nil {
			t.Fatal(err)
		}
		itemID := a.Text(t, "SELECT item_id FROM ceremony_entries WHERE id = $1", e.ID)
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			return a.Ceremonies.NamesChanged(ctx, tx, itemID, values, "")
		})
		a.Staff(t, "ritual").Get("/api/admin/entry/" + e.ID).Want(200).JSON(&now)
		if now.Text.Wish != "学业进步" || now.Text.Address != text.Address || now.Text.Sponsor != "林国华" || now.Text.People[0].Relation != "信士" {
			t.Errorf("changed by the devotee: %+v", now.Text)
		}
	})
}
