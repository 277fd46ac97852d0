package offering

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/content"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/money"
)

// MostPlaces is the largest number that is believed: a larger one is a typing error.
const MostPlaces = 1_000_000

// SetPrice changes the price of an option, in cents. An open amount has none: fault.NotFound.
func SetPrice(ctx context.Context, tx *db.Tx, optionID string, cents money.Cents) error {
	if cents <= 0 {
		return fault.InvalidFields([]fault.Field{{Path: "price", Code: "invalid-value"}})
	}
	n, err := tx.OfferingSetPrice(ctx, query.OfferingSetPriceParams{ID: optionID, Price: &cents})
	return changedOption(ctx, tx, "price of option ", optionID, n, err)
}

// AddPlaces changes by n how often an option can still be sold. It takes a difference, not a total, because others buy
// while somebody looks at the number. Refusals: "places-taken" (with left) when fewer than -n remain,
// "option-unlimited".
func AddPlaces(ctx context.Context, tx *db.Tx, optionID string, n int64) error {
	_, err := tx.OfferingAddPlaces(ctx, query.OfferingAddPlacesParams{ID: optionID, Places: n, Most: MostPlaces})
	if err == nil {
		return optionChanged(ctx, tx, optionID)
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

// SetRemaining sets how often an option can still be sold; nil makes it unlimited. To change a number that somebody has
// seen, use AddPlaces.
func SetRemaining(ctx context.Context, tx *db.Tx, optionID string, remaining *int64) error {
	if remaining != nil && *remaining < 0 {
		return fault.InvalidFields([]fault.Field{{Path: "remaining", Code: "invalid-value"}})
	}
	n, err := tx.OfferingSetStock(ctx, query.OfferingSetStockParams{ID: optionID, Remaining: remaining})
	return changedOption(ctx, tx, "stock of option ", optionID, n, err)
}

// SetActive shows an option in the catalogue or takes it out. Carts that hold it are refused at the
// till.
func SetActive(ctx context.Context, tx *db.Tx, optionID string, active bool) error {
	n, err := tx.OfferingSetActive(ctx, query.OfferingSetActiveParams{ID: optionID, Active: active})
	return changedOption(ctx, tx, "option ", optionID, n, err)
}

// Publish shows an offering in the catalogue or takes it out. Carts that hold it are refused at
// the till.
func Publish(ctx context.Context, tx *db.Tx, offeringID string, published bool) error {
	n, err := tx.OfferingSetPublished(ctx, query.OfferingSetPublishedParams{ID: offeringID, Published: published})
	return changed(ctx, tx, "publishing of offering ", offeringID, n, err)
}

// Close ends the booking of an offering at a time; the zero time opens it without end.
func Close(ctx context.Context, tx *db.Tx, offeringID string, at time.Time) error {
	n, err := tx.OfferingSetCloses(ctx, query.OfferingSetClosesParams{ID: offeringID, ClosesAt: clock.MillisOf(at)})
	return changed(ctx, tx, "closing of offering ", offeringID, n, err)
}

// changed ends the change of an offering; changedOption that of one of its options.
func changed(ctx context.Context, tx *db.Tx, what, offeringID string, rows int64, err error) error {
	if err := happened(what+offeringID, rows, err); err != nil {
		return err
	}
	o, err := tx.OfferingByID(ctx, offeringID)
	if err != nil {
		return fmt.Errorf("offering %s: %w", offeringID, err)
	}
	return content.Changed(ctx, tx, content.TagCatalogue, tag(o.Key))
}

func changedOption(ctx context.Context, tx *db.Tx, what, optionID string, rows int64, err error) error {
	if err := happened(what+optionID, rows, err); err != nil {
		return err
	}
	return optionChanged(ctx, tx, optionID)
}

func happened(what string, rows int64, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if rows == 0 {
		return fault.NotFound()
	}
	return nil
}

func optionChanged(ctx context.Context, tx *db.Tx, optionID string) error {
	key, err := tx.OfferingKeyOfOption(ctx, optionID)
	if err != nil {
		return fmt.Errorf("offering of option %s: %w", optionID, err)
	}
	return content.Changed(ctx, tx, content.TagCatalogue, tag(key))
}

// PlacesTopic is where a commit that took or gave back places tells the tag of the data that shows how many are left.
const PlacesTopic = "places"

func placesTag(optionID string) string { return "places:" + optionID }

// tag names what the page of one offering shows.
func tag(key string) string { return "offering:" + key }
