package audit

import (
	"cmp"
	"context"

	"shanmen/internal/platform/httpd"
)

// Actors that are not a person with an account.
const (
	System = "system" // jobs, and the command line of the machine
	Guest  = "guest"  // a visitor who is not logged in
)

// Actor is the id of the actor: that of As, else the visitor of the request, else System.
func Actor(ctx context.Context) string {
	as, _ := ctx.Value(actor{}).(string)
	return cmp.Or(as, httpd.VisitorOf(ctx).UserID, System)
}

// As is a context whose acts are recorded for actorID rather than for the visitor: a job acts for the person who
// requested it, and a login for the person who logs in.
func As(ctx context.Context, actorID string) context.Context {
	return context.WithValue(ctx, actor{}, actorID)
}

type actor struct{}

// Actions. The message "audit.action.<action>" is the label of each; a test finds actions without one.
const (
	Login        = "login"        // of staff; logins of devotees are not recorded
	LoginFailure = "login.failed" // of anybody; text typed by strangers is not stored
)
