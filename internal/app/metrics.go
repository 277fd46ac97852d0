package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/clock"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// scrapeTimeout bounds what a scrape asks of the database.
const scrapeTimeout = 2 * time.Second

// metrics are what METRICS_ADDR shows. They name routes and never a visitor.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	routes   *http.ServeMux // finds the route's name; answers nothing
}

// routeName is the name of a route, in the shape of a handler so that a ServeMux can find it.
type routeName string

func (routeName) ServeHTTP(http.ResponseWriter, *http.Request) {}

func (a *App) newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(), routes: http.NewServeMux(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "shanmen_request_seconds", Help: "Requests by route (a page's name, or method and path of a call) and status.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"route", "status"}),
	}
	for _, c := range a.HTTP.Calls() {
		m.routes.Handle(c.Method+" "+c.Path, routeName(c.Method+" "+c.Path))
	}
	for _, p := range a.HTTP.Routes() {
		if p.Path != "" {
			m.routes.Handle("GET "+muxPath(p.Path), routeName(p.Name))
		}
	}
	gauge := func(name, help string, read func(ctx context.Context) float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 {
			ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
			defer cancel()
			return read(ctx)
		})
	}
	m.registry.MustRegister(m.requests, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		gauge("shanmen_database_up", "1 while the database answers.", func(ctx context.Context) float64 {
			if a.DB.Ping(ctx) != nil {
				return 0
			}
			return 1
		}),
		gauge("shanmen_outbox_due", "Jobs of the outbox that are due and not done: mails, texts, background work. -1: unknown.", func(ctx context.Context) float64 {
			n, err := a.DB.Read().CountReadyJobs(ctx, clock.MillisOf(a.Clock.Now()))
			if err != nil {
				return -1
			}
			return float64(n)
		}),
		gauge("shanmen_disk_free_bytes", "Bytes free where DATA_DIR is, of the fuller disk if files/ has one of its own. -1: unknown.", func(context.Context) float64 {
			room, _, err := a.dataRoom()
			if err != nil {
				return -1
			}
			return float64(room.Free)
		}),
		gauge("shanmen_page_cache_pages", "Pages in the cache.", func(context.Context) float64 { return float64(a.SSR.Stats().Pages) }),
		gauge("shanmen_page_cache_bytes", "Bytes in the page cache.", func(context.Context) float64 { return float64(a.SSR.Stats().Bytes) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "shanmen_page_renders_total", Help: "Pages rendered."},
			func() float64 { return float64(a.SSR.Stats().Renders) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "shanmen_page_render_failures_total", Help: "Pages that did not render and were left to the browser."},
			func() float64 { return float64(a.SSR.Stats().Failures) }),
	)
	return m
}

// muxPath writes a page's path as a ServeMux does: /event/:key is /event/{key}, and / is only itself.
func muxPath(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if name, ok := strings.CutPrefix(p, ":"); ok {
			parts[i] = "{" + name + "}"
		}
	}
	if path == "/" {
		return "/{$}"
	}
	return strings.Join(parts, "/")
}

// route names what a request asks for. Made-up addresses are all "other": they must not fill the memory.
func (m *metrics) route(r *http.Request) string {
	path, payload := strings.CutSuffix(r.URL.Path, "/_payload.json")
	if path == "" {
		path = "/"
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	h, _ := m.routes.Handler(&http.Request{Method: method, URL: &url.URL{Path: path}, Host: r.Host})
	name, ok := h.(routeName)
	switch {
	case !ok:
		return "other"
	case payload:
		return string(name) + " payload"
	}
	return string(name)
}

// measured counts and times the requests of next.
func (m *metrics) measured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		route, started := m.route(r), time.Now()
		seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			m.requests.WithLabelValues(route, strconv.Itoa(seen.status)).Observe(time.Since(started).Seconds())
		}()
		next.ServeHTTP(seen, r)
	})
}

// statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	if status >= http.StatusOK { // what comes before is no answer
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// startMetrics measures every request from now on and serves the figures on a listener of their own:
// they are for the operator, never for the public. Call it before Serve; stop ends the listener.
func (a *App) startMetrics(ctx context.Context, addr string) (at net.Addr, stop func(), err error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, nil, fmt.Errorf("METRICS_ADDR: %w", err)
	}
	m := a.newMetrics()
	a.Handler = m.measured(a.Handler)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ErrorLog: slog.NewLogLogger(a.Log.Handler(), slog.LevelDebug)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			a.Log.Error("metrics", "error", err)
		}
	}()
	return l.Addr(), func() {
		_ = srv.Close()
		<-done
	}, nil
}
