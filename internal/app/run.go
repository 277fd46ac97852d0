package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"

	"shanmen"
	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/writing"
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/httpd"
)

func logger(cfg Config, w io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(cfg.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: hideIdentity}
	if cfg.LogFormat == "json" {
		return slog.New(newFolding(slog.NewJSONHandler(w, options)))
	}
	return slog.New(newFolding(slog.NewTextHandler(w, options)))
}

// hideIdentity removes NRIC and FIN numbers from the log, whether they come from a path, a library or a database error.
func hideIdentity(_ []string, a slog.Attr) slog.Attr {
	if k := a.Value.Kind(); k == slog.KindString || k == slog.KindAny {
		text := a.Value.String()
		if hidden := writing.HideIdentityNumbers(text); hidden != text {
			a.Value = slog.StringValue(hidden)
		}
	}
	return a
}

func serve(ctx context.Context, c invocation) (err error) {
	cfg, err := LoadConfig(c.getenv, c.demo)
	if err != nil {
		return err
	}
	log := logger(cfg, os.Stderr)
	open := false
	defer func() {
		if err != nil && !open && ctx.Err() != nil { // whatever the signal interrupted, nothing failed
			log.Warn("stopped before it was open", "during", err)
			err = nil
		}
	}()
	for _, doubt := range append(c.doubts, cfg.doubts...) {
		log.Warn(doubt)
	}
	if m := memoryOf("/"); c.getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(m.own)
		log.Info("memory", "megabytes", m.total>>20, "own", m.own>>20, "pictures", m.pictures>>20)
	}
	alone, err := serveAlone(ctx, cfg, log, servingWait)
	if err != nil {
		return err
	}
	defer func() { _ = alone.Close() }()
	a, err := New(ctx, cfg, Options{Clock: programClock(), Log: log})
	if err != nil {
		return err
	}
	if err := a.claimFileStore(ctx); err != nil {
		return errors.Join(err, a.Close())
	}
	a.warnOfFullDisk()
	if cfg.BackupTo == "" && cfg.DatabaseURL == "" && !cfg.Demo {
		log.Warn("no backups are made: set BACKUP_TO")
	}
	if cfg.MetricsAddr != "" {
		_, stop, err := a.serveOperator(ctx, cfg.MetricsAddr)
		if err != nil {
			return errors.Join(err, a.Close())
		}
		defer stop()
	}
	l, err := net.Listen("tcp", net.JoinHostPort(cfg.Addr, fmt.Sprint(cfg.Port)))
	if err != nil {
		return errors.Join(fmt.Errorf("cannot listen: %w (another program may use the port; set PORT)", err), a.Close())
	}
	fmt.Fprintf(c.out, "\n  Shanmen 山门 %s is open at %s\n", shanmen.Version(), cfg.base)
	if cfg.Demo {
		fmt.Fprint(c.out, demoWelcome)
	}
	if err := a.TellFirst(ctx, c.out); err != nil {
		return errors.Join(err, l.Close(), a.Close())
	}
	open = true
	return a.Serve(ctx, l)
}

// gcPercent sets how much memory may be garbage, in percent of what is in use, before a collection. Go's default of 100
// let the program grow above 256 MB while thirty sockets sent worst-case requests; this costs a few percent of a core.
const gcPercent = 50

// Serve answers on l until ctx ends, then finishes requests in flight, running jobs and database writes, in this order.
func (a *App) Serve(ctx context.Context, l net.Listener) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	srv := httpd.Listening(a.lastAnswers(a.Handler), a.Log)
	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	worked := make(chan struct{})
	go func() {
		defer close(worked)
		a.work(work)
	}()
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(l) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
		err = a.finish(ctx, srv)
	}
	stopWork()
	<-worked
	if lost := a.Redirects.KeepCounts(context.WithoutCancel(ctx)); lost != nil {
		a.Log.Warn("the last counts of addresses are lost", "error", lost)
	}
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return errors.Join(err, a.Close())
}

// describe prints the API description and page table for code generators. It needs no database.
func describe(what string, stdout io.Writer) error {
	messages, err := locale.Load()
	if err != nil {
		return err
	}
	a := &App{Clock: clock.Real{}, Messages: messages, Log: slog.New(slog.DiscardHandler), Admission: admission.New(clock.Real{}, 0)}
	cfg, err := LoadConfig(func(string) string { return "" }, false)
	if err != nil {
		return err
	}
	a.Config = cfg
	a.wire()
	api, data := a.Contract()
	if what == "routes" {
		_, err = io.WriteString(stdout, routesTS(a.HTTP.Pages())+pageDataTS(a.HTTP.Pages(), data))
		return err
	}
	enc := json.NewEncoder(stdout)
	enc.SetIndent("", "  ")
	return enc.Encode(api)
}
