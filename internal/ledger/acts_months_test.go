package ledger_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"shanmen/internal/base/money"
	"shanmen/internal/sales/journal"
	"shanmen/internal/sales/month"
	"shanmen/internal/sales/report"
)

// kept is a closed month as it was when it was closed.
type kept struct{ takings, general, xero string }

func (w *world) months(v *visitor) (m journal.Months) {
	w.t.Helper()
	w.get(v, "/api/admin/month", &m)
	return m
}

// closeMonth closes the oldest month that has ended, as the treasurer or the administrator.
func (w *world) closeMonth() bool {
	who := []*visitor{w.desk, w.desk, w.second}[w.IntN(3)]
	next := w.months(who).Next
	if next == nil {
		return false
	}
	w.post(who, "/api/admin/month/"+next.Month+"/close", nil).Want(http.StatusOK)
	w.closed[next.Month] = kept{w.takingsOf(next.Month), w.journalOf(next.Month + ".csv"), w.journalOf(next.Month + ".xero")}
	return true
}

// reopenMonth opens the latest closed month again, or is refused because the same person has closed it.
func (w *world) reopenMonth() bool {
	who := []*visitor{w.desk, w.second}[w.IntN(2)]
	m := w.months(who)
	if m.Reopen == "" {
		return false
	}
	r := w.post(who, "/api/admin/month/"+m.Reopen+"/reopen", map[string]any{"reason": "a mistake"})
	if m.Mine {
		if r.Code() != "month-own" {
			w.t.Errorf("after %s: who closed %s opens it: %d %s", w.Doing, m.Reopen, r.Status, r.Code())
		}
		return true
	}
	r.Want(http.StatusOK)
	was := w.closed[m.Reopen]
	if now := w.takingsOf(m.Reopen); now != was.takings {
		w.t.Errorf("after %s: %s is open again and was\n%s\nnow\n%s", w.Doing, m.Reopen, was.takings, now)
	}
	delete(w.closed, m.Reopen)
	return true
}

// settleByBank orders, transfers, and settles what the statement has for certain.
func (w *world) settleByBank() {
	for range 3 {
		if w.fillCart() && w.orderCart("pay-now", false) {
			w.transferMoney()
		}
	}
	w.statement()
	w.approveCertain()
}

// undoClosed undoes a bank line that paid for an order in a closed month.
func (w *world) undoClosed() bool {
	id, ok := pick(w, w.column(`SELECT m.line_id FROM bank_matches m JOIN payments p ON p.id = m.payment_id JOIN invoices v ON v.id = p.invoice_id
		WHERE m.state = 'settled' AND p.status = 'approved' AND p.decided_at < (SELECT closed_until FROM month_turn)
		ORDER BY p.decided_at DESC, v.number, p.received LIMIT 6`))
	if !ok {
		return false
	}
	w.post(w.desk, "/api/admin/bank/line/"+id+"/undo", nil)
	w.a.Drain(w.t)
	return true
}

// takingsOf is the money of a month as text, without what the bank has shown since.
func (w *world) takingsOf(of string) string {
	w.t.Helper()
	takings, err := w.a.Reports.TakingsOf(w.t.Context(), w.a.DB.Read(), of)
	if err != nil {
		w.t.Fatal(err)
	}
	if !takings.Ties {
		w.t.Errorf("after %s: the report of %s does not tie", w.Doing, of)
	}
	takings.Unseen = report.Sum{}
	text, err := json.Marshal(takings)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(text)
}

func (w *world) journalOf(file string) string {
	w.t.Helper()
	return string(w.call(w.desk, http.MethodGet, "/api/admin/journal/"+file, nil).Want(http.StatusOK).Body)
}

// checkMonth: the money of the latest closed month is what it was.
func (w *world) checkMonth() {
	w.t.Helper()
	if len(w.closed) == 0 {
		return
	}
	latest := slices.Max(slices.Collect(maps.Keys(w.closed)))
	if now := w.takingsOf(latest); now != w.closed[latest].takings {
		w.t.Errorf("after %s: a closed month changed: %s was\n%s\nnow\n%s", w.Doing, latest, w.closed[latest].takings, now)
	}
}

// checkJournals: the files of closed months are the same bytes, and every journal adds up to the report.
func (w *world) checkJournals() {
	w.t.Helper()
	for of, was := range w.closed {
		if w.takingsOf(of) != was.takings || w.journalOf(of+".csv") != was.general || w.journalOf(of+".xero") != was.xero {
			w.t.Errorf("a closed month changed: %s", of)
		}
	}
	for _, m := range w.months(w.desk).Items {
		w.checkJournal(m.Month)
	}
}

func (w *world) checkJournal(of string) {
	w.t.Helper()
	rows, err := csv.NewReader(bytes.NewReader([]byte(strings.TrimPrefix(w.journalOf(of+".csv"), "\ufeff")))).ReadAll()
	if err != nil {
		w.t.Fatal(err)
	}
	entries, held := map[string]money.Cents{}, money.Cents(0)
	for _, row := range rows[1:] {
		n := cents(strings.Replace(row[4], ".", "", 1)) - cents(strings.Replace(row[5], ".", "", 1))
		entries[row[6]] += n
		if row[3] == "1010" || row[3] == "1020" {
			held += n
		}
	}
	for entry, n := range entries {
		if n != 0 {
			w.t.Errorf("an entry of the journal does not add up: %q by %d", entry, n)
		}
	}
	var takings report.Takings
	if err := json.Unmarshal([]byte(w.takingsOf(of)), &takings); err != nil {
		w.t.Fatal(err)
	}
	from, _ := month.Start(of)
	differences := w.a.Count(w.t, "SELECT COALESCE(sum(counted - expected), 0) FROM shifts WHERE closed_at >= $1 AND closed_at < $2",
		from.UnixMilli(), from.AddDate(0, 1, 0).UnixMilli())
	if want := takings.Taken.Amount - takings.Back.Amount + money.Cents(differences); held != want {
		w.t.Errorf("the journal of %s has %d in cash and PayNow, the report %d", of, held, want)
	}
}
