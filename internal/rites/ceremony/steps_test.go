package ceremony_test

import (
	"fmt"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// stepsOf returns the steps of an order's first item as its member sees them: "received done 1/1 …".
func stepsOf(t *testing.T, c *testkit.Client, invoiceID string) string {
	t.Helper()
	v := c.Order(invoiceID)
	said := ""
	for _, one := range v.Items[0].Steps {
		said += fmt.Sprintf("%s %s %d/%d", one.Step, one.State, one.Done, one.Of)
		if one.Why != "" {
			said += " " + one.Why
		}
		said += "; "
	}
	return said
}

func TestAnOrderShowsItsProgress(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		list := made(t, a)
		c := a.Member(t)
		v := c.BuyFor(10000, solstice(t, a, "林", 2))
		want := func(when, steps string) {
			t.Helper()
			if got := stepsOf(t, c, v.ID); got != steps {
				t.Errorf("%s: %s\nwant %s", when, got, steps)
			}
		}
		want("not paid", "received now 0/1; checked later 0/1; written later 0/1; offered later 0/1; ")
		a.TakeCash(t, v)
		want("paid", "received done 1/1; checked now 0/2; written later 0/2; offered later 0/2; ")
		all := entries(t, a, list.ID, "").Items
		act(t, a, "/api/admin/entry/"+all[0].ID+"/check", fields{"revision": 1, "right": true}).Want(200)
		want("one is checked", "received done 1/1; checked now 1/2; written later 0/2; offered later 0/2; ")
		act(t, a, "/api/admin/entry/"+all[1].ID+"/check", fields{"revision": 1, "right": true}).Want(200)
		accept(t, a, all[0])
		want("one is written", "received done 1/1; checked done 2/2; written now 1/2; offered later 0/2; ")
		accept(t, a, all[1])
		text := all[1].Text
		text.Surname = "林邱"
		act(t, a, "/api/admin/entry/"+all[1].ID+"/correct", fields{"revision": 1, "text": text, "reason": "family-asked"}).Want(200)
		want("a written one is corrected", "received done 1/1; checked done 2/2; written now 1/2 again; offered later 0/2; ")
		all[1].Revision = 2
		accept(t, a, all[1])
		act(t, a, "/api/admin/ceremony/"+list.ID+"/close", fields{}).Want(200)
		act(t, a, "/api/admin/ceremony/"+list.ID+"/done", fields{"sitting": 1}).Want(200)
		want("offered", "received done 1/1; checked done 2/2; written done 2/2; offered done 2/2; ")
	})
}

func TestStepsThatDoNotApplySayWhy(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		early := c.BuyFor(5000, solstice(t, a, "林", 1))
		a.TakeCash(t, early)
		if got, want := stepsOf(t, c, early.ID), "received done 1/1; checked none 0/1 no-list; written none 0/1 no-list; offered none 0/1 no-list; "; got != want {
			t.Errorf("on no list: %s", got)
		}
		list := made(t, a, "paper", false)
		if got, want := stepsOf(t, c, early.ID), "received done 1/1; checked now 0/1; written none 0/1 no-paper; offered later 0/1; "; got != want {
			t.Errorf("without paper: %s", got)
		}
		e := entries(t, a, list.ID, "").Items[0]
		act(t, a, "/api/admin/entry/"+e.ID+"/withdraw", fields{}).Want(200)
		if got, want := stepsOf(t, c, early.ID), "received done 1/1; checked none 0/1 withdrawn; written none 0/1 withdrawn; offered none 0/1 withdrawn; "; got != want {
			t.Errorf("withdrawn: %s", got)
		}
		act(t, a, "/api/admin/ceremony/"+list.ID+"/close", fields{}).Want(200)
		a.Clock.Advance(time.Minute)
		late := c.BuyFor(5000, solstice(t, a, "符", 1))
		a.TakeCash(t, late)
		if got, want := stepsOf(t, c, late.ID), "received done 1/1; checked now 0/1 late; written none 0/1 no-paper; offered later 0/1; "; got != want {
			t.Errorf("late: %s", got)
		}
		waits := entries(t, a, list.ID, "&state=late").Items[0]
		act(t, a, "/api/admin/entry/"+waits.ID+"/late", fields{"decision": "cannot"}).Want(200)
		if got, want := stepsOf(t, c, late.ID), "received done 1/1; checked none 0/1 cannot; written none 0/1 cannot; offered none 0/1 cannot; "; got != want {
			t.Errorf("too late: %s", got)
		}
		lamp := c.BuyFor(3800, a.Item(t, "light-lamp", "one", "form", testkit.People("陈美玲")))
		a.TakeCash(t, lamp)
		t.Logf("a lamp: %s", stepsOf(t, c, lamp.ID))
	})
}
