package app

import (
	"context"
	"fmt"
	"io"
)

// TellFirst prints the link that creates a temple's first account. It prints nothing if a staff account exists, or in a
// demonstration. Each start prints a new link and revokes the previous one.
func (a *App) TellFirst(ctx context.Context, stdout io.Writer) error {
	link, err := a.Accounts.FirstInvitation(ctx)
	if err != nil || link == "" {
		return err
	}
	_, err = fmt.Fprintf(stdout, `
  Nobody works here yet. This link makes the first account, once, and ends after a day:

    %s

  A new start prints a new one; "shanmen staff add" does without.

`, link)
	return err
}
