package site_test

import (
	"testing"
	"time"

	"shanmen/internal/testkit"
)

type homePayload struct {
	Route string
	Data  struct {
		Banners   []struct{ Type int }
		Offerings []struct {
			Key, Title, State string
			FromPrice         int64
		}
		Events []struct{ Key, Lunar string }
		Today  struct {
			Date, LunarMonthDay string
			Next                struct {
				Label string
				Days  int
			}
		}
		Hours, Directions string
	}
}

func TestHomeShowsTheLunarDay(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		home := func(path string) (p homePayload) {
			t.Helper()
			r := a.Guest().Get(path)
			if r.Status != 200 {
				t.Fatalf("%s: %d %s", path, r.Status, r.Body)
			}
			r.JSON(&p)
			return p
		}
		en := home("/_payload.json")
		if d := en.Data; d.Today.Date != "2026-11-21" || d.Today.LunarMonthDay != "十月十三" || d.Today.Next.Days != 2 || d.Today.Next.Label != "full moon chanting" {
			t.Errorf("today: %+v", d.Today)
		}
		if d := en.Data; len(d.Offerings) != 4 || d.Offerings[0].Title != "Blessing lamp" || d.Offerings[0].FromPrice != 3800 || len(d.Events) != 3 || d.Events[0].Lunar != "十月十五" || len(d.Banners) < 2 {
			t.Errorf("home: %+v", d)
		}
		zh := home("/zh/_payload.json")
		if d := zh.Data; d.Today.Next.Label != "十五诵经" || d.Offerings[0].Title != "光明灯" || d.Directions != "莲山地铁站步行8分钟" {
			t.Errorf("home in Chinese: %+v", d)
		}
		a.Clock.Advance(48 * time.Hour)
		if d := home("/_payload.json").Data; d.Today.Next.Days != 0 || d.Today.Date != "2026-11-23" {
			t.Errorf("on the day of chanting: %+v", d.Today)
		}
	})
}

func TestContentAndCatalogueCallsAnswer(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Guest()
		var titles []struct{ Key, Title string }
		if r := c.Get("/api/about-us/title?locale=zh"); r.Status != 200 {
			t.Fatalf("%d %s", r.Status, r.Body)
		} else {
			r.JSON(&titles)
		}
		if len(titles) < 4 || titles[0].Key != "history" || titles[0].Title != "本寺历史" {
			t.Errorf("titles: %v", titles)
		}
		var page struct{ Key, Title, HTML, UpdatedAt string }
		c.Get("/api/content/output/privacy-policy?locale=en").JSON(&page)
		if page.Title != "Privacy policy" || page.HTML == "" || page.UpdatedAt != "2026-11-21T04:00:00Z" {
			t.Errorf("page: %+v", page)
		}
		if r := c.Get("/api/content/output/nothing"); r.Status != 404 || r.Code() != "not-found" {
			t.Errorf("nothing: %d %s", r.Status, r.Code())
		}
		var list struct {
			Items []struct{ Key string }
			Total int
		}
		c.Get("/api/offering?locale=en&q=%E5%85%89%E6%98%8E%E7%81%AF&pageSize=1").JSON(&list)
		if list.Total != 1 || list.Items[0].Key != "light-lamp" {
			t.Errorf("list: %+v", list)
		}
		var detail struct {
			State   string
			Options []struct {
				Key       string
				Price     *int64
				Min       *int64
				Remaining *int64
			}
			Form *struct{ Key string }
		}
		c.Get("/api/offering/donation").JSON(&detail)
		if detail.State != "open" || detail.Options[0].Price != nil || *detail.Options[0].Min != 200 || detail.Form.Key != "gift" {
			t.Errorf("donation: %+v", detail)
		}
		if r := c.Get("/api/offering/nothing"); r.Status != 404 {
			t.Errorf("nothing: %d", r.Status)
		}
		if r := c.Get("/api/offering?pageSize=101"); r.Status != 400 || r.Code() != "invalid-fields" {
			t.Errorf("a page of 101: %d %s", r.Status, r.Code())
		}
	})
}
