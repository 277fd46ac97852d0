package testkit

import (
	"path/filepath"
	"testing"

	"shanmen/internal/testkit/pg"
)

// Place is where a program keeps what it has: a data directory, and the URL of PostgreSQL or "".
type Place struct{ Dir, URL string }

// EmptyPlace is a place for a first start on an engine.
func EmptyPlace(t testing.TB, engine string) Place {
	t.Helper()
	p := Place{Dir: filepath.Join(t.TempDir(), "data")}
	if engine == "postgres" {
		p.URL = pg.URL(t)
	}
	return p
}

// At starts the program on what a place holds.
func At(t testing.TB, p Place) *App {
	t.Helper()
	return start(t, p.Dir, p.URL)
}

// Place is where this program keeps what it has.
func (a *App) Place() Place { return Place{a.Config.DataDir, a.Config.DatabaseURL} }
