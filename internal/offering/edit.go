package offering

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
)

// SetPrice changes the price of an option, in cents. An open amount has none: fault.NotFound.
func SetPrice(ctx context.Context, tx *db.Tx, optionID string, cents int64) error {
	if cents <= 0 {
		return fault.InvalidFields([]fault.Field{{Path: "price", Code: "invalid-value"}})
	}
	n, err := tx.OfferingSetPrice(ctx, query.OfferingSetPriceParams{ID: optionID, Price: &cents})
	return changed(ctx, tx, "price of option "+optionID, n, err)
}

// SetRemaining sets how often an option can still be sold, beyond what holds and invoices have
// taken. nil makes it unlimited.
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
