// Package model plays random acts against the program, for the tests that know what must hold after each of them: the seeds,
// the choice of an act by its weight, what was done, and the comparison of both engines.
package model

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// shown is how many of the last acts a failure tells of.
const shown = 40

// Player has the random numbers of one play, and what was done and answered in it.
type Player struct {
	*rand.Rand
	Doing string
	Trace []string
}

// NewPlayer begins a play. stream tells the models apart that play the same seed.
func NewPlayer(seed int, stream uint64) *Player {
	return &Player{Rand: rand.New(rand.NewPCG(uint64(seed), stream))}
}

// Act is what somebody does, as often as its weight says.
type Act[W any] struct {
	name   string
	weight int
	do     func(w W) bool
}

// Do is an act; do tells whether there was something to do.
func Do[W any](name string, weight int, do func(w W) bool) Act[W] { return Act[W]{name, weight, do} }

// Step does one random act that there is something to do for.
func Step[W any](p *Player, w W, acts []Act[W]) {
	total := 0
	for _, a := range acts {
		total += a.weight
	}
	for range 100 {
		n := p.IntN(total)
		i := slices.IndexFunc(acts, func(a Act[W]) bool { n -= a.weight; return n < 0 })
		p.Begin(acts[i].name)
		if acts[i].do(w) {
			return
		}
		p.Trace = p.Trace[:len(p.Trace)-1]
	}
}

// Begin notes what is done now.
func (p *Player) Begin(act string) {
	p.Doing = act
	p.Trace = append(p.Trace, act)
}

// Note adds to what was noted last, such as the answer.
func (p *Player) Note(format string, args ...any) {
	p.Trace[len(p.Trace)-1] += " " + fmt.Sprintf(format, args...)
}

// Last is what was done last, a line each.
func (p *Player) Last() string {
	return "  " + strings.Join(p.Trace[max(0, len(p.Trace)-shown):], "\n  ")
}

// Tell shows the whole play where MODEL_TRACE is set.
func (p *Player) Tell(t testing.TB) {
	t.Helper()
	if os.Getenv("MODEL_TRACE") != "" {
		t.Logf("  %s", strings.Join(p.Trace, "\n  "))
	}
}

// Seeds runs play for so many seeds, from MODEL_SEED on: one alone runs again with -run '/seed-7$'.
func Seeds(t *testing.T, count int, play func(t *testing.T, seed int)) {
	t.Helper()
	first := Number(t, "MODEL_SEED", 1)
	for seed := first; seed < first+count; seed++ {
		t.Run(fmt.Sprintf("seed-%d", seed), func(t *testing.T) {
			t.Parallel()
			play(t, seed)
		})
	}
}

// Same fails where the two engines do not tell the same story.
func Same(t *testing.T, sqlite, postgres []string) {
	t.Helper()
	for i := range min(len(sqlite), len(postgres)) {
		if sqlite[i] != postgres[i] {
			t.Fatalf("step %d differs: SQLite %q, PostgreSQL %q; before it %q", i, sqlite[i], postgres[i], sqlite[max(0, i-5):i])
		}
	}
	if !t.Failed() && len(sqlite) != len(postgres) {
		t.Errorf("%d steps on SQLite, %d on PostgreSQL", len(sqlite), len(postgres))
	}
}

// Number is what a variable of the environment says, or else another.
func Number(t testing.TB, variable string, otherwise int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s=%q is no number of plays", variable, text)
	}
	return n
}
