// Package ledger_test plays random sequences of acts of members, treasurer, counter, bank and clock against the whole
// program, and checks after each act that no cent and no place is lost, used twice or made up.
package ledger_test

import (
	"slices"
	"testing"

	"shanmen/internal/testkit/model"
)

const (
	actsOfSequence = 14 // of people; the clock's moves are among them
	perTemple      = 20 // sequences that follow each other in one temple: what one leaves open the next one meets
)

// TestMoneyInvariantsHoldAfterEveryAction runs MODEL_SEQUENCES random sequences (300 when it is not set, of MODEL_ACTS acts each), half of them on each
// engine. MODEL_SEED begins elsewhere than 1; one temple alone runs again with -run 'TestMoneyInvariantsHoldAfterEveryAction/seed-7$'.
func TestMoneyInvariantsHoldAfterEveryAction(t *testing.T) {
	t.Parallel()
	sequences := model.Number(t, "MODEL_SEQUENCES", 300)
	model.Seeds(t, max(1, sequences/2/perTemple), func(t *testing.T, seed int) {
		model.Same(t, play(t, "sqlite", seed), play(t, "postgres", seed))
	})
}

// play runs the sequences of one temple, and tells what was done and answered.
func play(t *testing.T, engine string, seed int) []string {
	t.Helper()
	w, acts := newWorld(t, engine, seed), model.Number(t, "MODEL_ACTS", actsOfSequence)
	for range perTemple {
		for range acts {
			w.step()
			if t.Failed() {
				t.Fatalf("%s, seed %d, the last acts:\n%s", engine, seed, w.Last())
			}
		}
		w.endSequence()
	}
	w.Tell(t)
	return w.Trace
}

// step is one random act that there is something to do for, and all that must hold after it.
func (w *world) step() {
	model.Step(w.Player, w, acts)
	w.check()
}

// endSequence lets a week pass, so that what the sequence left ends by itself, and compares the accounts.
func (w *world) endSequence() {
	w.Doing = "end of the sequence"
	w.advance(8 * day)
	w.check()
	w.checkAccounts()
	w.Trace = append(w.Trace, w.digest())
	for _, m := range w.members { // their old orders are nothing that they think of any more
		m.orders = slices.Clone(m.orders[max(0, len(m.orders)-4):])
	}
}
