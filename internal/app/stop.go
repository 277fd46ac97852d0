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
	// stopNotice is how long it is not ready and still answers whoever connects, so that a proxy which asks /readyz every
	// two seconds sends visitors elsewhere before the first is refused.
	stopNotice = 5 * time.Second
	// drainTime is how long requests in flight may then take to finish.
	drainTime = 20 * time.Second
	// lastTime is how long the answers to uploads that were ended may take.
	lastTime = 8 * time.Second
)

var (
	errTerminated  = errors.New("asked to stop (SIGTERM)")
	errInterrupted = errors.New("asked to stop (Ctrl+C)")
)

// UntilSignal is a context that ends at the first SIGTERM or interrupt. The second ends the process at once: the operator
// does not want to wait.
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

// notice is stopNotice where a proxy may stand in front. Who presses Ctrl+C sits before the program and waits for it.
func (a *App) notice(ctx context.Context) time.Duration {
	if a.Config.Demo || !errors.Is(context.Cause(ctx), errTerminated) {
		return 0
	}
	return stopNotice
}

// finish drains the server: it is not ready first, then it takes no new connection, then requests in flight finish, and
// uploads that take longer are refused.
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

// lastAnswers lets no connection be used again once the program stops: a proxy would send a visitor's order over it at the
// very moment at which it is closed.
func (a *App) lastAnswers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.draining.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}
