package testkit

import "testing"

// Tables lists all tables of the schema except the migrations' own.
func (a *App) Tables(t testing.TB) (out []string) {
	t.Helper()
	sql := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`
	if a.DB.Engine() == "postgres" {
		sql = `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name`
	}
	rows, err := a.DB.SQL().QueryContext(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		if name != "goose_db_version" {
			out = append(out, name)
		}
	}
	if err := rows.Err(); err != nil || len(out) < 30 {
		t.Fatalf("%d tables, %v", len(out), err)
	}
	return out
}
