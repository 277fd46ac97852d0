package members_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/office/members"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// Members are listed page by page and can be filtered; filtered by the month in which a term ends, the list shows whom
// to call about renewals.
func TestMembersAreListedAndFiltered(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		counter, admin := a.Staff(t, "counter"), a.Staff(t, "admin")
		a.Exec(t, "DELETE FROM members") // those of the demonstration
		ids := map[string]string{}
		for i, one := range []struct{ name, locale, day string }{{"Ang", "en", "2026-01-05"}, {"Bai", "zh", "2026-02-05"}, {"Chan", "zh", "2026-03-05"}, {"Dev", "en", "2026-04-05"}, {"Eng", "zh", "2026-05-05"}} {
			at, err := time.ParseInLocation(time.DateOnly, one.day, clock.Singapore)
			if err != nil {
				t.Fatal(err)
			}
			id := "u-" + one.name
			ids[one.name] = id
			a.Exec(t, `INSERT INTO users (id, name, mobile, mobile_verified, email, email_key, email_confirmed, password_hash, locale, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5, $6, '', $7, $8, $8)`,
				id, one.name, "+6581234"+string(rune('0'+i))+"00", i%2, one.name+"@x.example", i/3, one.locale, at.UnixMilli())
			a.Exec(t, "INSERT INTO members (id, user_id, created_at) VALUES ($1, $1, $2)", id, at.UnixMilli())
		}
		a.Exec(t, "UPDATE users SET status = 'disabled' WHERE id = 'u-Dev'")
		december := func(day int) time.Time { return time.Date(2026, 12, day, 0, 0, 0, 0, clock.Singapore) }
		officekit.Runs(t, a, "s1", ids["Chan"], december(31))
		officekit.Runs(t, a, "s2", ids["Ang"], december(1))
		officekit.Runs(t, a, "s3", ids["Chan"], december(15))
		officekit.Runs(t, a, "s4", ids["Eng"], december(32))
		officekit.Runs(t, a, "s5", ids["Dev"], december(2))
		a.Exec(t, "UPDATE subscriptions SET status = 3 WHERE id = 's2'")
		officekit.Runs(t, a, "s6", ids["Ang"], december(1))
		walk := func(query string) (names []string) {
			for after := ""; ; {
				var l members.List
				counter.Get("/api/admin/member/list?limit=2&after=" + after + query).Want(200).JSON(&l)
				for _, m := range l.Items {
					name := m.Name
					if m.Ends != nil {
						name += m.Ends.At.In(clock.Singapore).Format(" 2")
						if m.Ends.Title == "" || m.Links == nil || m.Links.About != "renewal" {
							t.Errorf("%+v", m)
						}
					}
					names = append(names, name)
				}
				if after = l.Next; after == "" {
					if int(l.Total) != len(names) {
						t.Errorf("%q: %d of %d", query, len(names), l.Total)
					}
					return names
				}
			}
		}
		for query, want := range map[string][]string{
			"":               {"Eng", "Chan", "Bai", "Ang"},
			"&language=zh":   {"Eng", "Chan", "Bai"},
			"&contact=email": {"Eng"}, "&contact=mobile": {"Bai"}, "&contact=none": {"Chan", "Ang"}, "&contact=no-email": {"Chan", "Bai", "Ang"},
			"&from=2026-02-05&until=2026-03-05": {"Chan", "Bai"},
			"&ends=2026-12":                     {"Ang 1", "Chan 15", "Chan 31"},
			"&ends=2026-12&language=zh":         {"Chan 15", "Chan 31"},
			"&ends=2027-01":                     {"Eng 1"}, "&ends=2030-01": nil,
		} {
			if got := walk(query); !slices.Equal(got, want) {
				t.Errorf("%q: %v, want %v", query, got, want)
			}
		}
		counter.Get("/api/admin/member/list?ends=soon").Want(400)
		a.Staff(t, "treasurer").Get("/api/admin/member/list").Want(403)

		take := func(c *testkit.Client, password string, more ...string) *testkit.Response {
			body := map[string]any{"password": password, "format": "csv"}
			for i := 0; i+1 < len(more); i += 2 {
				body[more[i]] = more[i+1]
			}
			return c.Post("/api/admin/member-export", body)
		}
		take(counter, "temple-office-2026").Want(403)
		take(admin, "wrong").Want(400)
		take(admin, "temple-office-2026", "contact", "moon").Want(400)
		rows := officekit.TableOf(t, take(admin, "temple-office-2026", "ends", "2026-12").Want(200))
		if len(rows) != 4 || rows[1][0] != "Ang" || rows[3][0] != "Chan" || !strings.Contains(strings.Join(rows[1], "|"), "81234000") {
			t.Errorf("%q", rows)
		}
		row := officekit.TrailOf(t, admin, "action=export.members").Items
		if len(row) != 1 || officekit.ChangeOf(row[0], "months") != " → 2026-12" {
			t.Errorf("%+v", row)
		}
	})
}
