package today_test

import (
	"testing"
	"time"

	"shanmen/internal/office/today"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

// The menu's counts show waiting work of an area only to those with access to it.
func TestMenuCountsOpenWorkPerRight(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		officekit.Transferred(t, a, a.Member(t))
		officekit.WriteMessage(t, a, "en")
		a.Drain(t)
		a.Exec(t, `INSERT INTO outbox (id, kind, args, state, run_at, created_at, attempts, last_error) VALUES ('x', 'mail', '{}', 'dead', 1, 1, 5, 'code 550')`)
		a.Exec(t, "INSERT INTO bank_statements (id, name, sha256, state, through_at, uploaded_by, created_at) VALUES ('s', 'july.csv', 'h', 'ready', $1, 'x', 1)",
			a.Clock.Now().Add(-73*time.Hour).UnixMilli())
		for role, want := range map[string]today.MenuCounts{
			"treasurer": {Payments: 1, Letters: 1, Bank: 3}, "editor": {Inbox: 1}, "counter": {Inbox: 1}, "ritual": {},
			"admin": {Payments: 1, Letters: 1, Bank: 3, Inbox: 1},
		} {
			var got today.MenuCounts
			if a.Staff(t, role).Get("/api/admin/waiting").Want(200).JSON(&got); got != want {
				t.Errorf("the %s: %+v, want %+v", role, got, want)
			}
		}
		a.Member(t).Get("/api/admin/waiting").Want(403)
	})
}
