// Package offering is the catalogue: what devotees can order, at which price, and the remaining stock.
package offering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Service reads the catalogue for pages and calls.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
}

// State is whether something can be ordered now.
type State string

// The states. Withdrawn offerings are not shown, but carts may still contain them.
const (
	Open      State = "open"
	Soon      State = "soon"
	Closed    State = "closed"
	SoldOut   State = "sold-out"
	Withdrawn State = "withdrawn"
)

// Terms of an item. An empty term in a cart means Once.
const (
	Once    = "once"
	Monthly = "monthly"
	Yearly  = "yearly"
)

// The channels in which an option is sold.
const (
	OnSite    = "site"
	AtCounter = "counter"
)

// Channels lists all of them.
var Channels = []string{OnSite, AtCounter}

// Facts are the current data of an option for carts, repricing and invoices.
type Facts struct {
	OptionID, OfferingID   string
	OptionKey, OfferingKey string
	Title, OptionTitle     locale.Text
	Price                  *money.Cents // cents; nil: an open amount
	Min, Max               *money.Cents // cents, of an open amount
	NameCapacity           *int         // nil: as in the form
	PerOrder               *int64       // maximum per item; nil: the general limit
	Remaining              *int64       // nil: unlimited; holds and invoices are already subtracted
	PositionBy             string       // "": no positions; temple or devotee: who chooses the position
	Terms                  []string
	Channels               []string // where it is sold
	FormKey                string   // "": no form
	FormVersion            int64    // the newest version, 0 without a form
	EnquiryOnly            bool     // not for sale: its form goes to the office
	State                  State    // of this option; SoldOut if nothing remains
}

// Price reads the current Facts of an option. Inside a transaction, pass its Queries. A nonexistent option is
// fault.NotFound; one removed from the catalogue has the state Withdrawn.
func Price(ctx context.Context, r db.Reader, now time.Time, optionID string) (Facts, error) {
	row, err := r.OfferingFacts(ctx, query.OfferingFactsParams{ID: optionID, Now: int64(clock.MillisOf(now))})
	if err != nil {
		return Facts{}, db.NotFound(fmt.Errorf("facts of option %s: %w", optionID, err))
	}
	f := Facts{
		OptionID: row.OptionID, OfferingID: row.OfferingID, OptionKey: row.OptionKey, OfferingKey: row.OfferingKey,
		Title: locale.Text{EN: row.TitleEn, ZH: row.TitleZh}, OptionTitle: locale.Text{EN: row.OptionTitleEn, ZH: row.OptionTitleZh},
		Price: PriceNow(row.Price, money.Cents(row.PriceNow)), Min: row.MinAmount, Max: row.MaxAmount, NameCapacity: small(row.NameCapacity),
		PerOrder: row.PerOrder, PositionBy: row.PositionBy, Remaining: row.Remaining, Terms: termsOf(row.Terms), Channels: channelsOf(row.Channels), FormKey: row.FormKey, FormVersion: row.FormVersion, EnquiryOnly: row.EnquiryOnly,
		State: StateAt(now, row.OpensAt, row.ClosesAt),
	}
	switch {
	case !row.Published || !row.Active || !row.Listed:
		f.State = Withdrawn
	case f.State == Open && row.Remaining != nil && *row.Remaining == 0:
		f.State = SoldOut
	}
	return f, nil
}

// StateAt is the state at a time: opensAt and closesAt are in milliseconds, 0 for always and never. At closing time it
// is closed.
func StateAt(now time.Time, opensAt, closesAt clock.Millis) State {
	ms := clock.MillisOf(now)
	switch {
	case closesAt > 0 && ms >= closesAt:
		return Closed
	case ms < opensAt:
		return Soon
	}
	return Open
}

// FindOption finds an option's id by the keys of offering and option.
func FindOption(ctx context.Context, r db.Reader, offeringKey, optionKey string) (string, error) {
	id, err := r.OfferingOptionByKeys(ctx, query.OfferingOptionByKeysParams{OfferingKey: offeringKey, OptionKey: optionKey})
	if errors.Is(err, db.ErrNoRows) {
		return "", fault.NotFound()
	}
	return id, err
}

// soldOut: every option has limited stock, and nothing remains.
func soldOut(options []query.OfferingOption) bool {
	for _, o := range options {
		if o.Remaining == nil || *o.Remaining > 0 {
			return false
		}
	}
	return len(options) > 0
}

// changesAt is when the clock next changes the state or a price; zero: never.
func changesAt(now time.Time, o query.Offering, prices []query.OptionPrice) (next time.Time) {
	moments := []clock.Millis{o.OpensAt, o.ClosesAt}
	for _, p := range prices {
		moments = append(moments, p.FromAt)
	}
	for _, ms := range moments {
		if t := ms.Time(); ms > 0 && t.After(now) && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	return next
}

// PriceNow is the current price of an option: since is the start of the later price in effect, 0 for none.
func PriceNow(own *money.Cents, since money.Cents) *money.Cents {
	if own != nil && since > 0 {
		return &since
	}
	return own
}

// priceAt selects an option's current price from the later prices of several.
func priceAt(now time.Time, o query.OfferingOption, prices []query.OptionPrice) *money.Cents {
	var since money.Cents
	for _, p := range prices { // by option, oldest first
		if p.OptionID == o.ID && p.FromAt <= clock.MillisOf(now) {
			since = p.Price
		}
	}
	return PriceNow(o.Price, since)
}

func termsOf(raw string) []string {
	var out []string
	if json.Unmarshal([]byte(raw), &out) != nil || len(out) == 0 {
		return []string{Once}
	}
	return out
}

func channelsOf(raw string) (out []string) {
	_ = json.Unmarshal([]byte(raw), &out) // none: not sold anywhere
	return out
}

// SoldAt returns whether an option's stored channels include one.
func SoldAt(channels, channel string) bool { return slices.Contains(channelsOf(channels), channel) }

func small(n *int64) *int {
	if n == nil {
		return nil
	}
	v := int(*n)
	return &v
}
