package site_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/position"
	"shanmen/internal/site"
	"shanmen/internal/testkit"
)

// A kiosk shows positions and nothing else; the account that opened it is logged out, and a closed kiosk shows nothing.
func TestAKioskShowsWhereALampIs(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 2, 20)
		walkIn(t, a, "81110001", "陈美玲")
		find := func(c *testkit.Client, mobile string) *testkit.Response {
			return c.Post("/api/kiosk/find", map[string]any{"mobile": mobile})
		}
		if r := find(a.Guest(), "81110001"); r.Status != 400 || r.Code() != "kiosk-closed" {
			t.Errorf("any browser: %d %s", r.Status, r.Body)
		}
		kiosk := a.Staff(t, "counter")
		kiosk.Post("/api/admin/kiosk", map[string]any{"hall": "none"}).Want(404)
		kiosk.Get("/api/admin/hall").Want(200)
		kiosk.Post("/api/admin/kiosk", map[string]any{"hall": "main"}).Want(200)
		kiosk.Get("/api/admin/hall").Want(401)
		var payload struct{ Data site.KioskData }
		kiosk.Get("/kiosk/_payload.json").Want(200).JSON(&payload)
		if !payload.Data.Open || payload.Data.Hall == nil || payload.Data.Hall.ZH != "大殿" {
			t.Errorf("%+v", payload)
		}
		var found site.KioskFound
		r := find(kiosk, "8111 0001").Want(200)
		r.JSON(&found)
		if len(found.Items) != 1 || found.Items[0].Code != "A-01-01" || len(found.Halls) != 1 {
			t.Errorf("%+v", found)
		}
		for _, private := range []string{"陈美玲", "Lim", "8111", "until", "from", "names", "invoice", "title\":{\"en\":\"Light"} {
			if strings.Contains(string(r.Body), private) {
				t.Errorf("it tells %q: %s", private, r.Body)
			}
		}
		if got := find(kiosk, "12").Want(400).FieldCodes(); got["mobile"] != "mobile-invalid" {
			t.Errorf("%v", got)
		}
		office := a.Staff(t, "ritual")
		var list position.Kiosks
		office.Get("/api/admin/kiosk").Want(200).JSON(&list)
		if len(list.Items) != 1 || list.Items[0].Key != "main" {
			t.Fatalf("%+v", list)
		}
		office.Post("/api/admin/kiosk/"+list.Items[0].ID+"/close", nil).Want(200)
		office.Post("/api/admin/kiosk/"+list.Items[0].ID+"/close", nil).Want(404)
		if r := find(kiosk, "81110001"); r.Status != 400 || r.Code() != "kiosk-closed" {
			t.Errorf("a closed one: %d %s", r.Status, r.Body)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action IN ('kiosk.open', 'kiosk.close')"); n != 2 {
			t.Errorf("%d acts are written down", n)
		}
	})
}

// Somebody who tries numbers at a kiosk is stopped long before a queue of devotees would be.
func TestKioskSearchesAreLimited(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.LampHall(t, 2, 20)
		walkIn(t, a, "81110001", "陈美玲")
		kiosk := a.Staff(t, "counter")
		kiosk.Post("/api/admin/kiosk", map[string]any{"hall": "main"}).Want(200)
		find := func(mobile string) *testkit.Response {
			return kiosk.Post("/api/kiosk/find", map[string]any{"mobile": mobile})
		}
		for range 60 {
			find("81110001").Want(http.StatusOK)
		}
		if r := find("81110001"); r.Code() != "kiosk-busy" {
			t.Errorf("the 61st: %d %s", r.Status, r.Body)
		}
		a.Clock.Advance(10 * time.Minute)
		for n := range 10 {
			find(fmt.Sprintf("899900%02d", n)).Want(http.StatusOK)
		}
		r := find("81110001")
		var busy struct{ RetryAfter int }
		if r.JSON(&busy); r.Code() != "kiosk-busy" || busy.RetryAfter > 121 {
			t.Errorf("after 10 that have nothing: %d %s", r.Status, r.Body)
		}
		a.Clock.Advance(2 * time.Minute) // the next visitor is not locked out for an hour
		find("81110001").Want(http.StatusOK)
	})
}
