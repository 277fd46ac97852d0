package checkout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/cart"
)

// letGoFor is how long stock of a member's ended unpaid order counts towards the limits.
const letGoFor = 24 * time.Hour

// letGoTimes: a member may abandon this many times as many orders a day as may be open. Each leaves rows and a number
// for years.
const letGoTimes = 4

// refuseOverLimit enforces what one member may block for others: open orders, abandoned orders, and unpaid limited
// stock. It applies to a basket without a live hold.
func (b basket) refuseOverLimit(ctx context.Context, tx *db.Tx, set content.OrderLimits, userID string, transferred bool, now time.Time) error {
	since := clock.MillisOf(now.Add(-letGoFor))
	if !transferred { // declared money is reviewed regardless of other open orders
		unpaid, err := tx.CheckoutUnpaidOrders(ctx, query.CheckoutUnpaidOrdersParams{UserID: &userID, Since: since})
		if err != nil {
			return fmt.Errorf("unpaid orders: %w", err)
		}
		if unpaid.Open >= set.OpenOrders {
			return fault.Invalid("open-orders").With("max", set.OpenOrders)
		}
		if most := letGoTimes * set.OpenOrders; unpaid.LetGo >= most {
			return fault.Invalid("orders-let-go").With("max", most)
		}
	}
	wanted := b.limitedPlaces()
	if len(wanted) == 0 || set.FewPlaces == 0 {
		return nil
	}
	rows, err := tx.CheckoutUnpaidPlaces(ctx, query.CheckoutUnpaidPlacesParams{UserID: &userID, Since: since})
	if err != nil {
		return fmt.Errorf("unpaid places: %w", err)
	}
	unpaid := map[string]int64{}
	for _, row := range rows {
		unpaid[row.OptionID] = row.Places
	}
	for _, l := range b.lines {
		n := wanted[l.OptionID]
		if n == 0 {
			continue
		}
		if most := placesOf(set, *l.Remaining+unpaid[l.OptionID]); n+unpaid[l.OptionID] > most {
			return fault.Invalid("places-few").With("max", most).With("title", l.Title.In(httpd.LocaleOf(ctx)))
		}
	}
	return nil
}

// placesOf is how much of an option's stock one member may hold unpaid: a fixed number of scarce stock, proportionally
// more of larger stock.
func placesOf(set content.OrderLimits, places int64) int64 {
	if places <= set.FewPlaces {
		return set.PlacesAMember
	}
	return set.PlacesAMember * places / set.FewPlaces
}

// limitedPlaces returns the quantity of limited options in the basket, by option.
func (b basket) limitedPlaces() map[string]int64 {
	n := map[string]int64{}
	for _, l := range b.lines {
		if l.Limited && l.Remaining != nil {
			n[l.OptionID] += l.Quantity
		}
	}
	return n
}

// few returns whether the basket leaves little stock of an option to others. Holds and unpaid orders of such options
// are short.
func (b basket) few(set content.OrderLimits, now time.Time) bool {
	wanted := b.limitedPlaces()
	if b.held(now) { // taken already
		clear(wanted)
	}
	return slices.ContainsFunc(b.lines, func(l cart.Line) bool {
		return set.FewPlaces > 0 && l.Limited && l.Remaining != nil && *l.Remaining-wanted[l.OptionID] <= set.FewPlaces
	})
}

// rest prevents a member from holding scarce stock by one QR code after the other. For the duration of one hold the
// code may be shown again as often as the cart changes; then the stock rests for the lifetime of a scarce order.
func (b basket) rest(ctx context.Context, tx *db.Tx, set content.OrderLimits, hold time.Duration, now time.Time) error {
	for _, key := range b.restKeys() {
		row, err := tx.ThrottleNow(ctx, query.ThrottleNowParams{Key: key, Now: clock.MillisOf(now)})
		if errors.Is(err, db.ErrNoRows) {
			_, err = httpd.CountHit(ctx, tx, now, key, 1, set.FewHours)
		} else if began := row.EndsAt.Add(-set.FewHours); err == nil && clock.MillisOf(now) > began.Add(hold) {
			wait := int((row.EndsAt - clock.MillisOf(now) + 999) / 1000)
			return fault.TooMany("places-rest", wait).InMinutes()
		}
		if err != nil {
			return fmt.Errorf("rest of places: %w", err)
		}
	}
	return nil
}

// endRest ends the rest when the stock has become an order: the limits of orders count from then on.
func (b basket) endRest(ctx context.Context, tx *db.Tx) error {
	for _, key := range b.restKeys() {
		if err := tx.ForgetThrottle(ctx, key); err != nil {
			return fmt.Errorf("rest of places: %w", err)
		}
	}
	return nil
}

func (b basket) restKeys() (keys []string) {
	last := ""
	for _, l := range byOption(b.lines) {
		if l.Limited && l.OptionID != last && b.UserID != nil {
			keys, last = append(keys, "hold "+*b.UserID+" "+l.OptionID), l.OptionID
		}
	}
	return keys
}
