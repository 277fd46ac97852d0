package position

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

type freeIn struct {
	Option string `query:"option" required:"true" maxLength:"64"`
}

// FreeHalls is where an option has free positions, for the choice before the cart.
type FreeHalls struct {
	Items []FreeHall `json:"items" doc:"Halls in the temple's order; empty: the temple chooses the position, or none is free"`
}

// FreeHall is a hall with free positions.
type FreeHall struct {
	HallView
	Free []int64 `json:"free" doc:"Number of free positions in each tower"`
}

// Free lists where an option has free positions; it reveals nothing about used ones.
func (s *Service) Free(ctx context.Context, in *freeIn) (*FreeHalls, error) {
	r := s.DB.Read()
	out := &FreeHalls{Items: []FreeHall{}}
	chosen, err := chosenByDevotee(ctx, r, in.Option)
	if err != nil || !chosen {
		return out, err
	}
	rows, err := r.PositionsFreeByTower(ctx, &in.Option)
	if err != nil {
		return nil, fmt.Errorf("free positions of option %s: %w", in.Option, err)
	}
	free := map[string]int64{}
	for _, row := range rows {
		free[row.TowerID] = row.Free
	}
	all, err := HallsOf(ctx, r)
	if err != nil {
		return nil, err
	}
	for _, h := range all.Items {
		one := FreeHall{HallView: h}
		for _, t := range h.Towers {
			one.Free = append(one.Free, free[t.ID])
		}
		if slices.ContainsFunc(one.Free, func(n int64) bool { return n > 0 }) {
			out.Items = append(out.Items, one)
		}
	}
	return out, nil
}

type freeTowerIn struct {
	ID     string `path:"id" maxLength:"64"`
	Option string `query:"option" required:"true" maxLength:"64"`
	Row    int64  `query:"row" minimum:"0" maximum:"200" doc:"Row whose positions are listed; 0: the first row in which the temple would assign one"`
}

// FreeTower is the free positions of one tower.
type FreeTower struct {
	Rows   []FreeRow   `json:"rows" doc:"Rows with a free position, from row 1"`
	Row    int64       `json:"row" doc:"Row of the positions listed; 0: none is free"`
	Places []FreePlace `json:"places" doc:"Free positions of that row, in order"`
}

// FreeRow is a row with free positions.
type FreeRow struct {
	Row  int64 `json:"row"`
	Free int64 `json:"free"`
}

// FreePlace is a position that can be chosen.
type FreePlace struct {
	ID   string `json:"id"`
	Code string `json:"code"`
	Unit int64  `json:"unit"`
}

// FreeOfTower lists an option's free positions in a tower row by row: ids are long, and a tower may have thousands.
func (s *Service) FreeOfTower(ctx context.Context, in *freeTowerIn) (*FreeTower, error) {
	r := s.DB.Read()
	out := &FreeTower{Rows: []FreeRow{}, Places: []FreePlace{}}
	chosen, err := chosenByDevotee(ctx, r, in.Option)
	if err != nil || !chosen {
		return out, err
	}
	rows, err := r.PositionsFreeByRow(ctx, query.PositionsFreeByRowParams{OptionID: &in.Option, TowerID: in.ID})
	if err != nil {
		return nil, fmt.Errorf("free positions of tower %s: %w", in.ID, err)
	}
	first := int64(-1)
	for _, row := range rows {
		out.Rows = append(out.Rows, FreeRow{row.RowNo, row.Free})
		if first < 0 || row.First < first {
			first = row.First
			if in.Row == 0 {
				out.Row = row.RowNo
			}
		}
		if in.Row == row.RowNo {
			out.Row = row.RowNo
		}
	}
	if out.Row == 0 && len(out.Rows) > 0 { // the requested row has no free position any more
		out.Row = out.Rows[0].Row
	}
	if out.Row == 0 {
		return out, nil
	}
	places, err := r.PositionsFreeOfRow(ctx, query.PositionsFreeOfRowParams{OptionID: &in.Option, TowerID: in.ID, RowNo: out.Row})
	if err != nil {
		return nil, fmt.Errorf("free positions of row %d: %w", out.Row, err)
	}
	for _, p := range places {
		out.Places = append(out.Places, FreePlace{p.ID, p.Code, p.UnitNo})
	}
	return out, nil
}

// chosenByDevotee returns whether the devotee chooses the positions of an option; fault.NotFound for a nonexistent one.
func chosenByDevotee(ctx context.Context, r db.Reader, optionID string) (bool, error) {
	by, err := r.PositionByOf(ctx, optionID)
	if errors.Is(err, db.ErrNoRows) {
		return false, fault.NotFound()
	}
	return by == ByDevotee, err
}
