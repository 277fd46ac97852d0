package imports

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/id"
	"shanmen/internal/offering"
	"shanmen/internal/subscription"
)

// make writes what a row says, and its key first: of two imports that bring the same row the second finds it known.
func (s *Service) make(ctx context.Context, tx *db.Tx, one query.Import, no int64, v verdict) (class, madeID string, err error) {
	added, err := tx.ImportKeyAdd(ctx, query.ImportKeyAddParams{Kind: one.Kind, RowKey: v.key, ImportID: one.ID, RowNo: no})
	if err != nil {
		return "", "", fmt.Errorf("key of a row: %w", err)
	}
	if added == 0 {
		return classKnown, "", nil
	}
	now, m := clock.MillisOf(s.Clock.Now()), v.made
	madeID = id.New()
	var userID *string
	if m.userID != "" {
		userID = &m.userID
	}
	switch one.Kind {
	case Members:
		err = tx.ImportedPersonAdd(ctx, query.ImportedPersonAddParams{
			ID: madeID, ImportID: one.ID, Name: m.name, ChineseName: m.chinese, Mobile: m.mobile, Email: m.email, BirthDate: m.birth,
			Address: m.address, Remark: m.remark, UserID: userID, CreatedAt: now,
		})
	case Orders:
		err = tx.PastOrderAdd(ctx, query.PastOrderAddParams{
			ID: madeID, ImportID: one.ID, Number: m.number, DayAt: clock.MillisOf(m.from.Time(0, 0)), Name: m.name, Mobile: m.mobile, Item: m.item,
			Amount: m.amount, Remark: m.remark, UserID: userID, CreatedAt: now,
		})
	default:
		lamp := query.ImportedLampAddParams{
			ID: madeID, ImportID: one.ID, Name: m.name, ChineseName: m.chinese, Mobile: m.mobile, OptionID: m.option.id,
			TitleEn: m.option.title.EN, TitleZh: m.option.title.ZH, OptionTitleEn: m.option.optionTitle.EN, OptionTitleZh: m.option.optionTitle.ZH,
			Place: m.place, FromAt: clock.MillisOf(m.from.Time(0, 0)), UntilAt: clock.MillisOf(m.until.Time(0, 0)), Amount: m.amount, Remark: m.remark,
			UserID: userID, CreatedAt: now,
		}
		if err = tx.ImportedLampAdd(ctx, lamp); err == nil && userID != nil {
			err = s.goOn(ctx, tx, lamp.ID, lamp.OptionID, subscription.Lamp{UserID: *userID, From: lamp.FromAt, Until: lamp.UntilAt, Amount: lamp.Amount})
		}
	}
	if err != nil {
		return "", "", fmt.Errorf("row %d: %w", no, err)
	}
	return classMade, madeID, nil
}

// goOn makes the subscription by which a lamp of a known member is renewed. One that has ended for longer than its grace, or
// whose option is gone, stays history.
func (s *Service) goOn(ctx context.Context, tx *db.Tx, lampID, optionID string, lamp subscription.Lamp) error {
	f, err := offering.Price(ctx, tx.Queries, s.Clock.Now(), optionID)
	if errors.Is(err, fault.NotFound()) {
		return nil
	}
	if err != nil {
		return err
	}
	lamp.Facts = f
	subscriptionID, err := s.Subscriptions.GoOnFrom(ctx, tx, lamp)
	if err != nil || subscriptionID == "" {
		return err
	}
	return tx.ImportedLampGoesOn(ctx, query.ImportedLampGoesOnParams{SubscriptionID: subscriptionID, ID: lampID})
}

// Claim gives an account what was imported for its number, which it has just proven. The account's own words stay.
func (s *Service) Claim(ctx context.Context, tx *db.Tx, userID, mobile string) error {
	if err := tx.ImportTurn(ctx); err != nil {
		return fmt.Errorf("turn of a claim: %w", err)
	}
	now := clock.MillisOf(s.Clock.Now())
	if _, err := tx.ImportedPeopleClaim(ctx, query.ImportedPeopleClaimParams{UserID: &userID, ClaimedAt: now, Mobile: mobile}); err != nil {
		return fmt.Errorf("claim people: %w", err)
	}
	if _, err := tx.PastOrdersClaim(ctx, query.PastOrdersClaimParams{UserID: &userID, Mobile: mobile}); err != nil {
		return fmt.Errorf("claim past orders: %w", err)
	}
	lamps, err := tx.ImportedLampsClaim(ctx, query.ImportedLampsClaimParams{UserID: &userID, ClaimedAt: now, Mobile: mobile})
	if err != nil {
		return fmt.Errorf("claim lamps: %w", err)
	}
	for _, lamp := range lamps {
		if err := s.goOn(ctx, tx, lamp.ID, lamp.OptionID, subscription.Lamp{UserID: userID, From: lamp.FromAt, Until: lamp.UntilAt, Amount: lamp.Amount}); err != nil {
			return err
		}
	}
	return nil
}

// The reasons for which something stays when its import is taken back.
const (
	keptClaimed = "claimed" // an account has proven the number since
	keptRenewed = "renewed" // a term was asked for, or something of it was changed
)

// unmake takes away what a row has made, unless something was built on it.
func (s *Service) unmake(ctx context.Context, tx *db.Tx, one query.Import, r query.ImportRow) (why string, err error) {
	switch one.Kind {
	case Members:
		p, err := tx.ImportedPersonLock(ctx, r.MadeID)
		if err != nil {
			return goneIs(err)
		}
		if p.ClaimedAt > 0 {
			return keptClaimed, nil
		}
		err = tx.ImportedPersonDrop(ctx, p.ID)
		if err != nil {
			return "", fmt.Errorf("drop person: %w", err)
		}
	case Orders:
		if err := tx.PastOrderDrop(ctx, r.MadeID); err != nil {
			return "", fmt.Errorf("drop past order: %w", err)
		}
	default:
		lamp, err := tx.ImportedLampLock(ctx, r.MadeID)
		if err != nil {
			return goneIs(err)
		}
		if lamp.ClaimedAt > 0 {
			return keptClaimed, nil
		}
		if lamp.SubscriptionID != "" {
			dropped, err := s.Subscriptions.DropUntouched(ctx, tx, lamp.SubscriptionID)
			if err != nil || !dropped {
				return keptRenewed, err
			}
		}
		if err := tx.ImportedLampDrop(ctx, lamp.ID); err != nil {
			return "", fmt.Errorf("drop lamp: %w", err)
		}
	}
	return "", tx.ImportKeyDrop(ctx, query.ImportKeyDropParams{ImportID: one.ID, RowNo: r.RowNo})
}

// goneIs: what its owner has erased with the account is no failure of taking back.
func goneIs(err error) (string, error) {
	if errors.Is(err, db.ErrNoRows) {
		return "", nil
	}
	return "", fmt.Errorf("what a row has made: %w", err)
}
