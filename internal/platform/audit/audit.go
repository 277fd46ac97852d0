// Package audit records who did what, when and from where. The program neither changes nor removes an entry.
//
// Each change made in the office writes its entry in its own transaction. A trigger refuses changes; only the rules of
// docs/retention.md delete.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Entry is one recorded action. Before and After are the changed values as JSON, nil if none, without passwords, codes
// or tokens.
type Entry struct {
	ActorID string // "system" for jobs
	Action  string // noun.verb: payment.approve
	Subject string // kind:id
	Before  any
	After   any
}

// Record writes an entry in the transaction of the action, with the request's id and address.
func Record(ctx context.Context, tx *db.Tx, now time.Time, e Entry) error {
	before, err := text(e.Before)
	if err != nil {
		return err
	}
	after, err := text(e.After)
	if err != nil {
		return err
	}
	err = tx.AddAuditEntry(ctx, query.AddAuditEntryParams{
		ID: id.New(), At: clock.MillisOf(now), ActorID: e.ActorID, Action: e.Action, Subject: e.Subject,
		Before: before, After: after, RequestID: httpd.RequestID(ctx), Ip: httpd.ClientIP(ctx),
	})
	if err != nil {
		return fmt.Errorf("audit %s: %w", e.Action, err)
	}
	return nil
}

func text(v any) (string, error) {
	if v == nil {
		return "", nil
	}
	b, err := json.Marshal(v)
	return string(b), err
}
