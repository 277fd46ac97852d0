package bank

import (
	"context"
	"errors"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/bankline"
)

// isStuck returns whether a statement's job has failed or is missing, so that nothing happens until it is resumed.
func isStuck(ctx context.Context, r db.Reader, st query.BankStatement) (bool, error) {
	if st.State != Reading && st.State != Approving && st.State != Undoing {
		return false, nil
	}
	job, err := r.JobInHand(ctx, st.JobID)
	if errors.Is(err, db.ErrNoRows) {
		return true, nil
	}
	return job.State != "ready" || job.LastError != "", err
}

// Resume restarts a statement's failed job where it stopped. Refusals: "statement-not-stuck" if a job is running or
// there is nothing to do.
func (s *Service) Resume(ctx context.Context, in *statementIn) (*Statement, error) {
	actor := httpd.VisitorOf(ctx).UserID
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) { return nil, s.resume(ctx, tx, in.ID, actor) })
	if err != nil {
		return nil, err
	}
	return s.Statement(ctx, in)
}

func (s *Service) resume(ctx context.Context, tx *db.Tx, statementID, actorID string) error {
	if err := bankline.Turn(ctx, tx); err != nil {
		return err
	}
	st, err := tx.BankStatement(ctx, statementID)
	if err != nil {
		return db.NotFound(err)
	}
	dead, err := isStuck(ctx, tx.Queries, st)
	if err == nil && !dead {
		err = fault.Invalid("statement-not-stuck")
	}
	if err != nil {
		return err
	}
	if err := tx.JobTakenUp(ctx, st.JobID); err != nil {
		return err
	}
	if err := s.queue(ctx, tx, work{st.ID, actorID}); err != nil {
		return err
	}
	return audit.Note(ctx, tx, "bank.resume", "bank-statement:"+st.ID, nil, map[string]any{"state": st.State, "done": st.Done})
}
