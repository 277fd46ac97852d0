package position

import (
	"context"
	"fmt"

	"shanmen/internal/base/fault"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

type sellPlacesIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		FromRow     int64  `json:"fromRow"`
		ToRow       int64  `json:"toRow"`
		OptionID    string `json:"optionId" maxLength:"64" doc:"Option that they are sold for; empty: none"`
		PositionBy  string `json:"positionBy,omitempty" enum:",temple,devotee" doc:"Who chooses the position"`
		LastsMonths *int64 `json:"lastsMonths,omitempty" doc:"Months that a one-time payment lasts; 0: unlimited. Required when an option is given"`
	}
}

// PlacesSold is the number of positions in the rows now sold as the option.
type PlacesSold struct {
	Changed int64 `json:"changed" doc:"Number of positions changed to another option"`
	Taken   int64 `json:"taken" doc:"Number of positions left unchanged because they are in use"`
}

// Sell sets which option the free positions of rows are sold as. From then on that option's stock is the number of its
// free positions, replacing its previous stock. Used positions stay.
func (s *Service) Sell(ctx context.Context, in *sellPlacesIn) (*PlacesSold, error) {
	b := in.Body
	var wrong []fault.Field
	if b.FromRow < 1 || b.ToRow < b.FromRow || b.ToRow > MostRows {
		wrong = append(wrong, fault.Field{Path: "toRow", Code: "quantity-range", Params: map[string]any{"min": max(1, b.FromRow), "max": MostRows}})
	}
	if b.OptionID != "" && b.PositionBy == "" {
		wrong = append(wrong, fault.Field{Path: "positionBy", Code: "required"})
	}
	months := int64(0)
	if b.LastsMonths != nil {
		months = *b.LastsMonths
	} else if b.OptionID != "" {
		wrong = append(wrong, fault.Field{Path: "lastsMonths", Code: "required"})
	}
	if months < 0 || months > 120 {
		wrong = append(wrong, fault.Field{Path: "lastsMonths", Code: "quantity-range", Params: map[string]any{"min": 0, "max": 120}})
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*PlacesSold, error) {
		done, err := sellRows(ctx, tx, in.ID, sold{b.FromRow, b.ToRow, b.OptionID, b.PositionBy, months})
		if err != nil {
			return nil, err
		}
		return done, audit.Note(ctx, tx, "position.sell", "tower:"+in.ID,
			nil, map[string]any{"from": b.FromRow, "to": b.ToRow, "option": b.OptionID, "by": b.PositionBy, "months": months, "changed": done.Changed})
	})
}

// sold sets the option of rows of a tower.
type sold struct {
	from, to int64
	optionID string
	by       string
	months   int64
}

func sellRows(ctx context.Context, tx *db.Tx, towerID string, b sold) (*PlacesSold, error) {
	t, err := tx.Tower(ctx, towerID)
	if err != nil {
		return nil, db.NotFound(fmt.Errorf("tower: %w", err))
	}
	rows := query.TowerPositionsOfRowsParams{TowerID: t.ID, FromRow: b.from, ToRow: b.to}
	seen, err := tx.TowerPositionsOfRows(ctx, rows)
	if err != nil {
		return nil, fmt.Errorf("rows of a tower: %w", err)
	}
	options := map[string]bool{}
	if b.optionID != "" {
		options[b.optionID] = true
	}
	for _, p := range seen {
		if p.OptionID != nil {
			options[*p.OptionID] = true
		}
	}
	locked, err := lockOptions(ctx, tx, options)
	if err != nil {
		return nil, err
	}
	all, err := tx.TowerPositionsOfRows(ctx, rows) // read again under the locks
	if err != nil {
		return nil, fmt.Errorf("rows of a tower: %w", err)
	}
	done := &PlacesSold{}
	var to *string
	if b.optionID != "" {
		to = &b.optionID
	}
	for _, p := range all {
		if equal(p.OptionID, to) {
			continue
		}
		if p.OptionID != nil && !options[*p.OptionID] { // changed since it was read
			return nil, fault.Invalid("halls-changed")
		}
		n, err := tx.PositionSell(ctx, query.PositionSellParams{OptionID: to, ID: p.ID})
		if err != nil {
			return nil, fmt.Errorf("sell a position: %w", err)
		}
		done.Changed += n
		done.Taken += 1 - n
	}
	for optionID, by := range locked {
		months := by.months
		if optionID == b.optionID {
			by.by, months = b.by, b.months
		}
		free, err := tx.PositionsFreeOf(ctx, &optionID)
		if err != nil {
			return nil, fmt.Errorf("free positions: %w", err)
		}
		if err := offering.SellByPositions(ctx, tx, optionID, by.by, months, free); err != nil {
			return nil, err
		}
	}
	return done, nil
}

type soldBy struct {
	by     string
	months int64
}

// lockOptions locks the stock of options in the common order.
func lockOptions(ctx context.Context, tx *db.Tx, options map[string]bool) (map[string]soldBy, error) {
	out := map[string]soldBy{}
	for _, optionID := range inOrder(options) {
		by, months, err := offering.LockStock(ctx, tx, optionID)
		if err != nil {
			return nil, err
		}
		out[optionID] = soldBy{by, months}
	}
	return out, nil
}

func equal(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

type usablePlaceIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Usable bool `json:"usable"`
	}
}

// SetUsable takes a free position out of service, or returns it. A used one: "position-in-use".
func (s *Service) SetUsable(ctx context.Context, in *usablePlaceIn) (*PlaceDetail, error) {
	return s.actOn(ctx, in.ID, "position.usable", map[string]any{"usable": in.Body.Usable}, func(ctx context.Context, tx *db.Tx, p query.Position) error {
		n, err := tx.PositionUsable(ctx, query.PositionUsableParams{Usable: in.Body.Usable, ID: p.ID})
		if err != nil || n == 0 && p.UseID == "" {
			return err
		}
		if n == 0 {
			return fault.Invalid("position-in-use").With("code", p.Code)
		}
		if p.OptionID == nil {
			return nil
		}
		return restock(ctx, tx, *p.OptionID)
	})
}

// actOn is an idempotent action on one position under the lock of its option. It answers with the position's new state.
func (s *Service) actOn(ctx context.Context, positionID, action string, after map[string]any, do func(ctx context.Context, tx *db.Tx, p query.Position) error) (*PlaceDetail, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*PlaceDetail, error) {
		p, err := find(ctx, tx, positionID)
		if err != nil {
			return nil, err
		}
		if p.OptionID != nil {
			if _, _, err := offering.LockStock(ctx, tx, *p.OptionID); err != nil {
				return nil, err
			}
			option := *p.OptionID
			if p, err = find(ctx, tx, positionID); err != nil {
				return nil, err
			}
			if p.OptionID == nil || *p.OptionID != option {
				return nil, fault.Invalid("halls-changed")
			}
		}
		if err := do(ctx, tx, p); err != nil {
			return nil, err
		}
		err = audit.Note(ctx, tx, action, "position:"+p.ID, nil, after)
		if err != nil {
			return nil, err
		}
		return s.detail(ctx, tx.Queries, p.ID)
	})
}

func find(ctx context.Context, tx *db.Tx, positionID string) (query.Position, error) {
	p, err := tx.Position(ctx, positionID)
	if err != nil {
		return p, db.NotFound(fmt.Errorf("position: %w", err))
	}
	return p, nil
}
