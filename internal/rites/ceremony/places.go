package ceremony

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// placeKey is where a page by places begins, as the text of a pageKey.
type placeKey struct {
	Hall, TowerSeq int64
	Tower          string
	Row, Unit      int64
}

// byPlace lists entries by where their lamps stand now: whoever walks along the towers has the list in hand.
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

// placesOf are the codes of where entries' lamps stand now, by the entry.
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

// hallKeys are the keys of the halls in which sittings are held, by their ids.
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

// sittingFor is the sitting in which a copy of an item is read: the first that is held in the hall where its lamp stands,
// else the first of all.
func sittingFor(ctx context.Context, tx *db.Tx, ceremonyID, itemID string, copyNo int64) (int64, error) {
	seq, err := tx.SittingOfLamp(ctx, query.SittingOfLampParams{CeremonyID: ceremonyID, ItemID: itemID, Copy: copyNo})
	if err != nil {
		return 0, fmt.Errorf("sitting of a lamp: %w", err)
	}
	return max(seq, 1), nil
}
