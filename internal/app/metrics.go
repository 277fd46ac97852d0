package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Operator is the handler of METRICS_ADDR: Prometheus metrics and Go's profiles. Neither is public.
func (a *App) Operator() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(a.traffic.requests, a.traffic.refusals, &figures{a: a, parts: a.figureParts()},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// serveOperator serves it on its own listener; stop ends it.
func (a *App) serveOperator(ctx context.Context, addr string) (at net.Addr, stop func(), err error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, nil, fmt.Errorf("METRICS_ADDR: %w", err)
	}
	srv := &http.Server{Handler: a.Operator(), ReadHeaderTimeout: 5 * time.Second, ErrorLog: slog.NewLogLogger(a.Log.Handler(), slog.LevelDebug)}
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
