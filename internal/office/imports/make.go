package imports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/offer/offering"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/sales/subscription"
)

// make inserts the ready rows, keys first: of two imports with the same row, the second finds it known.
//
// In a dry run nobody is indexed for search: search words would lock out other rows.
func (s *Service) make(ctx context.Context, tx *db.Tx, one query.Import, f *facts, lines []line, done []doneRow) error {
	keys := set{}
	for i, d := range done {
		if d.class == classReady && keys[d.key] == nil {
			keys[d.key] = map[string]any{"no": lines[i].no, "who": whoOf(lines[i].text)}
		}
	}
	if len(keys) == 0 {
		return nil
	}
	added, err := tx.ImportKeysAdd(ctx, query.ImportKeysAddParams{Kind: one.Kind, ImportID: one.ID, Keys: keys.json()})
	if err != nil {
		return fmt.Errorf("keys of rows: %w", err)
	}
	mine := map[string]bool{}
	for _, key := range added {
		mine[key] = true
	}
	rows, words, goOn, stand := set{}, map[string]lookup.Words{}, []*doneRow{}, []*doneRow{}
	for i := range done {
		d := &done[i]
		if d.class != classReady {
			continue
		}
		if !mine[d.key] {
			d.class = classKnown
			continue
		}
		delete(mine, d.key) // of two rows with one key, the first is imported
		d.class, d.madeID = classMade, id.New()
		rows[d.madeID] = d.made.written()
		if m := d.made; m.userID == "" && one.State == stateImporting {
			words[d.madeID] = lookup.Words{Names: []string{m.name, m.chinese}, Mobiles: []string{m.mobile, m.phone}, Others: []string{m.email}}
		}
		if one.Kind == Lamps && d.made.userID != "" {
			goOn = append(goOn, d)
		}
		if one.Kind == Lamps && d.place != "" {
			stand = append(stand, d)
		}
	}
	now, all := clock.MillisOf(s.Clock.Now()), rows.json()
	switch one.Kind {
	case Members:
		err = tx.ImportedPeopleAdd(ctx, query.ImportedPeopleAddParams{ImportID: one.ID, CreatedAt: int64(now), Rows: all})
	case Orders:
		err = tx.PastOrdersAdd(ctx, query.PastOrdersAddParams{ImportID: one.ID, CreatedAt: int64(now), Rows: all})
	default:
		err = tx.ImportedLampsAdd(ctx, query.ImportedLampsAddParams{ImportID: one.ID, CreatedAt: int64(now), Rows: all})
	}
	if err != nil {
		return fmt.Errorf("what rows say: %w", err)
	}
	if len(words) > 0 {
		if err := lookup.AddMany(ctx, tx, lookup.Imported, now, words); err != nil {
			return err
		}
	}
	for _, d := range goOn {
		m := d.made
		lamp := subscription.Lamp{UserID: m.userID, From: clock.MillisOf(m.from.Time(0, 0)), Until: clock.MillisOf(m.until.Time(0, 0)), Amount: m.amount}
		if d.goesOn, err = s.goOn(ctx, tx, d.madeID, m.option.id, lamp); err != nil {
			return err
		}
	}
	return s.stand(ctx, tx, f, stand)
}

// stand assigns the matching positions to lamps, locking options in the order of buyers. If a position is taken or
// unknown, a lamp keeps its text and the office assigns one.
func (s *Service) stand(ctx context.Context, tx *db.Tx, f *facts, lamps []*doneRow) error {
	slices.SortStableFunc(lamps, func(a, b *doneRow) int { return cmp.Compare(a.made.option.id, b.made.option.id) })
	now := s.Clock.Now()
	for _, d := range lamps {
		lamp := position.Earlier{ID: d.madeID, OptionID: d.made.option.id, SubscriptionID: d.goesOn, From: d.at.from, Until: d.at.until}
		if d.at.until <= clock.MillisOf(now) && d.goesOn == "" { // history only
			continue
		}
		spot, ok := f.halls.Read(d.place)
		if !ok {
			d.spotWhy = position.SpotUnknown
			continue
		}
		var err error
		if d.spot, d.spotWhy, err = position.PutEarlier(ctx, tx, now, lamp, spot); err != nil {
			return err
		}
	}
	return nil
}

// written is a row as SQL parameters.
func (m row) written() map[string]any {
	out := map[string]any{
		"name": m.name, "chinese": m.chinese, "mobile": m.mobile, "phone": m.phone, "email": m.email, "birth": m.birth, "address": m.address, "remark": m.remark,
		"number": m.number, "item": m.item, "amount": m.amount, "place": m.place, "option": m.option.id,
		"titleEn": m.option.title.EN, "titleZh": m.option.title.ZH, "optionEn": m.option.optionTitle.EN, "optionZh": m.option.optionTitle.ZH,
	}
	if m.userID != "" {
		out["user"] = m.userID
	}
	if m.from.Valid() {
		out["day"], out["from"] = clock.MillisOf(m.from.Time(0, 0)), clock.MillisOf(m.from.Time(0, 0))
	}
	if m.until.Valid() {
		out["until"] = clock.MillisOf(m.until.Time(0, 0))
	}
	return out
}

// goOn creates the subscription with which a known member's lamp is renewed. A lamp that ended before the days of
// grace, or whose option is gone, stays history.
func (s *Service) goOn(ctx context.Context, tx *db.Tx, lampID, optionID string, lamp subscription.Lamp) (subscriptionID string, err error) {
	f, err := offering.Price(ctx, tx.Queries, s.Clock.Now(), optionID)
	if errors.Is(err, fault.NotFound()) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	lamp.Facts = f
	if subscriptionID, err = s.Subscriptions.GoOnFrom(ctx, tx, lamp); err != nil || subscriptionID == "" {
		return "", err
	}
	if err := position.EarlierGoesOn(ctx, tx, lampID, subscriptionID); err != nil {
		return "", fmt.Errorf("position of a lamp: %w", err)
	}
	return subscriptionID, tx.ImportedLampGoesOn(ctx, query.ImportedLampGoesOnParams{SubscriptionID: subscriptionID, ID: lampID})
}

// Claim links imported rows to an account that has just verified its number. The account's own data stays.
func (s *Service) Claim(ctx context.Context, tx *db.Tx, userID, mobile string) error {
	if err := tx.ImportTurn(ctx); err != nil {
		return fmt.Errorf("turn of a claim: %w", err)
	}
	now := clock.MillisOf(s.Clock.Now())
	people, err := tx.ImportedPeopleClaim(ctx, query.ImportedPeopleClaimParams{UserID: &userID, ClaimedAt: now, Mobile: mobile})
	if err != nil {
		return fmt.Errorf("claim people: %w", err)
	}
	orders, err := tx.PastOrdersClaim(ctx, query.PastOrdersClaimParams{UserID: &userID, Mobile: mobile})
	if err != nil {
		return fmt.Errorf("claim past orders: %w", err)
	}
	lamps, err := tx.ImportedLampsClaim(ctx, query.ImportedLampsClaimParams{UserID: &userID, ClaimedAt: now, Mobile: mobile})
	if err != nil {
		return fmt.Errorf("claim lamps: %w", err)
	}
	found := slices.Concat(people, orders) // the account itself is now searchable
	for _, lamp := range lamps {
		found = append(found, lamp.ID)
	}
	if err := lookup.RemoveMany(ctx, tx, lookup.Imported, found); err != nil {
		return err
	}
	for _, lamp := range lamps {
		if _, err := s.goOn(ctx, tx, lamp.ID, lamp.OptionID, subscription.Lamp{UserID: userID, From: lamp.FromAt, Until: lamp.UntilAt, Amount: lamp.Amount}); err != nil {
			return err
		}
	}
	return nil
}

// Why something stays when its import is undone.
const (
	keptClaimed = "claimed" // an account has verified the number since
	keptRenewed = "renewed" // a renewal was created, or something was changed
)

// revertRows deletes what rows created, unless something depends on it: why lists the reasons. What was erased with its
// account is skipped.
func (s *Service) revertRows(ctx context.Context, tx *db.Tx, one query.Import, rows []query.ImportRow) (why map[string]string, err error) {
	ids := set{}
	for _, r := range rows {
		ids[r.MadeID] = 1
	}
	why = map[string]string{}
	switch one.Kind {
	case Members:
		there, err := tx.ImportedPeopleLock(ctx, ids.json())
		if err != nil {
			return nil, fmt.Errorf("people that were made: %w", err)
		}
		for _, p := range there {
			if p.ClaimedAt > 0 {
				why[p.ID] = keptClaimed
				delete(ids, p.ID)
			}
		}
		err = tx.ImportedPeopleDrop(ctx, ids.json())
		return why, err
	case Orders:
		return why, tx.PastOrdersDrop(ctx, ids.json())
	}
	for _, r := range rows {
		if why[r.MadeID], err = s.revertLamp(ctx, tx, r.MadeID); err != nil {
			return nil, err
		}
	}
	return why, nil
}

func (s *Service) revertLamp(ctx context.Context, tx *db.Tx, lampID string) (why string, err error) {
	lamp, err := tx.ImportedLampLock(ctx, lampID)
	if errors.Is(err, db.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("lamp that was made: %w", err)
	}
	if lamp.ClaimedAt > 0 {
		return keptClaimed, nil
	}
	if lamp.SubscriptionID != "" {
		dropped, err := s.Subscriptions.DropUntouched(ctx, tx, lamp.SubscriptionID)
		if err != nil || !dropped {
			return keptRenewed, err
		}
		if err := s.Ceremonies.ImportUndone(ctx, tx, lamp.SubscriptionID); err != nil {
			return "", err
		}
	}
	if err := position.DropEarlier(ctx, tx, s.Clock.Now(), lamp.ID, lamp.OptionID); err != nil {
		return "", err
	}
	return "", tx.ImportedLampDrop(ctx, lamp.ID)
}
