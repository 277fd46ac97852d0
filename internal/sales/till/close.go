package till

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/month"
)

// expected is the amount that should be in a cash box: its float, plus cash received and not undone, minus cash paid
// out.
func expected(ctx context.Context, r db.Reader, s query.Shift) (money.Cents, error) {
	taken, err := r.ShiftTaken(ctx, s.ID)
	if err != nil {
		return 0, fmt.Errorf("cash of a shift: %w", err)
	}
	paidOut, err := r.ShiftPaidOut(ctx, s.ID)
	if err != nil {
		return 0, fmt.Errorf("refunds of a shift: %w", err)
	}
	return s.OpeningFloat + money.Cents(taken) - money.Cents(paidOut), nil
}

type shiftCloseIn struct {
	ID   string `path:"id"`
	Body struct {
		Count       Count  `json:"count" maxItems:"11" doc:"Counted notes and coins in the box; empty: none"`
		Explanation string `json:"explanation,omitempty" maxLength:"500" doc:"Required if counted and expected amounts differ"`
	}
}

// Close closes a shift with the counted cash: one's own, or, for the treasurer, a forgotten one. The expected amount is
// summed under the shift's lock, so that no cash comes between counting and closing. A difference needs an explanation
// ("difference-unexplained"); a closed shift is refused with "shift-closed".
func (s *Service) Close(ctx context.Context, in *shiftCloseIn) (*ShiftReport, error) {
	v := httpd.VisitorOf(ctx)
	explanation := strings.TrimSpace(in.Body.Explanation)
	if len([]rune(explanation)) > 500 {
		return nil, fault.At("explanation", "too-long")
	}
	counted, err := in.Body.Count.sum("count")
	if err != nil {
		return nil, err
	}
	_, err = httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		row, should, err := lockBox(ctx, tx, in.ID)
		switch {
		case errors.Is(err, db.ErrNoRows), err == nil && row.UserID != v.UserID && !overseer(v):
			return nil, fault.NotFound()
		case err != nil:
			return nil, err
		case row.ClosedAt > 0:
			return nil, fault.Invalid("shift-closed")
		case money.Cents(counted) != should && explanation == "":
			return nil, fault.Invalid("difference-unexplained", fault.Field{Path: "explanation", Code: "required"})
		}
		why := explanation
		if money.Cents(counted) == should {
			why = ""
		}
		return nil, s.end(ctx, tx, row, v.UserID, in.Body.Count, money.Cents(counted), should, why)
	})
	if err != nil {
		return nil, err
	}
	return s.Report(ctx, &httpd.ByID{ID: in.ID})
}

// lockBox locks a shift and sums the expected amount.
func lockBox(ctx context.Context, tx *db.Tx, shiftID string) (query.Shift, money.Cents, error) {
	row, err := tx.ShiftLock(ctx, shiftID)
	if err != nil {
		return row, 0, err
	}
	should, err := expected(ctx, tx.Queries, row)
	return row, should, err
}

func (s *Service) end(ctx context.Context, tx *db.Tx, row query.Shift, actorID string, count Count, counted, should money.Cents, explanation string) error {
	kept, err := count.text()
	if err != nil {
		return err
	}
	now := clock.MillisOf(s.Clock.Now())
	ofMonth, err := month.Book(ctx, tx, now, row.OpenedAt)
	if err != nil {
		return err
	}
	err = tx.ShiftClose(ctx, query.ShiftCloseParams{
		ClosedAt: now, ClosedBy: actorID, Expected: should, Counted: counted, ClosingCount: kept, Explanation: explanation, OfMonth: ofMonth, ID: row.ID,
	})
	if err != nil {
		return fmt.Errorf("close a shift: %w", err)
	}
	// The explanation is stored on the shift only: it may contain names, and the audit trail is kept longer.
	return audit.Note(ctx, tx, "shift.close", "shift:"+row.ID,
		map[string]any{"float": row.OpeningFloat, "clerk": row.UserID}, map[string]any{"expected": should, "counted": counted, "difference": counted - should})
}
