package app

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// How the program stops after a signal, in this order.
const (
	// stopNotice is how long it reports not ready but still accepts connections, so that a proxy that polls /readyz
	// every two seconds redirects visitors before the first one is refused.
	stopNotice = 5 * time.Second
	// drainTime is how long requests in flight may then take.
	drainTime = 20 * time.Second
	// lastTime is how long the answers to aborted uploads may take.
	lastTime = 8 * time.Second
)

var (
	errTerminated  = errors.New("asked to stop (SIGTERM)")
	errInterrupted = errors.New("asked to stop (Ctrl+C)")
)

// UntilSignal returns a context that ends at the first SIGTERM or interrupt. A second signal exits at once, for an
// operator who does not want to wait.
func UntilSignal(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		why := errInterrupted
		if got := <-signals; got == syscall.SIGTERM {
			why = errTerminated
		}
		signal.Reset(os.Interrupt, syscall.SIGTERM)
		cancel(why)
	}()
	return ctx
}

// notice is stopNotice if there may be a proxy. After Ctrl+C an operator is waiting, so it is zero.
func (a *App) notice(ctx context.Context) time.Duration {
	if a.Config.Demo || !errors.Is(context.Cause(ctx), errTerminated) {
		return 0
	}
	return stopNotice
}

// finish drains the server: first not ready, then no new connections, then requests in flight finish and slow uploads
// are refused.
func (a *App) finish(ctx context.Context, srv *http.Server) error {
	notice := a.notice(ctx)
	ctx = context.WithoutCancel(ctx)
	a.draining.Store(true)
	if notice > 0 {
		a.Log.Info("stopping: not ready from now on, and still open", "for", notice)
		sleep(ctx, notice)
	}
	a.Log.Info("stopping: requests in flight finish first")
	err := shutDown(ctx, srv, drainTime)
	if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	a.Log.Warn("stopping: what is still being sent is ended, and its visitors are told", "after", drainTime)
	a.HTTP.EndUploads()
	if err = shutDown(ctx, srv, lastTime); errors.Is(err, context.DeadlineExceeded) {
		a.Log.Warn("stopping: answers that were still being written are cut")
		err = srv.Close()
	}
	return err
}

func shutDown(ctx context.Context, srv *http.Server, most time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	return srv.Shutdown(ctx)
}

// lastAnswers disables keep-alive once the program stops: a proxy could otherwise send an order over a connection at
// the moment it is closed.
func (a *App) lastAnswers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.draining.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}
