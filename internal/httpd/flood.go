package httpd

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/httprate"
)

// flooded answers 429 to an address that asks more often than any person could. Cached pages and
// assets are exempt: they cost nothing. It is for machines: limits that a person can meet are
// refusals of their features.
func (s *Server) flooded(next http.Handler) http.Handler {
	if s.cfg.FloodPerMinute <= 0 {
		return next
	}
	limiter := httprate.NewRateLimiter(s.cfg.FloodPerMinute, time.Minute,
		httprate.WithResponseHeaders(httprate.ResponseHeaders{RetryAfter: "Retry-After"}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isAPI(r.URL.Path) && !strings.HasSuffix(r.URL.Path, payloadName) {
			next.ServeHTTP(w, r)
			return
		}
		if limiter.OnLimit(w, r, httprate.CanonicalizeIP(exchangeOf(r.Context()).ip)) {
			wait, _ := strconv.Atoi(w.Header().Get("Retry-After"))
			s.write(w, &Refusal{status: http.StatusTooManyRequests, Code: "flood", Title: Title(r.Context(), "flood", nil), RetryAfter: wait})
			return
		}
		next.ServeHTTP(w, r)
	})
}
