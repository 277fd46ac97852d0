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

// callsInHand is the maximum number of concurrent calls per network address; for wider IPv6 networks twice and four
// times as many. Hundreds of people behind one address stay below it, and a client that reads no answers is bounded in
// memory.
const callsInHand = 400

// flooded answers 429 to an address with more requests a minute or at once than people make. Cached pages and assets do
// not count per minute, because they cost nothing. Limits that a person can meet are refusals of their features
// instead.
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
			for i, key := range slices.Backward(networks) { // widest first: its refusal adds no counts to narrower ones
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

// costs returns whether an answer is computed for each request: the API, page data, feeds, the sitemap and share
// pictures, which read their page.
func costs(path string) bool {
	return isAPI(path) || strings.HasSuffix(path, payloadName) || strings.HasSuffix(path, ".atom") ||
		path == "/sitemap.xml" || strings.HasPrefix(path, "/og/")
}

// inHand counts the unanswered calls of each network.
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
