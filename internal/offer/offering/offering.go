// Package offering is the catalogue: what devotees can book, at which price, and how often it can
// still be sold.
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

// State tells whether something can be booked now.
type State string

// The states. Withdrawn ones are shown nowhere; carts may still hold them.
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

// Where an option is sold.
const (
	OnSite    = "site"
	AtCounter = "counter"
)

// Channels are all places where an option can be sold.
var Channels = []string{OnSite, AtCounter}

// Facts are what is true of an option now: for adding to a cart, repricing and invoices.
type Facts struct {
	OptionID, OfferingID   string
	OptionKey, OfferingKey string
	Title, OptionTitle     locale.Text
	Price                  *money.Cents // cents; nil: an open amount
	Min, Max               *money.Cents // cents, of an open amount
	NameCapacity           *int         // nil: as the form says
	PerOrder               *int64       // the most of one item; nil: as many as an item takes
	Remaining              *int64       // nil: unlimited; already less holds and invoices
	PositionBy             string       // "": it has no positions; temple, devotee: who chooses one
	Terms                  []string
	Channels               []string // where it is sold
	FormKey                string   // "": the offering asks nothing
	FormVersion            int64    // the newest, 0 without a form
	EnquiryOnly            bool     // not sold: its form goes to the office
	State                  State    // of this option; SoldOut when nothing of it remains
}

// Price reads the current facts of an option. Inside a transaction pass its Queries. An option
// that is not there at all is fault.NotFound; one that was taken from the catalogue has the state
// Withdrawn.
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

// StateAt is the state that the clock gives: opensAt and closesAt are the stored milliseconds, 0
// for always and never. The moment of closing is closed.
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

// FindOption gives the id of an option by the keys that addresses and seeds use.
func FindOption(ctx context.Context, r db.Reader, offeringKey, optionKey string) (string, error) {
	id, err := r.OfferingOptionByKeys(ctx, query.OfferingOptionByKeysParams{OfferingKey: offeringKey, OptionKey: optionKey})
	if errors.Is(err, db.ErrNoRows) {
		return "", fault.NotFound()
	}
	return id, err
}

// soldOut: every option is limited, and nothing remains of any.
func soldOut(options []query.OfferingOption) bool {
	for _, o := range options {
		if o.Remaining == nil || *o.Remaining > 0 {
			return false
		}
	}
	return len(options) > 0
}

// changesAt is when the clock alone changes the state or a price; zero when it never does.
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

// PriceNow is the price of an option: since is the newest of its later prices that has begun, 0 for none.
func PriceNow(own *money.Cents, since money.Cents) *money.Cents {
	if own != nil && since > 0 {
		return &since
	}
	return own
}

// priceAt is the price of an option among the later prices of several.
func priceAt(now time.Time, o query.OfferingOption, prices []query.OptionPrice) *money.Cents {
	var since money.Cents
	for _, p := range prices { // by option, the oldest first
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
	_ = json.Unmarshal([]byte(raw), &out) // none: sold nowhere
	return out
}

// SoldAt tells whether the stored channels of an option name one.
func SoldAt(channels, channel string) bool { return slices.Contains(channelsOf(channels), channel) }

func small(n *int64) *int {
	if n == nil {
		return nil
	}
	v := int(*n)
	return &v
}
