// Command pgserver provides a temporary PostgreSQL for tests.
//
//	pgserver run go test ./...   runs the command with TEST_DATABASE_URL set, so that the tests of
//	                             all packages share one server, and with TEST_TEMPLATES their filled
//	                             databases; the exit code is the command's
//	pgserver create              prints the URL of a new, empty database on that server
//
// If TEST_DATABASE_URL is set, that server is used. If TMPDIR is not set and there is space, server and command keep
// their files in memory.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"

	"shanmen/internal/testkit/pg"
)

func main() {
	code, err := 2, errors.New("usage: pgserver run command [argument ...] | pgserver create")
	switch {
	case len(os.Args) > 2 && os.Args[1] == "run":
		code, err = run(os.Args[2], os.Args[3:])
	case len(os.Args) == 2 && os.Args[1] == "create":
		code, err = create()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "pgserver:", err)
	}
	os.Exit(code)
}

func create() (int, error) {
	url, err := pg.Create()
	if err != nil {
		return 1, err
	}
	fmt.Println(url)
	return 0, nil
}

func run(program string, args []string) (int, error) {
	env := os.Environ()
	if os.Getenv("TMPDIR") == "" {
		if dir := folderInMemory(); dir != "" {
			defer func() { _ = os.RemoveAll(dir) }()
			env = append(env, "TMPDIR="+dir)
			if os.Getenv("GOTMPDIR") == "" {
				env = append(env, "GOTMPDIR="+os.TempDir()) // compiler output is large
			}
			if err := os.Setenv("TMPDIR", dir); err != nil { // of the server, below
				return 1, err
			}
		}
	}
	if os.Getenv("TEST_DATABASE_URL") == "" {
		server, err := pg.Start()
		if err != nil {
			return 1, err
		}
		defer server.Stop()
		env = append(env, "TEST_DATABASE_URL="+server.URL)
	}
	templates, err := os.MkdirTemp("", "shanmen-templates-")
	if err != nil {
		return 1, err
	}
	defer func() { _ = os.RemoveAll(templates) }()
	env = append(env, pg.Templates+"="+templates)
	// Ctrl-C reaches the command too; wait for it to end.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	c := exec.Command(program, args...)
	c.Env, c.Stdin, c.Stdout, c.Stderr = env, os.Stdin, os.Stdout, os.Stderr
	err = c.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return max(1, exit.ExitCode()), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}
