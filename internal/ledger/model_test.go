// Package ledger_test plays random sequences of acts of members, treasurer, counter, bank and clock against the whole
// program, and checks after each act that no cent and no place is lost, used twice or made up.
package ledger_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
)

const (
	actsOfSequence = 14 // of people; the clock's moves are among them
	perTemple      = 20 // sequences that follow each other in one temple: what one leaves open the next one meets
)

// TestMoneyTiesAfterEveryAct runs MODEL_SEQUENCES random sequences (300 when it is not set, of MODEL_ACTS acts each), half of them on each
// engine. MODEL_SEED begins elsewhere than 1; one temple alone runs again with -run 'TestMoneyTiesAfterEveryAct/seed-7$'.
func TestMoneyTiesAfterEveryAct(t *testing.T) {
	t.Parallel()
	sequences, first := number(t, "MODEL_SEQUENCES", 300), number(t, "MODEL_SEED", 1)
	for seed := first; seed < first+max(1, sequences/2/perTemple); seed++ {
		t.Run(fmt.Sprintf("seed-%d", seed), func(t *testing.T) {
			t.Parallel()
			sqlite, postgres := play(t, "sqlite", seed), play(t, "postgres", seed)
			for i := range min(len(sqlite), len(postgres)) {
				if sqlite[i] != postgres[i] {
					t.Fatalf("step %d differs: SQLite %q, PostgreSQL %q; before it %q", i, sqlite[i], postgres[i], sqlite[max(0, i-5):i])
				}
			}
			if !t.Failed() && len(sqlite) != len(postgres) {
				t.Errorf("%d steps on SQLite, %d on PostgreSQL", len(sqlite), len(postgres))
			}
		})
	}
}

// play runs the sequences of one temple, and tells what was done and answered.
func play(t *testing.T, engine string, seed int) []string {
	t.Helper()
	w, acts := newWorld(t, engine, uint64(seed)), number(t, "MODEL_ACTS", actsOfSequence)
	for range perTemple {
		for range acts {
			w.step()
			if t.Failed() {
				t.Fatalf("%s, seed %d, the last acts:\n%s", engine, seed, lines(w.trace[max(0, len(w.trace)-40):]))
			}
		}
		w.endSequence()
	}
	if os.Getenv("MODEL_TRACE") != "" {
		t.Logf("%s", lines(w.trace))
	}
	return w.trace
}

func lines(of []string) (out string) {
	for _, l := range of {
		out += "  " + l + "\n"
	}
	return out
}

func number(t *testing.T, variable string, otherwise int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s=%q is no number of sequences", variable, text)
	}
	return n
}

// step is one random act that there is something to do for, and all that must hold after it.
func (w *world) step() {
	total := 0
	for _, a := range acts {
		total += a.weight
	}
	for range 100 {
		n := w.IntN(total)
		i := slices.IndexFunc(acts, func(a act) bool { n -= a.weight; return n < 0 })
		w.doing = acts[i].name
		w.trace = append(w.trace, w.doing)
		if acts[i].do(w) {
			break
		}
		w.trace = w.trace[:len(w.trace)-1]
	}
	w.check()
}

// endSequence lets a week pass, so that what the sequence left ends by itself, and compares the accounts.
func (w *world) endSequence() {
	w.doing = "end of the sequence"
	w.advance(8 * day)
	w.check()
	w.checkAccounts()
	w.trace = append(w.trace, w.digest())
	for _, m := range w.members { // their old orders are nothing that they think of any more
		m.orders = slices.Clone(m.orders[max(0, len(m.orders)-4):])
	}
}
