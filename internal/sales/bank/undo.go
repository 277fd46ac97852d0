package bank

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/bankline"
)

type statementIn struct {
	ID string `path:"id"`
}

// Undo enqueues undoing an import: its lines are deleted, and what they settled is undone. Lines on which something
// depends stay. A statement that failed to be read is discarded.
func (s *Service) Undo(ctx context.Context, in *statementIn) (*Statement, error) {
	actor := httpd.VisitorOf(ctx).UserID
	key, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (string, error) {
		if err := bankline.Turn(ctx, tx); err != nil {
			return "", err
		}
		st, err := tx.BankStatement(ctx, in.ID)
		if err != nil {
			return "", db.NotFound(err)
		}
		stuck, err := isStuck(ctx, tx.Queries, st)
		if err != nil {
			return "", err
		}
		switch {
		case st.State == Reading && stuck: // discarded; none of its lines counts yet
			err = tx.BankLinesUnread(ctx, st.ID)
			if err == nil {
				err = tx.JobTakenUp(ctx, st.JobID)
			}
			if err == nil {
				err = tx.BankStatementUndone(ctx, query.BankStatementUndoneParams{UndoneBy: actor, UndoneAt: clock.MillisOf(s.Clock.Now()), ID: st.ID})
			}
		case st.State == Unmapped, st.State == Failed: // it has no lines
			err = tx.BankStatementUndone(ctx, query.BankStatementUndoneParams{UndoneBy: actor, UndoneAt: clock.MillisOf(s.Clock.Now()), ID: st.ID})
		case st.State == Ready:
			counts, e := tx.BankCounts(ctx, st.ID)
			if e != nil {
				return "", e
			}
			var lines int64
			for _, c := range counts {
				lines += c.Lines
			}
			if _, err = tx.BankStatementMove(ctx, query.BankStatementMoveParams{State: Undoing, Total: lines, ID: st.ID, Was: Ready}); err == nil {
				err = s.queue(ctx, tx, work{st.ID, actor})
			}
		default:
			err = fault.Invalid("statement-busy")
		}
		if err != nil {
			return "", err
		}
		return st.FileKey, audit.Note(ctx, tx, "bank.undo", "bank-statement:"+st.ID, nil, map[string]any{"lines": st.Total})
	})
	if err != nil {
		return nil, err
	}
	if key != "" {
		s.discard(ctx, key)
	}
	return s.Statement(ctx, in)
}

// undo reverts the lines of a statement in small batches.
func (s *Service) undo(ctx context.Context, st query.BankStatement, actorID string) error {
	last, done := int64(-1), int(st.Done)
	for {
		lines, err := s.DB.Read().BankLinesToUndo(ctx, query.BankLinesToUndoParams{StatementID: st.ID, After: last, Most: few})
		if err != nil {
			return fmt.Errorf("lines to undo: %w", err)
		}
		if len(lines) == 0 {
			break
		}
		ids := make([]string, len(lines))
		for i, l := range lines {
			ids[i] = l.ID
		}
		err = s.eachLine(ctx, batch{st.ID, Undoing, done, ids}, func(ctx context.Context, tx *db.Tx, id string) error {
			return s.undoOne(ctx, tx, id, actorID)
		}, s.keepLine)
		if err != nil {
			return err
		}
		last, done = lines[len(lines)-1].Position, done+len(lines)
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := bankline.Turn(ctx, tx); err != nil {
			return err
		}
		err := tx.BankStatementUndone(ctx, query.BankStatementUndoneParams{UndoneBy: actorID, UndoneAt: clock.MillisOf(s.Clock.Now()), ID: st.ID})
		if err != nil {
			return err
		}
		return s.queue(ctx, tx, work{ActorID: actorID}) // other lines may pay for orders that are open again
	})
}

// keepLine keeps a line with everything it paid, because something depends on a part of it.
func (s *Service) keepLine(ctx context.Context, tx *db.Tx, _, lineID, problem string) error {
	return tx.BankLineProblem(ctx, query.BankLineProblemParams{Problem: problem, ID: lineID})
}

// undoOne undoes a line's payments and deletes the line. If something depends on one of them none is undone: otherwise
// the line would have less money than came in.
func (s *Service) undoOne(ctx context.Context, tx *db.Tx, lineID, actorID string) error {
	l, err := bankline.Lock(ctx, tx, lineID)
	if errors.Is(err, fault.NotFound()) {
		return nil
	}
	if err != nil || l.State == bankline.Resolved {
		return err
	}
	if l.PairID != "" { // its pair may be in another statement, and is reopened
		if err := s.unpair(ctx, tx, l, actorID); err != nil {
			return err
		}
	}
	if err := unsettle(ctx, tx, l.ID); err != nil {
		return err
	}
	matches, err := tx.BankMatchesOf(ctx, l.ID)
	if err != nil {
		return err
	}
	for _, m := range matches {
		if err := s.takeBack(ctx, tx, m, actorID); err != nil {
			return err
		}
	}
	if err := tx.BankLineForget(ctx, l.ID); err != nil {
		return err
	}
	if err := tx.BankLinesUnlike(ctx, l.ID); err != nil { // a line that seemed to be this one is independent now
		return err
	}
	if l.State == bankline.Known {
		return nil
	}
	twin, err := tx.BankLineTwin(ctx, l.Hash)
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	in := query.BankLineStandInParams{State: bankline.Open, Class: None, ID: twin.ID}
	if twin.Amount < 0 {
		in.State, in.Class = bankline.Debit, ""
	}
	if err := tx.BankLineStandIn(ctx, in); err != nil {
		return err
	}
	return tx.BankStatementFewerKnown(ctx, twin.StatementID)
}
