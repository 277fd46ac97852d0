package ceremony_test

import (
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// A list of some days is filled in batches along the time of the orders: each order of these days is there once, also
// those that share a moment, and none of earlier or later.
func TestAListOfDaysHasAllTheirOrders(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m := a.Member(t)
		paid := func(names int) {
			var items []map[string]any
			for range names {
				items = append(items, solstice(t, a, "林", 1))
			}
			a.TakeCash(t, m.Buy(items...))
		}
		paid(1)
		a.Clock.Advance(time.Hour)
		from := a.Clock.Now()
		for range 6 { // more than a batch has, at one moment
			paid(10)
		}
		a.Clock.Advance(time.Hour)
		paid(5)
		until := a.Clock.Now().Add(time.Minute)
		a.Clock.Advance(time.Hour)
		paid(1)
		source := ceremonyOf(t, a, "winter-solstice", "ancestors")["sources"].([]fields)[0]
		source["orderedFrom"], source["orderedUntil"] = from, until
		v := made(t, a, "sources", []fields{source})
		if v.Counts.Collected != 65 || v.Filling || v.FillDone != 65 {
			t.Errorf("%d names of 65 are on the list, %d orders were read", v.Counts.Collected, v.FillDone)
		}
	})
}
