// Package payrequest pays orders through a payment provider (package provider, decision 40): a code for an order, and
// the money that the provider confirms.
//
// Whoever asks the provider does so outside every transaction, and one function books its answer (confirm.go): for the
// page that waits, for a webhook, for the job that asks about open codes, and for the daily comparison. Before it asks,
// it takes the row's next look (look_at), so that one question is asked, however many tabs, webhooks and replicas want to
// know. A payment is stored once (UNIQUE provider, payment_id) under its order's lock, and is then booked, found to be
// booked already, or late money.
package payrequest

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"sync/atomic"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/provider"
)

// WebhookPath is where the provider sends its webhooks.
const WebhookPath = "/api/payment/webhook"

// The states of a request.
const (
	Open = "open" // its code is shown
	Past = "past" // its code is no longer shown; it may still have been paid
	Paid = "paid"
	Over = "over" // the provider is asked no more
)

const (
	codeFor    = time.Hour               // how long a code is shown
	leastFor   = 2 * time.Minute         // a code that ends sooner is not made
	makeWithin = 2500 * time.Millisecond // then the visitor sees the temple's own code, within three seconds
	findWithin = 3 * time.Second

	codesAnHour = 30                 // of a member; above it the temple's own code is shown
	askFor      = 3 * 24 * time.Hour // after a code has ended

	// The provider is asked again after a quarter of the request's age, within these limits; a webhook makes it due at
	// once, but not twice in wakeGap.
	firstLook = 10 * time.Second
	leastGap  = 5 * time.Second
	mostGap   = 6 * time.Hour
	wakeGap   = 2 * time.Second

	// At once, of this program. More would keep their visitors waiting.
	mostQuestions = 32
)

// Service has the calls about payments through the provider.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Payments *payment.Service
	Log      *slog.Logger
	Base     *url.URL // of the site, for webhooks

	provider  provider.Provider // nil: the temple has none, and all is as without this package
	questions atomic.Int64
	counts    Counts
}

// Use sets the provider; without one no code is made and no webhook is known.
func (s *Service) Use(p provider.Provider) { s.provider = p }

// Confirms returns whether there is a provider.
func (s *Service) Confirms() bool { return s.provider != nil }

var errBusy = errors.New("too many questions to the provider at once")

// ask lets one of few questions through. It waits for the provider alone, never for another question.
func ask[T any](ctx context.Context, s *Service, within time.Duration, question func(context.Context) (T, error)) (out T, err error) {
	if s.questions.Add(1) > mostQuestions {
		s.questions.Add(-1)
		return out, errBusy
	}
	defer s.questions.Add(-1)
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	return question(ctx)
}

// gap is how long after a look at a request the next one is due.
func gap(age time.Duration) time.Duration { return min(max(age/4, leastGap), mostGap) }
