// Package provider asks a payment provider for PayNow codes, and whether they were paid. What it needs of one is the
// interface below; each provider is one file, and the file is the only place that knows its addresses, fields and
// signatures (decision 40).
//
// Nothing here touches the database: package payrequest decides what an answer books.
package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"shanmen/internal/base/money"
)

// Provider confirms PayNow payments.
type Provider interface {
	// Name is its short name in rows and metrics, such as "hitpay". It never changes.
	Name() string
	// Create makes a code for one payment of an order.
	Create(ctx context.Context, ask Ask) (Request, error)
	// Find returns the payments that the provider has for a request. ErrUnknown: it knows no such request.
	Find(ctx context.Context, requestID string) ([]Payment, error)
	// Refund returns cents of a payment to its payer. Only ErrRefused says that nothing went back: after any other
	// error it may have.
	Refund(ctx context.Context, paymentID string, cents money.Cents) (Refund, error)
	// Webhook checks the signature of a webhook and returns the request that it is about, "" if it is about something
	// else. ErrForged: the provider did not send it. Nothing else in it is used.
	Webhook(header http.Header, body []byte) (requestID string, err error)
}

// Lister is a provider that can list the payments of a day.
type Lister interface {
	// List calls each for every payment made between two days of Singapore, both included.
	List(ctx context.Context, from, to time.Time, each func(Listed) error) error
}

// Ask is what a code is for.
type Ask struct {
	Amount    money.Cents
	Reference string    // the payment reference of the order
	Webhook   string    // address for webhooks; "": none can arrive
	Expires   time.Time // after this nobody should be able to pay
}

// Request is a code that a provider made.
type Request struct {
	ID string
	QR string // the text of the QR code
}

// Payment is money that a provider received.
type Payment struct {
	ID       string
	Amount   money.Cents // in the smallest unit of Currency
	Currency string      // upper case
	Fee      money.Cents // what the provider keeps, 0 if it does not say
	Refunded money.Cents // what went back to the payer
	At       time.Time   // zero if it does not say
}

// Listed is a payment with what it was for.
type Listed struct {
	Payment
	RequestID string // "" for a payment without a request
	Reference string // of the order, as given in Ask
}

// Refund is a provider's answer to a refund.
type Refund struct {
	ID     string
	Status string // in the provider's words
}

// The errors besides that of a provider which cannot be reached.
var (
	ErrForged  = errors.New("the signature is not the provider's")
	ErrUnknown = errors.New("the provider does not know it")
)

// ErrRefused is a definite refusal.
type ErrRefused struct {
	Status int    // of HTTP
	Says   string // the provider's words, at most 300 characters; "" if it has none
}

func (e ErrRefused) Error() string {
	if e.Says == "" {
		return fmt.Sprintf("the provider refused: %d", e.Status)
	}
	return fmt.Sprintf("the provider refused: %d, %s", e.Status, e.Says)
}

// Example is a setting as New reads it.
const Example = "hitpay://KEY:SALT@api.hit-pay.com"

// New returns the provider of a setting such as Example. With "?tls=0" it is a server on this machine, without TLS.
func New(raw string) (Provider, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != hitPayName || u.Host == "" || u.User.Username() == "" {
		return nil, errors.New("PAYNOW_PROVIDER is not like " + Example)
	}
	salt, _ := u.User.Password()
	if salt == "" {
		return nil, errors.New("PAYNOW_PROVIDER lacks the salt: write it like " + Example)
	}
	return newHitPay(u, salt), nil
}
