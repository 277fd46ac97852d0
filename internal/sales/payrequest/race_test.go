package payrequest_test

import (
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payrequest"
	"shanmen/internal/sales/provider"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/hitpay"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// payment is what the provider answers about a payment of the stand-in.
func payment(p hitpay.Payment) provider.Payment {
	return provider.Payment{ID: p.ID, Amount: p.Amount, Currency: "SGD", At: p.At}
}

// A webhook, the page, the job and the daily comparison hear of one payment at the same moment.
func TestRaceAPaymentIsConfirmedByManyAtOnce(t *testing.T) {
	mutant.Declare(t, mutant.NoIndex("provider_payments_once"))
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		for range 4 {
			c := a.Member(t)
			v := orderOf(a, c, t)
			code := codeOf(c, v)
			paid := s.Pay(s.Requests(v.PaymentReference)[0].ID)
			together.AtOnce(6, func(int) {
				if err := a.PayRequests.Confirm(t.Context(), code.Shown.ID, payment(paid)); err != nil {
					t.Error(err)
				}
			})
			if got := c.Order(v.ID); got.Status != invoice.Paid || got.Paid != 1000 {
				t.Errorf("%s, paid %d", got.Status, got.Paid)
			}
			if rows := lateMoney(t, a).Items; len(rows) > 0 {
				t.Errorf("late money: %+v", rows)
			}
		}
	})
}

// The treasurer approves the screenshot of a payment while the provider confirms it: its money is counted once.
func TestRaceAPaymentIsConfirmedWhileItsScreenshotIsApproved(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("InvoiceLock"))
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		for round := range 6 {
			c, treasurer := a.Member(t), a.Staff(t, "treasurer")
			v := orderOf(a, c, t)
			code := codeOf(c, v)
			c.PayByTransfer(v.ID, 1000, testkit.Screenshot(t)).Want(200)
			pending, paid := a.PendingPayment(t, v.ID), s.Pay(s.Requests(v.PaymentReference)[0].ID)
			together.AtOnce(2, func(i int) {
				if i == 0 {
					treasurer.Approve(pending)
				} else if err := a.PayRequests.Confirm(t.Context(), code.Shown.ID, payment(paid)); err != nil {
					t.Error(err)
				}
			})
			if got := c.Order(v.ID); got.Status != invoice.Paid || got.Paid != 1000 {
				t.Errorf("round %d: %s, paid %d", round, got.Status, got.Paid)
			}
			if n := a.Count(t, "SELECT count(*) FROM provider_payments WHERE booked_as = $1", pending); n != 1 {
				t.Errorf("round %d: the payment is tied %d times", round, n)
			}
		}
	})
}

// The office records a refund as transferred while the job asks the provider for it: the money goes back once.
func TestRaceARefundIsTransferredByHandWhileTheProviderIsAsked(t *testing.T) {
	mutant.Declare(t, mutant.Change("ProviderRefundBegin", "state = 'asked' AND ", ""))
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		for round := range 6 {
			c, treasurer := a.Member(t), a.Staff(t, "treasurer")
			v := orderOf(a, c, t)
			tell(t, a, s, s.Pay(requestOf(t, s, c, v).ID))
			treasurer.Refund(v.ID, money.PayNow, 1000, "asked-by-devotee").Want(200)
			row, before := ofOrder(t, a, v, false), s.Asked("refund")
			treasurer.Post(refundsPath+"/"+row.ID+"/provider", nil).Want(200)
			a.Clock.Advance(20 * time.Minute)
			went := 0
			together.AtOnce(2, func(i int) {
				if i == 1 {
					a.Drain(t)
				} else if treasurer.Post(refundsPath+"/"+row.ID+"/done", map[string]any{"reference": "BANK-1"}).Status == 200 {
					went++
				}
			})
			if went += s.Asked("refund") - before; went != 1 {
				t.Errorf("round %d: the money goes back %d times", round, went)
			}
		}
	})
}

// Two tabs of an order ask for its code at the same moment: both show the same one.
func TestRaceTwoTabsAskForACode(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("InvoiceLock"))
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, _ *hitpay.Server) {
		for round := range 6 {
			c := a.Member(t)
			v := orderOf(a, c, t)
			var codes [4]payrequest.PayCode
			together.AtOnce(len(codes), func(i int) {
				if r := c.Post(codePath, map[string]any{"invoiceId": v.ID}); r.Status == 200 {
					r.JSON(&codes[i])
				} else {
					t.Errorf("round %d: %d %s", round, r.Status, r.Body)
				}
			})
			for _, code := range codes {
				if first := codes[0].Shown; code.Shown == nil || first == nil || code.Shown.ID != first.ID {
					t.Errorf("round %d: %+v, %+v", round, code.Shown, first)
				}
			}
		}
	})
}
