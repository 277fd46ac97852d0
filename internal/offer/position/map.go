package position

import (
	"bytes"
	"context"
	"fmt"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// The letters of a map, one per position.
const (
	signFree     = 'f'
	signUnsold   = 'n' // free, and not sold as any option
	signUnusable = 'u'
	signTaken    = 't'
)

var signs = map[string]byte{Held: 'h', Booked: 'b', Kept: 'k', Clearing: 'c'}

// HallMap is the state of all positions of a hall: one letter each, because ten thousand are requested at once.
type HallMap struct {
	Towers []TowerMap `json:"towers"`
}

// TowerMap is one tower of a map.
type TowerMap struct {
	Code   string `json:"code"`
	Units  int64  `json:"units" doc:"Units per row"`
	States string `json:"states" doc:"Row after row from row 1, each from unit 1: f free, n free and not sold, h held, b booked, t taken, k kept, c to take down, u out of use"`
}

type hallMapIn struct {
	Key string `path:"key" maxLength:"40"`
}

// Map answers with a hall's map.
func (s *Service) Map(ctx context.Context, in *hallMapIn) (*HallMap, error) {
	r := s.DB.Read()
	h, err := r.HallByKey(ctx, in.Key)
	if err != nil {
		return nil, db.NotFound(fmt.Errorf("hall: %w", err))
	}
	all, err := HallsOf(ctx, r)
	if err != nil {
		return nil, err
	}
	rows, err := r.HallPositions(ctx, h.ID)
	if err != nil {
		return nil, fmt.Errorf("positions of a hall: %w", err)
	}
	out := &HallMap{Towers: []TowerMap{}}
	drawn, units := map[string][]byte{}, map[string]int64{}
	var towers []TowerView
	for _, hv := range all.Items {
		if hv.Key == in.Key {
			towers = hv.Towers
		}
	}
	for _, t := range towers {
		units[t.ID] = t.Units
		drawn[t.ID] = bytes.Repeat([]byte{signTaken}, int(t.Rows*t.Units))
	}
	for _, p := range rows {
		if b, at := drawn[p.TowerID], (p.RowNo-1)*units[p.TowerID]+p.UnitNo-1; at < int64(len(b)) {
			b[at] = signOf(p)
		}
	}
	for _, t := range towers {
		out.Towers = append(out.Towers, TowerMap{Code: t.Code, Units: t.Units, States: string(drawn[t.ID])})
	}
	return out, nil
}

func signOf(p query.HallPositionsRow) byte {
	switch {
	case p.State != "":
		return signs[p.State]
	case !p.Usable:
		return signUnusable
	case p.OptionID == nil:
		return signUnsold
	}
	return signFree
}

// Place formats where a position is.
type Place struct {
	ID    string      `json:"id"`
	Code  string      `json:"code"`
	Hall  locale.Text `json:"hall"`
	Key   string      `json:"key" doc:"Hall key"`
	Tower string      `json:"tower"`
	Row   int64       `json:"row"`
	Unit  int64       `json:"unit"`
	Way   locale.Text `json:"way"`
}

func placeOf(p query.PositionPlaceRow) Place {
	return Place{
		ID: p.ID, Code: p.Code, Hall: locale.Text{EN: p.HallEn, ZH: p.HallZh}, Key: p.HallKey, Tower: p.TowerCode, Row: p.RowNo, Unit: p.UnitNo,
		Way: locale.Text{EN: p.WayEn, ZH: p.WayZh},
	}
}
