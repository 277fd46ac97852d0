package personal_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"shanmen/internal/office/personal"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
)

func TestThePersonalDataPageIsPrivate(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		const path = "/member/profile/data"
		for _, p := range []string{path, "/zh" + path} {
			want := strings.TrimSuffix(p, path) + "/member/login?redirect=" + url.QueryEscape(p)
			if r := a.Guest().Get(p).Want(302); r.Header.Get("Location") != want {
				t.Errorf("a guest is sent to %q", r.Header.Get("Location"))
			}
		}
		a.Guest().Get(dataPath).Want(401)
		c := a.Member(t)
		var payload struct{ Data personal.Overview }
		c.Get(path + "/_payload.json").Want(200).JSON(&payload)
		if d := payload.Data; len(d.Consents) != 3 || d.Grace != 30 || d.Staff || d.Policies != "" {
			t.Errorf("the page shows %+v", d)
		}
		if html := string(c.Get(path).Want(200).Body); strings.Contains(html, "Tan Bee Leng") || strings.Contains(html, payload.Data.Consents[0].At.String()) {
			t.Error("the HTML holds what is personal")
		}

		// The grace period is set by the office.
		a.Exec(t, `INSERT INTO settings (key, value) VALUES ('closing-grace-days', '14')`)
		var closing personal.Closing
		c.Post(closePath, fields{"password": "lotus-lamp-88", "confirm": true}).Want(200).JSON(&closing)
		if want := a.Clock.Now().AddDate(0, 0, 14); !closing.ClosesAt.Equal(want) || overview(c).Grace != 14 {
			t.Errorf("closes at %v, want %v", closing.ClosesAt, want)
		}
		a.Clock.Advance(15 * day)
		a.MustSweep(t)

		// An erased account cannot be restored.
		gone := a.Count(t, `SELECT count(*) FROM users WHERE status = 'closed'`)
		id := selectAll(t, a, `SELECT id FROM users WHERE status = 'closed'`)[0].text("id")
		if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return a.Accounts.SetActive(ctx, tx, id, true) }); err == nil || gone != 1 {
			t.Errorf("the office gave an account back that is erased: %v, %d", err, gone)
		}
	})
}
