package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"shanmen"
	"shanmen/internal/base/licences"
	"shanmen/internal/platform/db"
)

// verb is one command of the program: its syntax, description and function. The table of verbs is the only source of
// the help and of what is accepted.
type verb struct {
	name        string // one word or two
	args        string // syntax of the arguments
	about       string // one-line description
	least, most int    // number of arguments besides flags
	flags       func(*flag.FlagSet, *invocation)
	plain       bool // reads no settings, or reports errors in them itself
	run         func(ctx context.Context, c invocation) error
}

// invocation is a parsed command line.
type invocation struct {
	args    []string // without verb and flags
	environ []string
	getenv  func(string) string
	in      io.Reader
	out     io.Writer
	doubts  []string // environment variables that look like misspelt settings
	demo    bool     // serve --demo
	at      string   // restore --at
	asJSON  bool     // doctor --json
}

func verbs() []verb {
	onTemple := func(act func(ctx context.Context, a *App, c invocation) error) func(context.Context, invocation) error {
		return func(ctx context.Context, c invocation) error { return withTemple(ctx, c, false, act) }
	}
	return []verb{
		{
			name: "serve", args: "[--demo]", about: "migrate the database, then serve",
			flags: func(f *flag.FlagSet, c *invocation) {
				f.BoolVar(&c.demo, "demo", false, "a demonstration temple, in a database that is empty or was one")
			},
			run: serve,
		},
		{name: "migrate", about: "bring the database up to date and stop", run: bringUpToDate},
		{name: "init", about: "begin a new temple where the files of another one are", run: begin},
		{name: "backup", args: "[<folder or s3://…>]", about: "make a backup, while the temple is open (without a place: to BACKUP_TO)", most: 1, run: backUp},
		{name: "backup verify", args: "[<folder or s3://…>]", about: "read all that is there, and restore the newest on trial", most: 1, run: verifyBackups},
		{name: "backup list", args: "[<folder or s3://…>]", about: "name the backups that are there, with what the last reading found of each", most: 1, run: listBackups},
		{name: "backup key", args: "<file>", about: "make a key by which backups are encrypted (BACKUP_KEY_FILE)", plain: true, least: 1, most: 1, run: makeKey},
		{
			name: "restore", args: "[--at <name>] [<folder or s3://…>]", about: "bring the newest backup into an empty DATA_DIR", most: 1,
			flags: func(f *flag.FlagSet, c *invocation) {
				f.StringVar(&c.at, "at", "", "the backup of this `name` in place of the newest")
			},
			run: restore,
		},
		{name: "staff add", about: "create a staff account (asks for what it needs)", run: func(ctx context.Context, c invocation) error {
			return withTemple(ctx, c, true, func(ctx context.Context, a *App, c invocation) error {
				return a.addStaff(ctx, newAsker(c.in, c.out))
			})
		}},
		{name: "staff list", about: "show the staff accounts", run: onTemple(func(ctx context.Context, a *App, c invocation) error {
			return a.listStaff(ctx, c.out)
		})},
		{name: "staff reset-factor", args: "<e-mail or mobile>", about: "take a second step away, so that the next login sets up a new one", least: 1, most: 1, run: onTemple(func(ctx context.Context, a *App, c invocation) error {
			return a.resetFactor(ctx, c.args[0], c.out)
		})},
		{name: "outbox list", about: "show mails, texts and jobs that could not be done", run: onTemple(func(ctx context.Context, a *App, c invocation) error {
			return a.listLetters(ctx, c.out)
		})},
		{name: "outbox retry", args: "<id or all>", about: "have them tried again", least: 1, most: 1, run: onTemple(func(ctx context.Context, a *App, c invocation) error {
			return a.retryLetters(ctx, c.args[0], c.out)
		})},
		{name: "clock", about: "show whether the clock is believed", run: onTemple(func(ctx context.Context, a *App, c invocation) error {
			return a.showClock(ctx, false, c.out)
		})},
		{name: "clock accept", about: "confirm the clock after a jump", run: onTemple(func(ctx context.Context, a *App, c invocation) error {
			return a.showClock(ctx, true, c.out)
		})},
		{
			name: "doctor", args: "[--json]", about: "look whether settings, database, mail, texts, files, backups and the address are well", plain: true,
			flags: func(f *flag.FlagSet, c *invocation) {
				f.BoolVar(&c.asJSON, "json", false, "the findings for a machine")
			},
			run: examine,
		},
		{name: "alive", about: "ask the program that serves here whether it answers", run: alive},
		{name: "openapi", about: "print the API's contract", plain: true, run: func(_ context.Context, c invocation) error { return describe("openapi", c.out) }},
		{name: "routes", about: "print the page table for the browser", plain: true, run: func(_ context.Context, c invocation) error { return describe("routes", c.out) }},
		{name: "licences", about: "print the licences of all that is inside the program", plain: true, run: func(_ context.Context, c invocation) error {
			_, err := io.WriteString(c.out, licences.Text())
			return err
		}},
		{name: "version", about: "print the version (also: shanmen --version)", plain: true, run: func(_ context.Context, c invocation) error {
			_, err := fmt.Fprintln(c.out, shanmen.Build())
			return err
		}},
	}
}

// The exit codes. "shanmen doctor" uses 1 and 2 with its own meaning.
const (
	exitFailed = 1
	exitMisuse = 2
)

const exitCodes = `Exit codes: 0 it is done; 1 it could not be done, a line on standard error says why; 2 the command line or a
setting is wrong, and to start again does not help. Of doctor: 0 all is well; 1 warnings; 2 errors.
`

// misuse is an error of the caller: a wrong command line or setting.
type misuse struct{ error }

func (m misuse) Unwrap() error { return m.error }

// ExitCode maps the error of Run to the exit code.
func ExitCode(err error) int {
	var code interface{ exitCode() int }
	var wrong misuse
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return code.exitCode()
	case errors.As(err, &wrong):
		return exitMisuse
	}
	return exitFailed
}

// Run runs the whole program: args without the program's name, environ as from os.Environ, in and out for dialogues. It
// returns when ctx ends and everything in progress is finished.
func Run(ctx context.Context, args, environ []string, in io.Reader, out io.Writer) error {
	table := verbs()
	help := slices.ContainsFunc(args, isHelp)
	words := slices.DeleteFunc(slices.Clone(args), isHelp)
	if len(words) > 0 && words[0] == "help" {
		help, words = true, words[1:]
	}
	if len(words) > 0 && words[0] == "--version" {
		words[0] = "version"
	}
	if len(words) == 0 {
		return printHelp(out, table)
	}
	v, rest, err := findVerb(table, words)
	if help {
		return printUsages(out, table, v, words, err)
	}
	if err != nil {
		return err
	}
	c := invocation{environ: environ, getenv: lookUp(environ), in: in, out: out}
	if c.args, err = v.parse(rest, &c); err != nil {
		return err
	}
	if !v.plain {
		if c.doubts, err = checkNames(environ); err != nil {
			return err
		}
	}
	return v.run(ctx, c)
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

func lookUp(environ []string) func(string) string {
	vars := map[string]string{}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		vars[name] = value
	}
	return func(name string) string { return vars[name] }
}

// findVerb finds the matching verb with the most words. The error lists verbs with the same first word.
func findVerb(table []verb, words []string) (found *verb, rest []string, err error) {
	for i := range table {
		n := 1 + strings.Count(table[i].name, " ")
		if len(words) >= n && strings.Join(words[:n], " ") == table[i].name && (found == nil || len(words)-n < len(rest)) {
			found, rest = &table[i], words[n:]
		}
	}
	if found != nil {
		return found, rest, nil
	}
	var uses []string
	for _, v := range alike(table, words[0]) {
		uses = append(uses, fmt.Sprintf("%q", v.use()))
	}
	if len(uses) > 0 {
		return nil, nil, misuse{fmt.Errorf("the uses are %s", strings.Join(uses, ", "))}
	}
	return nil, nil, misuse{fmt.Errorf("there is no verb %q; \"shanmen help\" lists them", words[0])}
}

// alike lists the verbs with this first word.
func alike(table []verb, word string) []verb {
	return slices.DeleteFunc(slices.Clone(table), func(v verb) bool { return v.name != word && !strings.HasPrefix(v.name, word+" ") })
}

func (v verb) use() string { return strings.TrimSpace("shanmen " + v.name + " " + v.args) }

// parse parses flags and checks the number of arguments.
func (v verb) parse(rest []string, c *invocation) ([]string, error) {
	f := v.flagSet(c)
	if err := f.Parse(rest); err != nil {
		return nil, misuse{fmt.Errorf("%w: the use is %q", err, v.use())}
	}
	args := f.Args()
	for _, a := range args {
		if strings.HasPrefix(a, "-") {
			return nil, misuse{fmt.Errorf("flags such as %s come first: the use is %q", a, v.use())}
		}
	}
	switch {
	case len(args) > v.most:
		return nil, misuse{fmt.Errorf("\"shanmen %s\" does not take %q: the use is %q", v.name, args[v.most], v.use())}
	case len(args) < v.least:
		return nil, misuse{fmt.Errorf("\"shanmen %s\" needs more: the use is %q", v.name, v.use())}
	}
	return args, nil
}

func (v verb) flagSet(c *invocation) *flag.FlagSet {
	f := flag.NewFlagSet(v.name, flag.ContinueOnError)
	f.SetOutput(io.Discard) // the error is returned by Run
	if v.flags != nil {
		v.flags(f, c)
	}
	return f
}

func printHelp(out io.Writer, table []verb) error {
	text := "shanmen: the website of a temple\n\n"
	for _, v := range table {
		text += v.line()
	}
	text += "\n\"shanmen help <verb>\" says more of one. Settings are variables of the environment: docs/settings.md.\n" + exitCodes
	_, err := io.WriteString(out, text)
	return err
}

// line formats a verb for the list of all verbs.
func (v verb) line() string {
	const column = 25
	use := "  " + v.use()
	if len([]rune(use)) >= column+2 {
		return use + "\n" + strings.Repeat(" ", column+2) + v.about + "\n"
	}
	return use + strings.Repeat(" ", column+2-len([]rune(use))) + v.about + "\n"
}

// printUsages prints the usage of a verb, or of all verbs with this first word.
func printUsages(out io.Writer, table []verb, v *verb, words []string, unknown error) error {
	shown := alike(table, words[0])
	if v != nil && v.name != words[0] {
		shown = []verb{*v}
	}
	if len(shown) == 0 {
		return unknown
	}
	text := ""
	for _, v := range shown {
		text += v.use() + "\n    " + v.about + "\n"
		v.flagSet(&invocation{}).VisitAll(func(f *flag.Flag) {
			name, about := flag.UnquoteUsage(f)
			text += strings.TrimRight("    --"+f.Name+" "+name, " ") + ": " + about + "\n"
		})
	}
	_, err := io.WriteString(out, text)
	return err
}

// withTemple opens the temple for an interactive verb. A verb that may run first can create the temple.
func withTemple(ctx context.Context, c invocation, first bool, act func(ctx context.Context, a *App, c invocation) error) error {
	cfg, err := LoadConfig(c.getenv, false)
	if err != nil {
		return err
	}
	if !first {
		if err := mustBeTemple(ctx, cfg); err != nil {
			return err
		}
	}
	cfg.LogLevel = "warn" // a dialogue, so the log stays quiet
	a, err := New(ctx, cfg, Options{Log: logger(cfg, os.Stderr)})
	if err != nil {
		return err
	}
	return errors.Join(act(ctx, a, c), a.Close())
}

// mustBeTemple refuses a place without a temple. A shell that lacks the service's settings would otherwise create a new
// one and work in it.
func mustBeTemple(ctx context.Context, cfg Config) error {
	found, err := db.Look(ctx, cfg.databaseURL())
	if err != nil || !found.Empty {
		return err
	}
	return fmt.Errorf("the database %s is missing or empty: set DATA_DIR and DATABASE_URL as the service has them (the first start, \"shanmen serve\" or \"shanmen migrate\", begins a temple)", found.At)
}

// bringUpToDate is "shanmen migrate".
func bringUpToDate(ctx context.Context, c invocation) error {
	cfg, err := LoadConfig(c.getenv, false)
	if err != nil {
		return err
	}
	a, err := New(ctx, cfg, Options{Log: logger(cfg, os.Stderr)})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.out, "The database is up to date.")
	return errors.Join(err, a.Close())
}
