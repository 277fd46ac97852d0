package app_test

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"shanmen/internal/testkit"
)

// The office waits for its messages before it draws: it gets those that its code writes, and none of the letters and pages.
func TestTheOfficeHasMessagesOfItsOwn(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		guest := a.Guest()
		read := func(path string) (out map[string]string, size int) {
			r := guest.Get(path).Want(200)
			r.JSON(&out)
			return out, len(r.Body)
		}
		for _, l := range []string{"en", "zh"} {
			all, whole := read("/_i18n/" + l + "/messages.json")
			own, size := read("/_i18n/" + l + "/office.json")
			if len(own) < 4000 || size*100 > whole*76 {
				t.Errorf("%s: %d messages, %d of %d bytes", l, len(own), size, whole)
			}
			for key, text := range own {
				if all[key] != text {
					t.Errorf("%s %s is %q among all, and %q of the office", l, key, all[key], text)
				}
				if regexp.MustCompile(`^(mail|sms|meta|home|offline)\.`).MatchString(key) {
					t.Errorf("%s: the office does not show %s", l, key)
				}
			}
			for _, key := range []string{"office.brand", "common.save", "fault.required", "document.official_receipt"} {
				if own[key] == "" {
					t.Errorf("%s: the office lacks %s", l, key)
				}
			}
		}
		guest.Get("/_i18n/fr/office.json").Want(404)

		r := guest.Get("/_i18n/zh/office.json").Want(200)
		if tag := r.Header.Get("Etag"); tag == "" || !strings.Contains(r.Header.Get("Cache-Control"), "must-revalidate") {
			t.Errorf("kept by %q: %q", tag, r.Header.Get("Cache-Control"))
		}
	})
}

// The inline script that requests the messages before the program has loaded is allowed by the office's policy.
func TestTheOfficeAsksForItsMessagesFirst(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		r := a.Guest().Get("/admin/").Want(200)
		scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllSubmatch(r.Body, -1)
		if len(scripts) != 1 || !strings.Contains(string(scripts[0][1]), "/office.json") || strings.Index(string(r.Body), "/office.json") > strings.Index(string(r.Body), `type="module"`) {
			t.Fatalf("%d scripts in %s", len(scripts), r.Body)
		}
		sum := sha256.Sum256(scripts[0][1])
		if csp := r.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "script-src 'self' 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"';") {
			t.Errorf("the policy is %s", csp)
		}
	})
}
