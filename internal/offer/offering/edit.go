package offering

import (
	"context"
	"errors"
	"fmt"

	"shanmen/internal/base/fault"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// MostPlaces is the maximum stock; a larger number is a typing mistake.
const MostPlaces = 1_000_000

// AddPlaces changes an option's stock by n. It takes a difference, not a total, because others buy meanwhile. Refusals:
// "places-taken" (with left) if fewer than -n remain, "option-unlimited", "stock-is-positions".
func AddPlaces(ctx context.Context, tx *db.Tx, optionID string, n int64) error {
	_, err := tx.OfferingAddPlaces(ctx, query.OfferingAddPlacesParams{ID: optionID, Places: n, Most: MostPlaces})
	if err == nil {
		return optionChanged(ctx, tx, optionID)
	}
	if !errors.Is(err, db.ErrNoRows) {
		return fmt.Errorf("places of option %s: %w", optionID, err)
	}
	o, err := tx.OfferingOptionByID(ctx, optionID)
	refused := fault.Field{Path: "change", Code: "option-unlimited"}
	switch {
	case errors.Is(err, db.ErrNoRows):
		return fault.NotFound()
	case err != nil:
		return fmt.Errorf("stock of option %s: %w", optionID, err)
	case o.PositionBy != "":
		refused.Code = "stock-is-positions"
	case o.Remaining != nil && n < 0:
		refused = fault.Field{Path: "change", Code: "places-taken", Params: map[string]any{"left": *o.Remaining}}
	case o.Remaining != nil:
		refused.Code, refused.Params = "count-range", map[string]any{"min": 1, "max": MostPlaces}
	}
	return fault.InvalidFields([]fault.Field{refused})
}

// SetRemaining sets an option's stock; nil: unlimited. To change a number that somebody has seen, use AddPlaces.
// Options sold by positions: "stock-is-positions".
func SetRemaining(ctx context.Context, tx *db.Tx, optionID string, remaining *int64) error {
	if remaining != nil && *remaining < 0 {
		return fault.InvalidFields([]fault.Field{{Path: "remaining", Code: "count-range", Params: map[string]any{"min": 0, "max": MostPlaces}}})
	}
	n, err := tx.OfferingSetStock(ctx, query.OfferingSetStockParams{ID: optionID, Remaining: remaining})
	if err == nil && n == 0 {
		if o, err := tx.OfferingOptionByID(ctx, optionID); err == nil && o.PositionBy != "" {
			return fault.Invalid("stock-is-positions")
		}
	}
	return changedOption(ctx, tx, "stock of option ", optionID, n, err)
}

// SetActive shows or hides an option in the catalogue. Carts with a hidden one are refused at checkout.
func SetActive(ctx context.Context, tx *db.Tx, optionID string, active bool) error {
	n, err := tx.OfferingSetActive(ctx, query.OfferingSetActiveParams{ID: optionID, Active: active})
	return changedOption(ctx, tx, "option ", optionID, n, err)
}

// changedOption invalidates pages after a change of an option.
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
	return content.Changed(ctx, tx, content.TagCatalogue, content.TagOf("offering", key))
}

// PlacesTopic is the notification topic of stock changes; its payload is the tag of the data that shows the stock.
const PlacesTopic = "places"

func placesTag(optionID string) string { return "places:" + optionID }

// Rename changes an offering's key, the last part of its address. Orders and carts keep the offering. The caller
// creates the redirect.
func Rename(ctx context.Context, tx *db.Tx, was, key string) error {
	if err := tx.OfferingKey(ctx, query.OfferingKeyParams{Key: key, Was: was}); err != nil {
		return fmt.Errorf("rename offering %s: %w", was, err)
	}
	return content.Changed(ctx, tx, content.TagOf("offering", was), content.TagOf("offering", key), content.TagCatalogue)
}
