package ledger_test

import (
	"shanmen/internal/base/money"
	"shanmen/internal/office/counter"
	"shanmen/internal/office/desk"
)

// Actions of the counter on many orders at once, and those that need a second person.

// shortBy returns the amount missing from the order that a transfer was meant for.
func (w *world) shortBy(tr *transfer) (short money.Cents) {
	for _, due := range w.column("SELECT CAST(sub_total - paid AS TEXT) FROM invoices WHERE payment_reference = $1", tr.meant[0]) {
		short = cents(due) - tr.cents
	}
	return short
}

// giveBack refunds money. Above the limit the refund needs the administrator's approval, which is sometimes refused;
// then it is tried again. The second person may also try, and must be refused.
func (w *world) giveBack(path, kind, id string, body map[string]any) {
	w.t.Helper()
	if r := w.post(w.desk, path, body); r.Code() != "refund-needs-second" {
		return
	}
	ask := map[string]any{"kind": kind, "id": id, "method": body["method"], "amount": body["amount"], "reason": body["reason"]}
	w.post(w.desk, "/api/admin/refund-approval", ask)
	for _, approval := range w.column("SELECT id FROM refund_approvals WHERE subject = $1 AND decided_at = 0", kind+":"+id) {
		if r := w.post(w.desk, "/api/admin/refund-approval/"+approval+"/decide", map[string]any{"approve": true}); r.Code() != "refund-own" {
			w.t.Errorf("who asked approves: %d %s", r.Status, r.Body)
		}
		w.post(w.second, "/api/admin/refund-approval/"+approval+"/decide", map[string]any{"approve": w.IntN(4) > 0})
	}
	if w.IntN(3) == 0 {
		if r := w.post(w.second, path, body); r.Status == 200 {
			w.t.Errorf("who approved gives back: %s", r.Body)
		}
	}
	w.post(w.desk, path, body)
}

// cashTogether takes cash for two or more orders of one person, who meant to transfer for them.
func (w *world) cashTogether() bool {
	body := map[string]any{
		"locale": "zh", "payer": map[string]any{"name": "Mr Goh", "mobile": "+6581119999"},
		"items": []any{w.a.Item(w.t, "lamp-oil", "bottle")}, "paymentAmount": 1000, "method": 2001,
	}
	for range 1 + w.IntN(2) {
		w.post(w.counter, "/api/admin/walk-in", body)
	}
	order, ok := pick(w, w.column("SELECT id FROM invoices WHERE payer_mobile = '+6581119999' AND status IN ('awaiting-payment', 'rejected') ORDER BY number"))
	if !ok {
		return true
	}
	var unpaid counter.UnpaidOrders
	w.get(w.counter, "/api/admin/invoice/"+order+"/unpaid", &unpaid)
	if len(unpaid.Items) < 2 {
		return true
	}
	var ids []string
	var sum money.Cents
	for _, one := range unpaid.Items[:2+w.IntN(len(unpaid.Items)-1)] {
		ids, sum = append(ids, one.ID), sum+one.Due
	}
	given := sum
	if w.IntN(2) == 0 {
		given += 5000
	}
	if w.IntN(6) == 0 { // less than all of them
		given -= 100
	}
	w.post(w.counter, "/api/admin/invoice/cash", map[string]any{"ids": ids, "total": sum, "amountReceived": max(1, given)})
	return true
}

// approveConfirmed approves in one step all payments that the bank statement confirms without conflict; sometimes with
// a wrong total.
func (w *world) approveConfirmed() bool {
	var f desk.Figures
	w.get(w.desk, "/api/admin/payment/figures", &f)
	if f.Confirmed.Count == 0 {
		return false
	}
	body := map[string]any{"count": f.Confirmed.Count, "sum": f.Confirmed.Sum}
	if w.IntN(5) == 0 {
		body["sum"] = f.Confirmed.Sum + 1
		if r := w.post(w.desk, "/api/admin/payment/approve-confirmed", body); r.Code() != "confirmed-changed" {
			w.t.Errorf("another sum than was looked at: %d %s", r.Status, r.Body)
		}
		return true
	}
	w.post(w.desk, "/api/admin/payment/approve-confirmed", body)
	return true
}

// nameStanding records that outgoing transfers with this description are always a fee.
func (w *world) nameStanding() bool {
	id, ok := pick(w, w.column("SELECT id FROM bank_lines WHERE state = 'debit' AND description LIKE '%GIRO%' ORDER BY booked_at, id"))
	if !ok {
		return false
	}
	w.post(w.desk, "/api/admin/bank/line/"+id+"/ignore", map[string]any{"reason": "fee", "rule": true})
	w.a.Drain(w.t)
	return true
}

func (w *world) endRule() bool {
	id, ok := pick(w, w.column("SELECT id FROM bank_rules WHERE ended_at = 0 ORDER BY made_at, id"))
	if !ok {
		return false
	}
	w.post(w.desk, "/api/admin/bank/rule/"+id+"/end", nil)
	w.a.Drain(w.t)
	return true
}

// bankReturns makes the payer's bank take a transfer back: the next statement contains the return.
func (w *world) bankReturns() bool {
	tr, ok := pick(w, w.transfers)
	if !ok || !tr.returned.IsZero() || tr.company != "" {
		return false
	}
	tr.returned = w.a.Clock.Now()
	w.Note("number %d", tr.serial)
	return true
}

// pairReturn links a return to a transfer of the same amount, usually the right one.
func (w *world) pairReturn() bool {
	id, ok := pick(w, w.column("SELECT id FROM bank_lines WHERE state = 'debit' AND description LIKE '%Incoming PayNow%' ORDER BY description, id"))
	if !ok {
		return false
	}
	of, ok := pick(w, w.column(`SELECT c.id FROM bank_lines c JOIN bank_lines d ON d.amount = -c.amount
		WHERE d.id = $1 AND c.state IN ('open', 'matched') AND (c.description = d.description OR $2 = 0) ORDER BY c.description`, id, w.IntN(5)))
	if !ok {
		return false
	}
	w.post(w.desk, "/api/admin/bank/line/"+id+"/pair", map[string]any{"lineId": of})
	w.a.Drain(w.t)
	return true
}
