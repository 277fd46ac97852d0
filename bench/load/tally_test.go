package main

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestPercentileIsTheNearestRank(t *testing.T) {
	t.Parallel()
	var hundred []time.Duration
	for i := range 100 {
		hundred = append(hundred, time.Duration(i+1))
	}
	for _, c := range []struct {
		of   []time.Duration
		p    float64
		want time.Duration
	}{
		{nil, 0.99, 0}, {hundred[:1], 0.5, 1}, {hundred, 0.5, 50}, {hundred, 0.99, 99}, {hundred, 1, 100}, {hundred[:10], 0.99, 10},
	} {
		if got := percentile(c.of, c.p); got != c.want {
			t.Errorf("percentile %v of %d values: %d, want %d", c.p, len(c.of), got, c.want)
		}
	}
}

// A refusal is one only if it says when to come again; as an answer it never comes.
func TestAnswersAreCountedByHowTheyEnd(t *testing.T) {
	t.Parallel()
	later := http.Header{"Retry-After": {"2"}}
	var one tally
	for range 98 {
		one.heard(http.StatusOK, nil, "", time.Millisecond)
	}
	one.heard(http.StatusServiceUnavailable, later, "503", 30*time.Millisecond)
	one.heard(http.StatusTooManyRequests, later, "429", 40*time.Millisecond)
	s := one.sum()
	if s.asked != 100 || s.right != 98 || s.refused != 2 || s.wrong != 0 || s.p99 != time.Millisecond || s.all99 != never || s.refused99 != 40*time.Millisecond {
		t.Errorf("%+v", s)
	}
	one.heard(http.StatusServiceUnavailable, nil, "503", time.Millisecond)
	one.heard(http.StatusOK, nil, "another member's session", time.Millisecond)
	if s := one.sum(); s.wrong != 2 || s.reasons["another member's session"] != 1 {
		t.Errorf("%+v", s)
	}
}

func TestGoals(t *testing.T) {
	t.Parallel()
	fine := func() map[string]summary {
		of := map[string]summary{}
		for _, kind := range kinds {
			of[kind] = summary{asked: 1000, right: 1000, p99: 40 * time.Millisecond, all99: 40 * time.Millisecond}
		}
		return of
	}
	for name, c := range map[string]struct {
		load   int
		kind   string
		change func(s *summary)
		want   string // "": nothing is missed
	}{
		"OK":                   {1, "page", func(*summary) {}, ""},
		"Wrong":                {2, "page", func(s *summary) { s.wrong = 1 }, "page: 1 wrong"},
		"Nothing":              {3, "api", func(s *summary) { s.right = 0 }, "api: nothing was answered"},
		"RefusedAtOnce":        {3, "api", func(s *summary) { s.refused, s.refused99, s.all99 = 100, 400*time.Millisecond, never }, ""},
		"RefusedLate":          {3, "api", func(s *summary) { s.refused, s.refused99 = 100, 600*time.Millisecond }, "api: refusals after 600 ms, at most 500 ms"},
		"RefusedAtSingleLoad":  {1, "upload", func(s *summary) { s.refused = 1 }, "upload: 1 refused"},
		"UploadSlow":           {1, "upload", func(s *summary) { s.all99 = 1100 * time.Millisecond }, "upload: p99 1100 ms with refusals, at most 1000 ms"},
		"UploadSlowUnderThree": {3, "upload", func(s *summary) { s.all99 = 1100 * time.Millisecond }, ""},
		"PagesRefused":         {3, "page", func(s *summary) { s.refused, s.all99 = 11, never }, "page: p99 never with refusals, at most 250 ms"},
		"PaySlow":              {3, "pay", func(s *summary) { s.all99 = 2 * time.Second }, "pay: p99 2000 ms with refusals, at most 1000 ms"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			of := fine()
			s := of[c.kind]
			c.change(&s)
			of[c.kind] = s
			if got := strings.Join(missed(c.load, of), "; "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
