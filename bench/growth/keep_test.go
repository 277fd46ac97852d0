package growth_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// keeper keeps a filled temple in a folder, because filling it takes minutes, and measuring one line again seconds. A
// PostgreSQL database stays as long as its server. The zero value keeps nothing.
type keeper struct{ dir, name string }

// kept is where a temple stays, and its time.
type kept struct {
	testkit.Place
	Now time.Time
}

func (k keeper) file() string { return filepath.Join(k.dir, k.name+".json") }

// start starts the program on an empty temple of the demonstration.
func (k keeper) start(t testing.TB, engine string) *testkit.App {
	t.Helper()
	if k.dir == "" {
		return testkit.New(t, engine)
	}
	dir := filepath.Join(k.dir, k.name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return testkit.At(t, testkit.Lasting(t, engine, dir))
}

// keep records that the temple is filled.
func (k keeper) keep(t testing.TB, a *testkit.App) {
	t.Helper()
	if k.dir == "" {
		return
	}
	b, err := json.Marshal(kept{a.Place(), a.Clock.Now()})
	if err == nil {
		err = os.WriteFile(k.file(), b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// again opens a temple that was kept; false if there is none.
func (g *temple) again(t testing.TB, k keeper) bool {
	t.Helper()
	if k.dir == "" {
		return false
	}
	b, err := os.ReadFile(k.file())
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	var was kept
	if err == nil {
		err = json.Unmarshal(b, &was)
	}
	if err != nil {
		t.Fatal(err)
	}
	g.App = testkit.At(t, was.Place)
	now := max(was.Now.UnixMilli(), g.Count(t, "SELECT max(created_at) FROM invoices")) // after what was measured before
	g.Clock.Advance(time.UnixMilli(now).Add(time.Hour).Sub(g.Clock.Now()))
	g.grand = g.Option(t, "light-lamp", "grand")
	g.lists = int(g.Count(t, "SELECT count(*) FROM ceremonies WHERE title_en LIKE 'Growth %'"))
	g.files = int(g.Count(t, "SELECT count(*) FROM bank_statements WHERE name LIKE 'many-%'"))
	g.member = g.LogIn(t, sampleMobile, testkit.NewMemberPassword)
	if g.userID, err = testkit.UserID(t.Context(), g.DB.Read(), sampleMobile); err != nil {
		t.Fatal(err)
	}
	g.work(t)
	return true
}
