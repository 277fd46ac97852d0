package payrequest_test

import (
	"testing"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/office/order"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/hitpay"
)

const refundsPath = "/api/admin/refund-transfer"

// refunded is an order that was paid at the provider and whose money is to go back, and that refund as the office sees it.
func refunded(t *testing.T, a *testkit.App, s *hitpay.Server, c *testkit.Client, cents money.Cents) (*invoice.View, order.RefundTransfer) {
	t.Helper()
	v := orderOf(a, c, t)
	tell(t, a, s, s.Pay(requestOf(t, s, c, v).ID))
	a.Staff(t, "treasurer").Refund(v.ID, money.PayNow, cents, "asked-by-devotee").Want(200)
	return v, ofOrder(t, a, v, false)
}

func ofOrder(t *testing.T, a *testkit.App, v *invoice.View, done bool) order.RefundTransfer {
	t.Helper()
	var rows order.RefundTransfers
	path := refundsPath
	if done {
		path += "?done=true"
	}
	a.Staff(t, "treasurer").Get(path).Want(200).JSON(&rows)
	for _, row := range rows.Items {
		if row.Order != nil && row.Order.ID == v.ID {
			return row
		}
	}
	return order.RefundTransfer{}
}

func TestARefundGoesBackThroughTheProvider(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c, treasurer := a.NewMember(t, "Lim", "+6598880101"), a.Staff(t, "treasurer")
		v, row := refunded(t, a, s, c, 1000)
		if row.Provider == nil || !row.Provider.Can || row.Provider.State != "" {
			t.Fatalf("%+v", row.Provider)
		}
		path := refundsPath + "/" + row.ID
		treasurer.Post(path+"/provider", nil).Want(200)
		if code := treasurer.Post(path+"/done", map[string]any{"reference": "BANK-1"}).Want(400).Code(); code != "refund-asked" {
			t.Errorf("by hand meanwhile: %s", code)
		}
		if code := treasurer.Post(path+"/provider", nil).Want(400).Code(); code != "already-decided-once" {
			t.Errorf("asked twice: %s", code)
		}
		a.Drain(t)
		done := ofOrder(t, a, v, true)
		if done.DoneAt == nil || done.Reference == "" || done.Provider == nil || done.Provider.State != "done" || done.Provider.Answer != "succeeded" {
			t.Errorf("%+v %+v", done, done.Provider)
		}
		if all := s.Payments(); all[0].Refunded != 1000 {
			t.Errorf("%+v", all)
		}
		treasurer.Post(path+"/provider", nil).Want(400)
		a.Staff(t, "counter").Post(path+"/provider", nil).Want(403)

		cashed := orderOf(a, c, t) // the provider does not have this money
		a.TakeCash(t, cashed)
		treasurer.Refund(cashed.ID, money.PayNow, 1000, "asked-by-devotee").Want(200)
		if row := ofOrder(t, a, cashed, false); row.Provider != nil {
			t.Errorf("%+v", row.Provider)
		} else if code := treasurer.Post(refundsPath+"/"+row.ID+"/provider", nil).Want(400).Code(); code != "refund-not-at-provider" {
			t.Error(code)
		}
	})
}

// A lost answer never leads to a second refund: what the provider has given back decides, or a person does.
func TestARefundWhoseAnswerIsLostIsNotAskedForAgain(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c, treasurer := a.NewMember(t, "Lim", "+6598880101"), a.Staff(t, "treasurer")
		later := func() {
			s.Fail(hitpay.None)
			a.Clock.Advance(20 * time.Minute)
			a.Drain(t)
		}
		v, row := refunded(t, a, s, c, 400)
		treasurer.Post(refundsPath+"/"+row.ID+"/provider", nil).Want(200)
		s.Fail(hitpay.Lost)
		a.Drain(t)
		if now := ofOrder(t, a, v, false); now.Provider == nil || now.Provider.State != "asked" {
			t.Errorf("its answer is lost: %+v", now.Provider)
		}
		later()
		if now := ofOrder(t, a, v, true); now.Provider == nil || now.Provider.State != "done" || s.Payments()[0].Refunded != 400 || s.Asked("refund") != 1 {
			t.Errorf("%+v, %d asked", now.Provider, s.Asked("refund"))
		}

		v, row = refunded(t, a, s, c, 400)
		treasurer.Post(refundsPath+"/"+row.ID+"/provider", nil).Want(200)
		s.Fail(hitpay.BadPosts)
		a.Drain(t)
		later()
		now := ofOrder(t, a, v, false)
		if now.Provider == nil || now.Provider.State != "unsure" || !now.Provider.Can || s.Asked("refund") != 2 {
			t.Fatalf("%+v, %d asked", now.Provider, s.Asked("refund"))
		}
		treasurer.Post(refundsPath+"/"+row.ID+"/provider", nil).Want(200) // only looks again
		later()
		if s.Asked("refund") != 2 {
			t.Errorf("%d asked", s.Asked("refund"))
		}
		treasurer.Post(refundsPath+"/"+row.ID+"/done", map[string]any{"reference": "BANK-2"}).Want(200)
		if done := ofOrder(t, a, v, true); done.Reference != "BANK-2" {
			t.Errorf("%+v", done)
		}

		v, row = refunded(t, a, s, c, 400)
		s.Pay("") // unrelated
		treasurer.Post(refundsPath+"/"+row.ID+"/provider", nil).Want(200)
		s.Fail(hitpay.Refuses)
		a.Drain(t) // the look-up is refused: the job comes again
		later()
		if done := ofOrder(t, a, v, true); done.Provider == nil || done.Provider.State != "done" {
			t.Errorf("%+v", done.Provider)
		}
	})
}

// When each look-up fails, the office transfers the money itself, and the provider is never asked for it.
func TestARefundThatCannotBeAskedForIsTransferredByHand(t *testing.T) {
	t.Parallel()
	testkit.EachConfirmed(t, func(t *testing.T, a *testkit.App, s *hitpay.Server) {
		c, treasurer := a.NewMember(t, "Lim", "+6598880101"), a.Staff(t, "treasurer")
		byHand := func(row order.RefundTransfer, reference string) *testkit.Response {
			return treasurer.Post(refundsPath+"/"+row.ID+"/done", map[string]any{"reference": reference})
		}
		waits := func(when string, v *invoice.View, can bool) {
			t.Helper()
			now := ofOrder(t, a, v, false)
			if now.Provider == nil || now.Provider.State != "asked" || now.Provider.ByHand != can {
				t.Errorf("%s: %+v", when, now.Provider)
			}
			if can {
				return
			}
			if code := byHand(now, "BANK-1").Want(400).Code(); code != "refund-asked" {
				t.Errorf("%s: %s", when, code)
			}
		}
		done := func(v *invoice.View, reference, state string) {
			t.Helper()
			if row := ofOrder(t, a, v, true); row.Reference != reference || row.Provider == nil || row.Provider.State != state {
				t.Errorf("%+v %+v", row, row.Provider)
			}
		}
		v, row := refunded(t, a, s, c, 1000)
		treasurer.Post(refundsPath+"/"+row.ID+"/provider", nil).Want(200)
		s.Fail(hitpay.Locked)
		a.Drain(t)
		waits("at once", v, false)
		a.Clock.Advance(20 * time.Minute)
		waits("later", v, true)
		byHand(row, "").Want(400)
		waits("without a proof", v, true)
		byHand(row, "BANK-1").Want(200)
		done(v, "BANK-1", "refused")
		s.Fail(hitpay.None)
		a.Clock.Advance(24 * time.Hour)
		a.Drain(t)
		if s.Asked("refund") != 0 {
			t.Error("the money goes back twice")
		}

		login(c)
		treasurer = a.Staff(t, "treasurer")
		v, row = refunded(t, a, s, c, 400) // the provider was asked, and its answer is lost
		treasurer.Post(refundsPath+"/"+row.ID+"/provider", nil).Want(200)
		s.Fail(hitpay.BadPosts)
		a.Drain(t)
		a.Clock.Advance(20 * time.Minute)
		waits("its answer is lost", v, false)
		a.PayRequests.Use(nil)
		waits("the provider is gone", v, true)
		byHand(row, "BANK-2").Want(200)
		done(v, "BANK-2", "unsure")
	})
}
