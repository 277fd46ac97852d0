package audit

import (
	"cmp"
	"context"

	"shanmen/internal/platform/httpd"
)

// Who acts when nobody of the temple's own does.
const (
	System = "system" // jobs, and whoever has the machine's command line
	Guest  = "guest"  // a visitor of whom nothing is proven
)

// Actor is who acts in this request.
func Actor(ctx context.Context) string {
	return cmp.Or(httpd.VisitorOf(ctx).UserID, System)
}

// What is recorded here is worded for people in the messages "audit.action.<action>"; a test finds actions
// that have none.
const (
	Login        = "login"        // of the office's people; devotees come and go unrecorded
	LoginFailure = "login.failed" // of anybody; what a stranger typed is not kept
)
