package main

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// lag collects how late the generator began its requests. It is the generator's own delay, and part of every time.
type lag struct {
	mu sync.Mutex
	by []time.Duration
}

func (l *lag) began(due time.Time) {
	late := time.Since(due)
	l.mu.Lock()
	l.by = append(l.by, late)
	l.mu.Unlock()
}

// sum returns the 99th percentile and the largest delay.
func (l *lag) sum() (p99, most time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	slices.Sort(l.by)
	return percentile(l.by, 0.99), percentile(l.by, 1)
}

// pace begins a visit each 1/perSecond seconds, whatever became of the ones before (open loop), and waits for all. due
// is the intended start.
func (l *lag) pace(perSecond float64, long time.Duration, visit func(n int, due time.Time)) {
	var wg sync.WaitGroup
	every := time.Duration(float64(time.Second) / perSecond)
	first := time.Now().Add(rand.N(every)) // kinds do not begin at the same instant
	for n := range int(perSecond * long.Seconds()) {
		due := first.Add(time.Duration(n) * every)
		time.Sleep(time.Until(due))
		wg.Go(func() {
			l.began(due)
			visit(n, due)
		})
	}
	wg.Wait()
}
