package app

import (
	"context"
	"fmt"
	"io"
)

// TellFirst prints the link by which the first account of a temple without any is made. Nothing is printed where somebody
// works already, or in a demonstration. Each start prints another link, and ends the one before it.
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
