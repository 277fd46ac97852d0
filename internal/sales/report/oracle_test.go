package report_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/sales/report"
	"shanmen/internal/testkit"
)

// The oracle tracks every order in a simple way, independent of the program: each item has a saucer that takes its
// price, filled one after the other; a refund is taken out of the last saucer that has money. It uses no sums,
// intervals or SQL.

// act is an event in an order's life, as the oracle books it.
type act struct {
	at       time.Time
	back     bool
	method   string
	clerk    string
	reason   string
	amount   money.Cents
	unseen   bool
	excess   money.Cents
	excessAs string
	into     map[saucer]money.Cents // "excess-…" for money that belongs to no item
	lone     bool                   // a refunded transfer: of no order, or too late for it
}

// saucer is what an item's money is for: an offering, and its fund.
type saucer struct{ offering, fund string }

// funds are the funds of the tests' gifts, by the form that asked; including a form that was removed, and an option
// that no form has.
var funds = [][2]string{{"gift", ""}, {"gift", "upkeep"}, {"gift", "care"}, {"gift", "was-there-once"}, {"gone", "upkeep"}, {"gone", "care"}, {"", ""}}

type receiptFact struct {
	at, voided time.Time
	number     string
	row        int // index in the rows of temple
}

type world struct {
	*rand.Rand
	temple
	acts     []act
	receipts []receiptFact
	orders   []struct {
		at     time.Time
		amount money.Cents
	}
	ended       map[string][]act // by status: one for each order with that status
	outstanding map[string]*report.Waiting
	held        report.Sum
	offerings   []string
	clerks      []string
	serial      int
}

func (w *world) id() string { w.serial++; return fmt.Sprintf("%08d-%08x", w.serial, w.Uint32()) }

// moments at which reports tend to be wrong: around midnight in Singapore, around the end of the year.
func (w *world) moment() time.Time {
	first := time.Date(2025, 12, 20, 0, 0, 0, 0, clock.Singapore)
	day := w.IntN(385)
	if w.IntN(4) == 0 {
		day = []int{11, 12, 13, 376, 377}[w.IntN(5)] // 31 December and 1 January
	}
	at := first.AddDate(0, 0, day)
	if w.IntN(3) == 0 {
		return at.Add(time.Duration(w.IntN(5)-2) * time.Millisecond)
	}
	return at.Add(time.Duration(w.Int64N(24*3600_000)) * time.Millisecond)
}

// later is a random time after at.
func (w *world) later(at time.Time) time.Time {
	if w.IntN(3) == 0 {
		midnight := time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, clock.Singapore)
		if next := midnight.Add(time.Duration(w.IntN(3)-1) * time.Millisecond); next.After(at) {
			return next
		}
	}
	return at.Add(time.Duration(1+w.Int64N(5*24*3600_000)) * time.Millisecond)
}

type order struct {
	w         *world
	id        string
	at        time.Time
	offerings []saucer
	price     []int64
	saucers   []money.Cents
	total     money.Cents
	receipt   int // 1 + its index in w.receipts; 0: none
	payment   string
}

func (o *order) filled() (sum money.Cents) {
	for _, n := range o.saucers {
		sum += n
	}
	return sum
}

// pay fills the saucers; the remainder is an overpayment.
func (o *order) pay(coins money.Cents, excessAs string) {
	w := o.w
	o.at = w.later(o.at)
	a := act{at: o.at, method: []string{"cash", "paynow"}[w.IntN(2)], clerk: w.clerks[w.IntN(len(w.clerks))], amount: coins, into: map[saucer]money.Cents{}}
	a.unseen = a.method == "paynow" && w.IntN(3) == 0
	rest := coins
	for i := range o.saucers {
		n := min(rest, money.Cents(o.price[i])-o.saucers[i])
		o.saucers[i] += n
		rest -= n
		a.into[o.offerings[i]] += n
	}
	if rest > 0 {
		a.excess, a.excessAs = rest, excessAs
		a.into[saucer{"excess-" + cmp.Or(map[string]string{"": "held"}[excessAs], excessAs), ""}] += rest
	}
	o.payment = w.id()
	w.payments = append(w.payments, []any{o.payment, o.id, methodNo(a.method), "approved", coins, coins, a.clerk, a.at.UnixMilli(), a.at.UnixMilli() - 1, a.excess, a.excessAs, flag(a.unseen)})
	w.acts = append(w.acts, a)
	if excessAs == "" && rest > 0 {
		w.held.Count++
		w.held.Amount += rest
	}
}

// giveBack takes money out of the last saucers.
func (o *order) giveBack(coins money.Cents, extent string) {
	w := o.w
	o.at = w.later(o.at)
	a := act{at: o.at, back: true, method: []string{"cash", "paynow"}[w.IntN(2)], clerk: w.clerks[w.IntN(len(w.clerks))], amount: coins,
		reason: []string{"ceremony-cancelled", "asked-by-devotee", "mistake"}[w.IntN(3)], into: map[saucer]money.Cents{}}
	if extent == "excess" {
		a.reason = "overpaid"
		a.into[saucer{"excess-refund", ""}] = coins
	} else {
		rest := coins
		for i := len(o.saucers) - 1; i >= 0; i-- {
			n := min(rest, o.saucers[i])
			o.saucers[i] -= n
			rest -= n
			a.into[o.offerings[i]] += n
		}
		if rest != 0 {
			panic("more went back than was there")
		}
	}
	w.refunds = append(w.refunds, []any{w.id(), o.id, extent, methodNo(a.method), coins, a.reason, "", a.clerk, a.at.UnixMilli()})
	w.acts = append(w.acts, a)
}

func (o *order) issue() {
	w := o.w
	w.receipts = append(w.receipts, receiptFact{at: o.at, row: len(w.temple.receipts)})
	w.temple.receipts = append(w.temple.receipts, []any{w.id(), "", o.id, o.payment, o.at.UnixMilli(), w.clerks[0], int64(0), ""})
	o.receipt = len(w.receipts)
}

func (o *order) void(reason string) {
	r := &o.w.receipts[o.receipt-1]
	r.voided = o.at
	row := o.w.temple.receipts[r.row]
	row[6], row[7] = o.at.UnixMilli(), reason
}

func methodNo(m string) int64 { return map[string]int64{"cash": 1, "paynow": 2001}[m] }

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// order gives an order a random life.
func (w *world) order(number int) {
	o := &order{w: w, id: w.id(), at: w.moment()}
	made := o.at
	for i := range 1 + w.IntN(4) {
		price, quantity := 1+w.Int64N(33_333), 1+w.Int64N(9)
		offering, fund := w.offerings[w.IntN(len(w.offerings))], funds[w.IntN(len(funds))]
		if offering == "" { // a transfer kept without an order has none
			fund = [2]string{}
		}
		o.offerings = append(o.offerings, saucer{offering, fund[1]})
		o.price = append(o.price, price*quantity)
		o.saucers = append(o.saucers, 0)
		o.total += money.Cents(price * quantity)
		w.items = append(w.items, []any{w.id(), o.id, int64(i + 1), offering, "option", "As it was", "当时", "", "", quantity, price, price * quantity, fund[0], fund[1]})
	}
	status, cents := o.live()
	if w.IntN(8) == 0 {
		o.late()
	}
	var paid money.Cents
	if status == "refunded" {
		paid = cents
	} else {
		paid = o.filled()
	}
	if status == "paid" {
		paid = max(paid, o.total) // a partial refund of a paid order leaves it paid
	}
	w.invoices = append(w.invoices, []any{o.id, fmt.Sprintf("INV-2026-%06d", number), "cart", o.id, nil, status, "en", o.total, paid, "R" + o.id, "Tan", "陈", made.UnixMilli(), o.at.UnixMilli()})
	w.orders = append(w.orders, struct {
		at     time.Time
		amount money.Cents
	}{made, o.total})
	if due := map[string]bool{"awaiting-payment": true, "under-verification": true, "rejected": true}; due[status] {
		x := w.outstanding[status]
		if x == nil {
			x = &report.Waiting{Status: status, Oldest: made.UTC().Truncate(time.Millisecond)}
			w.outstanding[status] = x
		}
		x.Count++
		x.Amount += o.total - paid
		if made.Before(x.Oldest) {
			x.Oldest = made.UTC().Truncate(time.Millisecond)
		}
	}
}

func (o *order) live() (status string, paid money.Cents) {
	w := o.w
	for range w.IntN(3) { // attempts that do not count
		w.payments = append(w.payments, []any{w.id(), o.id, int64(2001), []string{"rejected", "voided"}[w.IntN(2)], o.total, nil, w.clerks[0], o.at.UnixMilli(), o.at.UnixMilli(), int64(0), "", int64(0)})
	}
	switch w.IntN(12) {
	case 0:
		return []string{"awaiting-payment", "under-verification", "rejected"}[w.IntN(3)], 0
	case 1, 2:
		status = []string{"expired", "cancelled"}[w.IntN(2)]
		o.at = w.later(o.at)
		o.event(status)
		if w.IntN(3) == 0 { // it was reopened meanwhile: its last end counts
			o.at = w.later(o.at)
			o.event(status)
		}
		w.ended[status] = append(w.ended[status], act{at: o.at, amount: o.total})
		return status, 0
	case 3: // expired, and paid late: it does not count as expired
		o.at = w.later(o.at)
		o.event("expired")
	}
	for range w.IntN(3) { // parts, some of which are refunded before the order is settled
		if due := o.total - o.filled(); due > 1 {
			o.pay(money.Cents(1+w.Int64N(int64(due-1))), "")
		}
		if held := o.filled(); held > 0 && w.IntN(4) == 0 {
			o.giveBack(money.Cents(1+w.Int64N(int64(held))), "part")
		}
	}
	if w.IntN(10) == 0 {
		return "awaiting-payment", 0
	}
	due, excess, as := o.total-o.filled(), money.Cents(0), ""
	if w.IntN(6) == 0 {
		excess, as = money.Cents(1+w.Int64N(5000)), []string{"", "donation", "refund"}[w.IntN(3)]
	}
	if w.IntN(20) == 0 { // approved by mistake and undone: its receipt keeps its number
		o.at, o.payment = w.later(o.at), w.id()
		o.issue()
		o.at = o.at.Add(time.Second)
		o.void("undone")
	}
	o.pay(due+excess, as)
	o.issue()
	if as == "refund" {
		o.giveBack(excess, "excess")
	}
	for range w.IntN(3) {
		if held := o.filled(); held > 1 && w.IntN(6) == 0 {
			o.giveBack(money.Cents(1+w.Int64N(int64(held-1))), "part")
		}
	}
	if held := o.filled(); w.IntN(8) == 0 {
		o.giveBack(held, "whole")
		o.void("mistake")
		return "refunded", o.total
	}
	return "paid", o.total
}

// late is refunded money that came when the order waited for none: it was never in a saucer.
func (o *order) late() {
	w := o.w
	a := act{at: w.later(o.at), amount: money.Cents(1 + w.Int64N(9999)), lone: true}
	w.refunds = append(w.refunds, []any{w.id(), o.id, "transfer", methodNo([]string{"cash", "paynow"}[w.IntN(2)]), a.amount, "paid-twice", "", w.clerks[0], a.at.UnixMilli()})
	w.acts = append(w.acts, a)
}

func (o *order) event(status string) {
	o.w.events = append(o.w.events, []any{o.w.id(), o.id, o.at.UnixMilli(), status, "system"})
}

// number numbers the receipts in order of time, as the series does.
func (w *world) number() {
	slices.SortStableFunc(w.receipts, func(a, b receiptFact) int { return a.at.Compare(b.at) })
	last := map[int]int{}
	for i := range w.receipts {
		year := w.receipts[i].at.In(clock.Singapore).Year()
		last[year]++
		w.receipts[i].number = fmt.Sprintf("OR-%d-%06d", year, last[year])
		w.temple.receipts[w.receipts[i].row][1] = w.receipts[i].number
	}
}

// expect adds up a period, one event after the other.
func (w *world) expect(from, to string, category map[string]string) *report.Report {
	since, _ := time.ParseInLocation(time.DateOnly, from, clock.Singapore)
	before, _ := time.ParseInLocation(time.DateOnly, to, clock.Singapore)
	before = before.AddDate(0, 0, 1)
	in := func(t time.Time) bool { return !t.Before(since) && t.Before(before) }
	out := &report.Report{From: from, To: to, Outstanding: []report.Waiting{}, HeldNow: w.held, BackReasons: []report.Reason{}, Receipts: []report.Receipts{}}
	out.Months = before.Sub(since) > 62*24*time.Hour
	tables := map[string]map[saucer]*report.Line{"method": {}, "clerk": {}, "offering": {}, "category": {}}
	line := func(table, key string, fund ...string) *report.Line {
		at := saucer{key, strings.Join(fund, "")}
		if tables[table][at] == nil {
			tables[table][at] = &report.Line{Key: key}
			if at.fund != "" {
				tables[table][at].Fund = &report.Fund{Key: at.fund}
			}
		}
		return tables[table][at]
	}
	points, reasons := map[string]*report.Point{}, map[string]*report.Sum{}
	for day := since; day.Before(before); day = day.AddDate(0, 0, 1) {
		name := pointName(day, out.Months)
		if points[name] == nil {
			points[name] = &report.Point{Day: name}
		}
	}
	plus := func(s *report.Sum, amount money.Cents) { s.Count++; s.Amount += amount }
	for _, a := range w.acts {
		if a.lone {
			if in(a.at) {
				plus(&out.TransferOut, a.amount)
			}
			continue
		}
		if a.at.Before(since) && a.at.In(clock.Singapore).Year() == since.Year() {
			if a.back {
				out.Opening -= a.amount
			} else {
				out.Opening += a.amount
			}
		}
		if !in(a.at) {
			continue
		}
		p := points[pointName(a.at, out.Months)]
		for _, l := range []*report.Line{line("method", a.method), line("clerk", a.clerk)} {
			if a.back {
				l.Backs++
				l.Back += a.amount
			} else {
				l.Count++
				l.Taken += a.amount
			}
		}
		for into, n := range a.into {
			if n == 0 {
				continue
			}
			key := into.offering
			if key == "" {
				key = "gift"
			} else if key == "sold-no-more" {
				key = "gone"
			}
			for _, l := range []*report.Line{line("offering", key, into.fund), line("category", cmp.Or(category[key], key))} {
				if a.back {
					l.Back += n
				} else {
					l.Taken += n
				}
			}
		}
		if a.back {
			plus(&out.Back, a.amount)
			p.Back += a.amount
			if reasons[a.reason] == nil {
				reasons[a.reason] = &report.Sum{}
			}
			plus(reasons[a.reason], a.amount)
			continue
		}
		plus(&out.Taken, a.amount)
		p.Count++
		p.Taken += a.amount
		if a.unseen {
			plus(&out.Unseen, a.amount)
		}
		if a.excess > 0 {
			plus(map[string]*report.Sum{"": &out.Held, "donation": &out.Donated, "refund": &out.GivenBack}[a.excessAs], a.excess)
		}
	}
	out.Closing = out.Opening + out.Taken.Amount - out.Back.Amount
	out.Ties = true
	for _, o := range w.orders {
		if in(o.at) {
			plus(&out.Orders, o.amount)
		}
	}
	for status, sum := range map[string]*report.Sum{"expired": &out.Expired, "cancelled": &out.Cancelled} {
		for _, e := range w.ended[status] {
			if in(e.at) {
				plus(sum, e.amount)
			}
		}
	}
	series := map[int]*report.Receipts{}
	for _, r := range w.receipts {
		if !r.voided.IsZero() && in(r.voided) {
			out.ReceiptsVoided++
		}
		if !in(r.at) {
			continue
		}
		year := r.at.In(clock.Singapore).Year()
		if series[year] == nil {
			series[year] = &report.Receipts{First: r.number}
		}
		s := series[year]
		s.Last = r.number
		s.Count++
		if !r.voided.IsZero() {
			s.Voided++
		}
	}
	for _, year := range slices.Sorted(maps.Keys(series)) {
		out.Receipts = append(out.Receipts, *series[year])
	}
	for _, status := range []string{"awaiting-payment", "under-verification", "rejected"} {
		if x := w.outstanding[status]; x != nil {
			out.Outstanding = append(out.Outstanding, *x)
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		out.BackReasons = append(out.BackReasons, report.Reason{Reason: reason, Sum: *reasons[reason]})
	}
	for _, name := range slices.Sorted(maps.Keys(points)) {
		out.Points = append(out.Points, *points[name])
	}
	out.ByMethod, out.ByClerk, out.ByOffering, out.ByCategory = flat(tables["method"]), flat(tables["clerk"]), flat(tables["offering"]), flat(tables["category"])
	return out
}

func pointName(t time.Time, months bool) string {
	if months {
		return t.In(clock.Singapore).Format("2006-01") + "-01"
	}
	return t.In(clock.Singapore).Format("2006-01-02")
}

func flat(table map[saucer]*report.Line) []report.Line {
	out := []report.Line{}
	for _, l := range table {
		out = append(out, *l)
	}
	slices.SortFunc(out, byKey)
	return out
}

// byKey indexes lines by their keys, and those of an offering by their funds.
func byKey(a, b report.Line) int {
	fund := func(l report.Line) string {
		if l.Fund == nil {
			return ""
		}
		return l.Fund.Key
	}
	return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(fund(a), fund(b)))
}

// plain removes what the oracle does not know: names, the order of lines, when it was made.
func plain(r report.Report) report.Report {
	r.MadeAt = time.Time{}
	for _, table := range []*[]report.Line{&r.ByMethod, &r.ByCategory, &r.ByOffering, &r.ByClerk} {
		for i := range *table {
			(*table)[i].Title = ""
			if f := (*table)[i].Fund; f != nil {
				f.Title = ""
			}
		}
		slices.SortFunc(*table, byKey)
	}
	return r
}

func TestFiguresOfTenThousandOrdersAddUp(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		w := &world{Rand: rand.New(rand.NewPCG(20261121, 4)), ended: map[string][]act{}, outstanding: map[string]*report.Waiting{}, clerks: []string{"erased"}}
		category := map[string]string{}
		query(t, a, "SELECT o.id, o.category_id FROM offerings o ORDER BY o.id", func(row []string) {
			w.offerings = append(w.offerings, row[0])
			category[row[0]] = row[1]
		})
		w.offerings = append(w.offerings, "", "sold-no-more")
		query(t, a, "SELECT DISTINCT user_id, role FROM user_roles ORDER BY 1", func(row []string) { w.clerks = append(w.clerks, row[0]) })
		if n := a.Count(t, "SELECT count(*) FROM invoices"); n != 0 {
			t.Fatalf("the demonstration has %d invoices: the oracle does not know them", n)
		}
		for n := range 10_000 {
			w.order(n + 1)
		}
		for range 50 { // transfers without an order
			x := act{at: w.moment(), amount: money.Cents(1 + w.Int64N(9999)), lone: true}
			w.refunds = append(w.refunds, []any{w.id(), nil, "transfer", int64(2001), x.amount, "other", "", w.clerks[0], x.at.UnixMilli()})
			w.acts = append(w.acts, x)
		}
		w.number()
		w.insert(t, a)
		periods := [][2]string{
			{"2025-12-31", "2025-12-31"}, {"2026-01-01", "2026-01-01"}, {"2025-12-20", "2025-12-31"}, {"2025-12-31", "2026-01-01"}, {"2026-01-01", "2026-12-31"},
			{"2026-12-31", "2026-12-31"}, {"2027-01-01", "2027-01-01"}, {"2025-01-01", "2027-12-31"}, {"2026-01-01", "2026-03-03"}, {"2026-01-01", "2026-03-04"}, {"2030-01-01", "2030-01-01"},
		}
		for range 20 {
			from := time.Date(2025, 12, 20+w.IntN(380), 0, 0, 0, 0, time.UTC)
			periods = append(periods, [2]string{from.Format(time.DateOnly), from.AddDate(0, 0, w.IntN(40)).Format(time.DateOnly)})
		}
		desk := a.Staff(t, "treasurer")
		for _, p := range periods {
			var got report.Report
			desk.Get("/api/admin/report?from=" + p[0] + "&to=" + p[1]).Want(200).JSON(&got)
			if diff := gocmp.Diff(*w.expect(p[0], p[1], category), plain(got)); diff != "" {
				t.Fatalf("%s to %s (- oracle, + report):\n%s", p[0], p[1], diff)
			}
		}
	})
}

// query calls fn for every row, as text.
func query(t testing.TB, a *testkit.App, text string, fn func(row []string)) {
	t.Helper()
	rows, err := a.DB.SQL().QueryContext(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		row := make([]string, len(columns))
		into := make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		fn(row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}
