package app_test

import (
	"context"
	"os"
	"slices"
	"testing"

	"shanmen/internal/account"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/editing"
	"shanmen/internal/locale"
	"shanmen/internal/money"
	"shanmen/internal/office"
	"shanmen/internal/testkit"
)

const (
	founderEmail    = "lim@temple.example"
	founderPassword = "a long first password"
)

// foundTemple makes tables and one administrator, as `staff add` does. The mark of a demonstration lets them in without a second
// step, and is all that there is of one.
func foundTemple(t *testing.T, p testkit.Place) {
	t.Helper()
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	url := p.URL
	if url == "" {
		url = "sqlite:" + p.Dir + "/shanmen.db"
	}
	d, err := db.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	accounts := &account.Service{DB: d, Clock: clock.NewFake(testkit.Start), LightPasswords: true}
	create, err := accounts.PrepareUser(t.Context(), account.NewUser{
		Name: "Lim Kok Hua", Email: founderEmail, Password: founderPassword, Locale: locale.EN, Roles: []string{"admin"},
	})
	if err == nil {
		err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if _, err := create(ctx, tx); err != nil {
				return err
			}
			return tx.PutSetting(ctx, query.PutSettingParams{Key: "demo", Value: "1"})
		})
	}
	if e := d.Close(); err == nil {
		err = e
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A temple with nothing in it comes to its first cash by the steps that Today shows; then none is left.
func TestAnEmptyTempleComesToItsFirstCash(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			p := testkit.EmptyPlace(t, engine)
			foundTemple(t, p)
			a := testkit.At(t, p)
			c := a.LogIn(t, founderEmail, founderPassword)
			done := func(want ...string) {
				t.Helper()
				var o office.Today
				c.Get("/api/admin/today").Want(200).JSON(&o)
				var is []string
				for _, step := range o.Steps {
					if step.Done {
						is = append(is, step.What)
					}
				}
				if len(o.Steps) != 6 || !slices.Equal(is, want) {
					t.Errorf("%v are done of %d steps, want %v", is, len(o.Steps), want)
				}
			}
			made := func(kind, key string, fields map[string]string) string {
				t.Helper()
				var out editing.Added
				c.Post("/api/admin/record", map[string]any{"kind": kind, "key": key, "fields": fields}).Want(200).JSON(&out)
				c.Publish(out.Record.ID, "en", "zh").Want(200)
				return out.Record.ID
			}
			done()
			place := a.Record(t, "place", "temple")
			c.Type(place, map[string]string{"name.en": "White Crane Temple", "name.zh": "白鹤寺"}).Want(200)
			c.Publish(place, "en", "zh").Want(200)
			done("temple")
			c.Put("/api/admin/setting", map[string]any{"values": map[string]string{"paynow-uen": "T08SS0001L", "paynow-payee": "WHITE CRANE TEMPLE"}}).Want(200)
			done("temple", "paynow")
			made("category", "lamps", map[string]string{"title.en": "Lamps", "title.zh": "供灯"})
			done("temple", "paynow", "category")
			made("offering", "light-lamp", map[string]string{
				"title.en": "Blessing lamp", "title.zh": "光明灯", "summary.en": "A lamp for a year.", "summary.zh": "一年明灯。",
				"category": "lamps", "art": "lamp", "options": "one",
				"option.one.title.en": "One person", "option.one.title.zh": "个人灯", "option.one.price": "3800", "option.one.terms": "once",
				"option.one.channels": "site counter",
			})
			done("temple", "paynow", "category", "offering")

			c.Post("/api/admin/shift", map[string]any{"float": 2000}).Want(200)
			sold := c.Post("/api/admin/walk-in", map[string]any{
				"locale": "en", "payer": map[string]any{"chineseName": "林秀红", "mobile": "81234567"},
				"items": []any{a.Item(t, "light-lamp", "one")}, "paymentAmount": 3800, "method": money.PayNow,
			}).Order()
			done("temple", "paynow", "category", "offering", "order")
			c.TakeCash(sold.ID, 3800).Want(200)
			var o office.Today
			if c.Get("/api/admin/today").Want(200).JSON(&o); len(o.Steps) != 0 {
				t.Errorf("cash has come in: %+v", o.Steps)
			}
			for _, path := range []string{"/", "/zh/blessing-service/light-lamp"} {
				a.Guest().Get(path).Want(200)
			}
		})
	}
}
