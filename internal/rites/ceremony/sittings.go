package ceremony

import (
	"context"
	"fmt"
	"slices"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// renumberSittings keeps entries and done marks with their sitting when others are added before it or removed. A sitting
// that has names is not removed ("sitting-has-names"), nor one that was held ("sitting-offered"). If no submitted sitting
// has a number, each keeps its position.
func renumberSittings(ctx context.Context, tx *db.Tx, ceremonyID string, sittings []CeremonySitting) error {
	had, err := tx.Sittings(ctx, ceremonyID)
	if err != nil {
		return fmt.Errorf("sittings: %w", err)
	}
	now, numbered := map[int64]int64{}, slices.ContainsFunc(sittings, func(t CeremonySitting) bool { return t.No > 0 })
	for i, t := range sittings {
		if !numbered {
			t.No = int64(i + 1)
		}
		if now[t.No] > 0 && t.No > 0 {
			return fault.At(fmt.Sprintf("sittings[%d].startsAt", i), "there-twice")
		}
		now[t.No] = int64(i + 1)
	}
	const aside = 1000 // above all numbers, while others are moved
	for _, t := range had {
		to, kept := now[t.Seq]
		if to == t.Seq {
			continue
		}
		if !kept {
			has, err := tx.SittingNames(ctx, query.SittingNamesParams{CeremonyID: ceremonyID, Sitting: t.Seq})
			switch {
			case err != nil:
				return fmt.Errorf("names of a sitting: %w", err)
			case has.Marks > 0:
				return fault.Invalid("sitting-offered").With("no", t.Seq)
			case has.Names > 0:
				return fault.Invalid("sitting-has-names").With("no", t.Seq).With("count", has.Names)
			}
			to = 1 // withdrawn entries, which may be put back
		}
		if err := moveSitting(ctx, tx, ceremonyID, t.Seq, aside+to); err != nil {
			return err
		}
	}
	for to := range int64(len(sittings)) {
		if err := moveSitting(ctx, tx, ceremonyID, aside+to+1, to+1); err != nil {
			return err
		}
	}
	return nil
}

func moveSitting(ctx context.Context, tx *db.Tx, ceremonyID string, from, to int64) error {
	if err := tx.SittingEntriesMove(ctx, query.SittingEntriesMoveParams{To: to, CeremonyID: ceremonyID, From: from}); err != nil {
		return fmt.Errorf("entries of a sitting: %w", err)
	}
	if err := tx.SittingMarksMove(ctx, query.SittingMarksMoveParams{To: to, CeremonyID: ceremonyID, From: from}); err != nil {
		return fmt.Errorf("marks of a sitting: %w", err)
	}
	return nil
}
