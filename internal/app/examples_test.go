package app_test

import (
	"testing"

	"shanmen/internal/office/imports"
	"shanmen/internal/sales/bank"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/source"
)

// The README's "Try the office" links to docs/examples: its statements about these files are true.
func TestExampleFilesAreReadAsTheReadmeSays(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		file := func(name string) testkit.File {
			b := source.Read(t, "docs/examples/"+name)
			return testkit.File{Field: "file", Name: name, Data: b}
		}
		treasurer := a.Staff(t, "treasurer")
		for _, want := range []struct {
			name, bank    string
			lines, unread int64
		}{{"statement-dbs.csv", "DBS", 5, 1}, {"statement-ocbc.csv", "OCBC", 4, 0}, {"statement-uob.csv", "UOB", 5, 0}} {
			var up bank.Uploaded
			treasurer.Upload("/api/admin/bank/statement", file(want.name)).Want(200).JSON(&up)
			a.Drain(t)
			var s bank.Statement
			treasurer.Get("/api/admin/bank/statement/" + up.ID).Want(200).JSON(&s)
			if s.Bank != want.bank || s.Lines != want.lines || s.Skipped != want.unread {
				t.Errorf("%s is of %s with %d lines, and %d rows that were not read", want.name, s.Bank, s.Lines, s.Skipped)
			}
		}
		admin := a.Staff(t, "admin")
		var up imports.ImportUploaded
		admin.Upload("/api/admin/import?kind=members", file("members.csv")).Want(200).JSON(&up)
		var v imports.ImportView
		admin.Get("/api/admin/import/" + up.ID).Want(200).JSON(&v)
		columns := map[string]int{}
		for _, f := range v.Columns.Fields {
			if columns[f.ID] = f.Column; f.Column < 0 {
				t.Errorf("of members.csv the column %s is not known", f.ID)
			}
		}
		admin.Put("/api/admin/import/"+up.ID+"/columns", map[string]any{"columns": columns}).Want(200)
		a.Drain(t)
		admin.Get("/api/admin/import/" + up.ID).Want(200).JSON(&v)
		if v.Counts.Ready != 2 || v.Counts.Unreadable != 3 {
			t.Errorf("of members.csv %+v", v.Counts)
		}
	})
}
