package ceremony

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// placeKey is the start of a page sorted by position, as the text of a pageKey.
type placeKey struct {
	Hall, TowerSeq int64
	Tower          string
	Row, Unit      int64
}

// byPlace lists entries by their lamps' current positions, for somebody walking along the towers.
func (s *Service) byPlace(ctx context.Context, r db.Reader, in *listEntriesIn, at pageKey) (*EntryList, error) {
	from := placeKey{Hall: -1}
	if at.text != "" {
		if err := json.Unmarshal([]byte(at.text), &from); err != nil {
			return nil, badPage()
		}
	}
	found, err := r.ListEntriesByPlace(ctx, query.ListEntriesByPlaceParams{
		CeremonyID: in.ID, Sitting: in.Sitting, AfterHall: from.Hall, AfterTowerSeq: from.TowerSeq, AfterTower: from.Tower, AfterRow: from.Row, AfterUnit: from.Unit,
		After: at.no, Most: in.Limit + 1,
	})
	if err != nil {
		return nil, fmt.Errorf("entries by place: %w", err)
	}
	out := &EntryList{Items: []EntryRow{}}
	if int64(len(found)) > in.Limit {
		found = found[:in.Limit]
		last := found[len(found)-1]
		out.Next = pageKey{asJSON(placeKey{last.HallSeq, last.TowerSeq, last.Tower, last.RowNo, last.UnitNo}), last.No}.String()
	}
	rows := make([]query.CeremonyEntry, 0, len(found))
	for _, f := range found {
		e, err := r.ListEntry(ctx, f.ID)
		if err != nil {
			return nil, fmt.Errorf("entry: %w", err)
		}
		rows = append(rows, e)
	}
	out.Items, err = s.rows(ctx, r, rows)
	return out, err
}

// placesOf maps entries to the codes of their lamps' current positions.
func placesOf(ctx context.Context, r db.Reader, entries []query.CeremonyEntry) (map[string]string, error) {
	ids := map[string]int{}
	for _, e := range entries {
		ids[e.ID] = 1
	}
	found, err := r.ListEntryPlaces(ctx, asJSON(ids))
	if err != nil {
		return nil, fmt.Errorf("places of entries: %w", err)
	}
	out := map[string]string{}
	for _, f := range found {
		if out[f.ID] == "" {
			out[f.ID] = f.Code
		}
	}
	return out, nil
}

// hallKeys maps the ids of halls with sittings to their keys.
func hallKeys(ctx context.Context, r db.Reader, sittings []query.CeremonySitting) (map[string]string, error) {
	out := map[string]string{}
	if !slices.ContainsFunc(sittings, func(t query.CeremonySitting) bool { return t.HallID != "" }) {
		return out, nil
	}
	halls, err := r.Halls(ctx)
	if err != nil {
		return nil, fmt.Errorf("halls: %w", err)
	}
	for _, h := range halls {
		out[h.ID] = h.Key
	}
	return out, nil
}

// sittingFor is the sitting in which a copy of an item is read: the first in the hall of its lamp, otherwise the first
// of all.
func sittingFor(ctx context.Context, tx *db.Tx, ceremonyID, itemID string, copyNo int64) (int64, error) {
	seq, err := tx.SittingOfLamp(ctx, query.SittingOfLampParams{CeremonyID: ceremonyID, ItemID: itemID, Copy: copyNo})
	if err != nil {
		return 0, fmt.Errorf("sitting of a lamp: %w", err)
	}
	return max(seq, 1), nil
}
