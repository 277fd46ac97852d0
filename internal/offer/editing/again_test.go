package editing_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/editing"
	"shanmen/internal/office/personal"
	"shanmen/internal/people/account"
	"shanmen/internal/testkit"
)

func publishAgain(t *testing.T, c *testkit.Client, id string) *testkit.Response {
	t.Helper()
	return c.Post("/api/admin/record/"+id+"/publish", map[string]any{"languages": []string{"en", "zh"}, "rev": look(t, c, id).Rev, "again": true})
}

// An administrator who publishes a policy may ask members to agree again: to that policy only, with its new version.
// Publishing by others asks nobody, and earlier consents stay recorded.
func TestMembersAreAskedToAgreeToAChangedPolicy(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, admin := a.Staff(t, "editor"), a.Staff(t, "admin")
		id, faq := a.Record(t, "policy", "privacy-policy"), a.Record(t, "policy", "faq")
		member := a.Member(t)
		mine := func() (out personal.Overview) {
			t.Helper()
			member.Get("/api/member/data").Want(200).JSON(&out)
			return out
		}
		registration := func() (out struct {
			Data struct{ PoliciesVersion string }
		}) {
			t.Helper()
			a.Guest().Get("/member/registration/_payload.json").Want(200).JSON(&out)
			return out
		}
		change := func(c *testkit.Client, id, text string) {
			c.Type(id, map[string]string{"html.en": "<p>" + text + "</p>", "html.zh": "<p>" + text + "。</p>"}).Want(200)
		}

		change(editor, id, "A word was wrong")
		if r := publishAgain(t, editor, id).Want(400); r.FieldCodes()["again"] != "administrator-only" {
			t.Errorf("%s", r.Body)
		}
		editor.Publish(id, "en", "zh").Want(200)
		change(admin, faq, "Questions")
		if r := publishAgain(t, admin, faq).Want(400); r.FieldCodes()["again"] != "not-a-choice" {
			t.Errorf("%s", r.Body)
		}
		if o := mine(); o.Policies != "" || len(o.Consents) != 3 {
			t.Fatalf("a quiet publishing asks: %+v", o)
		}

		change(admin, id, "We keep more")
		var p editing.Published
		publishAgain(t, admin, id).Want(200).JSON(&p)
		o := mine()
		if !slices.Equal(o.Unread, []string{"privacy-policy"}) || o.Policies == "" {
			t.Fatalf("%+v", o)
		}
		if v := registration(); v.Data.PoliciesVersion != o.Policies {
			t.Errorf("who registers agrees to %q, members to %q", v.Data.PoliciesVersion, o.Policies)
		}
		// Undone: the version agreed to is published again.
		admin.Post("/api/admin/record/"+id+"/take-back", map[string]int64{"version": p.Version}).Want(200)
		if o := mine(); o.Policies != "" || registration().Data.PoliciesVersion != "2026-11" {
			t.Fatalf("taken back, and asked: %+v", o)
		}
		publishAgain(t, admin, id).Want(200)
		second := mine()
		if second.Policies == o.Policies {
			t.Errorf("two texts in one version, %q", o.Policies)
		}
		member.Post("/api/member/consent", map[string]string{"version": o.Policies}).Want(400)
		member.Post("/api/member/consent", map[string]string{"version": second.Policies}).Want(200)
		after := mine()
		if after.Policies != "" || len(after.Unread) != 0 || len(after.Consents) != 4 {
			t.Fatalf("%+v", after)
		}
		newest := after.Consents[slices.IndexFunc(after.Consents, func(c account.Consent) bool { return c.Version != "2026-11" })]
		if newest.Policy != "privacy-policy" || !strings.Contains(second.Policies, newest.Version) {
			t.Errorf("written down: %+v", newest)
		}

		// Published automatically, in a week.
		other := a.Record(t, "policy", "service-policy")
		change(admin, other, "We serve otherwise")
		when := map[string]any{"languages": []string{"en", "zh"}, "rev": look(t, admin, other).Rev, "at": a.Clock.Now().Add(time.Minute), "again": true}
		if r := editor.Post("/api/admin/record/"+other+"/schedule", when).Want(400); r.FieldCodes()["again"] != "administrator-only" {
			t.Errorf("%s", r.Body)
		}
		admin.Post("/api/admin/record/"+other+"/schedule", when).Want(200)
		if o := mine(); o.Policies != "" {
			t.Errorf("asked before it is there: %+v", o)
		}
		a.Clock.Advance(time.Minute)
		goOut(t, a)
		if o := mine(); !slices.Equal(o.Unread, []string{"service-policy"}) {
			t.Errorf("%+v", o.Unread)
		}
	})
}
