package ledger_test

import (
	"fmt"

	"shanmen/internal/sales/payrequest"
	"shanmen/internal/testkit/hitpay"
)

// Actions at the payment provider, and what it tells.

// ordersThat returns the recent orders of all members that fit.
func (w *world) ordersThat(fit func(*order) bool) (all []*order) {
	for _, m := range w.members {
		for _, o := range m.orders {
			if fit(o) {
				all = append(all, o)
			}
		}
	}
	return all
}

// showCompanyCode opens the page of an order, which shows the provider's code if the order waits for money. Most orders
// are chosen without a code, because a second call only shows the first one's again.
func (w *world) showCompanyCode() bool {
	if w.company == nil {
		return false
	}
	again := w.IntN(4) == 0
	o, ok := pick(w, w.ordersThat(func(o *order) bool { return again == (len(w.company.Requests(o.reference)) > 0) }))
	if !ok {
		return false
	}
	w.post(&o.of.visitor, "/api/payment/pay-now/code", map[string]any{"invoiceId": o.id})
	return true
}

// payCompany pays a code that some order showed, at any time, sometimes twice; sometimes another amount arrives.
func (w *world) payCompany() bool {
	if w.company == nil {
		return false
	}
	o, ok := pick(w, w.ordersThat(func(o *order) bool { return len(w.company.Requests(o.reference)) > 0 }))
	if !ok {
		return false
	}
	request, ok := pick(w, w.company.Requests(o.reference))
	if !ok {
		return false
	}
	less := w.IntN(10) == 0
	p := w.company.Pay(request.ID, func(p *hitpay.Payment) {
		if less {
			p.Amount = max(100, p.Amount/2)
		}
	})
	w.transfers = append(w.transfers, &transfer{serial: len(w.transfers) + 1, cents: p.Amount, at: w.a.Clock.Now(), reference: o.reference, payer: o.of.name, meant: []string{o.reference}, company: p.ID})
	w.Note("%d cents, number %d", p.Amount, len(w.transfers))
	return true
}

// companyTells is a webhook about a payment: at once or late, in either format, sometimes once more.
func (w *world) companyTells() bool {
	if w.company == nil {
		return false
	}
	p, ok := pick(w, w.company.Payments())
	if !ok {
		return false
	}
	for range 1 + w.IntN(2) {
		send := w.company.Post
		if w.IntN(3) == 0 {
			send = w.company.PostEvent
		}
		status, err := send(w.t.Context(), w.a.URL+payrequest.WebhookPath, p)
		if err != nil || status != 204 {
			w.t.Errorf("a webhook was answered %d: %v", status, err)
		}
	}
	w.Note("%d cents", p.Amount)
	return true
}

// refundCompany lets the provider give a refund back; sometimes its answer is lost.
func (w *world) refundCompany() bool {
	if w.company == nil {
		return false
	}
	id, ok := pick(w, w.column(`SELECT f.refund_id FROM refund_transfers f JOIN refunds r ON r.id = f.refund_id LEFT JOIN invoices v ON v.id = r.invoice_id
		WHERE f.done_at = 0 ORDER BY COALESCE(v.number, ''), r.amount, r.at`))
	if !ok {
		return false
	}
	w.post(w.desk, "/api/admin/refund-transfer/"+id+"/provider", nil)
	if w.IntN(3) == 0 {
		w.company.Fail(hitpay.Lost)
	}
	w.a.Drain(w.t)
	w.company.Fail(hitpay.None)
	w.Note("%s", fmt.Sprint(w.column("SELECT state FROM provider_refunds WHERE refund_id = $1", id)))
	return true
}

func (w *world) compareCompany() bool {
	if w.company == nil {
		return false
	}
	if err := w.a.PayRequests.CompareDays(w.t.Context()); err != nil {
		w.t.Errorf("compare with the provider: %v", err)
	}
	return true
}
