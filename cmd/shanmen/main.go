// Command shanmen is the temple's website and office in one program.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"shanmen/internal/app"
)

func main() {
	ctx := app.UntilSignal(context.Background())
	err := app.Run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = nil // asked to stop while it was still waiting to start
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "shanmen:", err)
		os.Exit(app.ExitCode(err))
	}
}
