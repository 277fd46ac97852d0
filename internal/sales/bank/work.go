package bank

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/bankfile"
	"shanmen/internal/sales/bankline"
)

// chunk is how many lines one transaction writes, short enough that payments do not wait.
const chunk = 250

// Work is the handler of KindWork. It may run again and concurrently: each step reads the current state.
func (s *Service) Work(ctx context.Context, _ string, args json.RawMessage) error {
	var w work
	if err := json.Unmarshal(args, &w); err != nil {
		return outbox.Permanent(fmt.Errorf("bank work: %w", err))
	}
	if w.StatementID == "" {
		return s.compare(ctx)
	}
	st, err := s.statement(ctx, w.StatementID)
	switch {
	case errors.Is(err, fault.NotFound()):
		return nil
	case err != nil:
		return err
	case st.State == Reading:
		err = s.read(ctx, st)
	case st.State == Approving:
		err = s.approve(audit.As(ctx, w.ActorID), st, w.ActorID)
	case st.State == Undoing:
		err = s.undo(audit.As(ctx, w.ActorID), st, w.ActorID)
	}
	if errors.Is(err, errOvertaken) {
		return nil
	}
	return err
}

// errOvertaken ends a job when another one does the same work.
var errOvertaken = errors.New("another one does this work")

// mostUnread is how many unread rows are stored. All are counted.
const mostUnread = 100

// unreadOf are a file's first unread rows.
func unreadOf(file bankfile.File) (string, error) {
	if len(file.Unread) == 0 {
		return "", nil
	}
	return textOf(file.Unread[:min(len(file.Unread), mostUnread)])
}

// read inserts the lines of a file, each with its proposals. None counts until all are there: an interrupted job starts
// over.
func (s *Service) read(ctx context.Context, st query.BankStatement) error {
	data, err := s.open(ctx, st.FileKey)
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.Join(err, s.lost(ctx, st.ID))
	}
	if err != nil {
		return err
	}
	file, err := s.parse(ctx, st.Name, data)
	if err == nil && len(file.Lines) == 0 {
		err = fault.Invalid("statement-empty")
	}
	if refused, ok := fault.Of(err); ok {
		return s.notRead(ctx, st, file, refused)
	}
	if err != nil {
		return err
	}
	described := statementRow{ID: st.ID}
	described.describe(file, st.CreatedAt.Time())
	st.Bank, st.Account = described.Bank, described.Account
	unread, err := unreadOf(file)
	if err != nil {
		return err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := bankline.Turn(ctx, tx); err != nil {
			return err
		}
		n, err := tx.BankStatementRead(ctx, query.BankStatementReadParams{
			Bank: st.Bank, Account: st.Account, FromAt: described.FromAt, ThroughAt: described.ThroughAt, Total: described.Total, Skipped: described.Skipped, Unread: unread, ID: st.ID,
		})
		if err == nil && n == 0 {
			err = errOvertaken
		}
		if err != nil {
			return err
		}
		return tx.BankLinesUnread(ctx, st.ID)
	})
	if err != nil {
		return err
	}
	rows, known, err := s.rowsOf(ctx, st, file.Lines)
	if err != nil {
		return err
	}
	all, err := s.load(ctx, rows)
	if err != nil {
		return err
	}
	if err := s.classify(ctx, all); err != nil {
		return err
	}
	for from := 0; from < len(rows); from += chunk {
		part := rows[from:min(from+chunk, len(rows))]
		again, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int64, error) {
			if err := bankline.Turn(ctx, tx); err != nil {
				return 0, err
			}
			again, err := addLines(ctx, tx, part)
			if err != nil {
				return 0, err
			}
			return again, progress(ctx, tx, st.ID, Reading, from, from+len(part))
		})
		if err != nil {
			return err
		}
		known += again
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := bankline.Turn(ctx, tx); err != nil {
			return err
		}
		err := tx.BankStatementReady(ctx, query.BankStatementReadyParams{Known: known, MatchedAt: clock.MillisOf(s.Clock.Now()), ID: st.ID})
		if err != nil {
			return err
		}
		_, err = s.markSeen(ctx, tx, all.approved)
		return err
	})
	if err != nil {
		return err
	}
	if err := s.refresh(ctx, all.changed); err != nil {
		return err
	}
	return s.Files.Delete(ctx, st.FileKey)
}

// lost marks a statement whose stored file is gone: it must be uploaded again.
func (s *Service) lost(ctx context.Context, statementID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.BankStatementProblem(ctx, query.BankStatementProblemParams{Problem: fileLost, ID: statementID})
	})
}

// fileLost is the problem of such a statement.
const fileLost = "statement-file-lost"

// notRead ends the reading of an unreadable file, or asks for the names of its columns.
func (s *Service) notRead(ctx context.Context, st query.BankStatement, file bankfile.File, refused *fault.Error) error {
	ask := refused.Is(fault.Invalid("statement-no-header"))
	header, err := textOf(shown{file.Header, file.Sample, file.Guess, file.Unknown})
	if err != nil {
		return err
	}
	unread, err := unreadOf(file)
	if err != nil {
		return err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if ask {
			_, err := tx.BankStatementUnmapped(ctx, query.BankStatementUnmappedParams{Header: header, ID: st.ID})
			return err
		}
		return tx.BankStatementFail(ctx, query.BankStatementFailParams{Problem: refused.Code, Skipped: int64(len(file.Unread)), Unread: unread, ID: st.ID})
	})
	if err != nil || ask {
		return err
	}
	return s.Files.Delete(ctx, st.FileKey)
}

func progress(ctx context.Context, tx *db.Tx, statementID, state string, was, done int) error {
	n, err := tx.BankStatementProgress(ctx, query.BankStatementProgressParams{Done: int64(done), ID: statementID, Was: int64(was), State: state})
	if err == nil && n == 0 {
		err = errOvertaken
	}
	return err
}

// row is a line to insert, with its proposals.
type row struct {
	query.BankLine
	parts    []query.BankMatch
	account  string
	returned bool // a debit returns it
}

// addLines inserts lines. One that another statement contains, even a concurrent one, is known.
func addLines(ctx context.Context, tx *db.Tx, rows []*row) (known int64, err error) {
	lines := make([]query.BankLine, len(rows))
	for i, r := range rows {
		lines[i] = r.BankLine
	}
	added, err := bankline.Add(ctx, tx, lines...)
	if err != nil {
		return 0, err
	}
	var told []query.BankLine
	var proposals []query.BankMatch
	for _, r := range rows {
		if !added[r.ID] {
			again := r.BankLine
			again.State, again.Class, again.Why, again.Late, again.LateID = bankline.Known, "", "", "", ""
			again.RuleID, again.Reason, again.DecidedBy, again.DecidedAt, again.LikeID = "", "", "", 0, ""
			told = append(told, again)
		} else if r.State == bankline.Open {
			proposals = append(proposals, r.parts...)
		}
	}
	if len(told) > 0 {
		if added, err = bankline.Add(ctx, tx, told...); err != nil {
			return 0, err
		}
		if len(added) < len(told) {
			return 0, fmt.Errorf("%d lines of statement %s could not be added", len(told)-len(added), told[0].StatementID)
		}
	}
	if len(proposals) == 0 {
		return int64(len(told)), nil
	}
	return int64(len(told)), bankline.Propose(ctx, tx, proposals...)
}
