package bank

import (
	"context"
	"errors"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
)

// problemUnknown is the problem of a line that failed without a fault code: see the log.
const problemUnknown = "line-failed"

// batch is a group of a statement's lines processed by a job.
type batch struct {
	statementID, state string
	done               int // lines processed before these
	lines              []string
}

// eachLine runs do for a batch in one transaction. If that fails it runs do for each line alone, and reports failing
// lines, so that one line never blocks the others.
func (s *Service) eachLine(ctx context.Context, b batch, do func(ctx context.Context, tx *db.Tx, lineID string) error,
	failed func(ctx context.Context, tx *db.Tx, statementID, lineID, problem string) error,
) error {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, id := range b.lines {
			if err := do(ctx, tx, id); err != nil {
				return err
			}
		}
		return progress(ctx, tx, b.statementID, b.state, b.done, b.done+len(b.lines))
	})
	if err == nil || errors.Is(err, errOvertaken) || ctx.Err() != nil {
		return err
	}
	for i, id := range b.lines {
		end := func(tx *db.Tx) error { return progress(ctx, tx, b.statementID, b.state, b.done+i, b.done+i+1) }
		alone := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := do(ctx, tx, id); err != nil {
				return err
			}
			return end(tx)
		})
		if alone == nil {
			continue
		}
		if errors.Is(alone, errOvertaken) || ctx.Err() != nil {
			return alone
		}
		problem := problemUnknown
		if refused, ok := fault.Of(alone); ok {
			problem = refused.Code
		} else {
			s.Log.Error("a line of a bank statement failed", "statement", b.statementID, "line", id, "error", alone)
		}
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := failed(ctx, tx, b.statementID, id, problem); err != nil {
				return err
			}
			return end(tx)
		})
		if err != nil {
			return errors.Join(alone, err)
		}
	}
	return nil
}
