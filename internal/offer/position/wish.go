package position

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Wish is a chosen position.
type Wish struct {
	ID   string
	Code string // "": the option has no such position
	Free bool
	Near []string // codes of the nearest free ones, if it is not free
}

// Nearby formats the nearest free ones for a message.
func (w Wish) Nearby() string { return strings.Join(w.Near, ", ") }

// Wished reads a chosen position of an option. Positions of the visitor's own hold count as free.
func Wished(ctx context.Context, r db.Reader, optionID, positionID, holdID string) (Wish, error) {
	w := Wish{ID: positionID}
	p, err := r.Position(ctx, positionID)
	if errors.Is(err, db.ErrNoRows) || err == nil && (p.OptionID == nil || *p.OptionID != optionID) {
		return w, nil
	}
	if err != nil {
		return w, fmt.Errorf("chosen position: %w", err)
	}
	w.Code, w.Free = p.Code, p.UseID == "" && p.Usable
	if holdID != "" && p.UseID != "" {
		u, err := r.PositionUse(ctx, p.UseID)
		if err != nil && !errors.Is(err, db.ErrNoRows) { // no row: given back meanwhile
			return w, fmt.Errorf("use of a chosen position: %w", err)
		}
		w.Free = u.HoldID == holdID && p.Usable
	}
	if w.Free {
		return w, nil
	}
	near, err := r.PositionNear(ctx, query.PositionNearParams{OptionID: &optionID, TowerID: p.TowerID, RowNo: p.RowNo, UnitNo: p.UnitNo, Most: 3})
	if err != nil {
		return w, fmt.Errorf("positions nearby: %w", err)
	}
	for _, o := range near {
		w.Near = append(w.Near, o.Code)
	}
	return w, nil
}
