package account_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"shanmen/internal/people/account"
	"shanmen/internal/testkit/pg"
)

// BenchmarkEnumeration times 300 calls for a number that has an account and 300 for one that has none, interleaved,
// with full password hashing cost: both medians, their ratio, and how likely such a difference is by chance
// (Mann-Whitney, p).
func BenchmarkEnumeration(b *testing.B) {
	const samples = 300
	for _, engine := range []string{"sqlite", "postgres"} {
		target := "sqlite:" + filepath.Join(b.TempDir(), "test.db")
		if engine == "postgres" {
			target = pg.URL(b)
		}
		h := open(b, target)
		h.accounts.LightPasswords = false
		h.person(account.NewUser{Mobile: "91110001", Member: true})
		calls := h.calls()
		for _, name := range slices.Sorted(maps.Keys(calls)) {
			if name == "login beyond the limit" {
				continue // it hashes nothing
			}
			b.Run(engine+"/"+strings.NewReplacer(",", "", " ", "-").Replace(name), func(b *testing.B) {
				h.t = b
				for b.Loop() {
					var known, unknown []time.Duration
					// In pairs, with alternating order, so that periodic effects such as garbage collection affect both
					// equally.
					first := false
					for i := range 2*samples + 20 { // the first few warm up
						if i%2 == 0 {
							first = rand.N(2) == 0
						}
						isKnown := first == (i%2 == 0)
						who := "91119999"
						if isKnown {
							who = "91110001"
						}
						h.clock.Advance(24 * time.Hour) // past every limit
						one := h.guest()
						calls[name].prepare(one, who)
						started := time.Now()
						a := calls[name].call(one, who)
						took := time.Since(started)
						if a.err != nil || a.status >= 500 || a.retryAfter() > 0 {
							b.Fatalf("%d %s %v", a.status, a.body, a.err)
						}
						switch {
						case i < 20:
						case isKnown:
							known = append(known, took)
						default:
							unknown = append(unknown, took)
						}
					}
					k, u := median(known), median(unknown)
					b.ReportMetric(float64(k)/1e6, "known-ms")
					b.ReportMetric(float64(u)/1e6, "unknown-ms")
					b.ReportMetric(float64(k)/float64(u), "known/unknown")
					b.ReportMetric(mannWhitney(known, unknown), "p")
				}
			})
		}
	}
}

func median(d []time.Duration) time.Duration {
	d = slices.Sorted(slices.Values(d))
	return d[len(d)/2]
}

// mannWhitney is the two-sided p of the rank-sum test, by its normal approximation.
func mannWhitney(a, b []time.Duration) float64 {
	sum := 0.0 // number of pairs in which a is larger
	for _, x := range a {
		for _, y := range b {
			switch {
			case x > y:
				sum++
			case x == y:
				sum += .5
			}
		}
	}
	n, m := float64(len(a)), float64(len(b))
	z := (sum - n*m/2) / math.Sqrt(n*m*(n+m+1)/12)
	return math.Erfc(math.Abs(z) / math.Sqrt2)
}

// BenchmarkLoginFlood requests the session, as every page does, first without logins and then with 50 wrong passwords a
// second from many addresses. Hashing waits behind a semaphore: reported are the ratio of the two 99th percentiles, and
// the second one.
func BenchmarkLoginFlood(b *testing.B) {
	h := open(b, "sqlite:"+filepath.Join(b.TempDir(), "test.db"))
	h.accounts.LightPasswords = false
	h.person(account.NewUser{Mobile: "91110001", Member: true})
	member := h.guest()
	h.want("login", member.login("91110001", goodPassword), 200, "")
	pages := func() time.Duration {
		took := make([]time.Duration, 200)
		for i := range took {
			started := time.Now()
			h.want("session", member.get("/api/_auth/session"), 200, "")
			took[i] = time.Since(started)
			time.Sleep(10 * time.Millisecond) // as visitors do, with a pause between requests
		}
		slices.Sort(took)
		return took[len(took)*99/100]
	}
	for b.Loop() {
		idle := pages()
		var logins sync.WaitGroup
		end, tick := make(chan struct{}), time.NewTicker(time.Second/50)
		answered := 0
		var mu sync.Mutex
		flood := make(chan struct{})
		go func() {
			defer close(flood)
			for i := 0; ; i++ {
				select {
				case <-end:
					return
				case <-tick.C:
					guest := h.guest()
					logins.Go(func() {
						guest.login(fmt.Sprintf("8%07d", i), "another password")
						mu.Lock()
						defer mu.Unlock()
						answered++
					})
				}
			}
		}()
		started := time.Now()
		busy := pages()
		mu.Lock()
		b.ReportMetric(float64(answered)/time.Since(started).Seconds(), "logins/s")
		mu.Unlock()
		close(end)
		<-flood
		tick.Stop()
		logins.Wait()
		b.ReportMetric(float64(idle)/1e6, "idle-p99-ms")
		b.ReportMetric(float64(busy)/1e6, "flood-p99-ms")
		b.ReportMetric(float64(busy)/float64(idle), "flood/idle")
	}
}
