// Package audit records who did what, when and from where. The program neither changes nor removes an entry.
//
// Each change made in the office writes its entry in its own transaction. A trigger refuses changes; only the rules of
// docs/retention.md delete.
package audit

import (
	"context"
	"encoding/json"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Note writes an entry of the audit trail in the act's transaction, by Actor, at the time of the transaction's clock, with
// the request's id and address. The action is noun.verb (payment.approve), the subject kind:id. before and after are the
// changed values as JSON; nil means none. They contain no passwords, codes or tokens, and ids and counts instead of names.
func Note(ctx context.Context, tx *db.Tx, action, subject string, before, after any) error {
	was, err := text(before)
	if err != nil {
		return err
	}
	is, err := text(after)
	if err != nil {
		return err
	}
	err = tx.AddAuditEntry(ctx, query.AddAuditEntryParams{
		ID: id.New(), At: clock.MillisOf(tx.Now()), ActorID: Actor(ctx), Action: action, Subject: subject,
		Before: was, After: is, RequestID: httpd.RequestID(ctx), Ip: httpd.ClientIP(ctx),
	})
	if err != nil {
		return fmt.Errorf("audit %s: %w", action, err)
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
