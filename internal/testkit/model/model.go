// Package model runs random actions against the program for tests that check invariants after each: seeds, weighted
// choice of actions, a log of what was done, and comparison of both engines.
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

// shown is how many of the last actions a failure reports.
const shown = 40

// Player has the random numbers of one run, and its log.
type Player struct {
	*rand.Rand
	Doing string
	Trace []string
}

// NewPlayer starts a run. stream separates models that use the same seed.
func NewPlayer(seed int, stream uint64) *Player {
	return &Player{Rand: rand.New(rand.NewPCG(uint64(seed), stream))}
}

// Act is an action, with its weight.
type Act[W any] struct {
	name   string
	weight int
	do     func(w W) bool
}

// Do is an action; do returns whether it was possible.
func Do[W any](name string, weight int, do func(w W) bool) Act[W] { return Act[W]{name, weight, do} }

// Step performs one possible random action.
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

// Begin logs the current action.
func (p *Player) Begin(act string) {
	p.Doing = act
	p.Trace = append(p.Trace, act)
}

// Note adds to the last log entry, such as the answer.
func (p *Player) Note(format string, args ...any) {
	p.Trace[len(p.Trace)-1] += " " + fmt.Sprintf(format, args...)
}

// Last is the end of the log, one action per line.
func (p *Player) Last() string {
	return "  " + strings.Join(p.Trace[max(0, len(p.Trace)-shown):], "\n  ")
}

// Tell prints the whole log if MODEL_TRACE is set.
func (p *Player) Tell(t testing.TB) {
	t.Helper()
	if os.Getenv("MODEL_TRACE") != "" {
		t.Logf("  %s", strings.Join(p.Trace, "\n  "))
	}
}

// Seeds runs play for a number of seeds, starting at MODEL_SEED: one alone runs again with -run '/seed-7$'.
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

// Same fails if the logs of the two engines differ.
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

// Number is the value of an environment variable, or a default.
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
