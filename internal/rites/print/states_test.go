package print_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"shanmen/internal/rites/print"
	"shanmen/internal/testkit"
)

// A browser disconnects while it requests a run: the run is complete or does not exist, asking again makes no second
// one of the same names, and numbers have no gap.
func TestADroppedConnectionLeavesNoHalfRun(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list, c := solstice(t, a), a.Staff(t, "ritual")
		for round, after := range []time.Duration{0, 2, 5, 10, 20, 50} {
			a.TakeCash(t, ordered(t, a, "欧阳", "林"))
			check(t, a, list)
			c.Leave("/api/admin/run", tablets(list), after*time.Millisecond)
			r := c.Post("/api/admin/run", tablets(list))
			if made := r.Status == 200; !made && r.Code() != "in-another-run" {
				t.Fatalf("asked again: %d %s", r.Status, r.Body)
			}
			a.Drain(t)
			var l print.RunList
			c.Get("/api/admin/run?limit=100").Want(200).JSON(&l)
			if len(l.Items) != round+1 || l.Items[0].No != int64(round+1) || l.Items[0].State != "ready" || l.Items[0].Total != 2 {
				t.Fatalf("round %d: %d runs, %+v", round, len(l.Items), l.Items[0])
			}
			if n := len(pieces(t, a, l.Items[0].ID)); n != 2 {
				t.Fatalf("round %d: %d pieces of 2", round, n)
			}
			act(t, a, l.Items[0].ID, "accept", fields{}).Want(200)
		}
	})
}

// There is no disk space even to draw: the run reports it, nothing of it counts, and when started again its pieces are
// in the same places.
func TestARunWithoutDiskSpaceFailsCleanly(t *testing.T) {
	for _, engine := range []string{"sqlite", "postgres"} {
		a := testkit.New(t, engine)
		list := solstice(t, a)
		a.TakeCash(t, ordered(t, a, "欧阳", "林"))
		check(t, a, list)
		var v print.RunView
		a.Staff(t, "ritual").Post("/api/admin/run", tablets(list)).Want(200).JSON(&v)
		at := pieces(t, a, v.ID)
		room := filepath.Join(t.TempDir(), "gone")
		t.Run(fmt.Sprint(engine, ", full"), func(t *testing.T) {
			t.Setenv("TMPDIR", room)
			a.Drain(t)
			if v = run(t, a, v.ID); v.State != "failed" || v.Problem != "run-storage" || v.HasFile || v.Counts.Waiting != 2 {
				t.Errorf("%+v", v)
			}
			if r := act(t, a, v.ID, "accept", fields{}); r.Status == 200 {
				t.Error("what was never drawn is confirmed")
			}
		})
		act(t, a, v.ID, "again", fields{}).Want(200)
		a.Drain(t)
		if v = run(t, a, v.ID); v.State != "ready" || !slices.Equal(at, pieces(t, a, v.ID)) {
			t.Errorf("%s, with room: %+v", engine, v)
		}
	}
}
