// Package offering is the catalogue: what devotees can book, at which price, and how often it can
// still be sold.
package offering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/locale"
	"shanmen/internal/money"
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

// Facts are what is true of an option now: for adding to a cart, repricing and invoices.
type Facts struct {
	OptionID, OfferingID   string
	OptionKey, OfferingKey string
	Title, OptionTitle     locale.Text
	Price                  *money.Cents // cents; nil: an open amount
	Min, Max               *money.Cents // cents, of an open amount
	NameCapacity           *int         // nil: as the form says
	Remaining              *int64       // nil: unlimited; already less holds and invoices
	Terms                  []string
	FormKey                string // "": the offering asks nothing
	FormVersion            int64  // the newest, 0 without a form
	EnquiryOnly            bool   // not sold: its form goes to the office
	State                  State  // of this option; SoldOut when nothing of it remains
}

// Price reads the current facts of an option. Inside a transaction pass its Queries. An option
// that is not there at all is fault.NotFound; one that was taken from the catalogue has the state
// Withdrawn.
func Price(ctx context.Context, r db.Reader, now time.Time, optionID string) (Facts, error) {
	row, err := r.OfferingFacts(ctx, optionID)
	if errors.Is(err, db.ErrNoRows) {
		return Facts{}, fault.NotFound()
	}
	if err != nil {
		return Facts{}, fmt.Errorf("facts of option %s: %w", optionID, err)
	}
	f := Facts{
		OptionID: row.OptionID, OfferingID: row.OfferingID, OptionKey: row.OptionKey, OfferingKey: row.OfferingKey,
		Title: locale.Text{EN: row.TitleEn, ZH: row.TitleZh}, OptionTitle: locale.Text{EN: row.OptionTitleEn, ZH: row.OptionTitleZh},
		Price: row.Price, Min: row.MinAmount, Max: row.MaxAmount, NameCapacity: small(row.NameCapacity), Remaining: row.Remaining,
		Terms: termsOf(row.Terms), FormKey: row.FormKey, FormVersion: row.FormVersion, EnquiryOnly: row.EnquiryOnly,
		State: StateAt(now, row.OpensAt, row.ClosesAt),
	}
	switch {
	case !row.Published || !row.Active:
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

// changesAt is when the clock alone changes the state; zero when it never does.
func changesAt(now time.Time, o query.Offering) time.Time {
	for _, ms := range []int64{int64(o.OpensAt), int64(o.ClosesAt)} {
		if t := clock.Millis(ms).Time(); ms > 0 && t.After(now) {
			return t
		}
	}
	return time.Time{}
}

func termsOf(raw string) []string {
	var out []string
	if json.Unmarshal([]byte(raw), &out) != nil || len(out) == 0 {
		return []string{Once}
	}
	return out
}

func small(n *int64) *int {
	if n == nil {
		return nil
	}
	v := int(*n)
	return &v
}
