package app_test

import (
	"testing"
	"time"

	"shanmen/internal/app"
	"shanmen/internal/testkit"
)

// After a jump of the clock nothing expires by itself: an order whose seven days ended during the jump waits until an
// administrator has confirmed that the clock is right.
func TestNothingExpiresAfterAClockJumpUntilItIsConfirmed(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		c.BuyFor(1000, a.Item(t, "lamp-oil", "bottle"))
		expired := func() int64 { return a.Count(t, "SELECT count(*) FROM invoices WHERE status = 'expired'") }
		tend := func() {
			t.Helper()
			if err := a.Housekeep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		tend()
		for range 3 { // an hour passes, in steps of a minute or more
			a.Clock.Advance(20 * time.Minute)
			tend()
		}
		a.Clock.Advance(10 * 24 * time.Hour)
		tend()
		tend()
		if expired() != 0 {
			t.Fatal("an order expired by a clock that jumped")
		}
		desk := a.Staff(t, "treasurer")
		var s app.ClockState
		desk.Get("/api/admin/clock").Want(200).JSON(&s)
		if !s.Held || s.Now.Sub(s.Seen) != 10*24*time.Hour {
			t.Errorf("%+v", s)
		}
		a.Staff(t, "counter").Post("/api/admin/clock", nil).Want(403)
		desk.Post("/api/admin/clock", nil).Want(200).JSON(&s)
		if s.Held {
			t.Errorf("confirmed: %+v", s)
		}
		tend()
		if expired() != 1 {
			t.Error("nothing expires after the clock was confirmed")
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'clock.accept'"); n != 1 {
			t.Errorf("%d entries", n)
		}
		a.Clock.Advance(-3 * time.Hour) // set back again: no confirmation is asked for
		tend()
		desk = a.Staff(t, "treasurer")
		desk.Get("/api/admin/clock").Want(200).JSON(&s)
		if s.Held || s.Now.Sub(s.Seen) != -3*time.Hour { // a replica that is behind does not hide the later time
			t.Errorf("set back: %+v", s)
		}
	})
}
