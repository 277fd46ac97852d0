// Command pgserver runs a command with TEST_DATABASE_URL set to a throw-away PostgreSQL, so that
// the tests of all packages share one server:
//
//	go run ./internal/testkit/pgserver go test ./...
//
// A server that TEST_DATABASE_URL already names is used as it is. The exit code is the command's.
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
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: pgserver command [argument ...]")
		os.Exit(2)
	}
	code, err := run(os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "pgserver:", err)
	}
	os.Exit(code)
}

func run(program string, args []string) (int, error) {
	env := os.Environ()
	if os.Getenv("TEST_DATABASE_URL") == "" {
		server, err := pg.Start()
		if err != nil {
			return 1, err
		}
		defer server.Stop()
		env = append(env, "TEST_DATABASE_URL="+server.URL)
	}
	// Ctrl-C reaches the command too; its end is what we wait for.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	c := exec.Command(program, args...)
	c.Env, c.Stdin, c.Stdout, c.Stderr = env, os.Stdin, os.Stdout, os.Stderr
	err := c.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return max(1, exit.ExitCode()), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}
