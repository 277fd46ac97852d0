// Command shanmen is the temple's website and office in one program.
package main

import (
	"context"
	"fmt"
	"os"

	"shanmen/internal/app"
)

func main() {
	if err := app.Run(app.UntilSignal(context.Background()), os.Args[1:], os.Environ(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "shanmen:", err)
		os.Exit(app.ExitCode(err))
	}
}
