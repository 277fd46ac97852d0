// Package ledger_test plays random sequences of actions by members, treasurer, counter, bank and clock against the
// whole program, and checks after each action that no cent and no position is lost, used twice or made up.
package ledger_test

import (
	"slices"
	"testing"

	"shanmen/internal/testkit/model"
)

const (
	actsOfSequence = 14 // actions by people; moves of the clock come on top
	perTemple      = 20 // sequences played one after another in one temple: what one leaves open the next one meets
)

// TestMoneyInvariantsHoldAfterEveryAction runs MODEL_SEQUENCES random sequences (default 80, of MODEL_ACTS actions
// each), half of them on each engine. MODEL_SEED is the first seed (default 1); a single temple is rerun with -run
// 'TestMoneyInvariantsHoldAfterEveryAction/seed-7$'.
func TestMoneyInvariantsHoldAfterEveryAction(t *testing.T) {
	t.Parallel()
	sequences := model.Number(t, "MODEL_SEQUENCES", 80)
	model.Seeds(t, max(1, sequences/2/perTemple), func(t *testing.T, seed int) {
		model.Same(t, play(t, "sqlite", seed), play(t, "postgres", seed))
	})
}

// play runs the sequences of one temple and returns a log of actions and responses.
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

// step does one random action that is possible now, then checks all invariants.
func (w *world) step() {
	model.Step(w.Player, w, acts)
	w.check()
}

// endSequence lets a week pass, so that open orders expire, and compares the accounts.
func (w *world) endSequence() {
	w.Doing = "end of the sequence"
	if w.IntN(2) == 0 { // what is settled now may lie in a closed month when it is undone
		w.settleByBank()
	}
	w.advance(8 * day)
	if w.IntN(2) == 0 {
		w.closeMonth()
	}
	w.check()
	w.checkAccounts()
	w.Trace = append(w.Trace, w.digest())
	for _, m := range w.members { // members forget their old orders
		m.orders = slices.Clone(m.orders[max(0, len(m.orders)-4):])
	}
}
