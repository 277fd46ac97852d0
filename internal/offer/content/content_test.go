package content_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/testkit/template"
)

var (
	ctx = context.Background()
	now = time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)
)

func eachEngine(t *testing.T, test func(t *testing.T, s *content.Service)) {
	template.Tables.Each(t, func(t *testing.T, url string) {
		d, err := db.Open(ctx, url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		test(t, &content.Service{DB: d, Clock: clock.NewFake(now)})
	})
}

func save(t *testing.T, s *content.Service, pages ...content.NewPage) {
	t.Helper()
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for i, p := range pages {
			p.Position = int64(i)
			if err := content.Save(ctx, tx, p, now); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestMissingTranslationShowsTheOtherLanguage(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *content.Service) {
		save(t, s,
			content.NewPage{Key: "both", Kind: content.KindAboutUs, Title: locale.Text{EN: "Both", ZH: "双语"}, HTML: locale.Text{EN: "<p>a</p>", ZH: "<p>甲</p>"}},
			content.NewPage{Key: "english", Kind: content.KindAboutUs, Title: locale.Text{EN: "English", ZH: "英文"}, HTML: locale.Text{EN: "<p>a</p>"}},
			content.NewPage{Key: "chinese", Kind: content.KindAboutUs, Title: locale.Text{ZH: "中文"}, HTML: locale.Text{ZH: "<p>甲</p>"}},
			content.NewPage{Key: "empty", Kind: content.KindAboutUs, Title: locale.Text{EN: "Empty", ZH: "空"}},
		)
		for _, c := range []struct {
			key         string
			l           locale.Locale
			title, html string
			other       bool
		}{
			{"both", locale.EN, "Both", "<p>a</p>", false}, {"both", locale.ZH, "双语", "<p>甲</p>", false},
			{"english", locale.EN, "English", "<p>a</p>", false}, {"english", locale.ZH, "English", "<p>a</p>", true},
			{"chinese", locale.EN, "中文", "<p>甲</p>", true}, {"chinese", locale.ZH, "中文", "<p>甲</p>", false},
			{"empty", locale.ZH, "空", "", false},
		} {
			want := &content.Page{Key: c.key, Title: c.title, HTML: c.html, UpdatedAt: now, OtherLanguage: c.other}
			got, err := content.Find(ctx, s.DB.Read(), c.l, c.key)
			if err != nil || cmp.Diff(want, got) != "" {
				t.Errorf("%s in %s: %v\n%s", c.key, c.l, err, cmp.Diff(want, got))
			}
		}
		if _, err := s.Output(ctx, &content.OutputIn{Key: "nothing"}); !errors.Is(err, fault.NotFound()) {
			t.Errorf("a page that is not there: %v", err)
		}
	})
}

func TestTheAboutUsPagesAreShownByLanguage(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *content.Service) {
		if _, err := s.AboutUsPage(ctx, httpd.PageRequest{Locale: locale.EN}); !errors.Is(err, fault.NotFound()) {
			t.Errorf("about us without pages: %v", err)
		}
		save(t, s,
			content.NewPage{Key: "history", Kind: content.KindAboutUs, Title: locale.Text{EN: "History", ZH: "历史"}, HTML: locale.Text{EN: "<p>Since 1928.</p>", ZH: "<p>始于1928年。</p>"}},
			content.NewPage{Key: "abbot", Kind: content.KindAboutUs, Title: locale.Text{EN: "Abbot", ZH: "住持"}, HTML: locale.Text{EN: "<p>b</p>", ZH: "<p>乙</p>"}},
			content.NewPage{Key: "privacy-policy", Kind: content.KindPolicy, Title: locale.Text{EN: "Privacy", ZH: "隐私"}, HTML: locale.Text{EN: "<p>c</p>", ZH: "<p>丙</p>"}},
		)
		p, err := s.AboutUsPage(ctx, httpd.PageRequest{Locale: locale.ZH})
		if err != nil || p.Redirect == nil || *p.Redirect != (httpd.Redirect{Target: "/zh/about-us/history", Status: 302}) {
			t.Errorf("about us leads to %+v, %v", p.Redirect, err)
		}
		key := func(k string) httpd.PageRequest {
			return httpd.PageRequest{Locale: locale.ZH, Params: map[string]string{"key": k}}
		}
		p, err = s.AboutUsKeyPage(ctx, key("history"))
		if err != nil {
			t.Fatal(err)
		}
		want := []content.Title{{Key: "history", Title: "历史"}, {Key: "abbot", Title: "住持"}}
		if diff := cmp.Diff(want, p.Data.(content.AboutUs).Titles); diff != "" || p.Title != "历史" || p.Description != "始于1928年。" {
			t.Errorf("%q %q\n%s", p.Title, p.Description, diff)
		}
		if _, err := s.AboutUsKeyPage(ctx, key("privacy-policy")); !errors.Is(err, fault.NotFound()) {
			t.Errorf("a policy among the about-us pages: %v", err)
		}
		if p, err := s.PolicyPage("privacy-policy")(ctx, httpd.PageRequest{Locale: locale.EN}); err != nil || p.Title != "Privacy" {
			t.Errorf("the policy: %v %v", p.Title, err)
		}
	})
}

func TestSavedHTMLIsCleanInTheDatabaseAndOnThePage(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *content.Service) {
		save(t, s, content.NewPage{Key: "p", Kind: content.KindPolicy, Title: locale.Text{EN: "P", ZH: "甲"},
			HTML: locale.Text{EN: `<p style="color:red" onclick="x()">a</p><script>x()</script><a href="https://x.sg" target="_blank">l</a>`, ZH: "<p>乙</p>"}})
		want := `<p>a</p><a href="https://x.sg" target="_blank" rel="noopener">l</a>`
		row, err := s.DB.Read().ContentPage(ctx, "p")
		if err != nil || row.HtmlEn != want {
			t.Errorf("stored: %s %v", row.HtmlEn, err)
		}
		if p, err := content.Find(ctx, s.DB.Read(), locale.EN, "p"); err != nil || p.HTML != want {
			t.Errorf("shown: %+v %v", p, err)
		}
		// Text that reached the table by another path is sanitised when it is shown.
		err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return tx.ContentPutPage(ctx, putRaw("p", `<p style="x">b</p><img src=x onerror=alert(1)>`))
		})
		if err != nil {
			t.Fatal(err)
		}
		if p, err := content.Find(ctx, s.DB.Read(), locale.EN, "p"); err != nil || p.HTML != `<p>b</p>` {
			t.Errorf("shown: %+v %v", p, err)
		}
	})
}

func TestTheFAQPageShowsItsQuestions(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *content.Service) {
		save(t, s,
			content.NewPage{Key: "faq", Kind: content.KindPolicy, Title: locale.Text{EN: "Questions", ZH: "问答"}, HTML: locale.Text{EN: "<p>Call us.</p>", ZH: "<p>请来电。</p>"}},
			content.NewPage{Key: "faq-cash", Kind: content.KindFAQ, Title: locale.Text{EN: "Cash?", ZH: "现金？"}, HTML: locale.Text{EN: "<p>Yes.</p>", ZH: "<p>可以。</p>"}},
		)
		p, err := s.FAQPage(ctx, httpd.PageRequest{Locale: locale.ZH})
		if err != nil {
			t.Fatal(err)
		}
		want := []content.Question{{Key: "faq-cash", Question: "现金？", HTML: "<p>可以。</p>"}}
		if diff := cmp.Diff(want, p.Data.(content.FAQ).Items); diff != "" {
			t.Error(diff)
		}
	})
}

func TestAFreshDatabaseOffersNoPayNow(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *content.Service) {
		f, err := content.Site(ctx, s.DB.Read())
		if err != nil || f.UEN != "" || f.Hold != time.Hour || f.Expiry != 7*24*time.Hour {
			t.Errorf("%+v %v", f, err)
		}
		if z, err := content.Zodiac(ctx, s.DB.Read()); err != nil || z != lunar.NewYear {
			t.Errorf("zodiac from %q %v", z, err)
		}
		f.UEN, f.Hold, f.Name, f.Zodiac = "T08SS0001L", 30*time.Minute, locale.Text{EN: "Qing Lian Temple", ZH: "清莲寺"}, lunar.Lichun
		if err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return errors.Join(content.SaveSite(ctx, tx, f), content.SavePlace(ctx, tx, f))
		}); err != nil {
			t.Fatal(err)
		}
		if got, err := content.Site(ctx, s.DB.Read()); err != nil || cmp.Diff(f, got) != "" {
			t.Errorf("%v\n%s", err, cmp.Diff(f, got))
		}
		if z, err := content.Zodiac(ctx, s.DB.Read()); err != nil || z != lunar.Lichun {
			t.Errorf("zodiac from %q %v", z, err)
		}
	})
}

func TestBannersLinkOnlyToPathsAndHTTPS(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *content.Service) {
		for href, ok := range map[string]bool{"": true, "/event": true, "https://x.sg": true, "javascript:alert(1)": false, "//x.sg": false, "http://x.sg": false} {
			err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				return content.PutBanner(ctx, tx, content.NewBanner{ID: id.New(), Type: content.BannerCard, Title: locale.Text{EN: "a", ZH: "甲"}, Href: href})
			})
			if (err == nil) != ok {
				t.Errorf("%q: %v", href, err)
			}
		}
	})
}
