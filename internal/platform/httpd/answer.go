package httpd

import (
	"context"
	"io"
	"log/slog"
	"math"
	"net/http"
	"time"
)

// Answer is what metrics learn of a request that is over.
type Answer struct {
	Route  string // a page's name, or method and path of a call as they are registered; "" where there is none
	Status int
	Took   time.Duration
}

// answered writes the one line that the log has of a request, and tells metrics. Neither says more than which route it
// was: values of a path, queries and addresses are a visitor's.
func (s *Server) answered(x *exchange, began time.Time) {
	took, level, route, status := time.Since(began), slog.LevelInfo, x.route, x.answer.status
	switch {
	case status != 0:
	case Gone(x.r.Context()):
		status = statusGone // nothing was written
	default:
		status = http.StatusOK
	}
	if s.cfg.Answered != nil {
		s.cfg.Answered(Answer{Route: route, Status: status, Took: took})
	}
	if x.quiet {
		level = slog.LevelDebug
	}
	ctx := context.Background()
	if !s.cfg.Log.Enabled(ctx, level) {
		return
	}
	if route == "" {
		route = "none"
	}
	s.cfg.Log.LogAttrs(ctx, level, "request", slog.String("request", x.requestID), slog.String("method", knownMethod(x.r.Method)), slog.String("route", route),
		slog.Int("status", status), slog.Float64("ms", math.Round(took.Seconds()*1e4)/10), slog.Int64("bytes", x.answer.bytes))
}

// knownMethod keeps what a visitor makes up out of the log.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

// limited tells of a refusal by a limit.
func (s *Server) limited(code string) {
	if s.cfg.Limited != nil {
		s.cfg.Limited(code)
	}
}

// answerWriter remembers status and length of an answer.
type answerWriter struct {
	http.ResponseWriter
	status int // 0: nothing was said of it yet
	bytes  int64
}

// WriteHeader implements http.ResponseWriter.
func (w *answerWriter) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK { // what comes before is no answer
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *answerWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

// ReadFrom leaves a file to the connection, which may send it without a copy.
func (w *answerWriter) ReadFrom(from io.Reader) (int64, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := io.Copy(w.ResponseWriter, from)
	w.bytes += n
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *answerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
