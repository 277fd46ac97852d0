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

// Actor is the id of who acts in this request.
func Actor(ctx context.Context) string {
	return cmp.Or(httpd.VisitorOf(ctx).UserID, System)
}

// Actions. The message "audit.action.<action>" is the label of each; a test finds actions without one.
const (
	Login        = "login"        // of staff; logins of devotees are not recorded
	LoginFailure = "login.failed" // of anybody; text typed by strangers is not stored
)
