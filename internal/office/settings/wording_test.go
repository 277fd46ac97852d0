package settings_test

import (
	"strings"
	"testing"

	paymentdesk "shanmen/internal/office/desk"
	"shanmen/internal/office/settings"
	"shanmen/internal/people/chat"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

func wordingOf(t *testing.T, c *testkit.Client, key string) settings.State {
	t.Helper()
	var list settings.WordingList
	c.Get("/api/admin/wording").Want(200).JSON(&list)
	if want := 2 * (len(payment.Reasons) + len(chat.Abouts)); len(list.Items) != want {
		t.Fatalf("%d sentences, want %d", len(list.Items), want)
	}
	for _, s := range list.Items {
		if s.Key == key {
			return s
		}
	}
	t.Fatalf("there is no sentence %s", key)
	return settings.State{}
}

const (
	unreadableEN = "payment.reason.unreadable-en"
	unreadableZH = "payment.reason.unreadable-zh"
)

// The office rewords a rejection reason: the desk offers it, the devotee reads it on the page and in the mail, and the
// audit log has both wordings. The code is what is recorded.
func TestTheOfficeEditsRejectionReasons(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		c, desk, admin := a.Member(t), a.Staff(t, "treasurer"), a.Staff(t, "admin")
		v, first := officekit.Transferred(t, a, c)
		_, second := officekit.Transferred(t, a, c)
		was := wordingOf(t, desk, unreadableEN)
		if was.Value != was.Default || !strings.HasPrefix(was.Value, "The screenshot is not clear") || was.Previous != nil {
			t.Errorf("%+v", was)
		}

		// Decided before the change: the mail has the wording that the reviewer saw.
		a.Mails(t) // sends the order's earlier messages
		desk.Reject(first, "unreadable").Want(200)
		officekit.SaveWordings(desk, unreadableEN, " Your picture is\n too dark. ", unreadableZH, "截图太暗，看不清楚。").Want(200)
		a.Clock.Advance(payment.UndoWindow)
		if got := officekit.LastLetter(t, a); !strings.Contains(got, "is not clear") || strings.Contains(got, "too dark") {
			t.Errorf("a letter that was written before: %s", got)
		}
		if s := wordingOf(t, admin, unreadableEN); s.Value != "Your picture is too dark." || s.Default != was.Default || s.Previous == nil || s.Previous.Value != was.Value || s.Previous.By == "" {
			t.Errorf("%+v", s)
		}
		row := officekit.TrailOf(t, admin, "action=setting.change&subject=setting:"+unreadableZH).Items
		if len(row) != 1 || officekit.ChangeOf(row[0], "value") != "截图不清楚：看不清金额、时间或付款参考编号。 → 截图太暗，看不清楚。" {
			t.Errorf("%+v", row)
		}

		// From now on: the desk's choice, the mail, the pages of both rejections; only the code is stored.
		var d paymentdesk.PaymentDetail
		desk.Get("/api/admin/payment/" + second).Want(200).JSON(&d)
		if r := d.Reasons; len(r) != len(payment.Reasons) || r[0].Code != "unreadable" || r[0].Text.EN != "Your picture is too dark." || r[0].Text.ZH != "截图太暗，看不清楚。" {
			t.Errorf("the desk offers %+v", r)
		}
		desk.Reject(second, "unreadable", "note", "Please use a lamp").Want(200)
		a.Clock.Advance(payment.UndoWindow)
		if got := officekit.LastLetter(t, a); !strings.Contains(got, "Your picture is too dark.") || !strings.Contains(got, "Please use a lamp") {
			t.Errorf("the letter: %s", got)
		}
		for path, want := range map[string]string{"": "Your picture is too dark.", "/zh": "截图太暗，看不清楚。"} {
			if r := c.Get(path + "/transaction/status/_payload.json?id=" + v.ID).Want(200); !strings.Contains(string(r.Body), `"reason":"unreadable"`) {
				t.Errorf("the page says %s", r.Body)
			}
			l := map[string]string{"": "en", "/zh": "zh"}[path]
			if r := a.Guest().Get("/_i18n/" + l + "/messages.json").Want(200); !strings.Contains(string(r.Body), want) {
				t.Errorf("pages in %s do not say %q", l, want)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM payments WHERE reason = 'unreadable'"); n != 2 {
			t.Errorf("%d payments have the code", n)
		}

		// An empty text restores the program's default, and saving the same text changes nothing.
		officekit.SaveWordings(admin, unreadableEN, " ", unreadableZH, "截图太暗，看不清楚。").Want(200)
		if s := wordingOf(t, desk, unreadableEN); s.Value != was.Value || s.Previous.Value != "Your picture is too dark." {
			t.Errorf("%+v", s)
		}
		if n := a.Count(t, "SELECT count(*) FROM message_edits"); n != 1 {
			t.Errorf("%d edits are stored", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'setting.change'"); n != 3 {
			t.Errorf("%d entries", n)
		}
	})
}

func TestEditedRejectionReasonsAreChecked(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "treasurer")
		for _, wrong := range []struct{ key, value, code string }{
			{unreadableEN, strings.Repeat("暗", 201), "too-long"}, {unreadableEN, "<b>dark</b>", "message-markup"},
			{unreadableEN, "Dark, {name}", "message-placeholders"}, {unreadableEN, "a\x07b", "control-character"},
			{"payment.reason.unreadable", "x", "unknown-field"}, {"common.cart-en", "x", "unknown-field"}, {"payment.reason.moon-en", "x", "unknown-field"},
		} {
			// A change of which one part is invalid saves nothing.
			if r := officekit.SaveWordings(desk, wrong.key, wrong.value, unreadableZH, "截图太暗。"); r.Status != 400 || r.FieldCodes()[wrong.key] != wrong.code {
				t.Errorf("%s = %q: %d %s", wrong.key, wrong.value, r.Status, r.Body)
			}
		}
		if r := officekit.SaveWordings(desk); r.FieldCodes()["values"] != "required" {
			t.Errorf("nothing: %d %s", r.Status, r.Body)
		}
		if n := a.Count(t, "SELECT count(*) FROM message_edits") + a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'setting.change'"); n != 0 {
			t.Error("a refused change is stored")
		}
		a.Staff(t, "counter").Get("/api/admin/wording").Want(403)
	})
}
