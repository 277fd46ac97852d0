package subscription

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/id"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/subscription/term"
)

// Lamp is an imported lamp.
type Lamp struct {
	UserID      string
	Facts       offering.Facts
	From, Until clock.Millis // midnights
	Amount      money.Cents  // paid for the term
}

// GoOnFrom creates the subscription that continues an imported lamp: its first term is paid, without an invoice. The id
// is "" if the lamp ended before the days of grace, or its option no longer renews. It takes no stock, because the lamp
// has its place already.
func (s *Service) GoOnFrom(ctx context.Context, tx *db.Tx, l Lamp) (string, error) {
	set, err := readSettings(ctx, tx.Queries)
	if err != nil {
		return "", err
	}
	every := ""
	for _, t := range l.Facts.Terms {
		if t == offering.Yearly || t == offering.Monthly && every == "" {
			every = t
		}
	}
	now := s.Clock.Now()
	if every == "" || l.Facts.State == offering.Withdrawn || !term.LastMoment(dayAt(l.Until), set.grace).After(now) {
		return "", nil
	}
	starts := termBefore(dayAt(l.Until), every)
	price := l.Amount
	if l.Facts.Price != nil {
		price = *l.Facts.Price
	}
	row := query.SubscriptionAddParams{
		ID: id.New(), UserID: l.UserID, Status: Active, OfferingID: l.Facts.OfferingID, OptionID: l.Facts.OptionID, Term: every,
		Quantity: 1, UnitPrice: price, FormKey: l.Facts.FormKey, FormVersion: l.Facts.FormVersion,
		StartsAt: clock.MillisOf(starts.Time(0, 0)), Period: 1, EndsAt: l.Until, CreatedAt: clock.MillisOf(now), UpdatedAt: clock.MillisOf(now),
	}
	row.ItemID = "import:" + row.ID // unique per item: it has none
	if err := tx.SubscriptionAdd(ctx, row); err != nil {
		return "", fmt.Errorf("subscription of a lamp: %w", err)
	}
	return row.ID, nil
}

// termBefore is the first day of the term that ends on a day.
func termBefore(ends lunar.Day, every string) lunar.Day {
	if every == offering.Yearly {
		return term.AddMonths(ends, -12)
	}
	return term.AddMonths(ends, -1)
}

// DropUntouched deletes an imported lamp's subscription if nothing depends on it: no renewal, no change. It returns
// whether it did.
func (s *Service) DropUntouched(ctx context.Context, tx *db.Tx, subscriptionID string) (bool, error) {
	if _, err := lock(ctx, tx, subscriptionID); err != nil {
		return false, err
	}
	n, err := tx.SubscriptionUntouched(ctx, subscriptionID)
	if err != nil || n == 0 {
		return false, err
	}
	return true, tx.SubscriptionRemove(ctx, subscriptionID)
}

// imported is the lamp that a subscription continues, nil for one bought here.
func imported(ctx context.Context, r db.Reader, subscriptionID string) (*query.ImportedLamp, error) {
	lamp, err := r.SubscriptionImported(ctx, subscriptionID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("imported lamp: %w", err)
	}
	return &lamp, nil
}
