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

// The decisions about late money.
const (
	Invoice    = "invoice"     // create the order of its cart, or pay its waiting order
	Reopened   = "reopen"      // reopen its ended order
	Refunded   = "refund"      // refund it
	Donated    = "donation"    // keep it as a gift
	NotArrived = "not-arrived" // declared but never arrived
	Counted    = "counted"     // it was counted before
)

// The prices for an order made from a cart with late money.
const (
	PricesNow  = "now"  // today's
	PricesThen = "then" // those shown with the QR code
)

// CartArrival is a cart and its late money.
type CartArrival struct {
	CartID string
	Prices string // PricesNow or PricesThen
	payment.Arrival
}

// Service lists and decides late money.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Messages *locale.Messages
	Base     *url.URL // of the site
	Payments *payment.Service

	// OrderOfCart creates the order of a cart and books its money, implemented by package checkout.
	OrderOfCart func(ctx context.Context, tx *db.Tx, in CartArrival) (invoiceID string, err error)
}
