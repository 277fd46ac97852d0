//go:build unguarded

package till

import (
	"context"
	"os"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
)

// This file is the program without its guard, for proving that the tests named TestRace… would notice.
// With SHANMEN_UNGUARD=shift a box is counted and added up without locking its shift: cash that comes in
// meanwhile belongs to it and is not in its sum, and two closings both pass.
//
// On PostgreSQL the read happens inside the transaction. SQLite has one writer and nothing to interleave
// there, so the shift is read before the write callback. Between look and write lies a moment in which
// others get on: without it the gap is too narrow to be met in every run.

const moment = 25 * time.Millisecond

func missing() bool { return os.Getenv("SHANMEN_UNGUARD") == "shift" }

type early struct {
	there  bool // SQLite
	shift  query.Shift
	should int64
}

func look(ctx context.Context, r db.Reader, shiftID string) (query.Shift, int64, error) {
	row, err := r.Shift(ctx, shiftID)
	if err != nil {
		return row, 0, err
	}
	should, err := expected(ctx, r, row)
	time.Sleep(moment)
	return row, should, err
}

func (s *Service) lookEarly(ctx context.Context, shiftID string) (early, error) {
	if !missing() || s.DB.Engine() != "sqlite" {
		return early{}, nil
	}
	row, should, err := look(ctx, s.DB.Read(), shiftID)
	return early{true, row, should}, err
}

func (s *Service) lookAt(ctx context.Context, tx *db.Tx, e early, shiftID string) (query.Shift, int64, error) {
	switch {
	case e.there:
		return e.shift, e.should, nil
	case missing():
		return look(ctx, tx.Queries, shiftID)
	}
	row, err := tx.ShiftLock(ctx, shiftID)
	if err != nil {
		return row, 0, err
	}
	should, err := expected(ctx, tx.Queries, row)
	return row, should, err
}
