package offering_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"shanmen/internal/offer/content"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/together"
)

func contentVersion(t *testing.T, a *testkit.App) string {
	t.Helper()
	v, err := a.DB.Read().Setting(t.Context(), content.VersionSetting)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Pages and carts show an edit at once: the content version that every replica polls has increased.
func TestStockAndSaleEditsShowAtOnce(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		item := a.Item(t, "lamp-oil", "bottle")
		path := fmt.Sprintf("/api/admin/offering/%s", item["offeringId"])
		option := fmt.Sprintf("%s/option/%s", path, item["optionId"])
		before := contentVersion(t, a)
		var o offering.OptionState
		editor.Put(option, map[string]any{"remaining": 3}).Want(200).JSON(&o)
		if *o.Remaining != 3 || !o.Active || contentVersion(t, a) == before {
			t.Errorf("%+v, version %s", o, contentVersion(t, a))
		}
		if r := a.Guest().Get("/api/offering/lamp-oil").Want(200); !strings.Contains(string(r.Body), `"remaining":3`) {
			t.Errorf("the catalogue says %s", r.Body)
		}
		editor.Put(option, map[string]any{"unlimited": true, "active": false}).Want(200).JSON(&o)
		if o.Remaining != nil || o.Active {
			t.Errorf("%+v", o)
		}
		editor.Put(option, map[string]any{"active": true}).Want(200)
		for what, wrong := range map[string]struct {
			path, field, code string
			body              map[string]any
		}{
			"fewer than none": {option, "remaining", "count-range", map[string]any{"remaining": -1}},
			"both":            {option, "remaining", "count-range", map[string]any{"remaining": 1, "unlimited": true}},
			"a price":         {option, "price", "unknown-field", map[string]any{"price": 1200}},
		} {
			if r := editor.Put(wrong.path, wrong.body); r.FieldCodes()[wrong.field] != wrong.code {
				t.Errorf("%s: %d %s", what, r.Status, r.Body)
			}
		}
		other := a.Item(t, "light-lamp", "one")
		editor.Put(fmt.Sprintf("%s/option/%s", path, other["optionId"]), map[string]any{"active": true}).Want(404) // another offering's
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'offering.option'"); n != 3 {
			t.Errorf("%d entries", n)
		}
	})
}

// Stock changes by the office are relative: the editor sees 5, three are sold, one is added.
func TestAStockEditKeepsConcurrentSales(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, item := a.Staff(t, "editor"), a.Item(t, "lamp-oil", "bottle")
		option := fmt.Sprintf("/api/admin/offering/%s/option/%s", item["offeringId"], item["optionId"])
		left := func() int64 {
			t.Helper()
			return a.Remaining(t, item["optionId"].(string))
		}
		buy := func() bool {
			ok := false
			a.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
				_, ok, err = offering.Take(ctx, tx, item["optionId"].(string), 1)
				return err
			})
			return ok
		}
		editor.Put(option, map[string]any{"remaining": 5}).Want(200)
		for range 3 {
			buy()
		}
		var o offering.OptionState
		if editor.Put(option, map[string]any{"change": 1}).Want(200).JSON(&o); *o.Remaining != 3 || left() != 3 {
			t.Errorf("%d places, want 3", left())
		}
		for what, wrong := range map[string]struct {
			field, code string
			body        map[string]any
		}{
			"a sum over what is counted": {"remaining", "option-limited", map[string]any{"remaining": 6}},
			"more than are left":         {"change", "places-taken", map[string]any{"change": -4}},
			"nothing":                    {"change", "count-range", map[string]any{"change": 0}},
			"too many":                   {"change", "count-range", map[string]any{"change": 999_999}},
			"two ways":                   {"change", "count-range", map[string]any{"change": 1, "remaining": 4}},
			"a change without limit":     {"change", "count-range", map[string]any{"change": 1, "unlimited": true}},
		} {
			if r := editor.Put(option, wrong.body); r.FieldCodes()[wrong.field] != wrong.code || left() != 3 {
				t.Errorf("%s: %d %s, %d left", what, r.Status, r.Body, left())
			}
		}
		var sold atomic.Int64
		together.AtOnce(20, func(i int) {
			if i%2 == 0 {
				editor.Put(option, map[string]any{"change": 1}).Want(200)
			} else if buy() {
				sold.Add(1)
			}
		})
		if got, want := left(), 3+10-sold.Load(); got != want {
			t.Errorf("3 places, 10 added and %d sold at once: %d are left, want %d", sold.Load(), got, want)
		}
		editor.Header.Set("Idempotency-Key", "add-two-places-0001")
		before := left()
		editor.Put(option, map[string]any{"change": 2}).Want(200)
		editor.Put(option, map[string]any{"change": 2}).Want(200)
		editor.Header.Del("Idempotency-Key")
		if got := left(); got != before+2 {
			t.Errorf("a change sent again counts twice: %d, want %d", got, before+2)
		}
		editor.Put(option, map[string]any{"unlimited": true}).Want(200)
		if r := editor.Put(option, map[string]any{"change": 1}); r.FieldCodes()["change"] != "option-unlimited" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		editor.Put(option, map[string]any{"remaining": 2}).Want(200)
	})
}
