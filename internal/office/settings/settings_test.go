package settings_test

import (
	"strings"
	"testing"
	"time"

	"shanmen/internal/office/settings"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

func saveSettings(c *testkit.Client, pairs ...string) *testkit.Response {
	values := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	return c.Put("/api/admin/setting", map[string]any{"values": values})
}

func settingOf(t *testing.T, c *testkit.Client, key string) settings.State {
	t.Helper()
	var list settings.List
	c.Get("/api/admin/setting").Want(200).JSON(&list)
	for _, s := range list.Items {
		if s.Key == key {
			return s
		}
	}
	t.Fatalf("there is no setting %s", key)
	return settings.State{}
}

func TestSettingsAreChecked(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		for _, wrong := range []struct{ key, value, code string }{
			{"invoice-prefix", "", "prefix-invalid"}, {"invoice-prefix", "A-B", "prefix-invalid"}, {"invoice-prefix", "1A", "prefix-invalid"},
			{"invoice-prefix", "ABCDEFGHI", "prefix-invalid"}, {"receipt-prefix", "inv", "prefix-same"},
			{"paynow-uen", "T08SS0001X", "uen-invalid"}, {"paynow-payee", "清莲寺", "payee-name-invalid"}, {"paynow-payee", strings.Repeat("A", 26), "payee-name-invalid"},
			{"paynow-payee", "", "required"}, {"gst", "on", "required"}, {"gst", "maybe", "not-a-choice"}, {"gst-number", "12", "gst-number-invalid"},
			{"hold-minutes", "0", "number-range"}, {"hold-minutes", "1e2", "number-range"}, {"invoice-expiry-days", "400", "number-range"},
			{"renewal-reminder-days", "", "number-list"}, {"renewal-reminder-days", "30,x", "number-list"}, {"renewal-days-monthly", "28", "number-range"},
			{"zodiac-boundary", "spring", "not-a-choice"}, {"demo", "", "unknown-field"}, {"invoice-footer-en", strings.Repeat("x", 401), "too-long"},
			{"invoice-footer-en", "a\x07b", "control-character"}, {"invoice-footer-zh", "\u202e莲清", "control-character"}, {"invoice-footer-en", "\u200b", "control-character"},
			{"hold-minutes", "-60", "number-range"}, {"hold-minutes", "60.5", "number-range"}, {"hold-minutes", "9999999999999999999", "number-range"},
		} {
			r := saveSettings(admin, wrong.key, wrong.value)
			found := false
			for _, code := range r.FieldCodes() {
				found = found || code == wrong.code
			}
			if r.Status != 400 || !found {
				t.Errorf("%s = %q: %d %s", wrong.key, wrong.value, r.Status, r.Body)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'setting.change'"); n != 0 {
			t.Errorf("%d refusals are in the trail as changes", n)
		}
		// A change of which one part is invalid saves nothing.
		saveSettings(admin, "hold-minutes", "90", "invoice-expiry-days", "0").Want(400)
		if s := settingOf(t, admin, "hold-minutes"); s.Value != "60" || s.Previous != nil {
			t.Errorf("%+v", s)
		}
		saveSettings(admin, "renewal-reminder-days", "7，30 7、0").Want(200)
		if s := settingOf(t, admin, "renewal-reminder-days"); s.Value != "30,7,0" {
			t.Errorf("%q", s.Value)
		}
	})
}

// The old value is offered, and restoring it is an ordinary change.
func TestASettingCanBeReverted(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		saveSettings(admin, "invoice-expiry-days", "10").Want(200)
		a.Clock.Advance(time.Minute)
		v := officekit.Bottle(t, a, a.Member(t))
		if want := a.Clock.Now().Add(10 * 24 * time.Hour); !v.ExpiresAt.Equal(want) {
			t.Errorf("the next order expires at %v, want %v", v.ExpiresAt, want)
		}
		before := settingOf(t, admin, "invoice-expiry-days").Previous
		if before == nil || before.Value != "7" || before.By == "" {
			t.Fatalf("%+v", before)
		}
		saveSettings(admin, "invoice-expiry-days", before.Value).Want(200)
		if s := settingOf(t, admin, "invoice-expiry-days"); s.Value != "7" || s.Previous.Value != "10" {
			t.Errorf("%+v", s)
		}
		saveSettings(admin, "invoice-expiry-days", "7").Want(200) // nothing changes
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE subject = 'setting:invoice-expiry-days'"); n != 2 {
			t.Errorf("%d entries", n)
		}
	})
}

// A new number prefix applies from the next number only, and counts from one; the old prefix continues its count when
// it is used again.
func TestNumberSequencesStartWhereTheOfficeSets(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin, c, desk := a.Staff(t, "admin"), a.Member(t), a.Staff(t, "counter")
		var list settings.List
		first := officekit.Bottle(t, a, c)
		saveSettings(admin, "invoice-prefix", "ql ", "receipt-prefix", "QLR").Want(200).JSON(&list)
		if list.Invoice != "QL-2026-000001" || list.Receipt != "QLR-2026-000001" {
			t.Errorf("next are %s and %s", list.Invoice, list.Receipt)
		}
		second := officekit.Bottle(t, a, c)
		desk.TakeCash(second.ID, 1000).Want(200)
		saveSettings(admin, "invoice-prefix", "INV").Want(200)
		third := officekit.Bottle(t, a, c)
		if got := []string{first.Number, second.Number, third.Number}; strings.Join(got, " ") != "INV-2026-000001 QL-2026-000001 INV-2026-000002" {
			t.Errorf("%v", got)
		}
		if v := c.Order(first.ID); v.Number != "INV-2026-000001" {
			t.Errorf("an old number is now %s", v.Number)
		}
		if v := c.Order(second.ID); v.OfficialReceipt == nil || v.OfficialReceipt.Number != "QLR-2026-000001" {
			t.Errorf("%+v", v.OfficialReceipt)
		}
		for q, want := range map[string]string{"QLR-2026-000001": second.ID, "qlr": second.ID, "QL-2026-000001": second.ID, "INV-2026-000002": third.ID} {
			if r := desk.Get("/api/admin/order?q=" + q).Want(200); !strings.Contains(string(r.Body), want) {
				t.Errorf("%s does not find its order: %s", q, r.Body)
			}
		}
		if r := c.Get("/api/invoice/list/member?year=2026").Want(200); !strings.Contains(string(r.Body), "QL-2026-000001") {
			t.Errorf("the list of the year lacks it: %s", r.Body)
		}
		var page struct {
			Data struct{ Years []int }
		}
		c.Get("/member/profile/invoices/_payload.json").Want(200).JSON(&page)
		if len(page.Data.Years) != 1 || page.Data.Years[0] != 2026 {
			t.Errorf("years %v", page.Data.Years)
		}
	})
}

// Documents state the GST status of the temple on their own date.
func TestDocumentsFollowTheTaxSettings(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		admin, c, desk := a.Staff(t, "admin"), a.Member(t), a.Staff(t, "counter")
		read := func(v *invoice.View, paper string) string {
			t.Helper()
			return strings.Join(strings.Fields(testkit.PDFText(t, c.Get("/api/invoice/"+v.ID+"/"+paper+".pdf?language=both").Want(200).Body)), "")
		}
		wants := func(what, paper string, has []string, lacks ...string) {
			t.Helper()
			for _, w := range has {
				if !strings.Contains(paper, strings.ReplaceAll(w, " ", "")) {
					t.Errorf("%s lacks %q: %s", what, w, paper)
				}
			}
			for _, w := range lacks {
				if strings.Contains(paper, strings.ReplaceAll(w, " ", "")) {
					t.Errorf("%s has %q: %s", what, w, paper)
				}
			}
		}
		plain := []string{"Not a tax-deductible receipt", "本收据不可用于扣税"}
		taxed := []string{"Tax invoice", "税务发票", "200312345A", "of which GST 9%", "其中消费税9%"}
		old := officekit.Bottle(t, a, c)
		wants("an invoice as it comes", read(old, "invoice"), plain, append(taxed, "Peace to all")...)
		a.Clock.Advance(time.Minute)
		saveSettings(admin, "gst", "on", "gst-number", "200312345a", "ipc", "on", "invoice-footer-en", "Peace to all", "invoice-footer-zh", "阖家平安",
			"paynow-uen", "t08ss0001l", "paynow-payee", "EXAMPLE TEMPLE").Want(200)
		fresh := officekit.Bottle(t, a, c)
		wants("an invoice of a registered temple", read(fresh, "invoice"), append(taxed, "Peace to all", "阖家平安", "T08SS0001L", "0.83"), plain...) // 9/109 of S$10.00
		desk.TakeCash(fresh.ID, 1000).Want(200)
		wants("its receipt", read(fresh, "receipt"), []string{"200312345A", "of which GST 9%", "0.83"}, append(plain, "Tax invoice")...)
		wants("the invoice from before", read(old, "invoice"), append(plain, "Peace to all"), taxed...)
		a.Clock.Advance(time.Minute)
		saveSettings(admin, "gst", "off", "ipc", "off").Want(200)
		wants("an invoice after that", read(officekit.Bottle(t, a, c), "invoice"), plain, taxed...)
		wants("printed again", read(fresh, "invoice"), taxed, plain...)
	})
}

// Registered, not registered, registered again with another number: each document stays as it was issued.
func TestEveryTaxRegistrationPeriodIsKept(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin, c := a.Staff(t, "admin"), a.Member(t)
		read := func(v *invoice.View) string {
			t.Helper()
			text := testkit.PDFText(t, c.Get("/api/invoice/"+v.ID+"/invoice.pdf?language=en").Want(200).Body)
			return strings.Join(strings.Fields(text), " ")
		}
		const plain = "Not a tax-deductible receipt"
		var orders []*invoice.View
		var was []string
		for _, set := range [][]string{
			nil, {"gst", "on", "gst-number", "200312345A", "ipc", "on"}, {"gst", "off", "ipc", "off", "gst-number", ""},
			{"gst", "on", "gst-number", "M90312345B", "ipc", "on"}, {"gst-number", "M90312345C"}, {"gst", "off"}, {"gst", "on", "ipc", "off"},
		} {
			if set != nil {
				saveSettings(admin, set...).Want(200)
			}
			v := officekit.Bottle(t, a, c)
			orders, was = append(orders, v), append(was, read(v))
			a.Clock.Advance(time.Minute)
		}
		for i, number := range []string{"", "200312345A", "", "M90312345B", "M90312345C", "", "M90312345C"} {
			if again := read(orders[i]); again != was[i] {
				t.Errorf("the paper of order %d is another:\n%s\n%s", i+1, was[i], again)
			}
			if has := strings.Contains(was[i], "Tax invoice"); has != (number != "") || !strings.Contains(was[i], number) {
				t.Errorf("order %d, registered as %q: %s", i+1, number, was[i])
			}
			if deductible := i == 1 || i == 3 || i == 4 || i == 5; strings.Contains(was[i], plain) == deductible {
				t.Errorf("order %d, deductible %t: %s", i+1, deductible, was[i])
			}
		}
	})
}
