// Package audit keeps who did what, when and from where. The program neither changes nor removes an entry.
//
// Each change made in the office writes its entry in its own transaction. A trigger refuses to change one; only the
// rules of docs/retention.md delete.
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

// Entry is one act. Before and After are what changed, as JSON; nil is nothing. They hold no
// passwords, codes or tokens.
type Entry struct {
	ActorID string // "system" for jobs
	Action  string // noun.verb: payment.approve
	Subject string // kind:id
	Before  any
	After   any
}

// Record writes an entry in the transaction of the act, with the request's id and address.
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
