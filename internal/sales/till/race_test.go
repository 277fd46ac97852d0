package till_test

import (
	"testing"

	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// Two tabs close the shift while cash is taken in a third: the cash is in the closed box and its sum, or it was
// refused.
func TestRaceTwoClosingsAndCash(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("ShiftLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		member, counter := a.Member(t), a.StaffOffShift(t, "counter")
		tabs := []*testkit.Client{counter, a.StaffOffShift(t, "counter"), a.StaffOffShift(t, "counter")}
		for round := range 6 {
			v := waiting(t, a, member, 0)
			shift := open(t, counter, fields{"float": 5000})
			answers := make([]*testkit.Response, 3)
			together.AtOnce(3, func(i int) {
				if i == 2 {
					answers[i] = tabs[i].TakeCash(v.ID, lampCents)
					return
				}
				answers[i] = tabs[i].Post("/api/admin/shift/"+shift.ID+"/close", fields{"count": pieces(5, 1000), "explanation": "in a hurry"})
			})
			closed := 0
			for _, r := range answers[:2] {
				if r.Status == 200 {
					closed++
				} else if r.Code() != "shift-closed" {
					t.Errorf("round %d: a closing was answered %d %s", round, r.Status, r.Body)
				}
			}
			in := a.Count(t, "SELECT COALESCE(sum(received), 0) FROM payments WHERE shift_id = $1 AND status = 'approved'", shift.ID)
			kept := a.Count(t, "SELECT expected - opening_float FROM shifts WHERE id = $1", shift.ID)
			trail := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'shift.close' AND subject = $1", "shift:"+shift.ID)
			if closed != 1 || trail != 1 || in != kept {
				t.Errorf("round %d: closed %d times, %d lines in the trail; %d came in, %d was reckoned with", round, closed, trail, in, kept)
			}
			now := member.Order(v.ID)
			if taken := answers[2].Status == 200; taken != (now.Status == invoice.Paid) || taken != (in == lampCents) {
				t.Errorf("round %d: cash was answered %d, the order is %s, the box got %d", round, answers[2].Status, now.Status, in)
			}
		}
	})
}
