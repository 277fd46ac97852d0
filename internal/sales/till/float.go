package till

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

type floatIn struct {
	ID   string `path:"id"`
	Body struct {
		Float money.Cents `json:"float" minimum:"0" maximum:"100000000" doc:"Cents in the cash box when it was opened"`
	}
}

// CorrectFloat corrects the opening float of an open shift. Once cash has moved ("float-moved") only the treasurer may:
// float and cash together are the expected amount. The report keeps the first float.
func (s *Service) CorrectFloat(ctx context.Context, in *floatIn) (*ShiftReport, error) {
	v, float := httpd.VisitorOf(ctx), in.Body.Float
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		row, should, err := lockBox(ctx, tx, in.ID)
		switch {
		case errors.Is(err, db.ErrNoRows), err == nil && row.UserID != v.UserID && !overseer(v):
			return nil, fault.NotFound()
		case err != nil:
			return nil, err
		case row.ClosedAt > 0:
			return nil, fault.Invalid("shift-closed")
		case float == row.OpeningFloat:
			return nil, nil
		case should-row.OpeningFloat+float < 0: // more was paid out than would have been there
			return nil, fault.InvalidFields([]fault.Field{{Path: "float", Code: "amount-too-small", Params: map[string]any{"min": money.Format(row.OpeningFloat - should)}}})
		}
		moves, err := tx.ShiftMovements(ctx, row.ID)
		if err != nil {
			return nil, fmt.Errorf("cash of a shift: %w", err)
		}
		if len(moves) > 0 && !overseer(v) {
			return nil, fault.Invalid("float-moved")
		}
		if err := tx.ShiftFloat(ctx, query.ShiftFloatParams{OpeningFloat: float, ID: row.ID}); err != nil {
			return nil, fmt.Errorf("correct a float: %w", err)
		}
		return nil, audit.Note(ctx, tx, "shift.float", "shift:"+row.ID,
			map[string]any{"float": row.OpeningFloat, "clerk": row.UserID}, map[string]any{"float": float})
	})
	if err != nil {
		return nil, err
	}
	return s.Report(ctx, &httpd.ByID{ID: in.ID})
}
