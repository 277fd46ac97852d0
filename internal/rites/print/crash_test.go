package print_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"shanmen/internal/rites/print"
	"shanmen/internal/testkit"
)

// crowded puts checked entries of a paid order on a list.
func crowded(t *testing.T, a *testkit.App, list string, n int) {
	t.Helper()
	a.TakeCash(t, ordered(t, a, "欧阳"))
	a.Exec(t, "UPDATE ceremonies SET last_no = $1 WHERE id = $2", n+1, list)
	text := `{"kind": "departed", "people": [{"name": "林国华", "honorific": "先父"}, {"name": "陈𠮷䶮", "honorific": "先母"}], "dedicators": [{"name": "林嘉欣"}, {"name": "Mary Ouyang"}]}`
	var rows []string
	for i := 2; i <= n+1; i++ {
		rows = append(rows, fmt.Sprintf("('e-%d', '%s', %d, (SELECT invoice_id FROM ceremony_entries WHERE no = 1), 'item-%d', 'departed', 'checked', '%s', '%s', 1, 'Tan Mei Ling', 0, 0)", i, list, i, i, text, text))
		if len(rows) == 500 || i == n+1 {
			a.Exec(t, "INSERT INTO ceremony_entries (id, ceremony_id, no, invoice_id, item_id, kind, state, original, text, checked_revision, sponsor, created_at, updated_at) VALUES "+strings.Join(rows, ", "))
			rows = nil
		}
	}
}

// The program is killed twice while it draws a run of 5,000 tablets, and started again each time: it draws the run
// again, and the file equals that of an uninterrupted run. It takes less than 60 seconds and 300 MB.
func TestAKilledPrintRunStartsAgain(t *testing.T) {
	if testkit.InProcess() {
		return
	}
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		const tabs = 5000
		list := solstice(t, a)
		crowded(t, a, list, tabs)
		ritual := a.Staff(t, "ritual")
		state := func() string { return stateOf(t, a) }
		becomes := func(want string) {
			t.Helper()
			for end := time.Now().Add(2 * time.Minute); state() != want; runtime.Gosched() {
				if time.Now().After(end) {
					t.Fatalf("the run is %s, not %s", state(), want)
				}
			}
		}
		var v print.RunView
		ritual.Post("/api/admin/run", tablets(list)).Want(200).JSON(&v)
		if v.Total != tabs || v.Sheets != tabs/2 {
			t.Fatalf("%d pieces on %d sheets", v.Total, v.Sheets)
		}
		places := a.Count(t, "SELECT sum(seq * sheet + slot) FROM print_pieces")
		p := a.Process(t) // it draws: on a busy machine it could have ended before the answer to the request
		for range 2 {
			becomes("running")
			p.Kill()
			if s := state(); s != "running" {
				t.Fatalf("the run was %s before its program was killed", s)
			}
			a.Exec(t, "UPDATE outbox SET run_at = 0 WHERE state = 'ready' AND kind = 'print-draw'") // the lease of the killed process, a minute
			a.Exec(t, "UPDATE print_runs SET state = 'queued'")                                     // so that this loop sees the next one begin
			p = a.Process(t)
		}
		began := time.Now()
		becomes("ready")
		if took, peak := time.Since(began), p.PeakMemory(); took > time.Minute || peak > 300<<20 {
			t.Errorf("%v and %d MB", took, peak>>20)
		} else {
			t.Logf("%v and %d MB", took, peak>>20)
		}
		if n := a.Count(t, "SELECT sum(seq * sheet + slot) FROM print_pieces"); n != places {
			t.Error("pieces have moved")
		}
		if n := a.Count(t, "SELECT attempt FROM print_runs"); n != 3 {
			t.Errorf("%d drawings", n)
		}
		sum := sha256.Sum256(file(t, a, v.ID))
		ritual.Get("/api/admin/run/" + v.ID).Want(200).JSON(&v)
		if n := a.Count(t, "SELECT count(*) FROM print_runs WHERE sha256 = $1", hex.EncodeToString(sum[:])); n != 1 || v.Drawn != tabs/2 {
			t.Errorf("the file is another one: %+v", v)
		}
		began = time.Now()
		ritual.Post("/api/admin/run/"+v.ID+"/accept", fields{}).Want(200).JSON(&v)
		if v.Counts.Good != tabs {
			t.Errorf("%+v", v.Counts)
		}
		t.Logf("confirmed in %v", time.Since(began))
		p.Kill()
	})
}

// A run that is cancelled while another process draws it stores no file, and its names wait for another run.
func TestACancelledPrintRunLeavesNoFile(t *testing.T) {
	if testkit.InProcess() {
		return
	}
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		const tabs = 5000
		list := solstice(t, a)
		crowded(t, a, list, tabs)
		ritual := a.Staff(t, "ritual")
		p := a.Process(t)
		defer p.Kill()
		var v print.RunView
		ritual.Post("/api/admin/run", tablets(list)).Want(200).JSON(&v)
		for stateOf(t, a) != "running" {
			runtime.Gosched()
		}
		ritual.Post("/api/admin/run/"+v.ID+"/cancel", fields{}).Want(200)
		for a.Count(t, "SELECT count(*) FROM outbox WHERE kind = 'print-draw' AND state = 'ready'") > 0 {
			runtime.Gosched()
		}
		ritual.Get("/api/admin/run/" + v.ID).Want(200).JSON(&v)
		if v.State != "cancelled" || v.HasFile || v.Counts.Dropped != tabs {
			t.Errorf("%+v", v)
		}
		files := 0
		if err := a.Files.Each(t.Context(), "print/", func(fileOf) error { files++; return nil }); err != nil || files != 0 {
			t.Errorf("%d files, %v", files, err)
		}
		var look print.RunLook
		ritual.Post("/api/admin/run/look", tablets(list)).Want(200).JSON(&look)
		if look.Total != tabs {
			t.Errorf("%d names wait for another run", look.Total)
		}
	})
}

func stateOf(t *testing.T, a *testkit.App) (state string) {
	t.Helper()
	if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT state FROM print_runs").Scan(&state); err != nil {
		t.Fatal(err)
	}
	return state
}
