package ledger_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/office/counter"
	"shanmen/internal/sales/late"
	"shanmen/internal/sales/report"
	"shanmen/internal/sales/till"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/moneyrules"
)

const statements = "/api/admin/bank/statement"

var singapore = clock.Singapore

func file(text string) testkit.File { return testkit.File{Name: "statement.csv", Data: []byte(text)} }

func cents(text string) money.Cents {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic(err)
	}
	return money.Cents(n)
}

// check contains all that must hold after each action.
func (w *world) check() {
	w.t.Helper()
	w.rows(moneyrules.Broken, func(scan func(...any) error) error {
		var rule int
		var what string
		err := scan(&rule, &what)
		if err == nil {
			w.t.Errorf("after %s: %s: %s", w.Doing, moneyrules.All[rule].Name, what)
		}
		return err
	})
	w.checkPlaces()
	w.checkSources()
	w.checkCertain()
	w.checkMonth()
}

// checkPlaces: positions sold equal those that open orders, subscriptions and holds have.
func (w *world) checkPlaces() {
	w.t.Helper()
	var left, held, ordered, kept int64
	err := w.prepare(`SELECT o.remaining,
		COALESCE((SELECT sum(quantity) FROM hold_items WHERE option_id = o.id AND limited = 1), 0),
		COALESCE((SELECT sum(i.quantity) FROM invoice_items i JOIN invoices v ON v.id = i.invoice_id WHERE i.option_id = o.id AND i.limited = 1
			AND v.status IN ('awaiting-payment', 'under-verification', 'rejected', 'paid') AND NOT EXISTS (SELECT 1 FROM subscription_terms t WHERE t.item_id = i.id)
			AND NOT EXISTS (SELECT 1 FROM position_uses u WHERE u.item_id = i.id AND u.ended_why = 'over' AND u.subscription_id = '')), 0),
		COALESCE((SELECT sum(quantity) FROM subscriptions WHERE option_id = o.id AND limited = 1), 0)
		FROM offering_options o WHERE o.id = $1`).QueryRowContext(w.t.Context(), w.lamp).Scan(&left, &held, &ordered, &kept)
	if err != nil {
		w.t.Fatal(err)
	}
	if left < 0 || left+held+ordered+kept+w.notLeft() != w.places {
		w.t.Errorf("after %s: of %d places %d are left, %d held, %d ordered, %d of subscriptions", w.Doing, w.places, left, held, ordered, kept)
	}
}

var numberInWords = regexp.MustCompile(`Ref (\d{6})`)

// transferOfLine returns the transfer of a statement line. The text of a line never changes.
func (w *world) transferOfLine(id string) *transfer {
	w.t.Helper()
	if tr := w.ofLine[id]; tr != nil {
		return tr
	}
	for _, words := range w.column("SELECT description || ' ' || raw FROM bank_lines WHERE id = $1", id) {
		if m := numberInWords.FindStringSubmatch(words); m != nil {
			w.ofLine[id] = w.transfers[cents(m[1])-1]
			return w.ofLine[id]
		}
	}
	w.t.Fatalf("line %s is no transfer's", id)
	return nil
}

// sources groups transfers that cannot be told apart: those with one reference, those of one payer without reference,
// and those for several orders. It returns the group of a transfer, and of a reference.
func (w *world) sources() (ofTransfer func(*transfer) string, ofReference func(string) string) {
	parent := map[string]string{}
	var root func(string) string
	root = func(s string) string {
		if p, ok := parent[s]; ok && p != s {
			return root(p)
		}
		return s
	}
	for _, tr := range w.transfers {
		for _, reference := range tr.meant {
			parent[root(reference)] = root(tr.meant[0])
		}
	}
	for _, tr := range w.transfers {
		if tr.reference != "" {
			continue
		}
		for _, other := range w.transfers {
			if other.payer == tr.payer {
				parent[root(other.meant[0])] = root(tr.meant[0])
			}
		}
	}
	return func(tr *transfer) string { return root(tr.meant[0]) }, root
}

// use is an amount that was booked or refunded, and where its money came from.
type use struct {
	what   string
	amount money.Cents
	source string
	of     *transfer // when its line or picture identifies it
}

// uses lists what transfers were used for: approved PayNow payments, and refunds of transfers without an order.
func (w *world) uses() (all []use) {
	w.t.Helper()
	ofTransfer, ofReference := w.sources()
	of := func(lineID, uploadID, paymentID, company string) *transfer {
		if lineID != "" {
			return w.transferOfLine(lineID)
		}
		for _, tr := range w.transfers {
			if company != "" && tr.company == company {
				return tr
			}
		}
		for _, tr := range w.transfers {
			for _, id := range tr.uploads {
				if id == uploadID && uploadID != "" {
					return tr
				}
			}
			for _, id := range tr.byHand {
				if id == paymentID && paymentID != "" {
					return tr
				}
			}
		}
		return nil
	}
	add := func(kind string, rows []string) {
		for _, row := range rows {
			f := strings.Split(row, "|")
			tr := of(f[2], f[3], f[0], f[5])
			source := ofReference(f[4])
			if tr != nil {
				source = ofTransfer(tr)
			}
			all = append(all, use{kind + " " + f[0], cents(f[1]), source, tr})
		}
	}
	add("payment", w.column(`SELECT p.id || '|' || p.received || '|' || COALESCE((SELECT min(m.line_id) FROM bank_matches m WHERE m.payment_id = p.id AND m.state <> 'proposed'), '') || '|' || p.upload_id || '|' ||
		COALESCE((SELECT min(t.reference) FROM unclaimed_transfers t WHERE t.invoice_id = v.id), v.payment_reference) || '|' ||
		COALESCE((SELECT c.payment_id FROM provider_payments c WHERE c.booked_as = p.id AND c.booked_as <> ''), '')
		FROM payments p JOIN invoices v ON v.id = p.invoice_id WHERE p.status = 'approved' AND p.method = 2001`))
	add("refund", w.column(`SELECT r.id || '|' || r.amount || '|' || r.line_id || '|' || COALESCE(t.upload_id, '') || '|' || COALESCE(t.reference, '') || '|' ||
		COALESCE((SELECT c.payment_id FROM provider_payments c WHERE c.transfer_id = r.transfer_id AND c.transfer_id <> ''), '')
		FROM refunds r LEFT JOIN unclaimed_transfers t ON t.id = r.transfer_id WHERE r.extent = 'transfer'`))
	return all
}

// left is the remainder of a source: money received, less what was used and what waits as late money. A line proposed
// for an order waits together with that order: its transfer may be approved by its picture meanwhile. A line whose
// money was counted before does not wait, but finding that out costs several queries, so it is only checked for a
// source that would otherwise have too little.
type left struct {
	cents   money.Cents
	waiting []string // lines, taken off already
}

func (w *world) left() map[string]*left {
	w.t.Helper()
	ofTransfer, ofReference := w.sources()
	out := map[string]*left{}
	at := func(source string) *left {
		if out[source] == nil {
			out[source] = &left{}
		}
		return out[source]
	}
	for _, tr := range w.transfers {
		at(ofTransfer(tr)).cents += tr.cents
	}
	for _, id := range w.column(`SELECT l.id FROM bank_lines l WHERE l.state = 'open' AND l.late <> '' AND NOT EXISTS (SELECT 1 FROM bank_matches m WHERE m.line_id = l.id)`) {
		tr := w.transferOfLine(id)
		l := at(ofTransfer(tr))
		l.cents -= tr.cents
		l.waiting = append(l.waiting, id)
	}
	for _, row := range w.column(`SELECT t.reference || '|' || t.amount FROM unclaimed_transfers t JOIN provider_payments c ON c.transfer_id = t.id WHERE t.resolved_at = 0`) {
		reference, amount, _ := strings.Cut(row, "|")
		at(ofReference(reference)).cents -= cents(amount)
	}
	for _, u := range w.uses() {
		at(u.source).cents -= u.amount
	}
	return out
}

// has returns whether a source has an amount left, and how much it has as far as that was computed.
func (w *world) has(l *left, amount money.Cents) (bool, money.Cents) {
	w.t.Helper()
	if l == nil {
		return amount <= 0, 0
	}
	rest := l.cents
	for _, id := range l.waiting {
		if rest >= amount {
			break
		}
		if w.counted(id) {
			rest += w.transferOfLine(id).cents
		}
	}
	return rest >= amount, rest
}

// counted reports whether the only action for a late line is to mark it as counted before.
func (w *world) counted(lineID string) bool {
	w.t.Helper()
	l, err := w.a.DB.Read().BankLine(w.t.Context(), lineID)
	if err != nil {
		w.t.Fatal(err)
	}
	_, used, err := late.UsedBy(w.t.Context(), w.a.DB.Read(), l)
	if err != nil {
		w.t.Fatal(err)
	}
	return used
}

// backing reports whether a transfer's money is still available: the office checks its bank account, and what the
// transfer's line and pictures were used for.
func (w *world) backing(tr *transfer) bool {
	w.t.Helper()
	for _, u := range w.uses() {
		if u.of == tr {
			return false
		}
	}
	ofTransfer, _ := w.sources()
	enough, _ := w.has(w.left()[ofTransfer(tr)], tr.cents)
	return enough
}

// checkSources: money received = booked + waiting + refunded. No transfer is used twice.
func (w *world) checkSources() {
	w.t.Helper()
	for source, l := range w.left() {
		enough, rest := w.has(l, 0)
		if enough {
			continue
		}
		var what []string
		for _, u := range w.uses() {
			if u.source == source {
				what = append(what, fmt.Sprintf("%s %d", u.what, u.amount))
			}
		}
		w.t.Errorf("after %s: the transfers of %s are used for %d cents more than came in or waits no more: %v", w.Doing, source, -rest, what)
	}
}

// checkCertain: what the program matches with certainty, and books by itself, is what the payer meant.
func (w *world) checkCertain() {
	w.t.Helper()
	rows := w.column(`SELECT l.id || '|' || v.payment_reference || '|' || v.payer_name FROM bank_lines l JOIN bank_matches m ON m.line_id = l.id JOIN invoices v ON v.id = m.invoice_id
		WHERE l.state = 'open' AND l.class = 'certain' AND l.amount > 0`)
	for _, row := range rows {
		f := strings.Split(row, "|")
		tr := w.transferOfLine(f[0])
		meant := false
		for _, reference := range tr.meant {
			meant = meant || reference == f[1]
		}
		if tr.reference == "" { // matched by name: two orders of one payer cannot be told apart
			meant = tr.payer == f[2]
		}
		if !meant {
			w.t.Errorf("after %s: a transfer for %v is certain to be %s", w.Doing, tr.meant, f[1])
		}
	}
}

// checkAccounts: the report, the cash boxes and the documents agree with the rows.
func (w *world) checkAccounts() {
	w.t.Helper()
	now := w.a.Clock.Now()
	from, to := now.AddDate(-3, 0, 0).In(singapore), now.In(singapore)
	since := time.Date(from.Year(), from.Month(), from.Day(), 0, 0, 0, 0, singapore).UnixMilli()
	var rep report.Report
	w.get(w.desk, "/api/admin/report?from="+from.Format(time.DateOnly)+"&to="+to.Format(time.DateOnly), &rep)
	taken := w.a.Count(w.t, `SELECT COALESCE((SELECT sum(received) FROM payments WHERE status = 'approved' AND decided_at >= $1), 0)
		+ COALESCE((SELECT sum(amount) FROM adjustments WHERE kind = 'undone' AND booked_at >= $1), 0)`, since)
	back := w.a.Count(w.t, `SELECT COALESCE((SELECT sum(amount) FROM refunds WHERE extent <> 'transfer' AND at >= $1), 0)
		+ COALESCE((SELECT sum(amount) FROM adjustments WHERE kind = 'undone' AND at >= $1), 0)`, since)
	w.checkJournals()
	if rep.Taken.Amount != money.Cents(taken) || rep.Back.Amount != money.Cents(back) || rep.Closing != rep.Opening+money.Cents(taken)-money.Cents(back) || !rep.Ties {
		w.t.Errorf("the report: taken %d, back %d, closing %d of %d, ties %v; the rows: %d, %d", rep.Taken.Amount, rep.Back.Amount, rep.Closing, rep.Opening, rep.Ties, taken, back)
	}
	if held := w.a.Count(w.t, "SELECT COALESCE(sum(excess), 0) FROM payments WHERE status = 'approved' AND excess_as = ''"); rep.HeldNow.Amount != money.Cents(held) {
		w.t.Errorf("the report holds %d of %d", rep.HeldNow.Amount, held)
	}
	for role, v := range map[string]*visitor{"treasurer": w.desk, "counter": w.counter} {
		var open till.OpenShift
		w.get(v, "/api/admin/shift/current", &open)
		if open.Shift == nil {
			continue
		}
		in := w.a.Count(w.t, "SELECT COALESCE(sum(received), 0) FROM payments WHERE shift_id = $1 AND status = 'approved'", open.Shift.ID)
		out := w.a.Count(w.t, "SELECT COALESCE(sum(amount), 0) FROM refunds WHERE shift_id = $1", open.Shift.ID)
		if open.Shift.Expected != open.Shift.Float+money.Cents(in)-money.Cents(out) || open.Shift.Expected < 0 {
			w.t.Errorf("the box of the %s should hold %d, and %d went in and %d out", role, open.Shift.Expected, in, out)
		}
	}
	paid := w.column("SELECT v.id FROM invoices v WHERE v.status = 'paid' ORDER BY v.number DESC LIMIT 5")
	if id, ok := pick(w, paid); ok {
		var p counter.ReceiptPaper
		w.get(w.counter, "/api/admin/invoice/"+id+"/paper", &p)
		var sum money.Cents
		for _, it := range p.Items {
			sum += it.Amount
		}
		if total := w.a.Count(w.t, "SELECT sub_total FROM invoices WHERE id = $1", id); p.Total != money.Cents(total) || sum != money.Cents(total) {
			w.t.Errorf("receipt %s says %d, its items %d, the order %d", p.Number, p.Total, sum, total)
		}
	}
}

// digest is the part of the state that must be equal on both engines.
func (w *world) digest() string {
	return strings.Join([]string{
		strings.Join(w.column("SELECT status || ' ' || count(*) || ' ' || sum(paid) FROM invoices GROUP BY status ORDER BY status"), ", "),
		strings.Join(w.column("SELECT status || ' ' || count(*) || ' ' || COALESCE(sum(received), 0) FROM payments GROUP BY status ORDER BY status"), ", "),
		strings.Join(w.column("SELECT state || ' ' || count(*) || ' ' || sum(amount) FROM bank_lines GROUP BY state ORDER BY state"), ", "),
		strings.Join(w.column("SELECT extent || ' ' || count(*) || ' ' || sum(amount) FROM refunds GROUP BY extent ORDER BY extent"), ", "),
	}, "; ")
}
