package form_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/together"
)

type received struct{ ID, Status, Reference string }

// letter is a message in the contact form; more pairs of key and value change it.
func letter(more ...any) map[string]any {
	values := map[string]any{"name": "Lim Kok Hua 林國華", "mobile": "9123 4567", "topic": "visit", "message": "May we come\nwith 40 people?", "consent": true}
	for i := 0; i+1 < len(more); i += 2 {
		values[more[i].(string)] = more[i+1]
	}
	return map[string]any{"form": "contact", "values": values}
}

func TestTheContactFormStoresAMessage(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		guest := a.Guest()
		guest.Locale = "zh"
		var got received
		guest.Post("/api/form/awaiting", letter()).Want(200).JSON(&got)
		if got.Status != form.Awaiting || got.ID == "" || len(got.Reference) < 8 || strings.ContainsAny(got.Reference, "0O1IL") {
			t.Errorf("the answer is %+v", got)
		}
		if guest.Cookie("shanmen") != "" {
			t.Error("a guest got a session for writing a message")
		}
		if n := a.Count(t, "SELECT count(*) FROM form_entries WHERE reference = $1 AND form_key = 'contact' AND form_version = 1 AND locale = 'zh' AND user_id IS NULL", got.Reference); n != 1 {
			t.Errorf("%d entries were kept", n)
		}
		texts := a.Texts(t)
		if len(texts) != 1 || texts[0].To != "+6591234567" || !strings.Contains(texts[0].Body, got.Reference) || !strings.Contains(texts[0].Body, "查询编号") {
			t.Fatalf("texts: %+v", texts)
		}
		if strings.Contains(texts[0].Body, "Lim") {
			t.Error("the text carries words that a stranger chose")
		}

		member := a.Member(t)
		member.Locale = "en"
		member.Post("/api/form/awaiting", letter("email", " Kok.Hua@Example.com ")).Want(200).JSON(&got)
		mails := a.Mails(t)
		if len(mails) != 1 || len(a.Texts(t)) != 1 {
			t.Fatalf("%d mails, %d texts", len(mails), len(a.Texts(t)))
		}
		if to := mails[0].GetToString(); len(to) != 1 || !strings.Contains(to[0], "Kok.Hua@Example.com") {
			t.Errorf("the mail went to %v", to)
		}
		if s := strings.Join(mails[0].GetGenHeader("Subject"), ""); !strings.Contains(s, got.Reference) || !strings.Contains(s, "We have your message") {
			t.Errorf("the mail's subject is %q", s)
		}
		if n := a.Count(t, "SELECT count(*) FROM form_entries WHERE reference = $1 AND user_id IS NOT NULL", got.Reference); n != 1 {
			t.Error("the entry does not say which member wrote it")
		}
	})
}

func TestInvalidMessagesAreRefused(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		guest := a.Guest()
		for _, c := range []struct {
			name  string
			body  any
			wrong map[string]string
		}{
			{"nobody to answer", letter("mobile", " ", "email", ""), map[string]string{"values.mobile": "required"}},
			{"no such number", letter("mobile", "999"), map[string]string{"values.mobile": "mobile-invalid"}},
			{"no address", letter("email", "kokhua@"), map[string]string{"values.email": "email-invalid"}},
			{"empty", map[string]any{"form": "contact", "values": map[string]any{}}, map[string]string{"values.name": "required", "values.mobile": "required", "values.topic": "required", "values.message": "required", "values.consent": "consent-required"}},
			{"a list", map[string]any{"form": "contact", "values": []int{1}}, map[string]string{"values": "invalid-value"}},
			{"more than is asked", letter("wish", "peace"), map[string]string{"values.wish": "unknown-field"}},
			{"far too long", letter("message", strings.Repeat("安", 2001)), map[string]string{"values.message": "too-long"}},
		} {
			got := guest.Post("/api/form/awaiting", c.body).Want(400)
			if len(got.FieldCodes()) != len(c.wrong) {
				t.Errorf("%s: %s", c.name, got.Body)
			}
			for field, code := range c.wrong {
				if got.FieldCodes()[field] != code {
					t.Errorf("%s: %s is %q, want %q", c.name, field, got.FieldCodes()[field], code)
				}
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM form_entries"); n != 0 {
			t.Errorf("%d refused messages were kept", n)
		}
	})
}

func TestOnlyContactAndEnquiryFormsCanBeSent(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		guest := a.Guest()
		lamp := map[string]any{"form": "lamp", "values": map[string]any{"people": []any{map[string]any{"chineseName": "陈美玲"}}}}
		for form, code := range map[string]string{"lamp": "form-goes-in-cart", "no-such-form": "unknown-form", "": "unknown-form"} {
			lamp["form"] = form
			if got := guest.Post("/api/form/awaiting", lamp).Want(400); got.Code() != code {
				t.Errorf("form %q: %s, want %s", form, got.Code(), code)
			}
		}
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			d, err := form.Parse([]byte(strings.ReplaceAll(tablet, `"key":"tablet"`, `"key":"niche"`)))
			if err != nil {
				return err
			}
			if err := form.Put(ctx, tx, d, a.Clock.Now()); err != nil {
				return err
			}
			if _, err := offering.PutCategory(ctx, tx, "niches", 99, locale.Text{EN: "Niches", ZH: "骨灰位"}); err != nil {
				return err
			}
			return offering.Put(ctx, tx, offering.New{
				Key: "niche", Category: "niches", Title: locale.Text{EN: "Niche", ZH: "骨灰位"}, FormKey: "niche", EnquiryOnly: true,
			})
		})
		niche := map[string]any{"form": "niche", "values": map[string]any{"departed": []any{map[string]any{"chineseName": "陈𠮷䶮"}}}}
		var got received
		guest.Post("/api/form/awaiting", niche).Want(200).JSON(&got)
		if got.Reference == "" || len(a.Texts(t))+len(a.Mails(t)) != 0 {
			t.Errorf("an enquiry that says no number: %+v", got)
		}
	})
}

// TestDemonstrationEnquiriesAreNotForSale: a permanent tablet and a niche can be asked about, not bought.
func TestDemonstrationEnquiriesAreNotForSale(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		guest := a.Guest()
		ask := func(key string, more map[string]any) *testkit.Response {
			values := map[string]any{"name": "Lim Kok Hua 林國華", "mobile": "9123 4567", "consent": true}
			for k, v := range more {
				values[k] = v
			}
			return guest.Post("/api/form/awaiting", map[string]any{"form": key, "values": values})
		}
		if got := ask("columbarium", map[string]any{"niche": "penthouse"}).Want(400).FieldCodes(); got["values.niche"] != "not-a-choice" || got["values.need"] != "required" || len(got) != 2 {
			t.Errorf("a niche that is not there: %v", got)
		}
		var got received
		ask("permanent-tablet", map[string]any{"tablet": "couple", "departed": "林𠮷䶮"}).Want(200)
		ask("columbarium", map[string]any{"niche": "family", "need": "later"}).Want(200).JSON(&got)
		office := a.Staff(t, "counter")
		office.Locale = "zh"
		var inbox form.Inbox
		office.Get("/api/admin/form-entry?q=" + got.Reference).Want(200).JSON(&inbox)
		if len(inbox.Items) != 1 || inbox.Items[0].Form != "columbarium" || inbox.Items[0].Subject != "骨灰塔位" {
			t.Errorf("the office reads %+v", inbox.Items)
		}
		a.Clock.Advance(time.Minute)
		a.Guest().Post("/api/form/awaiting", letter()).Want(200)
		var all form.Inbox
		office.Get("/api/admin/form-entry").Want(200).JSON(&all)
		if all.Total != 3 || all.Items[0].Subject != "" {
			t.Errorf("a message of the contact form: %+v", all.Items)
		}
	})
}

func TestMessagesFromOneAddressAreLimited(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		guest := a.Guest()
		for range 5 {
			guest.Post("/api/form/awaiting", letter()).Want(200)
		}
		got := guest.Post("/api/form/awaiting", letter()).Want(400)
		var refusal struct{ RetryAfter int }
		got.JSON(&refusal)
		if got.Code() != "too-many-messages" || refusal.RetryAfter < 1 || refusal.RetryAfter > 601 || !strings.Contains(string(got.Body), "10 minutes") {
			t.Errorf("the sixth: %s", got.Body)
		}
		a.Guest().Post("/api/form/awaiting", letter("mobile", "8123 4567")).Want(200)
		a.Clock.Advance(time.Duration(refusal.RetryAfter) * time.Second)
		guest.Post("/api/form/awaiting", letter()).Want(200)

		to := 0
		for _, m := range a.Texts(t) {
			if m.To == "+6591234567" {
				to++
			}
		}
		if to != 1 {
			t.Errorf("one number got %d texts of one matter, want 1", to)
		}
		if n := a.Count(t, "SELECT count(*) FROM form_entries"); n != 7 {
			t.Errorf("%d entries, want 7", n)
		}
	})
}

func TestTheSameMessageSentTwiceIsOne(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		key := http.Header{"Idempotency-Key": {"5f2b8e0c-9d1e-4a43-b6a8-3f1f7f1c2a10"}}
		for name, c := range map[string]*testkit.Client{"guest": a.Guest(), "member": a.Member(t)} {
			for k, v := range key {
				c.Header[k] = v
			}
			var one, two received
			c.Post("/api/form/awaiting", letter("message", name)).Want(200).JSON(&one)
			c.Post("/api/form/awaiting", letter("message", name)).Want(200).JSON(&two)
			if one != two {
				t.Errorf("%s: %+v and %+v", name, one, two)
			}
			if got := c.Post("/api/form/awaiting", letter("message", name+" again")).Want(400); got.Code() != "idempotency-key-reused" {
				t.Errorf("%s: another message under the key: %s", name, got.Code())
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM form_entries"); n != 2 {
			t.Errorf("%d entries, want 2", n)
		}
		// Two simultaneous requests from a phone that pressed twice: one enquiry, and both get its answer.
		phone := a.Guest()
		phone.Header.Set("Idempotency-Key", "0c8f31a2-77aa-4d0e-8f55-0f7b8e1d9c33")
		var got [2]received
		together.AtOnce(2, func(i int) { phone.Post("/api/form/awaiting", letter()).Want(200).JSON(&got[i]) })
		if got[0] != got[1] {
			t.Errorf("pressed twice: %+v", got)
		}
		// A short idempotency key could be guessed, so without a session it is ignored.
		short := a.Guest()
		short.Header.Set("Idempotency-Key", "1")
		var one, two received
		short.Post("/api/form/awaiting", letter()).Want(200).JSON(&one)
		short.Post("/api/form/awaiting", letter()).Want(200).JSON(&two)
		if one == two {
			t.Error("a short key was remembered for a guest")
		}
	})
}

func TestTheInboxListsAndFindsMessages(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		a.Guest().Post("/api/form/awaiting", letter("name", "100% 陈𠮷龙")).Want(200)
		a.Clock.Advance(time.Minute)
		var sent received
		a.Guest().Post("/api/form/awaiting", letter("message", "<b>Niches?</b>", "topic", "tablet")).Want(200).JSON(&sent)
		one := func(c *testkit.Client, query string) form.Inbox {
			t.Helper()
			var v form.Inbox
			c.Get("/api/admin/form-entry" + query).Want(200).JSON(&v)
			return v
		}
		editor := a.Staff(t, "editor")
		all := one(editor, "")
		if all.Total != 2 || len(all.Items) != 2 || all.Items[0].Reference != sent.Reference {
			t.Fatalf("the list: %+v", all)
		}
		lines := map[string]string{}
		for _, l := range all.Items[0].Lines {
			lines[l.Label] = l.Value
		}
		if lines["Your message"] != "<b>Niches?</b>" || lines["What is it about?"] != "Memorial tablets and niches" {
			t.Errorf("the answers: %v", lines)
		}
		for q, want := range map[string]int64{
			strings.ToLower(sent.Reference): 1, "%E9%99%88%F0%A0%AE%B7": 1, "niches": 1, "9123": 2, "100%25": 1, "%25": 1, "_": 0, "%E8%8E%B2%E4%BD%8D": 1,
		} {
			if got := one(editor, "?q="+q); got.Total != want || int64(len(got.Items)) != want {
				t.Errorf("q=%s finds %d, want %d", q, got.Total, want)
			}
		}
		if second := one(editor, "?pageSize=1&page=2"); second.Total != 2 || len(second.Items) != 1 || second.Items[0].ID == all.Items[0].ID {
			t.Errorf("the second page: %+v", second)
		}
		// The form changes; earlier enquiries keep their questions.
		a.Write(t, func(ctx context.Context, tx *db.Tx) error {
			d, err := form.Latest(ctx, tx.Queries, form.Contact)
			if err != nil {
				return err
			}
			d.Version, d.Fields = 2, d.Fields[:2]
			d.RequireOneOf = nil
			return form.Put(ctx, tx, d, a.Clock.Now())
		})
		if got := one(editor, "").Items[0]; got.Version != 1 || len(got.Lines) != len(all.Items[0].Lines) {
			t.Errorf("after a new version: %+v", got)
		}
		for role, status := range map[string]int{"counter": 200, "admin": 200, "treasurer": 403, "ritual": 403} {
			a.Staff(t, role).Get("/api/admin/form-entry").Want(status)
		}
		a.Member(t).Get("/api/admin/form-entry").Want(403)
		a.Guest().Get("/api/admin/form-entry").Want(401)
	})
}

// ownWords is a unique text: identical messages would count as spam, which is never notified by text message.
func ownWords(i int) string {
	return "May we come with the family of " + strings.Map(func(r rune) rune { return 'a' + r - '0' }, fmt.Sprint(i)) + "?"
}

// The contact form cannot be used to send texts to three hundred strangers, from whatever address.
func TestTheContactFormCannotTextManyStrangers(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for i := range 60 { // one network of IPv6
			c := a.Guest()
			c.Header.Set("X-Forwarded-For", fmt.Sprintf("2001:db8:5:%x::1", i))
			if r := c.Post("/api/form/awaiting", letter("mobile", fmt.Sprintf("8123 %04d", i), "message", ownWords(i))); r.Status != 200 && r.Code() != "too-many-messages" {
				t.Fatalf("%s", r.Body)
			}
		}
		if n := len(a.Texts(t)); n < 1 || n > 20 {
			t.Errorf("one network caused %d texts", n)
		}
		for i := range 120 { // from everywhere
			a.Guest().Post("/api/form/awaiting", letter("mobile", fmt.Sprintf("8124 %04d", i), "message", ownWords(100+i))).Want(200)
		}
		if n := len(a.Texts(t)); n != 50 {
			t.Errorf("guests caused %d texts in a day", n)
		}
	})
}
