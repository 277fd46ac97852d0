package app

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"

	"shanmen"
	"shanmen/internal/clock"
	"shanmen/internal/httpd"
	"shanmen/internal/licences"
	"shanmen/internal/locale"
	"shanmen/internal/writing"
)

const usage = `shanmen: the website of a temple

  shanmen serve [--demo]   migrate the database, then serve (with --demo: a demonstration temple)
  shanmen migrate          bring the database up to date and stop
  shanmen init             begin a new temple where the files of another one are
  shanmen backup [<folder or s3://…>]
                           make a backup, while the temple is open (without a place: to BACKUP_TO)
  shanmen backup verify [<folder or s3://…>]
                           read all that is there, and restore the newest on trial
  shanmen backup list [<folder or s3://…>]
                           name what is there, and what the last backup found of each
  shanmen backup key <file>
                           make a key by which backups are encrypted (BACKUP_KEY_FILE)
  shanmen restore [--at <name>] [<folder or s3://…>]
                           bring the newest backup, or that of a name, into an empty DATA_DIR
  shanmen staff add        create a staff account (asks for what it needs)
  shanmen staff list       show the staff accounts
  shanmen staff reset-factor <e-mail or mobile>
                           take a second step away, so that the next login sets up a new one
  shanmen outbox list      show mails, texts and jobs that could not be done
  shanmen outbox retry <id or all>
                           have them tried again
  shanmen clock [accept]   show whether the clock is believed, or confirm it after a jump
  shanmen alive            ask the program that serves here whether it answers
  shanmen openapi          print the API's contract
  shanmen routes           print the page table for the browser
  shanmen licences         print the licences of all that is inside the program
  shanmen version
`

// Run is the whole program: args without the program's name, getenv for settings, output for what
// a person should read. It returns when ctx ends and everything in hand is finished.
func Run(ctx context.Context, args []string, getenv func(string) string, stdout io.Writer) error {
	verb := ""
	if len(args) > 0 {
		verb, args = args[0], args[1:]
	}
	switch verb {
	case "serve":
		return serve(ctx, args, getenv, stdout)
	case "migrate":
		cfg, err := LoadConfig(getenv, false)
		if err != nil {
			return err
		}
		a, err := New(ctx, cfg, Options{Log: logger(cfg, os.Stderr)})
		if err != nil {
			return err
		}
		fmt.Fprintln(stdout, "The database is up to date.")
		return a.Close()
	case "init":
		return begin(ctx, getenv, stdout)
	case "backup":
		return backUp(ctx, args, getenv, stdout)
	case "restore":
		return restore(ctx, args, getenv, stdout)
	case "staff":
		return staffVerb(ctx, args, getenv, os.Stdin, stdout)
	case "outbox":
		return letters(ctx, args, getenv, stdout)
	case "clock":
		return clockVerb(ctx, args, getenv, stdout)
	case "alive":
		return alive(ctx, getenv)
	case "openapi", "routes":
		return describe(verb, stdout)
	case "licences":
		_, err := io.WriteString(stdout, licences.Text())
		return err
	case "version", "--version":
		fmt.Fprintln(stdout, shanmen.Build())
		return nil
	case "", "help", "-h", "--help":
		fmt.Fprint(stdout, usage)
		return nil
	}
	return fmt.Errorf("there is no verb %q; \"shanmen help\" lists them", verb)
}

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

// hideIdentity keeps NRIC and FIN numbers out of the log, whatever a path, a library or an error of the database quotes.
func hideIdentity(_ []string, a slog.Attr) slog.Attr {
	if k := a.Value.Kind(); k == slog.KindString || k == slog.KindAny {
		text := a.Value.String()
		if hidden := writing.HideIdentityNumbers(text); hidden != text {
			a.Value = slog.StringValue(hidden)
		}
	}
	return a
}

func serve(ctx context.Context, args []string, getenv func(string) string, stdout io.Writer) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	demo := flags.Bool("demo", false, "seed and mark an empty database as a demonstration")
	if err := flags.Parse(args); err != nil {
		return err
	}
	cfg, err := LoadConfig(getenv, *demo)
	if err != nil {
		return err
	}
	log := logger(cfg, os.Stderr)
	if m := memoryOf("/"); getenv("GOMEMLIMIT") == "" {
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
	if err := a.agreeOnFiles(ctx); err != nil {
		return errors.Join(err, a.Close())
	}
	a.tellOfDisk()
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
	fmt.Fprintf(stdout, "\n  清莲寺 Shanmen %s is open at %s\n", shanmen.Version(), cfg.base)
	if cfg.Demo {
		fmt.Fprint(stdout, demoWelcome)
	}
	if err := a.TellFirst(ctx, stdout); err != nil {
		return errors.Join(err, l.Close(), a.Close())
	}
	return a.Serve(ctx, l)
}

// gcPercent is how much may become garbage, in percent of what is in use, before it is collected. Go's 100 left the
// program above 256 MB while thirty sockets sent the worst that they could; this costs some percent of a core.
const gcPercent = 50

// Serve answers on l until ctx ends, then finishes requests in flight, the jobs in hand and the
// database's writes, in this order.
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

// describe prints what other languages are generated from. It needs no database.
func describe(what string, stdout io.Writer) error {
	messages, err := locale.Load()
	if err != nil {
		return err
	}
	a := &App{Clock: clock.Real{}, Messages: messages, Log: slog.New(slog.DiscardHandler)}
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
