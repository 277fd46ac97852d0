// Package late keeps money that no order waits for: a transfer whose cart never became an order, a bank line for an
// order that had ended, an amount above what was due. The treasurer decides what becomes of it.
//
// declare.go keeps a transfer that is declared too late: for an ended order, one paid in cash, or a lost cart. list.go
// merges three sources by key: unclaimed_transfers, bank_lines with late, and payments with an undecided excess.
// decide.go locks bank turn, cart, transfer, line and invoice in this order, checks that the money was not counted in
// the meantime (use.go), and then makes the order of the cart, reopens one, keeps a gift (arrival.go) or refunds. The
// second of two people learns who decided (decision 13).
package late

import (
	"context"
	"net/url"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/sales/payment"
)

// What becomes of a transfer that found no order.
const (
	Invoice    = "invoice"     // an order is made of its cart, or the order that waits gets it
	Reopened   = "reopen"      // the order that had ended is opened again
	Refunded   = "refund"      // it goes back
	Donated    = "donation"    // the temple keeps it
	NotArrived = "not-arrived" // it was declared, and never came
	Counted    = "counted"     // the bank tells of money that was counted before
)

// At which prices an order is made of a cart whose money came too late for its checkout.
const (
	PricesNow  = "now"  // today's
	PricesThen = "then" // those that were shown when the transfer was asked for
)

// CartArrival is a cart and the money that came for it.
type CartArrival struct {
	CartID string
	Prices string // PricesNow or PricesThen
	payment.Arrival
}

// Service lists late money, and does what is decided about it.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Messages *locale.Messages
	Base     *url.URL // of the site
	Payments *payment.Service

	// OrderOfCart makes the order of a cart and books the money that came for it: checkout knows how.
	OrderOfCart func(ctx context.Context, tx *db.Tx, in CartArrival) (invoiceID string, err error)
}
