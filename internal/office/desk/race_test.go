package desk_test

import (
	"slices"
	"testing"

	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/officekit"
	"shanmen/internal/testkit/together"
)

// decideTogether lets several treasurers decide about one payment at the same moment: one transition, one mail, and
// every attempt is in the audit log.
func decideTogether(t *testing.T, ways ...string) {
	mutant.Declare(t, mutant.NoLock("InvoiceLock"), mutant.NoLock("PaymentLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desks := []*testkit.Client{a.Staff(t, "treasurer"), a.Staff(t, "admin")}
		for round := range 3 {
			c := a.Member(t)
			v, paymentID := officekit.Lamp{Picture: officekit.Receipt(t, uint64(round), 0)}.Pay(t, a)
			mails := len(a.Mails(t))
			codes := make([]string, len(ways))
			together.AtOnce(len(ways), func(i int) {
				body := map[string]any{}
				if ways[i] == "reject" {
					body["reason"] = "not-received"
				}
				codes[i] = desks[i%2].Post("/api/admin/payment/"+paymentID+"/"+ways[i], body).Code()
			})
			slices.Sort(codes)
			if codes[0] != "" || slices.ContainsFunc(codes[1:], func(c string) bool { return c != "already-decided" }) {
				t.Errorf("round %d: answers %q", round, codes)
			}
			a.Clock.Advance(payment.UndoWindow)
			if n := len(a.Mails(t)) - mails; n != 1 {
				t.Errorf("round %d: %d mails", round, n)
			}
			if got := c.Order(v.ID).Timeline; len(got) != 2 {
				t.Errorf("round %d: timeline %+v", round, got)
			}
			if n := a.Count(t, "SELECT count(*) FROM official_receipts WHERE invoice_id = $1", v.ID); n > 1 {
				t.Errorf("round %d: %d receipts", round, n)
			}
			subject := "payment:" + paymentID
			done := a.Count(t, "SELECT count(*) FROM audit_entries WHERE subject = $1 AND action IN ('payment.approve', 'payment.reject')", subject)
			refused := a.Count(t, "SELECT count(*) FROM audit_entries WHERE subject = $1 AND action IN ('payment.approve-refused', 'payment.reject-refused') AND after LIKE '%already-decided%'", subject)
			if done != 1 || refused != int64(len(ways)-1) {
				t.Errorf("round %d: audited %d done and %d refused", round, done, refused)
			}
		}
	})
}

func TestRaceApproveAndReject(t *testing.T) { decideTogether(t, "approve", "reject") }

func TestRaceApproveTwice(t *testing.T) { decideTogether(t, "approve", "approve") }

func TestRaceRejectTwice(t *testing.T) { decideTogether(t, "reject", "reject") }
