package ceremony

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// noSign is the group of entries without a birth date.
const noSign = "unknown"

// boundaries are the possible starts of a zodiac year; the office may switch between them.
var boundaries = []lunar.Boundary{lunar.NewYear, lunar.Lichun}

// signNumber is a sign's number in entry_signs.
func signNumber(sign string) int64 {
	if n := slices.Index(lunar.Zodiacs, sign); n >= 0 {
		return int64(n)
	}
	return int64(len(lunar.Zodiacs))
}

// signsIn lists the zodiac signs of the living in a form, without duplicates.
func signsIn(sheet *form.Sheet, by lunar.Boundary) (out []int64) {
	if sheet != nil {
		for _, g := range sheet.Groups {
			if g.Kind == form.InDeparted {
				continue
			}
			for _, p := range g.People {
				if p.Born == (lunar.Day{}) {
					continue
				}
				if sign, ok := lunar.ZodiacOn(p.Born, by); ok && !slices.Contains(out, int64(sign)) {
					out = append(out, int64(sign))
				}
			}
		}
	}
	if len(out) == 0 {
		out = []int64{signNumber(noSign)}
	}
	return out
}

// keepSigns rewrites the signs of an entry. Its list is locked.
func keepSigns(ctx context.Context, tx *db.Tx, ceremonyID, entryID string, no int64, sheet *form.Sheet) error {
	if err := tx.EntrySignsDrop(ctx, entryID); err != nil {
		return fmt.Errorf("signs of an entry: %w", err)
	}
	for _, by := range boundaries {
		for _, sign := range signsIn(sheet, by) {
			row := query.EntrySignAddParams{CeremonyID: ceremonyID, Boundary: string(by), Sign: sign, No: no, EntryID: entryID}
			if err := tx.EntrySignAdd(ctx, row); err != nil {
				return fmt.Errorf("signs of an entry: %w", err)
			}
		}
	}
	return nil
}

// ofSign lists the entries with somebody of a sign, in one state or, for "all", in any but withdrawn.
func ofSign(ctx context.Context, r db.Reader, in *listEntriesIn, at pageKey) ([]query.CeremonyEntry, error) {
	by, err := content.Zodiac(ctx, r)
	if err != nil {
		return nil, err
	}
	p := query.ListEntriesOfSignParams{CeremonyID: in.ID, Boundary: string(by), Sign: signNumber(in.Sign), Sitting: in.Sitting, After: at.no, Most: in.Limit + 1}
	if in.State != "all" {
		p.State = in.State
	}
	return r.ListEntriesOfSign(ctx, p)
}

// signsRead is how many entries of an earlier list are processed per transaction.
const signsRead = 200

// ReadSigns fills in the signs of lists created before signs were stored.
func (s *Service) ReadSigns(ctx context.Context) error {
	ids, err := s.DB.Read().CeremoniesWithoutSigns(ctx)
	if err != nil {
		return fmt.Errorf("lists without signs: %w", err)
	}
	for _, id := range ids {
		for more := true; more; {
			if more, err = s.readSigns(ctx, id); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Service) readSigns(ctx context.Context, ceremonyID string) (more bool, err error) {
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (bool, error) {
		c, err := lock(ctx, tx, ceremonyID)
		if err != nil || c.SignsUpto < 0 {
			return false, err
		}
		rows, err := tx.EntriesToSign(ctx, query.EntriesToSignParams{CeremonyID: c.ID, After: c.SignsUpto, Most: signsRead})
		if err != nil {
			return false, fmt.Errorf("entries without signs: %w", err)
		}
		sheets, upto := form.NewReader(tx.Queries), int64(-1)
		for _, e := range rows {
			sheet, err := sheets.Sheet(ctx, e.FormKey, e.FormVersion, e.Form)
			if err != nil {
				return false, err
			}
			if err := keepSigns(ctx, tx, c.ID, e.ID, e.No, sheet); err != nil {
				return false, err
			}
		}
		if len(rows) == signsRead {
			upto = rows[len(rows)-1].No
		}
		if err := tx.CeremonySigns(ctx, query.CeremonySignsParams{SignsUpto: upto, ID: c.ID}); err != nil {
			return false, errors.Join(errors.New("signs of a list"), err)
		}
		return upto >= 0, nil
	})
}
