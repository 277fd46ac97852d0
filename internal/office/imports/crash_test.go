package imports_test

import (
	"fmt"
	"testing"
	"time"

	"shanmen/internal/office/imports"
	"shanmen/internal/testkit"
)

// The program is killed twice during each phase of a list: checking, importing and undoing, and started again each
// time: it continues, and the result equals that of an uninterrupted run.
func TestAKilledImportContinues(t *testing.T) {
	if testkit.InProcess() {
		return
	}
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		const people = 5000
		admin := a.Staff(t, "admin")
		lines := []string{"Name,Mobile,Remark"}
		for i := range people {
			lines = append(lines, fmt.Sprintf("Member %d,9%07d,line %d", i, i, i))
		}
		var up imports.ImportUploaded
		upload(t, admin, "members", "long.csv", csv(lines...)).Want(200).JSON(&up)
		path := "/api/admin/import/" + up.ID
		killed := func(path string, body map[string]any, written, end string) {
			t.Helper()
			ended := func() bool { return a.Count(t, "SELECT count(*) FROM imports WHERE state = '"+end+"'") > 0 }
			p := a.Process(t)
			if body["columns"] != nil {
				admin.Put(path, body).Want(200)
			} else {
				admin.Post(path, body).Want(200)
			}
			for range 2 {
				for before := a.Count(t, written); ; time.Sleep(time.Millisecond) {
					if n := a.Count(t, written); n != before && n > 0 {
						break
					}
				}
				p.Kill()
				if ended() {
					t.Fatalf("the import was %s before its program was killed", end)
				}
				a.Exec(t, "UPDATE outbox SET run_at = 0 WHERE state = 'ready' AND kind = 'import-work'") // the lease of the killed process, a minute
				p = a.Process(t)
			}
			for !ended() {
				time.Sleep(time.Millisecond)
			}
			p.Kill()
		}
		killed(path+"/columns", map[string]any{"columns": map[string]int{"name": 0, "mobile": 1, "remark": 2}}, "SELECT count(*) FROM import_rows", "ready")
		if n := a.Count(t, "SELECT count(*) FROM import_rows WHERE class = 'ready'"); n != people {
			t.Fatalf("%d rows are ready", n)
		}
		killed(path+"/start", map[string]any{"ready": people}, "SELECT count(*) FROM import_rows WHERE class = 'made'", "done")
		for what, query := range map[string]string{
			"people":                        "SELECT count(*) FROM imported_people",
			"different people":              "SELECT count(DISTINCT name) FROM imported_people WHERE substr(mobile, 5) = substr('0000000' || substr(name, 8), length(name) - 6) AND remark = 'line ' || substr(name, 8)",
			"keys":                          "SELECT count(*) FROM import_keys",
			"rows that know what they made": "SELECT count(*) FROM import_rows r JOIN imported_people p ON p.id = r.made_id WHERE r.class = 'made'",
		} {
			if n := a.Count(t, query); n != people {
				t.Errorf("%d %s", n, what)
			}
		}
		killed(path+"/undo", map[string]any{}, "SELECT count(*) FROM import_rows WHERE class = 'made'", "undone")
		if n := a.Count(t, "SELECT (SELECT count(*) FROM imported_people) + (SELECT count(*) FROM import_keys)"); n != 0 {
			t.Errorf("%d are left", n)
		}
	})
}
