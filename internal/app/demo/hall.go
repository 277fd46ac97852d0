package demo

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/offer/position"
	"shanmen/internal/platform/db"
)

// newHall creates a hall whose positions are all sold as one option; the option's stock is the number of free
// positions.
type newHall struct {
	position.NewHall
	Offering, Option string
}

func seedHalls(ctx context.Context, tx *db.Tx, now time.Time) error {
	list, err := read[[]newHall]("halls.json")
	if err != nil {
		return err
	}
	options, err := tx.OfferingOptionsAll(ctx)
	if err != nil {
		return fmt.Errorf("options: %w", err)
	}
	offerings, err := tx.OfferingsAll(ctx)
	if err != nil {
		return fmt.Errorf("offerings: %w", err)
	}
	for _, h := range list {
		optionID := ""
		for _, o := range offerings {
			for _, p := range options {
				if o.Key == h.Offering && p.OfferingID == o.ID && p.Key == h.Option {
					optionID = p.ID
				}
			}
		}
		if optionID == "" {
			return fmt.Errorf("hall %s: there is no option %s of %s", h.Key, h.Option, h.Offering)
		}
		if err := position.PutHall(ctx, tx, h.NewHall, optionID, now); err != nil {
			return fmt.Errorf("hall %s: %w", h.Key, err)
		}
	}
	return nil
}
