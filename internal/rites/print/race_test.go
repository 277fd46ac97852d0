package print_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"shanmen/internal/platform/media"
	"shanmen/internal/rites/print"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

func codesOf(n int, call func(i int) *testkit.Response) []string {
	codes := make([]string, n)
	together.AtOnce(n, func(i int) {
		r := call(i)
		codes[i] = fmt.Sprint(r.Status, " ", r.Code())
	})
	slices.Sort(codes)
	return codes
}

// Of several people who confirm a run at once one succeeds, and the others are told who did.
func TestRaceConfirmOnePrintRunTwice(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("PrintRunLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		a.TakeCash(t, ordered(t, a, "欧阳", "林", "黄"))
		check(t, a, list)
		c := a.Staff(t, "ritual")
		v := made(t, a, tablets(list))
		codes := codesOf(4, func(int) *testkit.Response { return c.Post("/api/admin/run/"+v.ID+"/accept", fields{}) })
		if want := []string{"200 ", "400 run-accepted", "400 run-accepted", "400 run-accepted"}; !slices.Equal(codes, want) {
			t.Errorf("%q", codes)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'run.accept'"); n != 1 {
			t.Errorf("%d acceptances are in the trail", n)
		}
	})
}

// A name is corrected while its sheet is confirmed: either the sheet counted before, and has to be printed again, or it
// does not count. No sheet counts for a text that is not on it.
func TestRaceConfirmPrintAndCorrectAName(t *testing.T) {
	mutant.Declare(t, mutant.Change("ListEntryPrinted", " AND revision = $3", " AND $3::bigint > 0"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		c := a.Staff(t, "ritual")
		for round := range 4 {
			a.TakeCash(t, ordered(t, a, "欧阳"))
			check(t, a, list)
			v := made(t, a, tablets(list))
			all := entriesOf(t, a, list, "checked")
			e := all[len(all)-1]
			e.Text.Surname = "王"
			together.AtOnce(2, func(i int) {
				if i == round%2 {
					c.Post("/api/admin/run/"+v.ID+"/accept", fields{})
				} else {
					c.Post("/api/admin/entry/"+e.ID+"/correct", fields{"revision": e.Revision, "text": e.Text, "reason": "typed-wrong", "right": true})
				}
			})
			if n := a.Count(t, "SELECT count(*) FROM ceremony_entries WHERE id = $1 AND revision = 2 AND (printed_revision = 2 OR state = 'printed')", e.ID); n != 0 {
				t.Fatal("a paper counts for a text that is not on it")
			}
			counts := run(t, a, v.ID).Counts
			printed := a.Count(t, "SELECT printed_revision FROM ceremony_entries WHERE id = $1", e.ID)
			if counts.Good != printed || counts.Good+counts.Stale != 1 {
				t.Errorf("round %d: revision %d is printed, %+v", round, printed, counts)
			}
			next := made(t, a, tablets(list)) // what was corrected is printed again
			act(t, a, next.ID, "accept", fields{}).Want(200).JSON(&next)
			if next.Counts.Good != 1 {
				t.Errorf("again: %+v", next.Counts)
			}
		}
	})
}

// Two people print one list at once: one gets its names, the other is told who has them.
func TestRaceTwoRunsOfOneList(t *testing.T) {
	mutant.Declare(t, mutant.ReadOnly("CeremonyLock"), mutant.Slow("EntriesInRuns"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		a.TakeCash(t, ordered(t, a, "欧阳", "林", "黄"))
		check(t, a, list)
		c := a.Staff(t, "ritual")
		codes := codesOf(4, func(int) *testkit.Response { return c.Post("/api/admin/run", tablets(list)) })
		if want := []string{"200 ", "400 in-another-run", "400 in-another-run", "400 in-another-run"}; !slices.Equal(codes, want) {
			t.Errorf("%q", codes)
		}
	})
}

// gates let a test control when each file is stored.
type gates struct {
	media.Store
	mu      sync.Mutex
	arrived chan chan struct{}
}

func (g *gates) Put(ctx context.Context, key string, r io.Reader, size int64, kind string) error {
	open := make(chan struct{})
	g.arrived <- open
	<-open
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.Store.Put(ctx, key, r, size, kind)
}

// drawing draws a run in the background until its file is about to be stored; finish lets it continue and waits for its
// end.
func drawing(t *testing.T, a *testkit.App, g *gates, id string) (finish func()) {
	t.Helper()
	args, err := json.Marshal(map[string]string{"runId": id})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	ctx := context.WithoutCancel(t.Context())
	go func() { done <- a.Print.Draw(ctx, "", args) }()
	open := <-g.arrived
	return func() {
		close(open)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func gated(a *testkit.App) *gates {
	g := &gates{Store: a.Print.Files, arrived: make(chan chan struct{})}
	a.Print.Files = g
	return g
}

// Two processes draw one run: the drawing that started last counts, as it left out what was refunded meanwhile.
func TestRaceTwoDrawingsOfOneRun(t *testing.T) {
	mutant.Declare(t, mutant.Change("PrintRunReady", " AND attempt = $7", " AND $7::bigint > 0"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		a.TakeCash(t, ordered(t, a, "欧阳"))
		back := ordered(t, a, "符")
		a.TakeCash(t, back)
		check(t, a, list)
		var v print.RunView
		a.Staff(t, "ritual").Post("/api/admin/run", tablets(list)).Want(200).JSON(&v)
		a.Exec(t, "UPDATE outbox SET state = 'done' WHERE kind = 'print-draw'") // this test draws
		g := gated(a)
		first := drawing(t, a, g, v.ID)
		refund(t, a, back)
		second := drawing(t, a, g, v.ID)
		first()
		if got := run(t, a, v.ID); got.State != "running" || got.HasFile {
			t.Errorf("the older drawing counts: %+v", got)
		}
		second()
		if text := textOf(t, a, v.ID); strings.Contains(text, "符") || !strings.Contains(text, "欧阳") {
			t.Errorf("drawn: %s", text)
		}
		a.Drain(t)
		files := 0
		if err := a.Files.Each(t.Context(), "print/", func(fileOf) error { files++; return nil }); err != nil || files != 1 {
			t.Errorf("%d files, %v", files, err)
		}
	})
}

// A run that is cancelled while its file is stored stays cancelled, and leaves no file.
func TestRaceCancelAndFinishDrawing(t *testing.T) {
	mutant.Declare(t, mutant.Change("PrintRunReady", " AND state = 'running'", ""))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		a.TakeCash(t, ordered(t, a, "欧阳"))
		check(t, a, list)
		var v print.RunView
		a.Staff(t, "ritual").Post("/api/admin/run", tablets(list)).Want(200).JSON(&v)
		a.Exec(t, "UPDATE outbox SET state = 'done' WHERE kind = 'print-draw'")
		finish := drawing(t, a, gated(a), v.ID)
		act(t, a, v.ID, "cancel", fields{}).Want(200)
		finish()
		a.Drain(t)
		if got := run(t, a, v.ID); got.State != "cancelled" || got.HasFile || got.Counts.Dropped != 1 {
			t.Errorf("%+v", got)
		}
		files := 0
		if err := a.Files.Each(t.Context(), "print/", func(fileOf) error { files++; return nil }); err != nil || files != 0 {
			t.Errorf("%d files, %v", files, err)
		}
	})
}
