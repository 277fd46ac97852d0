package checkout_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/offering"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit"
)

const (
	benchClients = 32
	benchItems   = 5
)

// BenchmarkCheckout pays for carts of 5 items on SQLite, synchronous=FULL. It measures 32 clients, whose transactions
// share commits, against the same transactions committed one by one (x-one-by-one), and the 99th percentile of the
// former against that of a bare fsync loop on the same disk. cpu-µs is the CPU time of one checkout.
func BenchmarkCheckout(b *testing.B) {
	a := testkit.New(b, "sqlite")
	carts := benchCarts(b, a, 2*b.N)
	pay := func(c benchCart) {
		if err := a.Checkout.PayInCash(b.Context(), c.userID, c.sessionID, c.cents); err != nil {
			b.Error(err)
		}
	}
	fsync := fsyncLoop(b, a.Config.DataDir, max(min(b.N, 1000), 100))

	started := time.Now()
	for _, c := range carts[:b.N] {
		pay(c)
	}
	alone := time.Since(started)

	took := make([]time.Duration, b.N)
	var next atomic.Int64
	var wg sync.WaitGroup
	b.ResetTimer()
	spent := cpuTime(b)
	started = time.Now()
	for range benchClients {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(b.N); i = next.Add(1) - 1 {
				at := time.Now()
				pay(carts[b.N+int(i)])
				took[i] = time.Since(at)
			}
		})
	}
	wg.Wait()
	together := time.Since(started)
	spent = cpuTime(b) - spent
	b.StopTimer()

	if n := a.Count(b, "SELECT count(*) FROM invoices"); n != int64(2*b.N) {
		b.Errorf("%d invoices of %d carts", n, 2*b.N)
	}
	p50, p99 := percentile(took, 50), percentile(took, 99)
	b.ReportMetric(float64(spent.Microseconds())/float64(b.N), "cpu-µs")
	b.ReportMetric(float64(b.N)/together.Seconds(), "checkouts/s")
	b.ReportMetric(alone.Seconds()/together.Seconds(), "x-one-by-one")
	b.ReportMetric(float64(p50)/1e6, "p50-ms")
	b.ReportMetric(float64(p99)/1e6, "p99-ms")
	b.ReportMetric(float64(fsync)/1e6, "fsync-p99-ms")
	b.ReportMetric(float64(p99)/float64(fsync), "p99/fsync-p99")
}

func percentile(d []time.Duration, p int) time.Duration {
	slices.Sort(d)
	return max(d[len(d)*p/100], 1)
}

// cpuTime is the process's CPU time on all cores. On a busy machine it says more about a checkout than elapsed time: 32
// clients wait for 32 checkouts, so latency is at least 32 times that, divided by the number of cores.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// fsyncLoop writes a page and syncs it n times, and returns the 99th percentile.
func fsyncLoop(b *testing.B, dir string, n int) time.Duration {
	b.Helper()
	f, err := os.Create(filepath.Join(dir, "fsync"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	page, took := make([]byte, 4096), make([]time.Duration, n)
	for i := range took {
		at := time.Now()
		if _, err := f.WriteAt(page, int64(i%64)*4096); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
		took[i] = time.Since(at)
	}
	return percentile(took, 99)
}

type benchCart struct {
	userID, sessionID string
	cents             money.Cents
}

// benchCarts gives n members a cart of 5 items each, one of them of limited stock.
func benchCarts(b testing.TB, a *testkit.App, n int) []benchCart {
	b.Helper()
	now := a.Clock.Now()
	plenty := int64(n) + 1
	var options []offering.Facts
	for _, keys := range [][2]string{{"lamp-oil", "bottle"}, {"light-lamp", "one"}, {"light-lamp", "family"}, {"light-lamp", "grand"}, {"peace", "family"}} {
		f, err := offering.Price(b.Context(), a.DB.Read(), now, a.Option(b, keys[0], keys[1]))
		if err != nil {
			b.Fatal(err)
		}
		options = append(options, f)
	}
	member, err := testkit.UserID(b.Context(), a.DB.Read(), "+6591234567")
	if err != nil {
		b.Fatal(err)
	}
	who, err := account.Find(b.Context(), a.DB.Read(), member)
	if err != nil {
		b.Fatal(err)
	}
	carts := make([]benchCart, n)
	a.Write(b, func(ctx context.Context, tx *db.Tx) error {
		if err := offering.SetRemaining(ctx, tx, options[3].OptionID, &plenty); err != nil {
			return err
		}
		for i := range carts {
			c := benchCart{userID: id.New(), sessionID: id.New()}
			cartID, ms := id.New(), clock.MillisOf(now)
			mobile := fmt.Sprintf("+65800%07d", i)
			if err := tx.AddUser(ctx, query.AddUserParams{ID: c.userID, Name: who.Name, ChineseName: who.ChineseName, Mobile: mobile, MobileVerified: true, PasswordHash: "-", Locale: "en", CreatedAt: ms, UpdatedAt: ms}); err != nil {
				return err
			}
			if err := tx.AddSession(ctx, query.AddSessionParams{ID: c.sessionID, TokenHash: c.sessionID, UserID: &c.userID, CreatedAt: ms, LastUsedAt: ms, ExpiresAt: ms + 1e9}); err != nil {
				return err
			}
			if _, err := tx.CartAdd(ctx, query.CartAddParams{ID: cartID, UserID: &c.userID, PaymentReference: id.Reference(), CreatedAt: ms}); err != nil {
				return err
			}
			for _, f := range options[:benchItems] {
				row := query.CartItemAddParams{ID: id.New(), CartID: cartID, OfferingID: f.OfferingID, OptionID: f.OptionID, Quantity: 1, UnitPrice: *f.Price, FormKey: f.FormKey, FormVersion: f.FormVersion, Form: `{"people":[{"chineseName":"陈美玲"}]}`, CreatedAt: ms}
				if err := tx.CartItemAdd(ctx, row); err != nil {
					return err
				}
				c.cents += *f.Price
			}
			carts[i] = c
		}
		return nil
	})
	return carts
}
