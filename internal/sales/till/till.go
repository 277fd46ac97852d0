// Package till manages the office's cash boxes. A person who takes cash opens a shift with a float and closes it with
// counted notes and coins; the program calculates the expected amount.
//
// TakeCash and cash refunds of package payment call Current, which locks the shift's row until they commit. Closing
// (close.go) takes the same lock before it adds up the expected amount: a cash payment is in the sum, or is refused
// with shift-not-open. No more can be paid out than the box should hold.
package till

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// MostFloat is the maximum float or count of a box, in cents.
const MostFloat = 1_000_000_00

// mostFloat is MostFloat formatted for its message.
func mostFloat() map[string]any { return map[string]any{"max": money.Format(MostFloat)} }

// Service answers the office's calls about shifts.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
}

// Current locks the clerk's open shift until the transaction ends, so that nobody closes it. Without one:
// "shift-not-open". Lock the invoice first; the lock order is invoice, payment, shift.
func Current(ctx context.Context, tx *db.Tx, userID string) (query.Shift, error) {
	s, err := tx.ShiftCurrentLock(ctx, userID)
	if errors.Is(err, db.ErrNoRows) {
		return query.Shift{}, fault.Invalid("shift-not-open")
	}
	if err != nil {
		return query.Shift{}, fmt.Errorf("open shift: %w", err)
	}
	return s, nil
}

// PayOut is Current for outgoing cash: more than the box should contain is refused, as in Holds.
func PayOut(ctx context.Context, tx *db.Tx, userID string, amount money.Cents) (query.Shift, error) {
	s, err := Current(ctx, tx, userID)
	if err != nil {
		return s, err
	}
	return s, Holds(ctx, tx, s, amount)
}

// Holds refuses with "drawer-short" (with most) if the box of a locked shift should contain less than amount.
func Holds(ctx context.Context, tx *db.Tx, s query.Shift, amount money.Cents) error {
	lies, err := expected(ctx, tx.Queries, s)
	if err == nil && amount > lies {
		err = fault.Invalid("drawer-short").With("most", money.Format(max(0, lies)))
	}
	return err
}

// Open opens a shift with float cents. If the clerk has an open one: "shift-is-open".
func Open(ctx context.Context, tx *db.Tx, now time.Time, userID string, float money.Cents, count Count) (query.Shift, error) {
	sum, err := count.sum("count")
	switch {
	case err != nil:
		return query.Shift{}, err
	case len(count) > 0:
		float = money.Cents(sum)
	case float < 0 || float > MostFloat:
		return query.Shift{}, fault.InvalidFields([]fault.Field{{Path: "float", Code: "amount-too-large", Params: mostFloat()}})
	}
	kept, err := count.text()
	if err != nil {
		return query.Shift{}, err
	}
	if _, err := tx.ShiftCurrent(ctx, userID); err == nil {
		return query.Shift{}, fault.Invalid("shift-is-open")
	} else if !errors.Is(err, db.ErrNoRows) {
		return query.Shift{}, err
	}
	s := query.Shift{ID: id.New(), UserID: userID, OpenedAt: clock.MillisOf(now), OpeningFloat: float, OpeningCount: kept}
	err = tx.ShiftOpen(ctx, query.ShiftOpenParams{ID: s.ID, UserID: userID, OpenedAt: s.OpenedAt, OpeningFloat: float, OpeningCount: kept})
	if db.IsUnique(err) { // concurrent requests
		return query.Shift{}, fault.Invalid("shift-is-open")
	}
	if err != nil {
		return query.Shift{}, fmt.Errorf("open a shift: %w", err)
	}
	return s, audit.Note(ctx, tx, "shift.open", "shift:"+s.ID, nil, map[string]any{"float": float})
}
