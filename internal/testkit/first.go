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

// At starts the program on existing storage.
func At(t testing.TB, p Place) *App {
	t.Helper()
	return start(t, settings(p.Dir, p.URL))
}

// Place is this program's storage.
func (a *App) Place() Place { return Place{a.Config.DataDir, a.Config.DatabaseURL} }
