package position

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"shanmen/internal/base/keyset"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// PlannedPair is a lamp with the position that it would get.
type PlannedPair struct {
	PlacePair
	Code    string   `json:"code"`
	ByWords bool     `json:"byWords" doc:"Assigned according to an imported list"`
	Payer   string   `json:"payer"`
	Names   []string `json:"names"`
	Words   string   `json:"words,omitempty"`
}

// PlacingPlan is the preview of PlaceMany.
type PlacingPlan struct {
	Pairs   []PlannedPair `json:"pairs"`
	LeftOut int64         `json:"leftOut" doc:"Lamps whose listed position is used by somebody else, to be decided one by one"`
	Rest    int64         `json:"rest" doc:"Positions still missing afterwards, because one action is limited or none is free"`
	Free    int64         `json:"free" doc:"Free positions, in the chosen tower or everywhere"`
}

type placingPlanIn struct {
	Option string `path:"option" maxLength:"64"`
	Tower  string `query:"tower" maxLength:"64" doc:"Id of the tower whose positions are assigned; absent: any"`
}

// PlanPlacing previews which positions would be assigned: those named by imported texts if they are free, otherwise the
// next free ones, several of one order side by side if a row has room. It reserves nothing.
func (s *Service) PlanPlacing(ctx context.Context, in *placingPlanIn) (*PlacingPlan, error) {
	r := s.DB.Read()
	rows, err := s.placeless(ctx, r, in.Option, keyset.Key{}, 10*mostPlaced)
	if err != nil {
		return nil, err
	}
	free, err := r.PositionsFreeInOrder(ctx, query.PositionsFreeInOrderParams{OptionID: &in.Option, TowerID: in.Tower})
	if err != nil {
		return nil, fmt.Errorf("free positions: %w", err)
	}
	named, err := s.named(ctx, r, in.Option)
	if err != nil {
		return nil, err
	}
	out := &PlacingPlan{Pairs: []PlannedPair{}, Free: int64(len(free))}
	p := planner{free: free, named: named, reserved: map[string]bool{}, given: map[string]bool{}}
	for _, spot := range named {
		p.reserved[spot.id] = true
	}
	for _, row := range rows {
		w, err := waitingOf(ctx, r, refOf(row))
		if err != nil {
			return nil, err
		}
		spot, is := named[w.importedID]
		if is && w.importedID != "" && spot.somebodys {
			out.LeftOut++
			continue
		}
		if len(out.Pairs)+int(row.Missing) > mostPlaced {
			out.Rest += row.Missing
			continue
		}
		got := p.give(w.importedID, row.Missing)
		out.Rest += row.Missing - int64(len(got))
		if len(got) == 0 {
			continue
		}
		lamp, err := useView(ctx, r, s.Clock.Now(), query.PositionUse{InvoiceID: w.invoiceID, ItemID: w.itemID, SubscriptionID: w.subscriptionID, ImportedID: w.importedID})
		if err != nil {
			return nil, err
		}
		for _, at := range got {
			out.Pairs = append(out.Pairs, PlannedPair{
				PlacePair: PlacePair{w.ref, at.ID}, Code: at.Code, ByWords: is && spot.id == at.ID, Payer: lamp.Payer, Names: lamp.Names, Words: w.words,
			})
		}
	}
	return out, nil
}

// namedSpot is the position that an imported text names.
type namedSpot struct {
	id        string // "": no free one
	somebodys bool   // it is used, or a previous lamp names it too
}

// named reads the imported texts of an option's lamps without position, by lamp: a position that one of them names is
// assigned to no other.
func (s *Service) named(ctx context.Context, r db.Reader, optionID string) (map[string]namedSpot, error) {
	lamps, err := r.PlacelessWords(ctx, query.PlacelessWordsParams{OptionID: optionID, Now: s.now()})
	if err != nil {
		return nil, fmt.Errorf("words of lamps: %w", err)
	}
	out := map[string]namedSpot{}
	if len(lamps) == 0 {
		return out, nil
	}
	halls, err := DirectoryOf(ctx, r)
	if err != nil {
		return nil, err
	}
	meantBefore := map[string]bool{}
	for _, lamp := range lamps {
		spot, ok := halls.Read(lamp.Place)
		if !ok {
			continue
		}
		p, err := r.PositionAtTower(ctx, query.PositionAtTowerParams{TowerID: spot.TowerID, RowNo: spot.Row, UnitNo: spot.Unit})
		if errors.Is(err, db.ErrNoRows) || err == nil && (p.OptionID == nil || *p.OptionID != optionID) {
			continue // not available to this lamp: the next free one is used
		}
		if err != nil {
			return nil, fmt.Errorf("position of a lamp: %w", err)
		}
		if p.UseID != "" || !p.Usable {
			out[lamp.ID] = namedSpot{somebodys: true}
			continue
		}
		out[lamp.ID] = namedSpot{id: p.ID, somebodys: meantBefore[p.ID]}
		meantBefore[p.ID] = true
	}
	return out, nil
}

// planner assigns positions in memory.
type planner struct {
	free     []query.PositionsFreeInOrderRow
	named    map[string]namedSpot // by lamp
	reserved map[string]bool      // positions named by imported texts
	given    map[string]bool
	next     int
}

// give finds positions for the copies of one lamp: the named one, otherwise adjacent ones, otherwise the next free
// ones.
func (p *planner) give(importedID string, copies int64) (got []query.PositionsFreeInOrderRow) {
	if spot := p.named[importedID]; importedID != "" && spot.id != "" {
		at := slices.IndexFunc(p.free, func(f query.PositionsFreeInOrderRow) bool { return f.ID == spot.id })
		if at >= 0 && !p.given[spot.id] {
			p.given[spot.id] = true
			return p.free[at : at+1]
		}
		return nil // in a tower that was not selected
	}
	open := func(i int) bool { return i < len(p.free) && !p.given[p.free[i].ID] && !p.reserved[p.free[i].ID] }
	if n := int(copies); n > 1 {
		for i := range p.free {
			run := 0
			for run < n && open(i+run) && beside(p.free[i], p.free[i+run], run) {
				run++
			}
			if run == n {
				for _, f := range p.free[i : i+n] {
					p.given[f.ID] = true
				}
				return p.free[i : i+n]
			}
		}
	}
	for ; p.next < len(p.free) && int64(len(got)) < copies; p.next++ {
		if open(p.next) {
			p.given[p.free[p.next].ID] = true
			got = append(got, p.free[p.next])
		}
	}
	return got
}

func beside(first, at query.PositionsFreeInOrderRow, away int) bool {
	return at.TowerID == first.TowerID && at.RowNo == first.RowNo && at.UnitNo == first.UnitNo+int64(away)
}
