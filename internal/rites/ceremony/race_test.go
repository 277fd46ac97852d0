package ceremony_test

import (
	"fmt"
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// ready is another paid entry of a list, checked and printed.
func ready(t *testing.T, a *testkit.App, list ceremony.CeremonyView) (invoiceID string, e ceremony.EntryRow) {
	t.Helper()
	v := a.Member(t).BuyFor(5000, solstice(t, a, "欧阳", 1))
	a.TakeCash(t, v)
	all := entries(t, a, list.ID, "").Items
	e = all[len(all)-1]
	act(t, a, "/api/admin/entry/"+e.ID+"/check", fields{"revision": 1, "right": true}).Want(200)
	if !accept(t, a, e) {
		t.Fatal("the paper does not count")
	}
	return v.ID, e
}

// another is one more list, for orders from now on.
func another(t *testing.T, a *testkit.App, round int) ceremony.CeremonyView {
	t.Helper()
	a.Clock.Advance(time.Minute)
	return made(t, a, "title", fields{"en": fmt.Sprintf("Prayer %d", round), "zh": "法会"})
}

// Two people correct one name from the same revision: one of them is refused, and no text is lost.
func TestRaceTwoCorrectionsOfOneEntry(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("ListEntryLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		for round := range 4 {
			a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "欧阳", 1)))
			all := entries(t, a, list.ID, "").Items
			e := all[len(all)-1]
			one, other := a.Staff(t, "ritual"), a.Staff(t, "admin")
			var answers [2]*testkit.Response
			together.AtOnce(2, func(i int) {
				text := e.Text
				text.Surname = []string{"歐陽", "欧陽"}[i]
				answers[i] = []*testkit.Client{one, other}[i].Post("/api/admin/entry/"+e.ID+"/correct", fields{"revision": 1, "text": text, "reason": "typed-wrong"})
			})
			var now ceremony.EntryView
			one.Get("/api/admin/entry/" + e.ID).Want(200).JSON(&now)
			right, refused := 0, 0
			for _, r := range answers {
				switch {
				case r.Status == 200:
					right++
				case r.Status == 400 && r.Code() == "list-entry-changed":
					refused++
				}
			}
			if right != 1 || refused != 1 || now.Revision != 2 || len(now.Changes) != 1 || now.Changes[0].After.Surname != now.Text.Surname {
				t.Errorf("round %d: answered %d and %d, revision %d with %d changes", round, answers[0].Status, answers[1].Status, now.Revision, len(now.Changes))
			}
		}
	})
}

// A name is checked while a colleague corrects it: the check applies only to the text that was seen.
func TestRaceCheckAndCorrect(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("ListEntryLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		for round := range 6 {
			a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "欧阳", 1)))
			all := entries(t, a, list.ID, "").Items
			e := all[len(all)-1]
			reader, writer := a.Staff(t, "ritual"), a.Staff(t, "admin")
			text := e.Text
			text.Surname = "歐陽"
			together.AtOnce(2, func(i int) {
				if i == 0 {
					reader.Post("/api/admin/entry/"+e.ID+"/check", fields{"revision": 1, "right": true})
				} else {
					writer.Post("/api/admin/entry/"+e.ID+"/correct", fields{"revision": 1, "text": text, "reason": "typed-wrong"}).Want(200)
				}
			})
			var now ceremony.EntryView
			reader.Get("/api/admin/entry/" + e.ID).Want(200).JSON(&now)
			if now.Revision != 2 || now.State != ceremony.Collected {
				t.Errorf("round %d: revision %d is %s, nobody has read it", round, now.Revision, now.State)
			}
		}
	})
}

// A list closes while an earlier order is paid. Every name that counts as in time was visible to the person who closed
// it; names that join afterwards are marked as late, and printed as a supplement.
func TestRaceCloseAListAndPay(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("CeremonyLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for round := range 6 {
			list := another(t, a, round)
			v := a.Member(t).BuyFor(5000, solstice(t, a, "欧阳", 1))
			ritual, counter := a.Staff(t, "ritual"), a.Staff(t, "counter")
			var closed ceremony.CeremonyView
			together.AtOnce(2, func(i int) {
				if i == 0 {
					ritual.Post("/api/admin/ceremony/"+list.ID+"/close", fields{}).Want(200).JSON(&closed)
				} else {
					counter.TakeCash(v.ID, 5000).Want(200)
				}
			})
			got := entries(t, a, list.ID, "").Items
			if len(got) != 1 || (got[0].Late == "") != (closed.Counts.Collected == 1) || got[0].Late == "waits" {
				t.Errorf("round %d: whoever closed saw %d names; %+v", round, closed.Counts.Collected, got)
			}
		}
	})
}

// A list is reopened while an order placed after its closing is paid: no entry of an open list waits for a decision.
func TestRaceReopenAndPay(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("CeremonyLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := another(t, a, 0)
		for round := range 6 {
			act(t, a, "/api/admin/ceremony/"+list.ID+"/close", fields{}).Want(200)
			a.Clock.Advance(time.Minute)
			v := a.Member(t).BuyFor(5000, solstice(t, a, "林", 1))
			ritual, counter := a.Staff(t, "ritual"), a.Staff(t, "counter")
			together.AtOnce(2, func(i int) {
				if i == 0 {
					ritual.Post("/api/admin/ceremony/"+list.ID+"/reopen", fields{}).Want(200)
				} else {
					counter.TakeCash(v.ID, 5000).Want(200)
				}
			})
			if got := get(t, a, list.ID); got.Counts.Late != 0 || got.Counts.Collected != int64(round+1) {
				t.Errorf("round %d: %+v", round, got.Counts)
			}
		}
	})
}

// The two sessions of a ceremony are marked as done at once: then the whole ceremony is done.
func TestRaceMarkBothSittingsDone(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("CeremonyLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for round := range 4 {
			list := another(t, a, round)
			ready(t, a, list)
			_, e := ready(t, a, list)
			act(t, a, "/api/admin/ceremony/"+list.ID+"/sitting", fields{"sitting": 2, "entries": []string{e.ID}}).Want(200)
			act(t, a, "/api/admin/ceremony/"+list.ID+"/close", fields{}).Want(200)
			one, other := a.Staff(t, "ritual"), a.Staff(t, "admin")
			together.AtOnce(2, func(i int) {
				[]*testkit.Client{one, other}[i].Post("/api/admin/ceremony/"+list.ID+"/done", fields{"sitting": i + 1}).Want(200)
			})
			if now := get(t, a, list.ID); now.DoneAt == nil || len(now.Marks) != 2 || now.Counts.Done != 2 {
				t.Errorf("round %d: done %v, %+v", round, now.DoneAt, now.Counts)
			}
		}
	})
}

// Two people mark one session: its names are done once, by one mark.
func TestRaceTwoDoneMarksOfOneSitting(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("CeremonyLock"), mutant.Change("SittingDone", "(state = 'printed' OR", "(state IN ('printed', 'done') OR"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for round := range 4 {
			list := another(t, a, round)
			ready(t, a, list)
			one, other := a.Staff(t, "ritual"), a.Staff(t, "admin")
			var answers [2]*testkit.Response
			together.AtOnce(2, func(i int) {
				answers[i] = []*testkit.Client{one, other}[i].Post("/api/admin/ceremony/"+list.ID+"/done", fields{"sitting": 1})
			})
			now := get(t, a, list.ID)
			if answers[0].Status+answers[1].Status != 600 || len(now.Marks) != 1 || now.Marks[0].Entries != 1 {
				t.Errorf("round %d: answered %d and %d, %+v", round, answers[0].Status, answers[1].Status, now.Marks)
			}
			act(t, a, "/api/admin/ceremony/"+list.ID+"/close", fields{}).Want(200)
		}
	})
}

// The last name of a closed list is marked while an order from before its closing is paid: the new name is to be done,
// or waits for a decision, and a list that is done has nothing left.
func TestRaceMarkNamesDoneAndPay(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("CeremonyLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		for round := range 6 {
			list := another(t, a, round)
			ready(t, a, list)
			v := a.Member(t).BuyFor(5000, solstice(t, a, "符", 1))
			act(t, a, "/api/admin/ceremony/"+list.ID+"/close", fields{}).Want(200)
			ritual, counter := a.Staff(t, "ritual"), a.Staff(t, "counter")
			together.AtOnce(2, func(i int) {
				if i == 0 {
					ritual.Post("/api/admin/ceremony/"+list.ID+"/done", fields{"sitting": 1, "leaveOut": true}).Want(200)
				} else {
					counter.TakeCash(v.ID, 5000).Want(200)
				}
			})
			now := get(t, a, list.ID)
			if now.Counts.Collected+now.Counts.Late != 1 || (now.DoneAt != nil) != (now.Counts.Late == 1) {
				t.Errorf("round %d: done %v, %+v", round, now.DoneAt, now.Counts)
			}
		}
	})
}

// A name is marked while its order is refunded: it is withdrawn and not marked, or done, with the refund noted.
func TestRaceRefundAndMarkTheNameDone(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("ListEntryLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := another(t, a, 0)
		for round := range 8 {
			invoiceID, e := ready(t, a, list)
			ritual, counter := a.Staff(t, "ritual"), a.Staff(t, "counter")
			var marked *testkit.Response
			together.AtOnce(2, func(i int) {
				if i == 0 {
					marked = ritual.Post("/api/admin/ceremony/"+list.ID+"/done", fields{"sitting": 1, "entries": []string{e.ID}, "leaveOut": true})
				} else {
					counter.Refund(invoiceID, money.Cash, 5000, "asked-by-devotee").Want(200)
				}
			})
			var now ceremony.EntryView
			ritual.Get("/api/admin/entry/" + e.ID).Want(200).JSON(&now)
			if now.Why != "refunded" || now.State != map[bool]string{true: ceremony.Done, false: ceremony.Withdrawn}[marked.Status == 200] {
				t.Errorf("round %d: marking was answered %d, and it is %s %q", round, marked.Status, now.State, now.Why)
			}
		}
	})
}

// Two people decide about one late name: one decision counts.
func TestRaceTwoDecisionsAboutALateEntry(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("InvoiceLock"), mutant.NoLock("CeremonyLock"), mutant.NoLock("ListEntryLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := another(t, a, 0)
		act(t, a, "/api/admin/ceremony/"+list.ID+"/close", fields{}).Want(200)
		a.Clock.Advance(time.Minute)
		for round := range 4 {
			a.TakeCash(t, a.Member(t).BuyFor(5000, solstice(t, a, "林", 1)))
			e := entries(t, a, list.ID, "&state=late").Items[0]
			one, other := a.Staff(t, "ritual"), a.Staff(t, "admin")
			var answers [2]*testkit.Response
			together.AtOnce(2, func(i int) {
				answers[i] = []*testkit.Client{one, other}[i].Post("/api/admin/entry/"+e.ID+"/late", fields{"decision": []string{"in", "cannot"}[i]})
			})
			if answers[0].Status+answers[1].Status != 600 {
				t.Errorf("round %d: answered %d and %d", round, answers[0].Status, answers[1].Status)
			}
		}
	})
}
