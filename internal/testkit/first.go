package testkit

import (
	"path/filepath"
	"testing"

	"shanmen/internal/testkit/pg"
)

// Place is a program's storage: a data directory, and the URL of PostgreSQL or "".
type Place struct{ Dir, URL string }

// EmptyPlace is an empty storage for an engine.
func EmptyPlace(t testing.TB, engine string) Place {
	t.Helper()
	p := Place{Dir: filepath.Join(t.TempDir(), "data")}
	if engine == "postgres" {
		p.URL = pg.URL(t)
	}
	return p
}

// Lasting is storage with the demonstration that stays when the test ends: a folder, and a database that stays as long as
// PostgreSQL's server, which TEST_DATABASE_URL names.
func Lasting(t testing.TB, engine, dir string) Place {
	t.Helper()
	if engine != "postgres" {
		temple.URL(t, engine, dir)
		return Place{Dir: dir}
	}
	url, err := pg.Create()
	if err == nil {
		err = seed(url)
	}
	if err != nil {
		t.Fatal(err)
	}
	return Place{Dir: dir, URL: url}
}

// At starts the program on existing storage.
func At(t testing.TB, p Place) *App {
	t.Helper()
	return start(t, settings(p.Dir, p.URL))
}

// Place is this program's storage.
func (a *App) Place() Place { return Place{a.Config.DataDir, a.Config.DatabaseURL} }
