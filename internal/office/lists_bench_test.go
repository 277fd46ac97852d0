package office_test

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/testkit"
)

// few is the small temple that every list is compared with.
const few = 1000

// slowest is the maximum server time for a list and its total, and most the maximum ratio of the rows' time to that in
// a temple with few orders. Differences below grain are noise, or caused by growing work queues: filters that match
// nothing in a queue of a thousand, where the small temple has thirty.
const (
	slowest = 200 * time.Millisecond
	most    = 1.5
	grain   = 10 * time.Millisecond
)

// BenchmarkLists requests every list and search of the office, and their totals, through the handler, in a temple with
// a thousand orders and in a large one: 1,000,000 orders and 200,000 members with BENCH_ORDERS=1000000 (takes minutes
// to create, see testkit.Crowded; BENCH_ENGINE=sqlite or postgres for one engine), 5,000 without. It fails when a list
// is slow.
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
			compare := func(b *testing.B, inFew, inMany string) (before, now time.Duration) {
				before, now = small.median(b, inFew), large.median(b, inMany)
				for range b.N - 1 { // the value is a median already
					before, now = min(before, small.median(b, inFew)), min(now, large.median(b, inMany))
				}
				b.ReportMetric(float64(now)/1e6, "ms")
				b.ReportMetric(float64(now)/float64(before), "x-few")
				b.ReportMetric(0, "ns/op")
				if now > slowest {
					b.Errorf("%v with %d orders", now, orders)
				}
				return before, now
			}
			for _, l := range lists {
				b.Run(l.name, func(b *testing.B) {
					// Compare pages of equal length: in a small temple a rare name is one row, in a large one it fills
					// the page.
					inFew, inMany := l.part("rows", few), l.part("rows", orders)
					if !l.whole {
						rows := fmt.Sprintf("&limit=%d", max(1, small.rows(b, inFew)))
						inFew, inMany = inFew+rows, inMany+rows
					}
					before, now := compare(b, inFew, inMany)
					if float64(now)/float64(before) > most && now-before > grain {
						b.Errorf("%v with %d orders, %v with %d", now, orders, before, few)
					}
				})
			}
			b.Run("Figures", func(b *testing.B) { compare(b, figures, figures) })
			for _, l := range lists {
				if !l.whole {
					b.Run(l.name+"Total", func(b *testing.B) { compare(b, l.part("total", few), l.part("total", orders)) })
				}
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

// rows returns the number of rows on a page.
func (c crowded) rows(b *testing.B, path string) int {
	b.Helper()
	var page struct{ Items []any }
	c.Get(path).Want(200).JSON(&page)
	return len(page.Items)
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

// figures are the counts above the desk's lists.
const figures = "/api/admin/payment/figures"

type list struct {
	name  string
	path  func(orders int) string
	whole bool // has no total of its own
}

// part is the path of its rows or its total.
func (l list) part(which string, orders int) string {
	path := l.path(orders)
	switch {
	case l.whole:
		return path
	case strings.Contains(path, "?"):
		return path + "&part=" + which
	}
	return path + "?part=" + which
}

func fixed(path string) func(int) string { return func(int) string { return path } }

// middle is the page of orders in the middle of the years.
func middle(path string) func(int) string {
	return func(orders int) string {
		at := clock.MillisOf(testkit.Start.Add(-3 * 365 * 24 * time.Hour))
		return path + url.QueryEscape(keyset.Key{At: at, ID: fmt.Sprintf("crowd-%09d", orders/2)}.String())
	}
}

var lists = []list{
	{"Queue", fixed("/api/admin/payment"), false},
	{"QueueByCutOff", fixed("/api/admin/payment?order=cut-off"), false},
	{"QueueSearch", fixed("/api/admin/payment?q=tan"), false},
	{"QueueAlike", fixed("/api/admin/payment?alike=true"), false},
	{"QueueDiffers", fixed("/api/admin/payment?differs=true"), false},
	{"Approved", fixed("/api/admin/payment?status=approved"), false},
	{"ApprovedInTheMiddle", middle("/api/admin/payment?status=approved&after="), false},
	{"ApprovedSearchCommon", fixed("/api/admin/payment?status=approved&q=tan"), false},
	{"ApprovedSearchRare", fixed("/api/admin/payment?status=approved&q=81000050"), false},
	{"ApprovedOfDays", fixed("/api/admin/payment?status=approved&from=2026-11-01&to=2026-11-02"), false},
	{"Rejected", fixed("/api/admin/payment?status=rejected"), false},
	{"Orders", fixed("/api/admin/order"), false},
	{"OrdersInTheMiddle", middle("/api/admin/order?after="), false},
	{"OrdersOutstanding", fixed("/api/admin/order?show=outstanding"), false},
	{"OrdersWaiting", fixed("/api/admin/order?show=waiting"), false},
	{"OrdersPaid", fixed("/api/admin/order?show=paid"), false},
	{"OrdersExpired", fixed("/api/admin/order?show=expired"), false},
	{"OrdersRefunded", fixed("/api/admin/order?show=refunded"), false},
	{"OrdersSearchCommon", fixed("/api/admin/order?q=tan"), false},
	{"OrdersSearchTwoCommon", fixed("/api/admin/order?q=tan+bee"), false},
	{"OrdersSearchPaid", fixed("/api/admin/order?show=paid&q=" + url.QueryEscape("陈")), false},
	{"FindNumber", fixed("/api/admin/invoice?q=INV-2025-000250"), false},
	{"FindMobile", fixed("/api/admin/invoice?q=8100+0050"), false},
	{"FindName", fixed("/api/admin/invoice?q=quek+swee+yong"), false},
	{"FindChinese", fixed("/api/admin/invoice?q=" + url.QueryEscape("郭瑞勇")), false},
	{"FindInitials", fixed("/api/admin/invoice?q=gry"), false},
	{"FindSurname", fixed("/api/admin/invoice?q=lim"), false},
	{"Members", fixed("/api/admin/member?q=lim"), false},
	{"MembersByMobile", fixed("/api/admin/member?q=81000050"), false},
	{"MembersByInitials", fixed("/api/admin/member?q=cml"), false},
	{"MembersOfStatements", fixed("/api/admin/report/member?q=lim"), true},
	{"Late", fixed("/api/admin/late"), false},
	{"WalkIns", fixed("/api/admin/walk-in"), false},
	{"WalkInEarlier", fixed("/api/admin/walk-in/earlier?mobile=81000050"), true},
	{"Shifts", fixed("/api/admin/shift"), false},
	{"Audit", fixed("/api/admin/audit"), false},
	{"AuditInTheMiddle", middle("/api/admin/audit?after="), false},
	{"AuditOfAnAction", fixed("/api/admin/audit?action=payment.cash"), false},
	{"AuditOfAPerson", fixed("/api/admin/audit?person=system"), false},
	{"AuditOfDays", fixed("/api/admin/audit?from=2026-11-01&until=2026-11-02"), false},
	{"Statements", fixed("/api/admin/bank/statement"), false},
	{"StatementLines", fixed("/api/admin/bank/statement/statement-00000/line?tab=matched"), false},
	{"Messages", fixed("/api/admin/form-entry"), true},
	{"Staff", fixed("/api/admin/staff"), true},
}
