package subscription_test

import (
	"errors"
	"testing"

	"shanmen/internal/base/lunar"
	"shanmen/internal/sales/subscription"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

const lamps = 12

// lit is a program where some lamps are due for renewal, with as many services as replicas.
func lit(t *testing.T, a *testkit.App) []*subscription.Service {
	t.Helper()
	c := a.Member(t)
	items := make([]map[string]any, lamps)
	for i := range items {
		items[i] = a.Item(t, "light-lamp", "one", "term", "yearly", "form", testkit.People("陈𠮷䶮"))
	}
	a.Staff(t, "counter").TakeCash(c.BuyFor(3800*lamps, items...).ID, 3800*lamps).Want(200)
	replicas := make([]*subscription.Service, 8)
	for i := range replicas {
		replicas[i] = &subscription.Service{DB: a.DB, Clock: a.Clock, Accounts: a.Accounts}
	}
	workAtOnce(t, replicas) // nothing to do yet; this opens the connections, which takes time
	a.Clock.Set(lunar.Day{Year: 2027, Month: 10, Day: 22}.Time(10, 0))
	return replicas
}

func workAtOnce(t *testing.T, replicas []*subscription.Service) {
	t.Helper()
	failed := make([]error, len(replicas))
	together.AtOnce(len(replicas), func(i int) { failed[i] = replicas[i].Work(t.Context()) })
	if err := errors.Join(failed...); err != nil {
		t.Errorf("a replica failed: %v", err)
	}
}

// M21: the renewal job of eight replicas at once makes one invoice for each subscription and period. Without the row's
// lock the constraint stops the others; without that too there are more invoices.
func TestRaceReplicasCreateRenewals(t *testing.T) {
	lock := mutant.NoLock("SubscriptionLock")
	for name, without := range map[string][]mutant.Mutant{
		"lock":   {lock},
		"unique": {lock, mutant.NoConstraint("invoices", "invoices_origin_id_origin_key"), mutant.NoConstraint("subscription_terms", "subscription_terms_pkey")},
	} {
		t.Run(name, func(t *testing.T) {
			mutant.Declare(t, without...)
			testkit.Each(t, func(t *testing.T, a *testkit.App) {
				replicas := lit(t, a)
				for range 2 {
					workAtOnce(t, replicas)
				}
				if n := a.Count(t, "SELECT count(*) FROM invoices"); n != 1+lamps {
					t.Errorf("%d invoices for %d terms", n-1, lamps)
				}
				if n := a.Count(t, "SELECT count(*) FROM subscription_terms WHERE period = 2"); n != lamps {
					t.Errorf("%d terms", n)
				}
				if n := a.Count(t, "SELECT last FROM number_series WHERE series = 'INV' AND year = 2027"); n != lamps {
					t.Errorf("the last number is %d", n)
				}
			})
		})
	}
}

// One reminder for each term, however many replicas run at once.
func TestRaceReplicasSendReminders(t *testing.T) {
	mutant.Declare(t, mutant.Change("SubscriptionRemind", "remind_at = $4", "$4::bigint > 0"),
		mutant.Change("AddJob", "ON CONFLICT (unique_key) DO NOTHING", ""), mutant.NoConstraint("outbox", "outbox_unique_key_key"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		replicas := lit(t, a)
		if err := replicas[0].Work(t.Context()); err != nil { // the invoices, and the reminders of this day
			t.Fatal(err)
		}
		before := count(subjects(t, a, member), "please renew")
		a.Clock.Set(lunar.Day{Year: 2027, Month: 11, Day: 6}.Time(10, 0))
		workAtOnce(t, replicas)
		if n := count(subjects(t, a, member), "please renew") - before; n != lamps {
			t.Errorf("%d reminders of %d lamps", n, lamps)
		}
	})
}

// A member who presses while the job runs gets the same invoice.
func TestMemberAndJobCreateOneRenewalInvoice(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		replicas := lit(t, a)
		c := a.Member(t)
		list := listed(c)
		answers := make([]*testkit.Response, lamps)
		together.AtOnce(lamps+2, func(i int) {
			if i < lamps {
				answers[i] = c.Post("/api/subscription/"+list[i].ID+"/renew", nil)
			} else if err := replicas[i-lamps].Work(t.Context()); err != nil {
				t.Error(err)
			}
		})
		for i, r := range answers {
			var got subscription.Renewed
			r.Want(200).JSON(&got)
			if d := detail(c, list[i].ID); d.Renewal == nil || d.Renewal.InvoiceID != got.InvoiceID {
				t.Errorf("lamp %d: %+v", i, d.Renewal)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM invoices"); n != 1+lamps {
			t.Errorf("%d invoices", n)
		}
	})
}
