package journal_test

import (
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/sales/journal"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// At midnight the treasurer closes the month while payments are approved: each is in the journal, or counts in December,
// or is refused.
func TestRaceAMonthClosesWhileMoneyIsBooked(t *testing.T) {
	mutant.Declare(t, mutant.NoShare("MonthShare"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		m := a.Member(t)
		var waiting []string
		for n := range 6 {
			_, id := transferred(t, a, m, n+1)
			waiting = append(waiting, id)
		}
		a.TakeCash(t, oils(t, a, m, 9))
		midnight := time.Date(2026, 12, 1, 0, 0, 0, 0, clock.Singapore)
		a.Clock.Advance(midnight.Add(-time.Second).Sub(a.Clock.Now()))
		desk, admin := a.Staff(t, "treasurer"), a.Staff(t, "admin")
		first, answers := make(chan struct{}), make([]*testkit.Response, len(waiting))
		var closed journal.Months
		together.AtOnce(2, func(i int) {
			if i == 1 {
				<-first
				for range 5 { // impatient: meanwhile the next approval has looked at the clock
					closeMonth(admin, november).Want(400)
				}
				a.Clock.Advance(2 * time.Second)
				closeMonth(admin, november).Want(200).JSON(&closed)
				return
			}
			for n, id := range waiting {
				answers[n] = desk.Approve(id)
				if n == 0 {
					close(first)
				}
			}
		})
		for n, r := range answers {
			if r.Status != 200 && r.Code() != "month-closed" {
				t.Errorf("approval %d: %d %s", n, r.Status, r.Code())
			}
		}
		inMonth := a.Count(t, "SELECT COALESCE(sum(received), 0) FROM payments WHERE status = 'approved' AND decided_at < $1", midnight.UnixMilli())
		if taken := int64(closed.Items[1].Closings[0].Taken); taken != inMonth {
			t.Errorf("November was closed with %d cents, and has %d", taken, inMonth)
		}
	})
}
