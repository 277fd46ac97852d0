// Command shanmen is the temple's website: one program that renders, serves and keeps it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"shanmen/internal/app"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := app.Run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "shanmen:", err)
		os.Exit(app.ExitCode(err))
	}
}
