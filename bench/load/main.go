//go:build linux

// Command load plays New Year's Eve to the built program: each second 300 pages, 300 reads of members, 300 payloads, 10
// checkouts in cash, 5 uploads of a screenshot and 5 logins, begun on time whatever became of the ones before. It prints
// how many answers were right, refused and wrong, how long they took from the intended start, and the program's memory
// and processor time. It fails if an answer is wrong or a goal is missed. Linux only.
//
//	make bench-load                       one minute
//	make bench-load F=3 DUR=30s           three times as many
//	make bench-load BASE=../old/shanmen   compared with another program, in turns
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"time"
)

var (
	binary   = flag.String("program", "bin/shanmen", "the built program")
	base     = flag.String("base", "", "another built program to compare it with")
	times    = flag.Int("f", 1, "how many times the load of one New Year's Eve")
	long     = flag.Duration("for", time.Minute, "how long people come")
	rounds   = flag.Int("rounds", 3, "how often both programs are measured when they are compared")
	only     = flag.String("only", "", "the kinds of requests that are sent, separated by commas (page,api,payload,pay,upload,login); all if empty")
	replicas = flag.Int("replicas", 0, "programs on one PostgreSQL, each request to one of them at random; 0: SQLite")
)

// patience is how long people wait for an answer.
const patience = 30 * time.Second

// late is the generator's own delay (99th percentile) from which on its times say more about itself than about the
// program.
const late = 50 * time.Millisecond

func main() {
	flag.Parse()
	why, err := run()
	for _, w := range why {
		fmt.Println("missed:", w)
	}
	if err != nil {
		fmt.Println("failed:", err)
	}
	if err != nil || len(why) > 0 {
		os.Exit(1)
	}
	fmt.Println("passed")
}

// run measures the program, or both in turns, and returns which goals the program misses.
func run() (why []string, err error) {
	if each, most := uploadsOf(*times, *long), uploaders*uploadsAnHour; each > most {
		return nil, fmt.Errorf("%d uploads are more than the %d that %d members may make in an hour: choose a shorter time", each, most, uploaders)
	}
	if *base == "" {
		r, err := play(*binary)
		if err != nil {
			return nil, err
		}
		r.print()
		return r.missed(), nil
	}
	var before, now []*result
	for range *rounds {
		for _, of := range []struct {
			program string
			list    *[]*result
		}{{*base, &before}, {*binary, &now}} {
			r, e := play(of.program)
			if e != nil {
				return why, errors.Join(err, e)
			}
			r.print()
			*of.list = append(*of.list, r)
		}
		why = append(why, now[len(now)-1].missed()...)
	}
	compare(before, now)
	return why, nil
}

func (r *result) missed() []string {
	why := missed(*times, r.of)
	if r.lost > 0 || r.doubled > 0 {
		why = append(why, fmt.Sprintf("%d orders lost, %d doubled", r.lost, r.doubled))
	}
	if r.late99 > late {
		why = append(why, fmt.Sprintf("the generator was %s behind its schedule: the times of this run are its own, so repeat it on an idle machine", milliseconds(r.late99)))
	}
	return why
}

func (r *result) print() {
	fmt.Printf("\n%s: New Year's Eve × %d, %v%s\n", r.program, *times, *long, onPostgres())
	fmt.Printf("%-8s %8s %8s %8s %6s %9s %9s %9s %9s\n", "", "asked", "right", "refused", "wrong", "p50", "p99", "max", "refused in")
	asked := 0
	for _, kind := range kinds {
		s := r.of[kind]
		if asked += s.asked; s.asked == 0 {
			continue
		}
		refused := ""
		if s.refused > 0 {
			refused = milliseconds(s.refused99)
		}
		fmt.Printf("%-8s %8d %8d %8d %6d %9s %9s %9s %9s\n", kind, s.asked, s.right, s.refused, s.wrong, milliseconds(s.p50), milliseconds(s.p99), milliseconds(s.most), refused)
		for what, n := range s.reasons {
			fmt.Printf("         %d × %s\n", n, what)
		}
	}
	fmt.Printf("orders: %d acknowledged, %d lost, %d doubled\n", r.orders, r.lost, r.doubled)
	fmt.Printf("RssAnon: at rest %d, after %d registrations %d, afterwards %d, peak %d MB (with the picture processes)\n",
		r.atRest>>20, orderers()+uploaders, r.registered>>20, r.afterwards>>20, r.peak>>20)
	fmt.Printf("processor time: %.1f s, %.2f cores, %.2f ms a request\n", r.cpu.Seconds(), r.cpu.Seconds()/r.took.Seconds(), r.cpu.Seconds()*1e3/float64(max(asked, 1)))
	fmt.Printf("generator: requests began %s late (p99), %s at most\n", milliseconds(r.late99), milliseconds(r.latest))
}

func onPostgres() string {
	if *replicas == 0 {
		return ", SQLite"
	}
	return fmt.Sprintf(", PostgreSQL, programs: %d", *replicas)
}

// compare prints the medians of both programs.
func compare(before, now []*result) {
	fmt.Printf("\n%-20s %12s %12s %7s   (medians of %d and %d runs)\n", "", before[0].program, now[0].program, "ratio", len(before), len(now))
	row := func(what, unit string, figure func(*result) float64) {
		var a, b []float64
		for _, r := range before {
			a = append(a, figure(r))
		}
		for _, r := range now {
			b = append(b, figure(r))
		}
		x, y := median(a), median(b)
		ratio := ""
		if x > 0 {
			ratio = fmt.Sprintf("%.2f", y/x)
		}
		fmt.Printf("%-20s %9.1f %-2s %9.1f %-2s %7s\n", what, x, unit, y, unit, ratio)
	}
	for _, kind := range kinds {
		if now[0].of[kind].asked == 0 {
			continue
		}
		row(kind+" p50", "ms", func(r *result) float64 { return float64(r.of[kind].p50) / 1e6 })
		row(kind+" p99", "ms", func(r *result) float64 { return float64(r.of[kind].p99) / 1e6 })
		row(kind+" refused", "", func(r *result) float64 { return float64(r.of[kind].refused) })
		row(kind+" wrong", "", func(r *result) float64 { return float64(r.of[kind].wrong) })
	}
	row("processor time", "s", func(r *result) float64 { return r.cpu.Seconds() })
	row("RssAnon at rest", "MB", func(r *result) float64 { return float64(r.atRest) / (1 << 20) })
	row("RssAnon afterwards", "MB", func(r *result) float64 { return float64(r.afterwards) / (1 << 20) })
	row("RssAnon peak", "MB", func(r *result) float64 { return float64(r.peak) / (1 << 20) })
}

// settings are the program's in production, except that each visitor has an address of its own behind a proxy.
var settings = []string{"FLOOD_PER_MINUTE=3000", "LOG_LEVEL=error"}
