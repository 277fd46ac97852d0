package httpd

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/httprate"
)

// callsInHand is how many calls of one network address may be in hand at once, and of the wider networks of IPv6 twice and
// four times as many. Hundreds of people behind one address are below it; whoever asks for many answers and reads none of
// them keeps no more of the memory.
const callsInHand = 400

// flooded answers 429 to an address that asks more often than any person could, or for more at once. Cached pages and
// assets are not counted by the minute: they cost nothing. It is for machines: limits that a person can meet are refusals
// of their features.
func (s *Server) flooded(next http.Handler) http.Handler {
	if s.cfg.FloodPerMinute <= 0 {
		return next
	}
	limiters := make([]*httprate.RateLimiter, widestNetwork)
	for i := range limiters {
		limiters[i] = httprate.NewRateLimiter(s.cfg.FloodPerMinute<<i, time.Minute,
			httprate.WithResponseHeaders(httprate.ResponseHeaders{RetryAfter: "Retry-After"}))
	}
	var calls inHand
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		networks := Networks(exchangeOf(r.Context()).ip)
		if !calls.enter(networks) {
			w.Header().Set("Retry-After", "1")
			s.writeFlood(w, r, 1)
			return
		}
		defer calls.leave(networks)
		if costs(r.URL.Path) {
			for i, key := range slices.Backward(networks) { // the widest first: what it refuses leaves no counts of narrower ones
				if limiters[i].OnLimit(w, r, key) {
					wait, _ := strconv.Atoi(w.Header().Get("Retry-After"))
					s.writeFlood(w, r, wait)
					return
				}
			}
		}
		next.ServeHTTP(w, r)
	})
}

func (s *Server) writeFlood(w http.ResponseWriter, r *http.Request, wait int) {
	s.limited("flood")
	s.write(w, &Refusal{status: http.StatusTooManyRequests, Code: "flood", Title: Title(r.Context(), "flood", nil), RetryAfter: wait})
}

// costs tells whether an answer is made anew for each call: the API's, data of pages, feeds, the site map and pictures of
// links, which read the page that they show.
func costs(path string) bool {
	return isAPI(path) || strings.HasSuffix(path, payloadName) || strings.HasSuffix(path, ".atom") ||
		path == "/sitemap.xml" || strings.HasPrefix(path, "/og/")
}

// inHand counts the calls of each network that are not answered yet.
type inHand struct {
	mu sync.Mutex
	of map[string]int
}

func (c *inHand) enter(networks []string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = map[string]int{}
	}
	for i, key := range networks {
		if c.of[key] >= callsInHand<<i {
			return false
		}
	}
	for _, key := range networks {
		c.of[key]++
	}
	return true
}

func (c *inHand) leave(networks []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range networks {
		if c.of[key]--; c.of[key] == 0 {
			delete(c.of, key)
		}
	}
}
