package offering

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
)

// MostPlaces is a slip of the finger above it.
const MostPlaces = 1_000_000

// SetPrice changes the price of an option, in cents. An open amount has none: fault.NotFound.
func SetPrice(ctx context.Context, tx *db.Tx, optionID string, cents int64) error {
	if cents <= 0 {
		return fault.InvalidFields([]fault.Field{{Path: "price", Code: "invalid-value"}})
	}
	n, err := tx.OfferingSetPrice(ctx, query.OfferingSetPriceParams{ID: optionID, Price: &cents})
	return changed(ctx, tx, "price of option "+optionID, n, err)
}

// AddPlaces lets an option be sold n times more, or fewer: a change, and not a sum, because others buy
// while somebody looks at the number. Refusals: "places-taken" (with left) when fewer remain than are to go,
// "option-unlimited".
func AddPlaces(ctx context.Context, tx *db.Tx, optionID string, n int64) error {
	_, err := tx.OfferingAddPlaces(ctx, query.OfferingAddPlacesParams{ID: optionID, Places: n, Most: MostPlaces})
	if err == nil {
		return tx.ContentBump(ctx)
	}
	if !errors.Is(err, db.ErrNoRows) {
		return fmt.Errorf("places of option %s: %w", optionID, err)
	}
	left, err := tx.OfferingStock(ctx, optionID)
	refused := fault.Field{Path: "change", Code: "option-unlimited"}
	switch {
	case errors.Is(err, db.ErrNoRows):
		return fault.NotFound()
	case err != nil:
		return fmt.Errorf("stock of option %s: %w", optionID, err)
	case left != nil && n < 0:
		refused = fault.Field{Path: "change", Code: "places-taken", Params: map[string]any{"left": *left}}
	case left != nil:
		refused.Code = "invalid-value"
	}
	return fault.InvalidFields([]fault.Field{refused})
}

// SetRemaining begins to count how often an option can be sold, whatever was counted before. nil makes it
// unlimited. Who has seen a number and wants another changes it by AddPlaces.
func SetRemaining(ctx context.Context, tx *db.Tx, optionID string, remaining *int64) error {
	if remaining != nil && *remaining < 0 {
		return fault.InvalidFields([]fault.Field{{Path: "remaining", Code: "invalid-value"}})
	}
	n, err := tx.OfferingSetStock(ctx, query.OfferingSetStockParams{ID: optionID, Remaining: remaining})
	return changed(ctx, tx, "stock of option "+optionID, n, err)
}

// SetActive shows an option in the catalogue or takes it out. Carts that hold it are refused at the
// till.
func SetActive(ctx context.Context, tx *db.Tx, optionID string, active bool) error {
	n, err := tx.OfferingSetActive(ctx, query.OfferingSetActiveParams{ID: optionID, Active: flag(active)})
	return changed(ctx, tx, "option "+optionID, n, err)
}

// Publish shows an offering in the catalogue or takes it out. Carts that hold it are refused at
// the till.
func Publish(ctx context.Context, tx *db.Tx, offeringID string, published bool) error {
	n, err := tx.OfferingSetPublished(ctx, query.OfferingSetPublishedParams{ID: offeringID, Published: flag(published)})
	return changed(ctx, tx, "publishing of offering "+offeringID, n, err)
}

// Close ends the booking of an offering at a time; the zero time opens it without end.
func Close(ctx context.Context, tx *db.Tx, offeringID string, at time.Time) error {
	n, err := tx.OfferingSetCloses(ctx, query.OfferingSetClosesParams{ID: offeringID, ClosesAt: millis(at)})
	return changed(ctx, tx, "closing of offering "+offeringID, n, err)
}

func changed(ctx context.Context, tx *db.Tx, what string, rows int64, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if rows == 0 {
		return fault.NotFound()
	}
	return tx.ContentBump(ctx)
}
