// Package ceremony collects paid items in the lists of ceremonies, stores every correction of a name, and marks what
// was offered. An entry is one paid item of a list: one number, one paper. Unpaid orders are on no list (decision 35).
//
// In the paying transaction, gather.go adds each copy of an item to the next list that collects it, under the lock of
// the ceremony's row, which gives the number. fill.go does the same for a list that is created later. Checking,
// correcting and printing name the revision that the person saw (correct.go). done.go marks entries as offered and
// notifies the families half an hour later. reading.go returns all names of a sitting, page by page; find.go searches
// one list after another; steps.go gives an order's member the progress of each item. model_test.go runs random actions
// against all of it.
package ceremony

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/payment"
)

// What a list collects.
const (
	Bought  = "bought"  // items ordered for it
	Running = "running" // all items whose term covers its day, collected when it closes
)

// The states of an entry.
const (
	Collected = "collected"
	Checked   = "checked"
	Printed   = "printed"
	Done      = "done"
	Withdrawn = "withdrawn"
)

// Why an entry was withdrawn.
const (
	whyUnpaid   = "unpaid"
	whyRefunded = "refunded"
	whyMoved    = "moved"
	whyOffice   = "office"
	whyCannot   = "cannot"
)

// How late an entry came to its list.
const (
	inTime      = 0
	paidLate    = 1 // ordered before closing, paid after it
	waitsLate   = 2 // ordered after closing: needs a decision
	refusedLate = 3 // cannot be done: to be refunded
)

// Service manages the lists of ceremonies.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Messages *locale.Messages
	Base     *url.URL // of the site
	Payments *payment.Service
	Layouts  Layouts // of package print
}

// find reads a ceremony, or returns fault.NotFound.
func find(ctx context.Context, r db.Reader, id string) (query.Ceremony, error) {
	c, err := r.CeremonyByID(ctx, id)
	return c, db.NotFound(err)
}

// lock locks a ceremony for the transaction.
func lock(ctx context.Context, tx *db.Tx, id string) (query.Ceremony, error) {
	c, err := tx.CeremonyLock(ctx, id)
	if errors.Is(err, db.ErrNoRows) {
		return c, fault.NotFound()
	}
	if err != nil {
		err = fmt.Errorf("ceremony: %w", err)
	}
	return c, err
}

// lockEntry locks an entry for the transaction.
func lockEntry(ctx context.Context, tx *db.Tx, id string) (query.CeremonyEntry, error) {
	e, err := tx.ListEntryLock(ctx, id)
	if errors.Is(err, db.ErrNoRows) {
		return e, fault.NotFound()
	}
	if err != nil {
		err = fmt.Errorf("entry: %w", err)
	}
	return e, err
}

func (s *Service) now() clock.Millis { return clock.MillisOf(s.Clock.Now()) }

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // cannot fail: plain values
	}
	return string(b)
}

func fromJSON[T any](text string) (v T, err error) {
	if err = json.Unmarshal([]byte(text), &v); err != nil {
		err = fmt.Errorf("stored JSON: %w", err)
	}
	return v, err
}
