package ledger_test

import (
	"time"

	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/checkout"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/model"
)

// Actions that find nothing to do, or that the program refuses, change nothing: the model does not predict which it
// will be.
var acts []model.Act[*world]

func init() {
	acts = []model.Act[*world]{
		model.Do("fill the cart", 12, (*world).fillCart),
		model.Do("show the code", 7, (*world).showCode),
		model.Do("transfer", 12, (*world).transferMoney),
		model.Do("order for cash", 4, func(w *world) bool { return w.orderCart("cash", false) }),
		model.Do("order for a transfer", 3, func(w *world) bool { return w.orderCart("pay-now", false) }),
		model.Do("order with a picture", 9, func(w *world) bool { return w.orderCart("pay-now", true) }),
		model.Do("send a picture", 6, (*world).sendPicture),
		model.Do("send a picture too late", 4, (*world).sendLatePicture),
		model.Do("cancel one's order", 2, (*world).cancelOwn),
		model.Do("show the provider's code", 6, (*world).showCompanyCode),
		model.Do("pay by the provider", 7, (*world).payCompany),
		model.Do("the provider tells", 6, (*world).companyTells),
		model.Do("refund through the provider", 4, (*world).refundCompany),
		model.Do("compare with the provider", 1, (*world).compareCompany),
		model.Do("renew", 2, (*world).renew),
		model.Do("end a subscription", 1, (*world).endSubscription),
		model.Do("approve", 10, (*world).approve),
		model.Do("reject", 4, (*world).reject),
		model.Do("undo a decision", 4, (*world).undoDecision),
		model.Do("take cash", 6, (*world).takeCash),
		model.Do("undo cash", 3, (*world).undoCash),
		model.Do("walk-in", 3, (*world).walkIn),
		model.Do("refund", 6, (*world).refund),
		model.Do("cancel by the office", 2, (*world).cancelByOffice),
		model.Do("reopen by hand", 3, (*world).reopen),
		model.Do("statement", 9, (*world).statement),
		model.Do("approve certain lines", 6, (*world).approveCertain),
		model.Do("match a line by hand", 5, (*world).matchLine),
		model.Do("ignore a line", 2, (*world).ignoreLine),
		model.Do("undo a line", 4, (*world).undoLine),
		model.Do("undo a statement", 2, (*world).undoStatement),
		model.Do("decide late money", 9, (*world).decideLate),
		model.Do("take cash for several orders", 3, (*world).cashTogether),
		model.Do("approve what the bank confirms", 4, (*world).approveConfirmed),
		model.Do("name a standing line", 2, (*world).nameStanding),
		model.Do("end a rule", 1, (*world).endRule),
		model.Do("the bank returns a transfer", 2, (*world).bankReturns),
		model.Do("pair a return", 4, (*world).pairReturn),
		model.Do("hang a label", 4, (*world).hangLabel),
		model.Do("take a label down", 4, (*world).takeLabelDown),
		model.Do("move a lamp", 3, (*world).moveLamp),
		model.Do("take a place out of use", 2, (*world).takeOutOfUse),
		model.Do("change a price", 2, (*world).changePrice),
		model.Do("name a later price", 1, (*world).announcePrice),
		model.Do("hide or show an option", 2, (*world).hideOption),
		model.Do("turn GST on or off", 1, (*world).turnTax),
		model.Do("close a month", 8, (*world).closeMonth),
		model.Do("open a month again", 1, (*world).reopenMonth),
		model.Do("undo a line of a closed month", 8, (*world).undoClosed),
		model.Do("seconds pass", 6, func(w *world) bool { return w.advance(10 * time.Second) }),
		model.Do("the undo ends", 4, func(w *world) bool { return w.advance(31 * time.Second) }),
		model.Do("minutes pass", 4, func(w *world) bool { return w.advance(11 * time.Minute) }),
		model.Do("hours pass", 4, func(w *world) bool { return w.advance(90 * time.Minute) }),
		model.Do("days pass", 4, func(w *world) bool { return w.advance(2 * day) }),
		model.Do("a week passes", 1, func(w *world) bool { return w.advance(8 * day) }),
		model.Do("most of a year passes", 1, func(w *world) bool { return w.IntN(4) == 0 && w.advance(340*day) }),
	}
}

func (w *world) member() *member { return w.members[w.IntN(len(w.members))] }

func (w *world) fillCart() bool {
	m := w.member()
	items := []map[string]any{w.a.Item(w.t, "lamp-oil", "bottle", "quantity", 1+w.IntN(3))}
	if w.IntN(2) == 0 {
		lamp := w.a.Item(w.t, "light-lamp", "grand", "form", map[string]any{"people": []map[string]any{{"chineseName": "陈𠮷䶮"}}})
		if w.IntN(3) == 0 {
			lamp["term"] = "yearly"
		}
		if w.put != nil {
			lamp["quantity"] = 1 + w.IntN(3)/2
			if ids := w.wishes(); len(ids) > 0 {
				lamp["positions"] = ids
			}
		}
		items = append(items[:w.IntN(2)], lamp)
	}
	w.post(&m.visitor, "/api/cart", map[string]any{"currency": "SGD", "items": items})
	return true
}

// cartOf is a member's cart, ok when it is not empty.
func (w *world) cartOf(m *member) (v cart.View, ok bool) {
	w.t.Helper()
	r := w.call(&m.visitor, "GET", "/api/cart/checkout", nil)
	if r.Status != 200 {
		return v, false
	}
	r.JSON(&v)
	return v, len(v.Items) > 0
}

func (w *world) showCode() bool {
	m := w.member()
	if _, ok := w.cartOf(m); ok {
		w.post(&m.visitor, "/api/payment/pay-now/qr", nil)
		return true
	}
	return false
}

// transferMoney transfers money to the temple's account: for a cart whose code was shown, or for an order in any state,
// sometimes twice; sometimes a wrong amount, without the reference, or for two orders at once.
func (w *world) transferMoney() bool {
	m := w.member()
	tr := &transfer{serial: len(w.transfers) + 1, at: w.a.Clock.Now(), payer: m.name}
	if v, ok := w.cartOf(m); ok && v.QRShown != nil && w.IntN(3) > 0 {
		tr.cents, tr.reference = *v.QRShown, v.PaymentReference
	} else {
		o, ok := pick(w, m.orders)
		if !ok {
			return false
		}
		view := w.view(o)
		tr.cents, tr.reference = view.SubTotal, o.reference
		if view.Due > 0 {
			tr.cents = view.Due
		}
	}
	tr.meant = []string{tr.reference}
	switch w.IntN(12) {
	case 0:
		tr.cents = max(100, tr.cents/2)
	case 1:
		tr.cents += 500
	case 2:
		tr.cents = 100
	case 4:
		tr.cents = max(100, tr.cents-150)
	case 3:
		if o, ok := pick(w, m.orders); ok && o.reference != tr.reference {
			tr.cents += max(0, w.view(o).Due)
			tr.meant = append(tr.meant, o.reference)
		}
	}
	if w.IntN(7) == 0 {
		tr.reference = ""
	}
	w.transfers = append(w.transfers, tr)
	w.Note("%d cents, number %d", tr.cents, tr.serial)
	return true
}

// view is an order as its owner sees it.
func (w *world) view(o *order) (v invoice.View) {
	w.t.Helper()
	w.get(&o.of.visitor, "/api/invoice?id="+o.id, &v)
	return v
}

// picture returns a picture of a transfer that was meant for a reference or, if there is none, a forged one.
func (w *world) picture(m *member, reference, query string) (fileID string, of *transfer, ok bool) {
	w.t.Helper()
	var made []*transfer
	for _, tr := range w.transfers {
		if tr.reference == reference || len(tr.meant) > 0 && tr.meant[0] == reference {
			made = append(made, tr)
		}
	}
	if len(made) > 0 && w.IntN(8) > 0 {
		of = made[w.IntN(len(made))]
	} else if w.IntN(3) > 0 {
		return "", nil, false
	}
	var up payment.Uploaded
	if !w.upload(&m.visitor, "/api/upload/receipt"+query, testkit.Screenshot(w.t), &up) {
		return "", nil, false
	}
	if of != nil {
		of.uploads = append(of.uploads, up.FileID)
	}
	return up.FileID, of, true
}

// orderCart pays for a member's cart. The picture may arrive long after the hold has expired.
func (w *world) orderCart(way string, pictured bool) bool {
	m := w.member()
	v, ok := w.cartOf(m)
	if !ok {
		return false
	}
	body := map[string]any{"paymentAmount": v.SubTotal, "currency": "SGD"}
	if way == "pay-now" {
		body["transactionDateTime"] = w.a.Clock.Now().Format(time.RFC3339)
	}
	if pictured {
		fileID, of, ok := w.picture(m, v.PaymentReference, "")
		if !ok {
			return false
		}
		body["fileId"] = fileID
		if of != nil {
			body["transactionDateTime"] = of.at.Format(time.RFC3339)
			if of.cents != v.SubTotal {
				body["declaredAmount"] = of.cents
			}
		}
		if v.QRShown != nil && w.IntN(3) == 0 { // the page was open since the code was shown
			body["paymentAmount"] = *v.QRShown
		}
	}
	var paid checkout.Paid
	if r := w.post(&m.visitor, "/api/payment/new/"+way, body); r.Status == 200 {
		r.JSON(&paid)
		w.remember(m, paid.Invoice)
		if agreed := body["paymentAmount"]; paid.Invoice.SubTotal != agreed {
			w.t.Errorf("an order costs %d cents, and its payer agreed to %d", paid.Invoice.SubTotal, agreed)
		}
	}
	return true
}

func (w *world) remember(m *member, v *invoice.View) {
	for _, o := range m.orders {
		if o.id == v.ID {
			return
		}
	}
	m.orders = append(m.orders, &order{v.ID, v.PaymentReference, m})
}

// anyOrder returns one of a member's recent orders.
func (w *world) anyOrder() (*order, bool) { return pick(w, w.member().orders) }

func (w *world) sendPicture() bool {
	if o, ok := w.anyOrder(); ok {
		return w.sendPictureOf(o)
	}
	return false
}

// sendLatePicture is a payer whose order expired, or was paid in cash, during the transfer.
func (w *world) sendLatePicture() bool {
	m := w.member()
	var ended []*order
	for _, o := range m.orders {
		if status := w.view(o).Status; status == invoice.Expired || status == invoice.Cancelled || status == invoice.Paid || status == invoice.Refunded {
			ended = append(ended, o)
		}
	}
	o, ok := pick(w, ended)
	return ok && w.sendPictureOf(o)
}

func (w *world) sendPictureOf(o *order) bool {
	v := w.view(o)
	fileID, of, ok := w.picture(o.of, o.reference, "?invoiceId="+o.id)
	if !ok {
		return false
	}
	body := map[string]any{"paymentAmount": v.Due, "currency": "SGD", "invoiceId": o.id, "fileId": fileID, "transactionDateTime": w.a.Clock.Now().Format(time.RFC3339)}
	if of != nil {
		body["transactionDateTime"] = of.at.Format(time.RFC3339)
		body["declaredAmount"] = of.cents
	}
	w.post(&o.of.visitor, "/api/payment/new/pay-now", body)
	return true
}

func (w *world) cancelOwn() bool {
	if o, ok := w.anyOrder(); ok {
		w.post(&o.of.visitor, "/api/invoice/"+o.id+"/cancel", nil)
		return true
	}
	return false
}

func (w *world) subscriptionOf(m *member) (string, bool) {
	return pick(w, w.column("SELECT s.id FROM subscriptions s JOIN invoice_items i ON i.id = s.item_id JOIN invoices v ON v.id = i.invoice_id JOIN users u ON u.id = s.user_id WHERE u.name = $1 ORDER BY v.number, i.position", m.name))
}

func (w *world) renew() bool {
	m := w.member()
	id, ok := w.subscriptionOf(m)
	if !ok {
		return false
	}
	if r := w.post(&m.visitor, "/api/subscription/"+id+"/renew", nil); r.Status == 200 {
		for _, number := range w.column("SELECT v.id FROM invoices v JOIN subscription_terms t ON t.invoice_id = v.id WHERE t.subscription_id = $1 ORDER BY t.period DESC LIMIT 1", id) {
			var v invoice.View
			w.get(&m.visitor, "/api/invoice?id="+number, &v)
			w.remember(m, &v)
		}
	}
	return true
}

func (w *world) endSubscription() bool {
	m := w.member()
	if id, ok := w.subscriptionOf(m); ok {
		w.post(&m.visitor, "/api/subscription/"+id+"/cancel", nil)
		return true
	}
	return false
}
