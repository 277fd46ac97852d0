package words_test

import (
	"strings"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/words"
	"shanmen/internal/testkit"
)

// A message with a code, a ticket or an invitation is edited by administrators; every other one by editors too.
func TestOnlyAdministratorsEditTextsWithCodesOrTickets(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor, admin := a.Staff(t, "editor"), a.Staff(t, "admin")
		locked := map[string]bool{}
		for _, part := range []string{"sms", "mail"} {
			next := ""
			for {
				l := listed(t, editor, "limit=200&part="+part+"&after="+next)
				for _, s := range l.Items {
					locked[s.Key] = s.Locked
				}
				if next = l.Next; next == "" {
					break
				}
			}
		}
		if len(locked) < 100 {
			t.Fatalf("%d sentences of letters", len(locked))
		}
		for key, is := range locked {
			proof := false
			for _, l := range locale.All {
				text := a.Messages.BuiltIn(l, key)
				proof = proof || strings.Contains(text, "{code}") || strings.Contains(text, "{path}") && !strings.Contains(key, "form-received")
			}
			if proof && !is {
				t.Errorf("%s is not locked", key)
			}
		}
		for key, want := range map[string]bool{
			"sms.staff-invitation": true, "sms.registration-code": true, "mail.password-code.subject": true, "mail.password-code.body": true,
			"mail.account-exists.subject": true, "sms.mobile-changed": true, "mail.ticket-issued.body": true, "sms.find-lamps": true, "mail.renewal-last.body": true, "sms.renewal-reminder-price": true,
			"sms.official-receipt-walk-in": true, "mail.receipt-again-walk-in.subject": true, "mail.signature": true, "mail.button": true, "mail.confirm-address.body": true,
			"sms.official-receipt": false, "mail.order-received.body": false, "mail.form-received.body": false, "sms.lamp-moved": false,
		} {
			if got, ok := locked[key]; !ok || got != want {
				t.Errorf("%s: locked %v (%v), want %v", key, got, ok, want)
			}
		}
		own := a.Messages.BuiltIn(locale.EN, "sms.registration-code")
		text := own + " Om mani."
		if r := write(editor, "sms.registration-code", "en", text, 0).Want(400); r.FieldCodes()["text"] != "message-locked" {
			t.Errorf("an editor drafts it: %s", r.Body)
		}
		write(admin, "sms.registration-code", "en", text, 0).Want(200)
		draft := words.LookedWord{Key: "sms.registration-code", Locale: "en", Rev: 1}
		if r := publish(editor, draft).Want(400); r.FieldCodes()["text"] != "message-locked" {
			t.Errorf("an editor publishes it: %s", r.Body)
		}
		if s := wordOf(t, admin, "sms.registration-code"); s.Locked || !s.Sides["en"].Waiting {
			t.Errorf("for the administrator: %+v", s)
		}
		publish(admin, draft).Want(200)
	})
}

// A message that grants access may link only to the temple's own site.
func TestTextsWithCodesOrTicketsContainNoForeignAddress(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) { // at http://temple.example
		admin := a.Staff(t, "admin")
		for key, more := range map[string]map[string]string{
			"sms.registration-code": {
				"Enter it at https://qinglian-login.example": "message-address", "Enter it at qinglian-login.example/x": "message-address", "Enter it at ｑｌ．example": "message-address",
				"Enter it at 203.0.113.7": "message-address", "at ql。example": "message-address", "at 清莲.新加坡": "message-address", "to help@ql.example": "message-address",
				"at temple.example.evil.sg": "message-address", "at nottemple.example": "message-address", "at http://temple.example@evil": "message-address",
				"at temple.example:81@x": "message-address", "HTTPS evil": "message-address", "at //evil": "message-address",
				"at ql\u200b.example": "control-character", "at ql.e\ufe0fxample": "message-address", "at temple.example\ufe0f.sg": "message-address",
				"at temple.example。sg": "message-address", "at temple.example。SG": "message-address", "在清莲。com登录": "message-address",
				"at ❤.ws": "message-address", "at qingliän-temple.example": "message-address", "at \u0442-temple.example": "message-address",
				"at éтtemple.example": "message-address", "at temple.exampleй": "message-address", "at [Sign in](//ql.example)": "message-address", "at xn--ql-1d4.xn--p1ai": "message-address",
				"at [2001:db8::7]": "message-address", "请到temple.example登录": "", "在 temple.example。谢谢您。": "",
				"Only at temple.example.": "", "Only at https://www.temple.example/member": "", "Call 6000 0000. Valid 9.30 p.m.": "", "请勿告诉他人。谢谢您。": "",
			},
			"mail.signature": {"www.temple.example": "", "office@temple.example": "", "facebook.com/temple": "message-address"},
		} {
			for text, code := range more {
				rev := wordOf(t, admin, key).Sides["en"].Rev
				r := write(admin, key, "en", a.Messages.BuiltIn(locale.EN, key)+" "+text, rev)
				if r.FieldCodes()["text"] != code {
					t.Errorf("%s, %q: %d %s", key, text, r.Status, r.Body)
				}
			}
		}
		host := a.Messages.BuiltIn(locale.EN, "sms.staff-invitation")
		for _, other := range []string{"evil-{host}", "{host}.sg", "{host}-login", "{host}\ufe0f.sg", "{host}。sg", "{host}\ufe0f-login", "é{host}", "{host}й", "{host} {temple}.sg", "{host} {temple}-login", "{host} evil{temple}"} {
			r := write(admin, "sms.staff-invitation", "en", strings.Replace(host, "{host}", other, 1), wordOf(t, admin, "sms.staff-invitation").Sides["en"].Rev)
			if r.FieldCodes()["text"] != "message-address" {
				t.Errorf("%q: %d %s", other, r.Status, r.Body)
			}
		}
		// Any other message may link to other sites.
		write(a.Staff(t, "editor"), "sms.lamp-moved", "en", a.Messages.BuiltIn(locale.EN, "sms.lamp-moved")+" See maps.example", 0).Want(200)
	})
}

// Values filled in from the settings are part of the message, so that its length is counted as it will be.
func TestATextListsThePlaceholdersThatSettingsFillIn(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor, place := a.Staff(t, "editor"), a.Record(t, "place", "temple")
		editor.Type(place, map[string]string{"name.en": "Bo Hua Temple of the Great Banyan", "name.zh": "菠华寺"}).Want(200)
		editor.Publish(place, "en", "zh").Want(200)
		for l, name := range map[string]string{"en": "Bo Hua Temple of the Great Banyan", "zh": "菠华寺"} {
			if got := wordOf(t, editor, "sms.lamp-moved").Fills[l]["temple"]; got != name {
				t.Errorf("%s: %q", l, got)
			}
		}
		if got := wordOf(t, editor, "common.cart").Fills; got != nil {
			t.Errorf("a sentence without the temple: %v", got)
		}
	})
}
