// Package growth_test compares a temple of a thousand orders with one of a million.
package growth_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	few = 1000 // orders of the small temple
	// The goal of each line that has no time of its own.
	mostRatio = 1.5
	mostMore  = 20 * time.Millisecond
)

// BenchmarkGrowth measures everything that people wait for in a temple of a thousand orders and in a large one, in turns,
// prints a table of medians and fails when a line misses its goal. SIZE is the number of orders, GROWTH_ENGINE sqlite or
// postgres, GROWTH_ONLY a word of the lines' names.
func BenchmarkGrowth(b *testing.B) {
	size := 20_000
	if s := os.Getenv("SIZE"); s != "" {
		var err error
		if size, err = strconv.Atoi(s); err != nil {
			b.Fatal(err)
		}
	}
	for _, engine := range []string{"sqlite", "postgres"} {
		if only := os.Getenv("GROWTH_ENGINE"); only != "" && only != engine {
			continue
		}
		b.Run(engine, func(b *testing.B) {
			small, large := grow(b, engine, few), grow(b, engine, size)
			fmt.Printf("\n%-40s %10s %10s %6s\n", engine, fmt.Sprint(few), fmt.Sprint(size), "ratio")
			for _, l := range lines(b, small, large) {
				if strings.Contains(l.name, os.Getenv("GROWTH_ONLY")) {
					l.measure(b, small, large)
				}
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// measure prints a line of the table.
func (l line) measure(b *testing.B, small, large *temple) {
	b.Helper()
	acts := []func(){l.prepare(b, small), l.prepare(b, large)}
	took := make([][]time.Duration, len(acts))
	times := l.times
	if times == 0 {
		times = 9
	}
	for i := range times + 1 {
		for which, act := range acts {
			began := time.Now()
			act()
			if spent := time.Since(began); i > 0 || times == 1 { // the first warms the caches
				took[which] = append(took[which], spent)
			}
		}
		if times == 1 {
			break
		}
	}
	before, now := median(took[0]), median(took[1])
	ratio, verdict := float64(now)/float64(before), "ok"
	if l.most > 0 && now > l.most || l.most == 0 && ratio > mostRatio && now-before > mostMore {
		verdict = "MISSED"
		b.Errorf("%s: %v with %d orders, %v with %d", l.name, now, large.orders, before, small.orders)
	}
	fmt.Printf("%-40s %10.1f %10.1f %6.2f %s\n", l.name, float64(before)/1e6, float64(now)/1e6, ratio, verdict)
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
