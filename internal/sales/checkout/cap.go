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

// letGoFor is how long places that a member ordered and did not pay for count after the order has ended.
const letGoFor = 24 * time.Hour

// letGoTimes is how many times as many orders a member may let go in a day as may be open. Each leaves its rows and its
// number for years.
const letGoTimes = 4

// refuseOverLimit refuses what one member may not keep from everybody else: more open orders than are allowed, too many that were
// let go, and of places of limited number more than are allowed before anything is paid. It looks at a basket that has no
// live hold.
func (b basket) refuseOverLimit(ctx context.Context, tx *db.Tx, set content.OrderLimits, userID string, transferred bool, now time.Time) error {
	since := clock.MillisOf(now.Add(-letGoFor))
	if !transferred { // money that is there is looked at, whatever else is open
		open, err := tx.CheckoutOpenOrders(ctx, &userID)
		if err != nil {
			return fmt.Errorf("open orders: %w", err)
		}
		if open >= set.OpenOrders {
			return fault.Invalid("open-orders").With("max", set.OpenOrders)
		}
		gone, err := tx.CheckoutOrdersLetGo(ctx, query.CheckoutOrdersLetGoParams{UserID: &userID, Since: since})
		if err != nil {
			return fmt.Errorf("orders let go: %w", err)
		}
		if most := letGoTimes * set.OpenOrders; gone >= most {
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

// placesOf is how many of an option's places one member may keep unpaid: of few a number that is set, of more in the same
// proportion, so that nobody takes many at once and leaves none.
func placesOf(set content.OrderLimits, places int64) int64 {
	if places <= set.FewPlaces {
		return set.PlacesAMember
	}
	return set.PlacesAMember * places / set.FewPlaces
}

// limitedPlaces returns how many places of limited number the basket takes, by option.
func (b basket) limitedPlaces() map[string]int64 {
	n := map[string]int64{}
	for _, l := range b.lines {
		if l.Limited && l.Remaining != nil {
			n[l.OptionID] += l.Quantity
		}
	}
	return n
}

// few tells whether the basket leaves few places of an option to others. Their holds and unpaid orders are short.
func (b basket) few(set content.OrderLimits, now time.Time) bool {
	wanted := b.limitedPlaces()
	if b.held(now) { // they are taken already
		clear(wanted)
	}
	return slices.ContainsFunc(b.lines, func(l cart.Line) bool {
		return set.FewPlaces > 0 && l.Limited && l.Remaining != nil && *l.Remaining-wanted[l.OptionID] <= set.FewPlaces
	})
}

// rest keeps a member from holding few places by one QR code after the other. For as long as one hold lasts the
// code may be shown as often as the cart changes; then the places rest until the hours of few places are over.
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

// endRest ends the rest of places that have become an order: the limits of orders count from then on.
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
