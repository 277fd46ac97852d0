package bank

import (
	"context"
	"errors"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

type lookIn struct {
	ID   string `path:"id"`
	Body struct {
		Skipped int64 `json:"skipped" minimum:"1" doc:"Number of unread rows of the statement, as shown"`
	}
}

// Look records that somebody reviewed the unread rows of a statement, so that Today stops listing them.
// "statement-read-again" if the rows have changed.
func (s *Service) Look(ctx context.Context, in *lookIn) (*Statement, error) {
	actor := httpd.VisitorOf(ctx).UserID
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		n, err := tx.BankStatementUnreadSeen(ctx, query.BankStatementUnreadSeenParams{SeenAt: clock.MillisOf(s.Clock.Now()), SeenBy: actor, ID: in.ID, Skipped: in.Body.Skipped})
		if err != nil || n > 0 {
			if err == nil {
				err = audit.Note(ctx, tx, "bank.look", "bank-statement:"+in.ID, nil, map[string]any{"rows": in.Body.Skipped})
			}
			return nil, err
		}
		st, err := tx.BankStatement(ctx, in.ID)
		if errors.Is(err, db.ErrNoRows) {
			return nil, fault.NotFound()
		}
		if err == nil && (st.UnreadSeenAt == 0 || st.Skipped != in.Body.Skipped) {
			err = fault.Invalid("statement-read-again")
		}
		return nil, err
	})
	if err != nil {
		return nil, err
	}
	return s.Statement(ctx, &statementIn{ID: in.ID})
}
