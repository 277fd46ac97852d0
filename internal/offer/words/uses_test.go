package words_test

import (
	"slices"
	"strings"
	"testing"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/words"
	"shanmen/internal/testkit"
)

// Each message lists the places where it is used, and only existing ones. The list can be filtered by one of them.
func TestEveryTextListsWhereItIsUsed(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		var places words.WordPlaces
		editor.Get("/api/admin/word/place?language=en").Want(200).JSON(&places)
		known := map[string]bool{}
		for _, u := range places.Uses {
			known[u.Use] = true
			if strings.HasPrefix(u.Use, "page:") == (u.Title == "") || strings.Contains(u.Title, "words.") {
				t.Errorf("the title of %s: %q", u.Use, u.Title)
			}
		}
		for _, p := range a.HTTP.Pages() {
			if !known["page:"+p.ID] {
				t.Errorf("no sentence is used on %s", p.ID)
			}
		}
		ids := map[string]bool{}
		for _, p := range a.HTTP.Pages() {
			ids["page:"+p.ID] = true
		}
		for use := range known {
			if strings.HasPrefix(use, "page:") && !ids[use] {
				t.Errorf("there is no %s", use)
			}
		}
		all := map[string][]string{}
		for after := ""; ; {
			l := listed(t, editor, "limit=200&after="+after)
			for _, s := range l.Items {
				all[s.Key] = s.Uses
				if len(s.Uses) == 0 {
					t.Errorf("nobody knows where %s is used", s.Key)
				}
			}
			if after = l.Next; after == "" {
				break
			}
		}
		for _, p := range a.HTTP.Pages() { // the HTML of a personal page is a skeleton, which does not show what is missing
			for key, uses := range all {
				server := strings.HasPrefix(key, "meta.") || strings.HasPrefix(key, "fault.") || key == p.TitleKey
				if !p.Shows(key) && slices.Contains(uses, "page:"+p.ID) && !server {
					t.Errorf("%s uses %s, and its HTML does not have it", p.ID, key)
				}
			}
		}
		for key, use := range map[string]string{
			"home.hero-title": "page:home", "common.cart": "site", "mail.account-closing.body": "letter", "sms.email-code": "sms",
			"member.identifier": "page:member-login", "meta.cart": "page:cart", "words.filter-ours": "office:words", "refund.how-cash": "paper",
			"fault.required": "page:member-registration",
		} {
			if !slices.Contains(all[key], use) {
				t.Errorf("%s is used in %v, not in %s", key, all[key], use)
			}
		}
		for _, part := range listed(t, editor, "limit=1").Parts {
			for _, l := range locale.All {
				if key := "words.part-" + part; a.Messages.BuiltIn(l, key) == "" {
					t.Errorf("%s: %s has no name", l, part)
				}
			}
		}
		few := listed(t, editor, "limit=200&use=page:home")
		if few.Total == 0 || few.Total > few.Every/10 {
			t.Errorf("%d sentences on the home page", few.Total)
		}
		for _, s := range few.Items {
			if !slices.Contains(s.Uses, "page:home") {
				t.Errorf("%s is in %v", s.Key, s.Uses)
			}
		}
		shown := map[string]int{}
		for _, p := range places.Pages {
			shown[p.Use]++
			if p.Title == "" {
				t.Errorf("%s has no title", p.Path)
			}
			editor.Get(p.Path + "?point=1").Want(200)
		}
		for _, use := range []string{"page:home", "page:blessing-service-key", "page:event-key", "page:about-us-key", "page:cart", "page:member-login", "page:member-registration", "page:contact-us"} {
			if shown[use] == 0 {
				t.Errorf("%s cannot be pointed at", use)
			}
		}
	})
}
