package journal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/month"
)

type monthIn struct {
	Month string `path:"month" maxLength:"7" doc:"2026-09"`
}

// Close closes a month that has ended, and stores its journal. Months close in order: another one is refused with
// "month-order" (with month, the one to close), one that has not ended with "month-running".
func (s *Service) Close(ctx context.Context, in *monthIn) (*Months, error) {
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		return nil, s.close(ctx, tx, in.Month, httpd.VisitorOf(ctx).UserID)
	})
	if err != nil {
		return nil, err
	}
	return s.List(ctx, nil)
}

func (s *Service) close(ctx context.Context, tx *db.Tx, name, actorID string) error {
	from, ok := month.Start(name)
	if !ok {
		return fault.NotFound()
	}
	now, end := s.Clock.Now(), from.AddDate(0, 1, 0)
	if end.After(now) {
		return fault.Invalid("month-running")
	}
	first, was, err := bounds(ctx, tx.Queries)
	switch {
	case err != nil:
		return err
	case first == 0:
		return fault.NotFound()
	}
	next := month.Of(first)
	if was > 0 {
		next = month.Of(was)
	}
	if name != next {
		return fault.Invalid("month-order").With("month", next)
	}
	// From here to the commit nobody books: who has shared the row is done, who comes later waits.
	n, err := tx.MonthMove(ctx, query.MonthMoveParams{ClosedUntil: clock.MillisOf(end), WasUntil: was})
	if err != nil {
		return fmt.Errorf("close a month: %w", err)
	}
	if n == 0 {
		return fault.Invalid("month-order").With("month", next)
	}
	lines, totals, err := s.linesOf(ctx, tx.Queries, spanOf(from, end))
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := writeGeneral(&file, lines); err != nil {
		return err
	}
	sum := sha256.Sum256(file.Bytes())
	row := query.MonthClosingAddParams{
		ID: id.New(), Month: name, ClosedAt: clock.MillisOf(now), ClosedBy: actorID,
		Taken: totals.Taken.Amount, Back: totals.Back.Amount, Lines: int64(len(lines)), Sha256: hex.EncodeToString(sum[:]),
	}
	if err := tx.MonthClosingAdd(ctx, row); err != nil {
		return fmt.Errorf("closing: %w", err)
	}
	for i, l := range lines {
		err := tx.JournalLineAdd(ctx, query.JournalLineAddParams{
			ClosingID: row.ID, Position: int64(i), Day: l.Day, Entry: l.Entry, Document: l.Document, Account: l.Account, Code: l.Code,
			TaxRate: l.TaxRate, Description: l.Description, OfMonth: l.OfMonth, Debit: l.Debit, Credit: l.Credit,
		})
		if err != nil {
			return fmt.Errorf("journal line: %w", err)
		}
	}
	return audit.Note(ctx, tx, "month.close", "month:"+name, nil, map[string]any{"received": row.Taken, "lines": row.Lines, "sha256": row.Sha256})
}

type reopenMonthIn struct {
	Month string `path:"month" maxLength:"7" doc:"2026-09"`
	Body  struct {
		Reason string `json:"reason" maxLength:"500" doc:"Why it must be opened again"`
	}
}

// Reopen opens the latest closed month again, for a reason. Refusals: "month-own" to who closed it, "month-latest" (with
// month) for an earlier one. The stored journal of the closing stays.
func (s *Service) Reopen(ctx context.Context, in *reopenMonthIn) (*Months, error) {
	reason := strings.TrimSpace(in.Body.Reason)
	if reason == "" {
		return nil, fault.At("reason", "required")
	}
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		return nil, s.reopen(ctx, tx, in.Month, reason, httpd.VisitorOf(ctx).UserID)
	})
	if err != nil {
		return nil, err
	}
	return s.List(ctx, nil)
}

func (s *Service) reopen(ctx context.Context, tx *db.Tx, name, reason, actorID string) error {
	from, ok := month.Start(name)
	if !ok {
		return fault.NotFound()
	}
	_, closed, err := bounds(ctx, tx.Queries)
	switch {
	case err != nil:
		return err
	case closed == 0 || clock.MillisOf(from) >= closed:
		return fault.Invalid("month-not-closed")
	}
	if latest := month.Of(closed - 1); latest != name {
		return fault.Invalid("month-latest").With("month", latest)
	}
	row, err := tx.MonthClosing(ctx, name)
	if errors.Is(err, db.ErrNoRows) {
		return fault.Invalid("month-not-closed")
	}
	if err != nil {
		return fmt.Errorf("closing: %w", err)
	}
	if row.ClosedBy == actorID {
		return fault.Invalid("month-own")
	}
	until, err := s.closedBefore(ctx, tx, name)
	if err != nil {
		return err
	}
	n, err := tx.MonthMove(ctx, query.MonthMoveParams{ClosedUntil: until, WasUntil: closed})
	if err == nil && n > 0 {
		n, err = tx.MonthReopen(ctx, query.MonthReopenParams{ReopenedAt: clock.MillisOf(s.Clock.Now()), ReopenedBy: actorID, Reason: reason, ID: row.ID})
	}
	switch {
	case err != nil:
		return fmt.Errorf("open a month again: %w", err)
	case n == 0: // a colleague was faster
		return fault.Invalid("month-not-closed")
	}
	// The reason is stored with the closing only: free text may contain names, and the audit trail is kept longer.
	return audit.Note(ctx, tx, "month.reopen", "month:"+name, map[string]any{"sha256": row.Sha256}, nil)
}

// closedBefore is until when the accounts are closed without a month: 0 if it is the first.
func (s *Service) closedBefore(ctx context.Context, tx *db.Tx, name string) (clock.Millis, error) {
	from, _ := month.Start(name)
	_, err := tx.MonthClosing(ctx, from.AddDate(0, -1, 0).Format(month.Layout))
	if errors.Is(err, db.ErrNoRows) {
		return 0, nil
	}
	return clock.MillisOf(from), err
}
