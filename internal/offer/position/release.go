package position

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// ReleaseHeld gives back what a hold had of an option for one cart item.
func ReleaseHeld(ctx context.Context, tx *db.Tx, now time.Time, it query.HoldItem) error {
	return release(ctx, tx, now, it.OptionID, it.Quantity, WhyExpired, func() ([]query.PositionUse, error) {
		uses, err := tx.PositionUsesOfHold(ctx, it.HoldID)
		return slices.DeleteFunc(uses, func(u query.PositionUse) bool { return u.CartItemID != it.CartItemID }), err
	})
}

// Release gives back what an order item had of an option; n copies if the option has no positions. A position with an
// attached label becomes free and returns to stock only when the label was taken down (Clear).
func Release(ctx context.Context, tx *db.Tx, now time.Time, itemID, optionID string, n int64, why string) error {
	return release(ctx, tx, now, optionID, n, why, func() ([]query.PositionUse, error) { return tx.PositionUsesOfItem(ctx, itemID) })
}

func release(ctx context.Context, tx *db.Tx, now time.Time, optionID string, n int64, why string, find func() ([]query.PositionUse, error)) error {
	by, _, err := offering.LockStock(ctx, tx, optionID)
	if err != nil {
		return err
	}
	if by == "" {
		return offering.GiveBack(ctx, tx, optionID, n)
	}
	uses, err := find()
	if err != nil {
		return fmt.Errorf("positions to give back: %w", err)
	}
	free := int64(0)
	for _, u := range uses {
		p, err := tx.Position(ctx, u.PositionID)
		if err != nil {
			return fmt.Errorf("position: %w", err)
		}
		if u.Labelled {
			if err := tx.PositionUseClear(ctx, query.PositionUseClearParams{EndedWhy: why, ID: u.ID}); err != nil {
				return err
			}
			continue
		}
		back, err := end(ctx, tx, now, u, p, why)
		if err != nil {
			return err
		}
		free += back
	}
	if free == 0 {
		return nil
	}
	return offering.GiveBack(ctx, tx, optionID, free)
}

// end ends a use and frees its position. back is what returns to stock: 1, or 0 for a position out of service.
func end(ctx context.Context, tx *db.Tx, now time.Time, u query.PositionUse, p query.Position, why string) (back int64, err error) {
	if err := tx.PositionUseEnd(ctx, query.PositionUseEndParams{EndedAt: clock.MillisOf(now), EndedWhy: why, ID: u.ID}); err != nil {
		return 0, fmt.Errorf("end the use of a position: %w", err)
	}
	n, err := tx.PositionFree(ctx, query.PositionFreeParams{ID: p.ID, UseID: u.ID})
	if err != nil {
		return 0, fmt.Errorf("free a position: %w", err)
	}
	if !p.Usable {
		n = 0
	}
	return n, nil
}

// HandOn transfers an item's stock and positions to another item of the same option. The option's lock prevents the
// office from moving a lamp meanwhile.
func HandOn(ctx context.Context, tx *db.Tx, oldItemID string, it query.InvoiceItem) error {
	by, _, err := offering.LockStock(ctx, tx, it.OptionID)
	if err != nil || by == "" {
		return err
	}
	uses, err := tx.PositionUsesOfItem(ctx, oldItemID)
	if err != nil {
		return fmt.Errorf("positions to hand on: %w", err)
	}
	ids := make([]string, len(uses))
	for i, u := range uses {
		ids[i] = u.ID
	}
	return Book(ctx, tx, ids, it.InvoiceID, it.ID)
}

// Retake takes again what an item had given back: the same positions if they are free, otherwise the nearest, and
// notifies the payer. The uses belong to the item. ok is false if too few remain; then nothing was taken.
func Retake(ctx context.Context, tx *db.Tx, now time.Time, oldItemID string, it query.InvoiceItem) (limited, ok bool, err error) {
	optionID, n := it.OptionID, it.Quantity
	s, ok, err := offering.Take(ctx, tx, optionID, n)
	if !ok || err != nil || !s.Positions {
		return s.Limited, ok, err
	}
	last, err := tx.PositionLastOfItem(ctx, oldItemID)
	if err != nil {
		return true, false, fmt.Errorf("former positions: %w", err)
	}
	var former []string
	for copyNo := int64(1); copyNo <= n; copyNo++ {
		at := slices.IndexFunc(last, func(u query.PositionUse) bool { return u.Copy == copyNo })
		if at < 0 {
			break
		}
		former = append(former, last[at].PositionID)
	}
	wishes, err := Nearest(ctx, tx, optionID, former, former)
	if err != nil {
		return true, false, err
	}
	uses, err := occupy(ctx, tx, now, Claim{OptionID: optionID, Quantity: n, Wishes: wishes})
	if errors.Is(err, errNotFree) { // fewer positions than stock: an inconsistency, not the devotee's fault
		return true, false, offering.GiveBack(ctx, tx, optionID, n)
	}
	if err != nil {
		return true, false, err
	}
	if err := Book(ctx, tx, uses, it.InvoiceID, it.ID); err != nil {
		return true, false, err
	}
	return true, true, TellInstead(ctx, tx, now, uses, former)
}

// TellInstead records which copies got another position than theirs or the chosen one, and notifies the payer. former
// is per copy.
func TellInstead(ctx context.Context, tx *db.Tx, now time.Time, uses, former []string) error {
	for i, useID := range uses[:min(len(uses), len(former))] {
		u, err := tx.PositionUse(ctx, useID)
		if err != nil {
			return fmt.Errorf("use of a position: %w", err)
		}
		if former[i] == u.PositionID {
			continue
		}
		from, err := tx.Position(ctx, former[i])
		if err != nil {
			return fmt.Errorf("former position: %w", err)
		}
		to, err := tx.Position(ctx, u.PositionID)
		if err != nil {
			return fmt.Errorf("position: %w", err)
		}
		if err := tx.PositionUseInstead(ctx, query.PositionUseInsteadParams{Instead: from.Code, ID: u.ID}); err != nil {
			return err
		}
		if err := tell(ctx, tx, now, "place-instead", query.PositionUseAddParams{ID: u.ID, InvoiceID: u.InvoiceID}, from.Code, to.Code); err != nil {
			return err
		}
	}
	return nil
}

// Nearest replaces chosen positions, one per copy: a free one stays, another is replaced by the nearest free one that
// nobody else chose. The result is shorter if there are not enough.
func Nearest(ctx context.Context, tx *db.Tx, optionID string, wishes, all []string) (out []string, err error) {
	but := slices.Clone(all)
	for _, wish := range wishes {
		got, err := nearest(ctx, tx, optionID, wish, but)
		if err != nil || got == "" {
			return out, err
		}
		out, but = append(out, got), append(but, got)
	}
	return out, nil
}

func nearest(ctx context.Context, tx *db.Tx, optionID, positionID string, but []string) (string, error) {
	p, err := tx.Position(ctx, positionID)
	if err != nil {
		return "", fmt.Errorf("former position: %w", err)
	}
	if p.UseID == "" && p.Usable && p.OptionID != nil && *p.OptionID == optionID {
		return p.ID, nil
	}
	near, err := tx.PositionNear(ctx, query.PositionNearParams{OptionID: &optionID, TowerID: p.TowerID, RowNo: p.RowNo, UnitNo: p.UnitNo, Most: int64(len(but)) + 1})
	if err != nil {
		return "", fmt.Errorf("positions nearby: %w", err)
	}
	for _, o := range near {
		if !slices.Contains(but, o.ID) {
			return o.ID, nil
		}
	}
	return "", nil
}
