package httpd

import (
	"context"
	"io"
	"log/slog"
	"math"
	"net/http"
	"time"
)

// Answer describes a finished request for metrics.
type Answer struct {
	Route  string // the page's name, or method and registered path of a call; "" if there is none
	Status int
	Busy   bool // refused because its class had no room
	Took   time.Duration
}

// answered logs a request in one line and reports it to metrics. Both only name the route, because path values, queries
// and addresses are personal.
func (s *Server) answered(x *exchange, began time.Time) {
	took, level, route, status := time.Since(began), slog.LevelInfo, x.route, x.answer.status
	switch {
	case status != 0:
	case Gone(x.r.Context()):
		status = statusGone // no response was written
	default:
		status = http.StatusOK
	}
	if s.cfg.Answered != nil {
		s.cfg.Answered(Answer{Route: route, Status: status, Busy: x.busy, Took: took})
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

// knownMethod replaces made-up methods in the log.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

// limited reports a refusal by a limit.
func (s *Server) limited(code string) {
	if s.cfg.Limited != nil {
		s.cfg.Limited(code)
	}
}

// answerWriter records status and length of a response. A request whose response begins needs the database no more, and
// its reader may be slow: it gives its slot back.
type answerWriter struct {
	http.ResponseWriter
	x      *exchange
	status int // 0: no status sent yet
	bytes  int64
}

// WriteHeader implements http.ResponseWriter.
func (w *answerWriter) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK { // 1xx statuses are not final
		w.status = status
		w.x.giveBack()
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *answerWriter) begin() {
	if w.status == 0 {
		w.status = http.StatusOK
		w.x.giveBack()
	}
}

// Write implements http.ResponseWriter.
func (w *answerWriter) Write(b []byte) (int, error) {
	w.begin()
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

// ReadFrom passes a file to the connection, which may use sendfile.
func (w *answerWriter) ReadFrom(from io.Reader) (int64, error) {
	w.begin()
	n, err := io.Copy(w.ResponseWriter, from)
	w.bytes += n
	return n, err
}

// Unwrap gives http.ResponseController access to the connection.
func (w *answerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
