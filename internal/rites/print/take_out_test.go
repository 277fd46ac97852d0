package print_test

import (
	"testing"

	"shanmen/internal/base/money"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/rites/print"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

func ceremonyOf(t *testing.T, a *testkit.App, list string) (v ceremony.CeremonyView) {
	t.Helper()
	a.Staff(t, "ritual").Get("/api/admin/ceremony/" + list).Want(200).JSON(&v)
	return v
}

// An entry refunded after its sheet was drawn has to be taken out, whether the sheet had been confirmed or not.
func TestPapersOfRefundedEntriesArePulled(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		before, after, drawn, spoilt := ordered(t, a, "欧阳"), ordered(t, a, "符"), ordered(t, a, "林"), ordered(t, a, "黄")
		a.TakeCash(t, before)
		a.TakeCash(t, after)
		check(t, a, list)
		v := made(t, a, tablets(list))
		refund(t, a, before)
		if n := ceremonyOf(t, a, list).Counts.TakeOut; n != 0 {
			t.Errorf("%d to take out before anybody says that the sheets came out", n)
		}
		act(t, a, v.ID, "accept", fields{}).Want(200)
		if out := entriesOf(t, a, list, "take-out"); len(out) != 1 || out[0].Text.Surname != "欧阳" || out[0].Printed != 1 || out[0].Why != "refunded" {
			t.Fatalf("refunded, then confirmed: %+v", out)
		}
		refund(t, a, after)
		if out := entriesOf(t, a, list, "take-out"); len(out) != 2 || ceremonyOf(t, a, list).Counts.TakeOut != 2 {
			t.Fatalf("confirmed, then refunded: %+v", out)
		}
		for _, e := range entriesOf(t, a, list, "take-out") {
			a.Staff(t, "ritual").Post("/api/admin/entry/"+e.ID+"/taken-out", fields{}).Want(200)
		}
		if n := len(entriesOf(t, a, list, "take-out")); n != 0 {
			t.Errorf("%d are left once they were pulled", n)
		}

		// Refunded before drawing: no sheet. On a spoiled sheet, or in a cancelled run: none either.
		a.TakeCash(t, drawn)
		check(t, a, list)
		var w print.RunView
		a.Staff(t, "ritual").Post("/api/admin/run", tablets(list)).Want(200).JSON(&w)
		refund(t, a, drawn)
		a.Drain(t)
		act(t, a, w.ID, "accept", fields{}).Want(200)
		a.TakeCash(t, spoilt)
		check(t, a, list)
		w = made(t, a, tablets(list))
		refund(t, a, spoilt)
		act(t, a, w.ID, "accept", fields{"spoiled": []fields{{"from": 1, "to": w.Sheets}}}).Want(200)
		cancelled := ordered(t, a, "郭")
		a.TakeCash(t, cancelled)
		check(t, a, list)
		w = made(t, a, tablets(list))
		refund(t, a, cancelled)
		act(t, a, w.ID, "cancel", fields{}).Want(200)
		if out := entriesOf(t, a, list, "take-out"); len(out) != 0 {
			t.Errorf("no paper of these is there: %+v", out)
		}
	})
}

// A refund during the confirmation of a run: whichever comes first, the sheet has to be taken out, and nothing refunded
// counts as printed.
func TestRaceRefundAndConfirmThePrintRun(t *testing.T) {
	mutant.Declare(t, mutant.Change("ListEntryPrinted", " AND state IN ('checked', 'printed')", ""))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := solstice(t, a)
		for round := range 4 {
			v := ordered(t, a, "欧阳")
			a.TakeCash(t, v)
			check(t, a, list)
			w := made(t, a, tablets(list))
			ritual, counter := a.Staff(t, "ritual"), a.Staff(t, "counter")
			together.AtOnce(2, func(i int) {
				if i == round%2 {
					counter.Refund(v.ID, money.Cash, v.SubTotal, "asked-by-devotee").Want(200)
				} else {
					ritual.Post("/api/admin/run/"+w.ID+"/accept", fields{}).Want(200)
				}
			})
			out := entriesOf(t, a, list, "take-out")
			if len(out) != round+1 {
				t.Errorf("round %d: %d papers to take out: %+v", round, len(out), entriesOf(t, a, list, "printed"))
			}
			if n := len(entriesOf(t, a, list, "printed")); n != 0 {
				t.Errorf("round %d: %d that were refunded count as printed", round, n)
			}
		}
	})
}
