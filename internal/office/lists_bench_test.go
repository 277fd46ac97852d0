package office_test

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"shanmen/internal/keyset"
	"shanmen/internal/testkit"
)

// few is the temple that every list is compared with.
const few = 1000

// slowest is what a list may take at the server, and most how much longer than in a temple with few orders. A
// difference below grain is the machine's, or what it takes to count to 10,000 where the small temple counts to 1,000.
const (
	slowest = 200 * time.Millisecond
	most    = 1.5
	grain   = 25 * time.Millisecond
)

// BenchmarkLists asks for every list and search of the office through the handler, in a temple with a thousand
// orders and in a large one: 1,000,000 orders and 200,000 members with BENCH_ORDERS=1000000 (minutes of making
// them, see testkit.Crowded; BENCH_ENGINE=sqlite or postgres for one of the engines), 5,000 without. It fails when a list is slow.
func BenchmarkLists(b *testing.B) {
	orders := 5000
	if s := os.Getenv("BENCH_ORDERS"); s != "" {
		var err error
		if orders, err = strconv.Atoi(s); err != nil {
			b.Fatal(err)
		}
	}
	for _, engine := range []string{"sqlite", "postgres"} {
		if only := os.Getenv("BENCH_ENGINE"); only != "" && only != engine {
			continue
		}
		b.Run(engine, func(b *testing.B) {
			small, large := temple(b, engine, few), temple(b, engine, orders)
			for _, l := range lists {
				b.Run(l.name, func(b *testing.B) {
					before, now := small.median(b, l.path(few)), large.median(b, l.path(orders))
					for range b.N - 1 { // the figure is a median already
						now = min(now, large.median(b, l.path(orders)))
					}
					ratio := float64(now) / float64(before)
					b.ReportMetric(float64(now)/1e6, "ms")
					b.ReportMetric(ratio, "x-few")
					b.ReportMetric(0, "ns/op")
					if now > slowest || ratio > most && now-before > grain {
						b.Errorf("%v with %d orders, %v with %d", now, orders, before, few)
					}
				})
			}
		})
	}
}

type crowded struct{ *testkit.Client }

func temple(b *testing.B, engine string, orders int) crowded {
	b.Helper()
	started := time.Now()
	a := testkit.Crowded(b, engine, orders)
	b.Logf("%s: %d orders in %v", engine, orders, time.Since(started).Round(time.Second))
	return crowded{a.Staff(b, "admin")}
}

// median of nine, after three that warm the caches.
func (c crowded) median(b *testing.B, path string) time.Duration {
	b.Helper()
	var took []time.Duration
	for i := range 12 {
		started := time.Now()
		c.Get(path).Want(200)
		if i >= 3 {
			took = append(took, time.Since(started))
		}
	}
	slices.Sort(took)
	return took[len(took)/2]
}

type list struct {
	name string
	path func(orders int) string
}

func fixed(path string) func(int) string { return func(int) string { return path } }

// middle is the page of the orders in the middle of the years.
func middle(path string) func(int) string {
	return func(orders int) string {
		at := testkit.Start.Add(-3 * 365 * 24 * time.Hour).UnixMilli()
		return path + url.QueryEscape(keyset.Key{At: at, ID: fmt.Sprintf("crowd-%09d", orders/2)}.String())
	}
}

var lists = []list{
	{"Queue", fixed("/api/admin/payment")},
	{"QueueByCutOff", fixed("/api/admin/payment?order=cut-off")},
	{"QueueSearch", fixed("/api/admin/payment?q=tan")},
	{"QueueAlike", fixed("/api/admin/payment?alike=true")},
	{"QueueDiffers", fixed("/api/admin/payment?differs=true")},
	{"Approved", fixed("/api/admin/payment?status=approved")},
	{"ApprovedInTheMiddle", middle("/api/admin/payment?status=approved&after=")},
	{"ApprovedSearchCommon", fixed("/api/admin/payment?status=approved&q=tan")},
	{"ApprovedSearchRare", fixed("/api/admin/payment?status=approved&q=81000050")},
	{"ApprovedOfDays", fixed("/api/admin/payment?status=approved&from=2026-11-01&to=2026-11-02")},
	{"Rejected", fixed("/api/admin/payment?status=rejected")},
	{"Figures", fixed("/api/admin/payment/figures")},
	{"Orders", fixed("/api/admin/order")},
	{"OrdersInTheMiddle", middle("/api/admin/order?after=")},
	{"OrdersOutstanding", fixed("/api/admin/order?show=outstanding")},
	{"OrdersWaiting", fixed("/api/admin/order?show=waiting")},
	{"OrdersPaid", fixed("/api/admin/order?show=paid")},
	{"OrdersExpired", fixed("/api/admin/order?show=expired")},
	{"OrdersRefunded", fixed("/api/admin/order?show=refunded")},
	{"OrdersSearchCommon", fixed("/api/admin/order?q=tan")},
	{"OrdersSearchTwoCommon", fixed("/api/admin/order?q=tan+bee")},
	{"OrdersSearchPaid", fixed("/api/admin/order?show=paid&q=" + url.QueryEscape("陈"))},
	{"FindNumber", fixed("/api/admin/invoice?q=INV-2025-000250")},
	{"FindMobile", fixed("/api/admin/invoice?q=8100+0050")},
	{"FindName", fixed("/api/admin/invoice?q=quek+swee+yong")},
	{"FindChinese", fixed("/api/admin/invoice?q=" + url.QueryEscape("郭瑞勇"))},
	{"FindInitials", fixed("/api/admin/invoice?q=gry")},
	{"FindSurname", fixed("/api/admin/invoice?q=lim")},
	{"Members", fixed("/api/admin/member?q=lim")},
	{"MembersByMobile", fixed("/api/admin/member?q=81000050")},
	{"MembersByInitials", fixed("/api/admin/member?q=cml")},
	{"MembersOfStatements", fixed("/api/admin/report/member?q=lim")},
	{"Late", fixed("/api/admin/late")},
	{"WalkIns", fixed("/api/admin/walk-in")},
	{"WalkInEarlier", fixed("/api/admin/walk-in/earlier?mobile=81000050")},
	{"Shifts", fixed("/api/admin/shift")},
	{"Audit", fixed("/api/admin/audit")},
	{"AuditInTheMiddle", middle("/api/admin/audit?after=")},
	{"AuditOfAnAction", fixed("/api/admin/audit?action=payment.cash")},
	{"AuditOfAPerson", fixed("/api/admin/audit?person=system")},
	{"AuditOfDays", fixed("/api/admin/audit?from=2026-11-01&until=2026-11-02")},
	{"Statements", fixed("/api/admin/bank/statement")},
	{"StatementLines", fixed("/api/admin/bank/statement/statement-00000/line?tab=matched")},
	{"Messages", fixed("/api/admin/form-entry")},
	{"Staff", fixed("/api/admin/staff")},
}
