package ledger_test

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/money"
	"shanmen/internal/office/desk"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/payment"
)

// ofPicture is the transfer that an upload shows, nil when the picture is forged.
func (w *world) ofPicture(uploadID string) *transfer {
	for _, tr := range w.transfers {
		if slices.Contains(tr.uploads, uploadID) {
			return tr
		}
	}
	return nil
}

// pendingPayment is a payment with a picture that nobody has decided yet.
func (w *world) pendingPayment() (id, uploadID string, ok bool) {
	all := w.column("SELECT p.id FROM payments p JOIN invoices v ON v.id = p.invoice_id WHERE p.status = 'pending' AND p.upload_id <> '' ORDER BY v.number")
	if id, ok = pick(w, all); !ok {
		return "", "", false
	}
	return id, w.column("SELECT upload_id FROM payments WHERE id = $1", id)[0], true
}

// approve is a careful treasurer's decision: a forged picture, or one of money that was already used, is not approved,
// and the transfer's amount is booked. Where the program marks the payment as certainly confirmed by the bank, it is
// trusted.
func (w *world) approve() bool {
	id, uploadID, ok := w.pendingPayment()
	if !ok {
		return false
	}
	var d desk.PaymentDetail
	w.get(w.desk, "/api/admin/payment/"+id, &d)
	tr := w.ofPicture(uploadID)
	body := map[string]any{}
	switch {
	case d.Seen && d.DeclaredAmount == d.Amount && w.certain(d.Invoice.ID):
		w.Note("seen")
	case tr == nil || !w.backing(tr):
		return false
	default:
		body["amountReceived"] = tr.cents
	}
	w.post(w.desk, "/api/admin/payment/"+id+"/approve", body)
	return true
}

// certain reports whether a statement line waits that the program has matched to an order with certainty.
func (w *world) certain(invoiceID string) bool {
	return w.a.Count(w.t, `SELECT count(*) FROM bank_matches m JOIN bank_lines l ON l.id = m.line_id
		WHERE m.invoice_id = $1 AND l.state = 'open' AND l.class = 'certain'`, invoiceID) > 0
}

func (w *world) reject() bool {
	if id, _, ok := w.pendingPayment(); ok {
		w.post(w.desk, "/api/admin/payment/"+id+"/reject", map[string]any{"reason": "unreadable"})
		return true
	}
	return false
}

func (w *world) undoDecision() bool {
	if id, ok := w.lastDecided(2001); ok {
		w.post(w.desk, "/api/admin/payment/"+id+"/undo", nil)
		return true
	}
	return false
}

func (w *world) lastDecided(method int) (string, bool) {
	all := w.column("SELECT p.id FROM payments p JOIN invoices v ON v.id = p.invoice_id WHERE p.status IN ('approved', 'rejected') AND p.method = $1 ORDER BY p.decided_at DESC, v.number DESC LIMIT 1", method)
	return pick(w, all)
}

// takeCash takes the amount due, a part of it, or more with change.
func (w *world) takeCash() bool {
	o, ok := w.anyOrder()
	if !ok {
		return false
	}
	v := w.view(o)
	given := max(v.Due, 100)
	switch w.IntN(4) {
	case 0:
		given = max(100, v.Due/2)
	case 1:
		given = v.Due + 5000
	}
	w.post(w.counter, "/api/admin/invoice/"+o.id+"/cash", map[string]any{"amountReceived": given})
	return true
}

func (w *world) undoCash() bool {
	if id, ok := w.lastDecided(1); ok {
		w.post(w.counter, "/api/admin/cash/"+id+"/undo", nil)
		return true
	}
	return false
}

func (w *world) walkIn() bool {
	item := w.a.Item(w.t, "light-lamp", "grand", "form", map[string]any{"people": []map[string]any{{"name": "Lim"}}})
	cents := int64(18800)
	if w.IntN(2) == 0 {
		item, cents = w.a.Item(w.t, "lamp-oil", "bottle"), 1000
	}
	body := map[string]any{"locale": "zh", "payer": map[string]any{"name": "Mdm Lim"}, "items": []any{item}, "paymentAmount": cents, "method": 1, "amountReceived": cents}
	if w.IntN(3) == 0 {
		body["method"] = 2001
		delete(body, "amountReceived")
	}
	w.post(w.counter, "/api/admin/walk-in", body)
	return true
}

// refund returns everything paid for an order, a part of it, the overpayment, or more than there is. Few of a member's
// orders hold money, so up to five are tried.
func (w *world) refund() bool {
	var o *order
	var h payment.Held
	for try := 0; try < 5 && h.Order == 0; try++ {
		if one, ok := w.anyOrder(); ok {
			o, h = one, w.balanceOf(one)
		}
	}
	if o == nil {
		return false
	}
	amount, reason := h.Order, "asked-by-devotee"
	switch w.IntN(5) {
	case 0:
		amount = h.Order / 3
	case 1:
		amount, reason = h.Excess, "overpaid"
	case 2:
		amount += 100
	}
	method := 2001
	if w.IntN(2) == 0 {
		method = 1
	}
	w.giveBack("/api/admin/invoice/"+o.id+"/refund", "invoice", o.id, map[string]any{"method": method, "amount": max(1, amount), "reason": reason})
	return true
}

func (w *world) balanceOf(o *order) payment.Held {
	h, err := payment.BalanceOf(w.t.Context(), w.a.DB.Read(), o.id)
	if err != nil {
		w.t.Fatal(err)
	}
	return h
}

func (w *world) cancelByOffice() bool {
	if o, ok := w.anyOrder(); ok {
		w.post(w.desk, "/api/admin/invoice/"+o.id+"/cancel", map[string]any{"reason": "asked-by-devotee", "method": 2001})
		return true
	}
	return false
}

// reopen is done by the treasurer, who found an ended order's transfer in the online banking.
func (w *world) reopen() bool {
	o, ok := w.anyOrder()
	if !ok {
		return false
	}
	for _, tr := range w.transfers {
		if tr.meant[0] == o.reference && tr.company == "" && len(tr.byHand) == 0 && w.backing(tr) {
			r := w.post(w.desk, "/api/admin/invoice/"+o.id+"/reopen", map[string]any{"received": tr.cents, "transferredAt": tr.at})
			if r.Status == 200 {
				tr.byHand = w.column("SELECT id FROM payments WHERE invoice_id = $1 AND status = 'approved' ORDER BY decided_at DESC LIMIT 1", o.id)
			}
			return true
		}
	}
	return false
}

// statement imports the bank's file of some days: all incoming transfers, including some of earlier files, and an
// outgoing one.
func (w *world) statement() bool {
	from := w.a.Clock.Now().Add(-[]time.Duration{1, 5, 40}[w.IntN(3)] * day)
	if len(w.transfers) == 0 {
		return false
	}
	var b strings.Builder
	b.WriteString("Account Details For:,Temple Account 999-99999-9\nStatement as at:,\n\n")
	b.WriteString("Transaction Date,Transaction Code,Description,Transaction Ref1,Transaction Ref2,Transaction Ref3,Status,Debit Amount,Credit Amount\n")
	told := 0
	for _, tr := range w.transfers {
		if tr.at.Before(from) || tr.company != "" {
			continue
		}
		told++
		words, who, ref := tr.words(), "From: "+tr.payer, "OTHR "+tr.reference
		b.WriteString(strings.Join([]string{tr.at.In(singapore).Format("02 Jan 2006"), "ICT", words + " " + who + " " + ref, words, who, ref, "Settled", "", money.Format(tr.cents)}, ",") + "\n")
	}
	for _, tr := range w.transfers {
		if !tr.returned.IsZero() && !tr.returned.Before(from) {
			words, who, ref := tr.words(), "From: "+tr.payer, "OTHR "+tr.reference
			b.WriteString(strings.Join([]string{tr.returned.In(singapore).Format("02 Jan 2006"), "RTN", words + " " + who + " " + ref, words, who, ref, "Settled", money.Format(tr.cents), ""}, ",") + "\n")
		}
	}
	b.WriteString(w.a.Clock.Now().In(singapore).Format("02 Jan 2006") + ",ITR,GIRO SP SERVICES,GIRO,SP SERVICES,,Settled,12.00,\n")
	var up bank.Uploaded
	if !w.upload(w.desk, statements, file(b.String()), &up) {
		return true
	}
	w.a.Drain(w.t)
	if !up.Known && !slices.Contains(w.statements, up.ID) {
		w.statements = append(w.statements, up.ID)
	}
	var st bank.Statement
	w.get(w.desk, statements+"/"+up.ID, &st)
	if st.State != bank.Ready {
		w.t.Errorf("the statement is %s: %s", st.State, st.Problem)
	}
	w.Note("%d credits: certain %d likely %d several %d none %d known %d", told, st.Tallies.Certain.Count, st.Tallies.Likely.Count, st.Tallies.Several.Count, st.Tallies.None.Count, st.Known)
	return true
}

func (w *world) approveCertain() bool {
	id, ok := pick(w, w.statements)
	if !ok {
		return false
	}
	var st bank.Statement
	w.get(w.desk, statements+"/"+id, &st)
	if st.Tallies.Certain.Count == 0 {
		return false
	}
	w.post(w.desk, statements+"/"+id+"/approve", map[string]any{"count": st.Tallies.Certain.Count, "sum": st.Tallies.Certain.Sum})
	w.a.Drain(w.t)
	return true
}

// lineOf returns a random statement line in a state, with its transfer.
func (w *world) lineOf(state string) (id string, of *transfer, ok bool) {
	all := w.column("SELECT l.id FROM bank_lines l WHERE l.state = $1 AND l.amount > 0 ORDER BY l.description", state)
	if id, ok = pick(w, all); !ok {
		return "", nil, false
	}
	return id, w.transferOfLine(id), true
}

// matchLine is done by the treasurer, who knows what a transfer was meant for.
func (w *world) matchLine() bool {
	id, tr, ok := w.lineOf("open")
	if !ok {
		return false
	}
	var parts []map[string]any
	rest := tr.cents
	for i, reference := range tr.meant {
		due := w.column("SELECT CAST(sub_total - paid AS TEXT) FROM invoices WHERE payment_reference = $1", reference)
		invoices := w.column("SELECT id FROM invoices WHERE payment_reference = $1", reference)
		if len(invoices) == 0 {
			return false
		}
		amount := rest
		if i < len(tr.meant)-1 {
			amount = min(rest, cents(due[0]))
		}
		if rest -= amount; amount > 0 {
			parts = append(parts, map[string]any{"invoiceId": invoices[0], "amount": amount})
		}
	}
	body := map[string]any{"parts": parts}
	if short := w.shortBy(tr); len(parts) == 1 && short > 0 && short <= 200 && w.IntN(3) > 0 {
		body["waive"], body["reason"] = short, "some cents"
	}
	w.post(w.desk, "/api/admin/bank/line/"+id+"/match", body)
	return true
}

func (w *world) ignoreLine() bool {
	if id, _, ok := w.lineOf("open"); ok {
		w.post(w.desk, "/api/admin/bank/line/"+id+"/ignore", map[string]any{"reason": "not-ours"})
		return true
	}
	return false
}

func (w *world) undoLine() bool {
	state := "matched"
	if w.IntN(4) == 0 {
		state = "ignored"
	}
	if id, _, ok := w.lineOf(state); ok {
		w.post(w.desk, "/api/admin/bank/line/"+id+"/undo", nil)
		w.a.Drain(w.t)
		return true
	}
	return false
}

func (w *world) undoStatement() bool {
	id, ok := pick(w, w.statements)
	if !ok {
		return false
	}
	if r := w.post(w.desk, statements+"/"+id+"/undo", nil); r.Status == 200 {
		w.statements = slices.DeleteFunc(w.statements, func(s string) bool { return s == id })
	}
	w.a.Drain(w.t)
	return true
}

// decideLate takes one late payment from the list and does one of the actions offered. For a transfer not on any
// statement, the treasurer looks the amount up in the online banking.
func (w *world) decideLate() bool {
	var l late.Rows
	w.get(w.desk, "/api/admin/late", &l)
	// Late payments of the same moment are ordered by ids, which differ between the engines.
	slices.SortStableFunc(l.Items, func(a, b late.Row) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Amount, b.Amount), cmp.Compare(a.For, b.For), cmp.Compare(a.InvoiceNumber, b.InvoiceNumber))
	})
	row, ok := pick(w, l.Items)
	if !ok {
		return false
	}
	var d late.Detail
	w.get(w.desk, "/api/admin/late/"+row.Kind+"/"+row.ID, &d)
	as, ok := pick(w, d.Decisions)
	if !ok && d.Invoice != nil && d.Invoice.Status == invoice.UnderVerification { // its picture is decided first
		return false
	}
	if !ok {
		w.t.Errorf("%s %s is in the list of late money, and nothing can be done with it", row.Kind, row.ID)
		return false
	}
	body := map[string]any{"as": as, "prices": []string{"now", "then"}[w.IntN(2)], "method": 2001, "reason": "mistake"}
	if row.Kind == "transfer" && d.Bank == nil && d.Provider == nil && as != late.Counted {
		tr := w.ofPicture(strings.Join(w.column("SELECT upload_id FROM unclaimed_transfers WHERE id = $1", row.ID), ""))
		if tr == nil || !w.backing(tr) { // the office sees at its bank that this money is used up
			body["as"] = "not-arrived"
		} else {
			body["received"] = tr.cents
		}
	}
	w.Note("%s for %s as %s", row.Kind, row.For, body["as"])
	w.post(w.desk, "/api/admin/late/"+row.Kind+"/"+row.ID, body)
	return true
}
