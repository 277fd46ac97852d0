package main

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// kinds are the kinds of requests, in the order in which they are printed.
var kinds = []string{"page", "api", "payload", "cart", "pay", "upload", "login"}

// never is the time of a request that was refused, when refusals count as waiting.
const never = time.Duration(math.MaxInt64)

// tally collects how the requests of one kind ended. Times are from the intended start, so that a generator or program
// that falls behind does not hide the waiting (coordinated omission).
type tally struct {
	mu      sync.Mutex
	right   []time.Duration
	refused []time.Duration // 503 or 429 with Retry-After: time until the refusal
	wrong   map[string]int  // anything else, by what was wrong
}

// heard counts one answer. wrong is "" if its content is right; a refusal is recognised by its status and header.
func (t *tally) heard(status int, header http.Header, wrong string, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case refusal(status, header):
		t.refused = append(t.refused, took)
	case wrong != "":
		if t.wrong == nil {
			t.wrong = map[string]int{}
		}
		t.wrong[wrong]++
	default:
		t.right = append(t.right, took)
	}
}

// refusal returns whether the program has no room, and says when to come again.
func refusal(status int, header http.Header) bool {
	return (status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests) && again(header) > 0
}

// again is the Retry-After of an answer, 0 without one.
func again(header http.Header) time.Duration {
	seconds, _ := strconv.Atoi(header.Get("Retry-After"))
	return time.Duration(seconds) * time.Second
}

// summary is a tally in figures.
type summary struct {
	asked, right, refused, wrong int
	p50, p99, most               time.Duration // of the right answers
	all99                        time.Duration // of right answers and refusals, which never become answers
	refused99                    time.Duration
	reasons                      map[string]int
}

func (t *tally) sum() summary {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := summary{right: len(t.right), refused: len(t.refused), reasons: t.wrong}
	for _, n := range t.wrong {
		s.wrong += n
	}
	s.asked = s.right + s.refused + s.wrong
	slices.Sort(t.right)
	slices.Sort(t.refused)
	s.p50, s.p99, s.most = percentile(t.right, 0.5), percentile(t.right, 0.99), percentile(t.right, 1)
	s.refused99 = percentile(t.refused, 0.99)
	s.all99 = percentile(append(slices.Clone(t.right), slices.Repeat([]time.Duration{never}, len(t.refused))...), 0.99)
	return s
}

// percentile is the smallest of the sorted values that the share p of them does not exceed (nearest rank); 0 of none.
func percentile(sorted []time.Duration, p float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max(int(math.Ceil(p*float64(len(sorted))))-1, 0)]
}

// goal is how long a kind may take at a load: 99 of 100 requests are answered within it.
type goal struct {
	kind   string
	within time.Duration
}

// refuseWithin is how soon 99 of 100 refusals are sent.
const refuseWithin = 500 * time.Millisecond

// goals are the goals of each load; at the single load nothing may be refused.
var goals = map[int][]goal{
	1: {{"upload", time.Second}},
	3: {{"page", 250 * time.Millisecond}, {"cart", time.Second}, {"pay", time.Second}},
}

// missed lists what a run at a load misses. Wrong answers are missed at every load.
func missed(load int, of map[string]summary) (why []string) {
	for _, kind := range kinds {
		s := of[kind]
		if s.wrong > 0 {
			why = append(why, fmt.Sprintf("%s: %d wrong", kind, s.wrong))
		}
		if s.right == 0 && s.asked > 0 {
			why = append(why, kind+": nothing was answered")
		}
		if load == 1 && s.refused > 0 {
			why = append(why, fmt.Sprintf("%s: %d refused", kind, s.refused))
		}
		if s.refused99 > refuseWithin {
			why = append(why, fmt.Sprintf("%s: refusals after %s, at most %s", kind, milliseconds(s.refused99), milliseconds(refuseWithin)))
		}
	}
	for _, g := range goals[load] {
		if s := of[g.kind]; s.all99 > g.within {
			why = append(why, fmt.Sprintf("%s: p99 %s with refusals, at most %s", g.kind, milliseconds(s.all99), milliseconds(g.within)))
		}
	}
	return why
}

func milliseconds(d time.Duration) string {
	if d == never {
		return "never"
	}
	return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
}

// median is the middle value; of an even number the lower one.
func median[T cmp.Ordered](values []T) T {
	slices.Sort(values)
	return values[(len(values)-1)/2]
}
