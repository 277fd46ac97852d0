package report_test

import (
	"os"
	"strconv"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// BenchmarkReports makes the report of a day, a month, a year and all years of a large temple, and exports the year's
// payments. BENCH_ORDERS=1000000 and BENCH_ENGINE=sqlite or postgres set the size, 20,000 orders without them. The
// orders are spread over six years. It fails when the report of a day, which is opened most often, is slow.
func BenchmarkReports(b *testing.B) {
	orders := 20_000
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
			a := testkit.New(b, engine)
			a.Crowd(b, orders)
			desk := a.Staff(b, "treasurer")
			for _, period := range []struct {
				name, path string
				most       time.Duration
			}{
				{"Day", "/api/admin/report?from=2026-11-20", 200 * time.Millisecond},
				{"Month", "/api/admin/report?from=2026-10-01&to=2026-10-31", 0},
				{"Year", "/api/admin/report?from=2025-01-01&to=2025-12-31", 0},
				{"AllYears", "/api/admin/report?from=2019-01-01&to=2026-12-31", 0},
				{"YearOfPaymentsCSV", "/api/admin/report/export/payments.csv?from=2025-01-01&to=2025-12-31", 0},
				{"YearOfPaymentsXLSX", "/api/admin/report/export/payments.xlsx?from=2025-01-01&to=2025-12-31", 0},
			} {
				b.Run(period.name, func(b *testing.B) {
					best := time.Hour
					for range b.N + 2 {
						started := time.Now()
						desk.Get(period.path).Want(200)
						best = min(best, time.Since(started))
					}
					b.ReportMetric(float64(best)/1e6, "ms")
					b.ReportMetric(0, "ns/op")
					if period.most > 0 && best > period.most {
						b.Errorf("%v with %d orders", best, orders)
					}
				})
			}
		})
	}
}
