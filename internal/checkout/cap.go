package checkout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/cart"
	"shanmen/internal/content"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
)

// letGoFor is how long places that a member ordered and did not pay for count after the order has ended.
const letGoFor = 24 * time.Hour

// capped refuses what one member may not keep from everybody else: more open orders than are allowed, and, where an
// option has few places, more of them than are allowed before anything is paid. It looks at a basket that has no
// live hold.
func (b basket) capped(ctx context.Context, tx *db.Tx, set content.OrderLimits, userID string, transferred bool, now time.Time) error {
	if !transferred { // money that is there is looked at, whatever else is open
		open, err := tx.CheckoutOpenOrders(ctx, &userID)
		if err != nil {
			return fmt.Errorf("open orders: %w", err)
		}
		if open >= set.OpenOrders {
			return fault.Invalid("open-orders").With("max", set.OpenOrders)
		}
	}
	wanted := map[string]int64{}
	for _, l := range b.lines {
		if fewLeft(l, set, 0) {
			wanted[l.OptionID] += l.Quantity
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	rows, err := tx.CheckoutUnpaidPlaces(ctx, query.CheckoutUnpaidPlacesParams{UserID: &userID, Since: now.Add(-letGoFor).UnixMilli()})
	if err != nil {
		return fmt.Errorf("unpaid places: %w", err)
	}
	unpaid := map[string]int64{}
	for _, row := range rows {
		unpaid[row.OptionID] = row.Places
	}
	for _, l := range b.lines {
		if n := wanted[l.OptionID]; n > 0 && n+unpaid[l.OptionID] > set.PlacesAMember {
			return fault.Invalid("places-few").With("max", set.PlacesAMember).With("title", l.Title.In(httpd.LocaleOf(ctx)))
		}
	}
	return nil
}

// few tells whether the basket takes places of an option that has few. Their holds and unpaid orders are short.
func (b basket) few(set content.OrderLimits, now time.Time) bool {
	return slices.ContainsFunc(b.lines, func(l cart.Line) bool {
		own := int64(0)
		if b.held(now) {
			own = l.Quantity
		}
		return fewLeft(l, set, own)
	})
}

// fewLeft tells whether an option has few places, own being those that the basket holds already.
func fewLeft(l cart.Line, set content.OrderLimits, own int64) bool {
	return l.Limited && l.Remaining != nil && *l.Remaining+own <= set.FewPlaces
}

// rest keeps a member from holding few places by one QR code after the other. For as long as one hold lasts the
// code may be shown as often as the cart changes; then the places rest until the hours of few places are over.
func (b basket) rest(ctx context.Context, tx *db.Tx, set content.OrderLimits, hold time.Duration, now time.Time) error {
	for _, key := range b.restKeys() {
		row, err := tx.ThrottleNow(ctx, query.ThrottleNowParams{Key: key, Now: now.UnixMilli()})
		if errors.Is(err, db.ErrNoRows) {
			_, err = httpd.CountHit(ctx, tx, now, key, 1, set.FewHours)
		} else if began := row.EndsAt - set.FewHours.Milliseconds(); err == nil && now.UnixMilli() > began+hold.Milliseconds() {
			wait := int((row.EndsAt - now.UnixMilli() + 999) / 1000)
			return fault.TooMany("places-rest", wait).With("minutes", (wait+59)/60)
		}
		if err != nil {
			return fmt.Errorf("rest of places: %w", err)
		}
	}
	return nil
}

// restEnds is for places that have become an order: its own limits count from then on.
func (b basket) restEnds(ctx context.Context, tx *db.Tx) error {
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
